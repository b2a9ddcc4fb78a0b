//! A number of a scenario that can be moved, and the values that it is moved over.

use super::with;
use crate::plan::Planned;
use crate::scenario::{Class, Edit, Field, MAX_NUMBER, Scenario};

/// Most values of one range.
const MOST_VALUES: u64 = 10_000;
/// Steps of a grid's range that nobody wrote, so that each value has room for its figures.
pub const GRID_STEPS: u64 = 24;
/// A range that nobody wrote has every value if it has no more than these.
const EVERY_VALUE: u64 = 300;

/// A number of a scenario that can be moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Parameter {
    /// A figure of a class of Region A.
    Class(Class, Field),
    /// The ceiling of the prefix.
    Ceiling,
}

impl Parameter {
    /// The caps of the two classes that a plan fills: what a sweep is mostly asked about.
    pub const CAPS: [Self; 4] = [
        Self::Class(Class::ToolDefinitions, Field::MaxItems),
        Self::Class(Class::ToolDefinitions, Field::MaxTokens),
        Self::Class(Class::DeferredToolIndex, Field::MaxItems),
        Self::Class(Class::DeferredToolIndex, Field::MaxTokens),
    ];

    /// All of them, in the order of the classes.
    pub fn all() -> Vec<Self> {
        let figures = |class: Class| {
            let mut figures = vec![Field::MaxTokens];
            if class.has_items() {
                figures.insert(0, Field::MaxItems);
            }
            if !class.is_planned() {
                figures.push(Field::UsedTokens);
                if class.has_items() {
                    figures.push(Field::UsedItems);
                }
            }
            figures.into_iter().map(move |field| Self::Class(class, field))
        };
        Class::ALL
            .into_iter()
            .flat_map(figures)
            .chain([Self::Ceiling])
            .collect()
    }

    /// The one at a path of the file, such as `budget.tool_definitions.max_items`.
    pub fn parse(path: &str) -> Option<Self> {
        Self::all().into_iter().find(|parameter| parameter.path() == path)
    }

    /// Its path in the file.
    pub fn path(self) -> String {
        self.edit(0).keys().join(".")
    }

    /// What people call it: `tool definitions item cap`.
    pub fn title(self) -> String {
        match self {
            Self::Class(class, field) => format!("{} {}", class.title(), field.words()),
            Self::Ceiling => "ceiling of the prefix".to_owned(),
        }
    }

    /// Whether it says how many tools the model gets at most.
    pub fn is_number_of_tools(self) -> bool {
        self == Self::Class(Class::ToolDefinitions, Field::MaxItems)
    }

    /// Its value in a scenario. A class that counts no items has room for any number of them.
    pub fn value(self, scenario: &Scenario) -> u64 {
        match self {
            Self::Class(class, field) => {
                let class = scenario.budget.class(class);
                match field {
                    Field::MaxTokens => class.max_tokens,
                    Field::MaxItems => class.max_items.unwrap_or(u64::MAX),
                    Field::UsedTokens => class.used_tokens,
                    Field::UsedItems => class.used_items,
                }
            }
            Self::Ceiling => scenario.ceiling_tokens(),
        }
    }

    /// The edit that sets it.
    pub fn edit(self, value: u64) -> Edit {
        match self {
            Self::Class(class, field) => Edit::Class { class, field, value },
            Self::Ceiling => Edit::CeilingTokens(Some(value)),
        }
    }

    /// A range that shows what moving it does: down to a third, up to a little behind the value from which on nothing moves.
    /// Every value where they are a few hundred, else in about fifty steps.
    pub fn usual_range(self, planned: &Planned) -> Range {
        self.range_from(planned, self.value(&planned.scenario))
    }

    /// The same on the scale of another state of the scenario, as long as the value that stands is one of the range's.
    pub fn range_around(self, planned: &Planned, scale: &Scenario) -> Range {
        let range = self.range_from(planned, self.value(scale));
        if range.holds(self.value(&planned.scenario)) {
            range
        } else {
            self.usual_range(planned)
        }
    }

    fn range_from(self, planned: &Planned, now: u64) -> Range {
        const STEPS: u64 = 50;
        let most = self.settles_at(planned, now);
        let from = now.min(most) / 3;
        // A ceiling can stand above what a file may say: it is the sum of its caps.
        let limit = MAX_NUMBER.max(now);
        // A little of what comes after shows that nothing does.
        let beyond = most.saturating_add((most.saturating_sub(from) / 10).max(2));
        let to = beyond.max(now).max(from + 1).min(limit);
        if to - from < EVERY_VALUE {
            return Range {
                first: from,
                last: to,
                step: 1,
            };
        }
        // Steps are round, and the value that stands is one of them.
        let rough = (to - from).div_ceil(STEPS).max(1);
        let power = 10_u64.pow(rough.ilog10());
        let step = [1, 2, 5, 10]
            .map(|factor| factor * power)
            .into_iter()
            .find(|step| *step >= rough);
        let step = step.unwrap_or(rough);
        let first = now - now.saturating_sub(from) / step * step;
        Range { first, last: to, step }
    }

