//! What each code means: the rule, why it matters, and where it comes from. The one place for these texts, one family a file.

mod annotations;
mod descriptions;
mod names;
mod safety;
mod schemas;

use super::{Code, Level, Rule};

/// The families, in the order of the codes.
pub(super) const FAMILIES: [&[Rule]; 5] = [
    &names::RULES,
    &descriptions::RULES,
    &schemas::RULES,
    &annotations::RULES,
    &safety::RULES,
];

/// The rule of a code. A test holds the families to the order of the codes, so that each has its own.
pub(super) fn of(code: Code) -> &'static Rule {
    let mut rules = FAMILIES.into_iter().flatten();
    rules.nth(code as usize).unwrap_or(&names::RULES[0])
}

/// A rule from its parts.
const fn rule(
    code: Code,
    id: &'static str,
    level: Level,
    title: &'static str,
    [demand, why, source]: [&'static str; 3],
) -> Rule {
    Rule {
        code,
        id,
        level,
        title,
        demand,
        why,
        source,
    }
}
