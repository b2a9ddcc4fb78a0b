//! `budget`.

use super::Reader;
use super::section::Section;
use crate::scenario::tree::Node;
use crate::scenario::{Budget, Class};

/// Reads `budget`; every key is optional.
pub(super) fn read(node: &Node, reader: &mut Reader<'_>) -> Budget {
    let mut budget = Budget::default();
    let Some(mut section) = Section::open(node, "budget", "the budget", reader) else {
        return budget;
    };
    for class in Class::ALL {
        if let Some(node) = section.get(class.id()) {
            read_class(node, class, &mut budget, reader);
        }
    }
    budget.ceiling_tokens = section.number("ceiling_tokens", reader);
    if let Some(tokens) = section.number("output_reserve_tokens", reader) {
        budget.output_reserve_tokens = tokens;
    }
    section.finish(reader);
    budget
}

fn read_class(node: &Node, class: Class, budget: &mut Budget, reader: &mut Reader<'_>) {
    // Three shapes: without items, with both, and filled by the plan.
    let kind = match class {
        class if class.is_planned() => "planned_class",
        class if class.has_items() => "class_with_items",
        _ => "class",
    };
    let Some(mut section) = Section::open(node, kind, class.title(), reader) else {
        return;
    };
    let into = budget.class_mut(class);
    if let Some(tokens) = section.number("max_tokens", reader) {
        into.max_tokens = tokens;
    }
    if class.has_items()
        && let Some(items) = section.number("max_items", reader)
    {
        into.max_items = Some(items);
    }
    if !class.is_planned() {
        into.used_tokens = section.number("used_tokens", reader).unwrap_or(0);
        if class.has_items() {
            into.used_items = section.number("used_items", reader).unwrap_or(0);
        }
    }
    section.finish(reader);
}