    /// The value from which on nothing moves: every candidate has room, or another cap binds. For a figure that nothing fills,
    /// twice what stands.
    fn settles_at(self, planned: &Planned, now: u64) -> u64 {
        let Self::Class(class, field) = self else {
            return now.saturating_mul(2);
        };
        if !class.is_planned() {
            let used = Self::Class(class, Field::UsedTokens).value(&planned.scenario);
            let items = Self::Class(class, Field::UsedItems).value(&planned.scenario);
            let used = if field == Field::MaxItems { items } else { used };
            let is_cap = matches!(field, Field::MaxItems | Field::MaxTokens);
            return now.saturating_mul(2).max(if is_cap { used } else { 0 });
        }
        let decisions = planned.plan.ranked.iter().map(|&id| planned.plan.decision(id));
        let room = match (class, field) {
            (_, Field::MaxItems | Field::UsedItems) => planned.plan.ranked.len() as u64 + 1,
            (Class::ToolDefinitions, _) => decisions.map(|decision| decision.definition_tokens).sum::<u64>(),
            _ => decisions.map(|decision| decision.index_tokens).sum::<u64>() + 200,
        };
        let roomy = with(planned, &[self.edit(room.min(MAX_NUMBER))]).plan;
        match (class, field) {
            (Class::ToolDefinitions, Field::MaxItems) => roomy.defined.len() as u64,
            (_, Field::MaxItems) => roomy.deferred.len() as u64,
            (class, _) => roomy.class_tokens(class),
        }
    }
}

/// Values from the first to the last, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Range {
    /// The first value.
    pub first: u64,
    /// The last value, if a step falls on it.
    pub last: u64,
    /// From one to the next; at least 1.
    pub step: u64,
}

impl Range {
    /// Whether a step falls on this value.
    pub fn holds(self, value: u64) -> bool {
        (self.first..=self.last).contains(&value) && (value - self.first).is_multiple_of(self.step)
    }

    /// Reads `10..60`, `10..60:5` (every fifth) or `30`; `Err` says what is wrong with it and what is allowed.
    pub fn parse(text: &str) -> Result<Self, String> {
        const FORM: &str = "write `10..60`, both ends included, or `10..60:5` for every fifth";
        let number = |word: &str| {
            let digits: String = word.trim().chars().filter(|c| *c != '_').collect();
            digits
                .parse::<u64>()
                .map_err(|_not_a_number| format!("`{word}` is not a whole number; {FORM}"))
        };
        let (bounds, step) = match text.split_once(':') {
            Some((bounds, step)) => (bounds, number(step)?),
            None => (text, 1),
        };
        let (first, last) = match bounds.split_once("..") {
            Some((first, last)) => (number(first)?, number(last.trim_start_matches('='))?),
            None => (number(bounds)?, number(bounds)?),
        };
        if step == 0 {
            return Err(format!("a step of 0 never arrives; {FORM}"));
        }
        if first > last {
            return Err(format!("{first} is above {last}; the smaller value comes first"));
        }
        if last > MAX_NUMBER {
            return Err(format!("{last} is more than a file may say, which is {MAX_NUMBER}"));
        }
        if (last - first) / step >= MOST_VALUES {
            return Err(format!(
                "{first} to {last} by {step} are more than {MOST_VALUES} values; take larger steps"
            ));
        }
        Ok(Self { first, last, step })
    }

    /// The same in so many steps at most; `now` stays among its values.
    #[must_use]
    pub fn coarser(self, now: u64, most: u64) -> Self {
        let steps = (self.last - self.first) / self.step;
        let step = self.step * steps.div_ceil(most.max(1)).max(1);
        let first = if (self.first..=self.last).contains(&now) {
            now - (now - self.first) / step * step
        } else {
            self.first
        };
        Self { first, step, ..self }
    }

    /// The values.
    pub fn values(self) -> impl Iterator<Item = u64> {
        let steps = (self.last - self.first) / self.step;
        (0..=steps).map(move |place| self.first + place * self.step)
    }
}

#[cfg(test)]
mod tests {
    use super::{Parameter, Range};

    #[test]
    fn ranges_read_as_people_write_them() {
        let values = |text| Range::parse(text).map(|range| range.values().collect::<Vec<_>>());
        assert_eq!(values("10..13"), Ok(vec![10, 11, 12, 13]));
        assert_eq!(values("10..=20:5"), Ok(vec![10, 15, 20]));
        assert_eq!(values("1_000"), Ok(vec![1000]));
        for (text, said) in [
            ("5..1", "5 is above 1"),
            ("1..9:0", "a step of 0"),
            ("a..9", "`a` is not a whole number"),
            ("0..99999999", "more than 10000 values"),
            ("1..1000000000001", "more than a file may say"),
        ] {
            let error = values(text).expect_err(text);
            assert!(error.contains(said), "{error}");
        }
    }

    #[test]
    fn every_parameter_is_found_by_its_path() {
        for parameter in Parameter::all() {
            assert_eq!(Parameter::parse(&parameter.path()), Some(parameter));
        }
        assert_eq!(Parameter::CAPS[0].path(), "budget.tool_definitions.max_items");
        assert_eq!(Parameter::parse("budget.tool_definitions.max_item"), None);
    }
}
