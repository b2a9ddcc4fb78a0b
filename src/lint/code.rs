//! The codes of the linter: stable, each with its rule.

use super::rules;

/// How much a finding matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// `OpenAI` or Anthropic refuse the request, the model never sees the tool as it is meant, or a text must not be sent.
    Error,
    /// It works, and worse than it could: text is lost, other providers refuse it, a claim is not true.
    Warning,
    /// Good to know.
    Note,
}

impl Level {
    /// All of them, the worst first.
    pub const ALL: [Self; 3] = [Self::Error, Self::Warning, Self::Note];

    /// The word before the code.
    pub fn id(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Note => "note",
        }
    }

    /// The same for several.
    pub fn plural(self) -> &'static str {
        match self {
            Self::Error => "errors",
            Self::Warning => "warnings",
            Self::Note => "notes",
        }
    }
}

/// What a code stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rule {
    /// The code.
    pub code: Code,
    /// Stable kebab-case identity.
    pub id: &'static str,
    /// How much a finding of it matters.
    pub level: Level,
    /// In a few words.
    pub title: &'static str,
    /// What is asked of a tool.
    pub demand: &'static str,
    /// What comes of it otherwise.
    pub why: &'static str,
    /// Where the rule comes from.
    pub source: &'static str,
}

/// The kinds of finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "each has its rule, with a title and more")]
pub enum Code {
    NameDots,
    AliasTooLong,
    AliasClash,
    RemoteNameIllegal,
    NameLost,
    NameShortened,
    ClientPrefixTooLong,
    DuplicateName,
    NameConflict,
    ShadowedName,
    DiffersByAccount,
    NearDuplicate,
    DescriptionMissing,
    DescriptionCut,
    DescriptionTooLong,
    SentenceCutAbbreviation,
    SentenceCutInside,
    SentenceTooLong,
    SentenceSaysNothing,
    SentenceRepeatsName,
    SentenceShared,
    SentenceOpensWithMarkup,
    DotInsideSentence,
    IndexLineCostsMore,
    SchemaNotAnObject,
    SchemaWithoutType,
    SchemaRootChoice,
    SchemaWithoutProperties,
    SchemaNotAdmitted,
    SchemaMalformed,
    ArrayWithoutItems,
    PropertyNameRefused,
    NestedNameRefused,
    RequiredUnknown,
    RefBroken,
    RefRecursive,
    RefOutsideDefs,
    DefinitionOverCap,
    IndexLineOverCap,
    AnnotationsMissing,
    AnnotationsHalf,
    AnnotationsContradict,
    ClaimsReadOnly,
    ClaimsHarmless,
    ClaimsHarm,
    RiskierThanClassified,
    ClosesEnvelope,
    ImitatesPlatform,
    OrdersTheModel,
    BreaksIndexLine,
    SmuggledText,
    DirectionCharacters,
    HiddenCharacters,
    SecretInText,
    MachinePath,
}

impl Code {
    /// All of them, by family: names, duplicates, descriptions, schemas, annotations, safety.
    pub const ALL: [Self; 55] = [
        Self::NameDots,
        Self::AliasTooLong,
        Self::AliasClash,
        Self::RemoteNameIllegal,
        Self::NameLost,
        Self::NameShortened,
        Self::ClientPrefixTooLong,
        Self::DuplicateName,
        Self::NameConflict,
        Self::ShadowedName,
        Self::DiffersByAccount,
        Self::NearDuplicate,
        Self::DescriptionMissing,
        Self::DescriptionCut,
        Self::DescriptionTooLong,
        Self::SentenceCutAbbreviation,
        Self::SentenceCutInside,
        Self::SentenceTooLong,
        Self::SentenceSaysNothing,
        Self::SentenceRepeatsName,
        Self::SentenceShared,
        Self::SentenceOpensWithMarkup,
        Self::DotInsideSentence,
        Self::IndexLineCostsMore,
        Self::SchemaNotAnObject,
        Self::SchemaWithoutType,
        Self::SchemaRootChoice,
        Self::SchemaWithoutProperties,
        Self::SchemaNotAdmitted,
        Self::SchemaMalformed,
        Self::ArrayWithoutItems,
        Self::PropertyNameRefused,
        Self::NestedNameRefused,
        Self::RequiredUnknown,
        Self::RefBroken,
        Self::RefRecursive,
        Self::RefOutsideDefs,
        Self::DefinitionOverCap,
        Self::IndexLineOverCap,
        Self::AnnotationsMissing,
        Self::AnnotationsHalf,
        Self::AnnotationsContradict,
        Self::ClaimsReadOnly,
        Self::ClaimsHarmless,
        Self::ClaimsHarm,
        Self::RiskierThanClassified,
        Self::ClosesEnvelope,
        Self::ImitatesPlatform,
        Self::OrdersTheModel,
        Self::BreaksIndexLine,
        Self::SmuggledText,
        Self::DirectionCharacters,
        Self::HiddenCharacters,
        Self::SecretInText,
        Self::MachinePath,
    ];

    /// What it stands for.
    pub fn rule(self) -> &'static Rule {
        rules::of(self)
    }

    /// Stable kebab-case identity.
    pub fn id(self) -> &'static str {
        self.rule().id
    }

    /// How much a finding of it matters.
    pub fn level(self) -> Level {
        self.rule().level
    }

    /// The code of an identity.
    pub fn parse(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|code| code.id() == id)
    }
}

#[cfg(test)]
mod tests {
    use super::{Code, rules};
    use std::collections::HashSet;

    #[test]
    fn every_code_has_its_own_rule() {
        let mut ids = HashSet::new();
        let mut titles = HashSet::new();
        for (place, code) in Code::ALL.into_iter().enumerate() {
            assert_eq!(code as usize, place);
            let rule = code.rule();
            assert_eq!(rule.code, code);
            assert!(ids.insert(rule.id) && titles.insert(rule.title), "{}", rule.id);
            assert!(
                rule.id.chars().all(|c| c.is_ascii_lowercase() || c == '-'),
                "{}",
                rule.id
            );
            assert!(rule.demand.ends_with('.') && rule.why.ends_with('.'), "{}", rule.id);
            assert!(!rule.title.ends_with('.') && !rule.source.is_empty(), "{}", rule.id);
            assert_eq!(Code::parse(rule.id), Some(code));
        }
        assert_eq!(rules::FAMILIES.into_iter().flatten().count(), Code::ALL.len());
    }
}
