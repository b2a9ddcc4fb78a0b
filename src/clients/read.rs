//! Reading presets: those that the program carries, and a person's own.

use super::{
    Broken, Counted, Deferral, Grouping, Keep, Limit, Listing, NameForm, NameRule, Order, Overflow, Preset, Shows,
    Trigger, Warning,
};
use crate::diagnostics::At;
use crate::published::Mark;
use crate::scenario::{Decimal, Failed, FormReader, FormSection, Node, format, read_form};
use include_dir::{Dir, include_dir};
use std::path::Path;
use std::sync::Arc;

static FILES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/assets/presets");

/// The format of a preset.
pub const PRESET_FORMAT: &str = "roster-client/1";

/// The preset that is our own plan.
pub const OWN_PLAN: &str = "product-default";

/// The presets that the program carries, by id, our own plan first.
pub fn shipped_presets() -> Result<Vec<Arc<Preset>>, Failed> {
    let mut presets = Vec::new();
    for file in FILES.files() {
        let path = Path::new("presets").join(file.path());
        let text = file.contents_utf8().unwrap_or_default();
        presets.push(Arc::new(preset(&path, text)?));
    }
    presets.sort_by(|a, b| (!a.is_own_plan, &a.id).cmp(&(!b.is_own_plan, &b.id)));
    Ok(presets)
}

/// Reads one preset.
pub fn preset(path: &Path, text: &str) -> Result<Preset, Failed> {
    read_form(path, text, read)
}

fn read(root: &Node, reader: &mut FormReader<'_>) -> Option<Preset> {
    let mut section = FormSection::open(root, "client", "a preset of a client", reader)?;
    format(&mut section, PRESET_FORMAT, root.at, reader);
    let mut needed = |key: &'static str, reader: &mut FormReader<'_>| {
        let value = section.text(key, reader);
        required(value, key, root.at, reader)
    };
    let id = needed("id", reader);
    let title = needed("title", reader);
    let as_of = needed("as_of", reader);
    let sources = section.texts("sources", reader).unwrap_or_default();
    if sources.is_empty() {
        let help = "name at least one address, so that a reader can look it up";
        reader.error("key-missing", root.at, "`sources` is missing or empty", help);
    }
    let mark = section.one_of("mark", reader, &Mark::ALL, Mark::id);
    let mark = required(mark, "mark", root.at, reader);
    let preset = Preset {
        id: id.unwrap_or_default(),
        title: title.unwrap_or_default(),
        sources,
        as_of: as_of.unwrap_or_default(),
        mark: mark.unwrap_or(Mark::Unconfirmed),
        notes: section.text("notes", reader).unwrap_or_default(),
        is_own_plan: section.flag("own_plan", reader).unwrap_or(false),
        limit: section.get("limit").and_then(|node| limit(node, reader)),
        deferral: section.get("defer").and_then(|node| deferral(node, reader)),
        names: section
            .get("names")
            .and_then(|node| names(node, reader))
            .unwrap_or_default(),
        instructions: section.flag("instructions", reader),
        warning: section.get("warns").and_then(|node| warning(node, reader)),
    };
    if let Some(limit) = preset.limit
        && limit.overflow == Some(Overflow::Defer)
        && preset.deferral.is_none()
    {
        let help = "write `defer: { when: overflow }`, with what stays visible under `shows`";
        reader.error("key-missing", root.at, "`limit` defers, and `defer` is missing", help);
    }
    section.finish(reader);
    Some(preset)
}

fn required<T>(value: Option<T>, key: &'static str, at: At, reader: &mut FormReader<'_>) -> Option<T> {
    if value.is_none() {
        let help = format!("write `{key}: …`; every preset says it");
        reader.error("key-missing", at, format!("`{key}` is missing"), help);
    }
    value
}

fn counted(section: &mut FormSection<'_>, reader: &mut FormReader<'_>) -> Counted {
    let counted = section.one_of("counts", reader, &Counted::ALL, Counted::id);
    counted.unwrap_or(Counted::All)
}

fn limit(node: &Node, reader: &mut FormReader<'_>) -> Option<Limit> {
    let mut section = FormSection::open(node, "client_limit", "a limit", reader)?;
    let limit = Limit {
        max_items: section.number("max_items", reader),
        max_tokens: section.number("max_tokens", reader),
        counts: counted(&mut section, reader),
        overflow: section.one_of("overflow", reader, &Overflow::ALL, Overflow::id),
        order: section.one_of("order", reader, &Order::ALL, Order::id),
        grouping: section.get("grouping").and_then(|node| grouping(node, reader)),
    };
    section.finish(reader);
    if limit.max_items.is_none() && limit.max_tokens.is_none() {
        let help = "write `max_items: …` or `max_tokens: …`, or leave `limit` out";
        reader.error("key-missing", node.at, "the limit has no figure", help);
    }
    if (limit.overflow == Some(Overflow::Group)) != limit.grouping.is_some() {
        let help = "write both, or neither: `grouping` says how `overflow: group` groups";
        reader.error(
            "key-missing",
            node.at,
            "`overflow: group` and `grouping` belong together",
            help,
        );
    }
    Some(limit)
}

fn grouping(node: &Node, reader: &mut FormReader<'_>) -> Option<Grouping> {
    let mut section = FormSection::open(node, "client_grouping", "a grouping", reader)?;
    let from = section.number("from", reader);
    let from = required(from, "from", node.at, reader)?;
    let grouping = Grouping {
        from,
        expand_to: section.number("expand_to", reader).unwrap_or(from),
        never_up_to: section.number("never_up_to", reader).unwrap_or(0),
        splits_above: section.number("splits_above", reader),
    };
    section.finish(reader);
    Some(grouping)
}

fn deferral(node: &Node, reader: &mut FormReader<'_>) -> Option<Deferral> {
    let mut section = FormSection::open(node, "client_defer", "a deferral", reader)?;
    let trigger = trigger(&mut section, node.at, reader);
    let all = |value: bool| if value { "marked" } else { "unmarked" };
    let deferral = Deferral {
        trigger,
        counts: counted(&mut section, reader),
        takes_marked: section.one_of("builtins", reader, &[true, false], all).unwrap_or(false),
        keeps: keeps(&mut section, reader),
        shows: section.one_of("shows", reader, &Shows::ALL, Shows::id),
        shows_marked: section.one_of("shows_builtins", reader, &Shows::ALL, Shows::id),
        listing: section.get("listing").and_then(|node| listing(node, reader)),
        control_tools: section.number("control_tools", reader),
        control_tokens: section.number("control_tokens", reader),
    };
    section.finish(reader);
    if (deferral.shows == Some(Shows::Start)) != deferral.listing.is_some() {
        let help = "write both, or neither: `listing` says how much `name+start` shows";
        reader.error(
            "key-missing",
            node.at,
            "`shows: name+start` and `listing` belong together",
            help,
        );
    }
    if matches!(deferral.shows_marked, Some(Shows::Start | Shows::Namespace)) {
        let help = "builtins have no server: write `nothing`, `name` or `name+description`";
        let message = "`shows_builtins` cannot show what belongs to a server";
        reader.error("unknown-value", node.at, message, help);
    }
    Some(deferral)
}

fn trigger(section: &mut FormSection<'_>, at: At, reader: &mut FormReader<'_>) -> Trigger {
    let word = |trigger: Trigger| match trigger {
        Trigger::Overflow => "overflow",
        _ => "always",
    };
    let percent = Decimal::from_millionths(1)..=Decimal::whole(100);
    let stated = [
        section.one_of("when", reader, &[Trigger::Always, Trigger::Overflow], word),
        section.number("items_over", reader).map(Trigger::ItemsOver),
        section
            .decimal("percent_of_window", percent, reader)
            .map(Trigger::PercentOfWindow),
    ];
    let mut stated = stated.into_iter().flatten();
    match (stated.next(), stated.next()) {
        (Some(trigger), None) => trigger,
        (first, _) => {
            let help = "write one of `when: always`, `when: overflow`, `items_over: …`, `percent_of_window: …`";
            reader.error("key-missing", at, "it must be said once when tools are deferred", help);
            first.unwrap_or(Trigger::Always)
        }
    }
}

fn keeps(section: &mut FormSection<'_>, reader: &mut FormReader<'_>) -> Vec<Keep> {
    let Some(node) = section.get("keeps") else {
        return Vec::new();
    };
    let words = section.texts("keeps", reader).unwrap_or_default();
    let mut keeps = Vec::new();
    for word in words {
        match Keep::ALL.into_iter().find(|keep| keep.id() == word) {
            Some(keep) => keeps.push(keep),
            None => reader.error(
                "unknown-value",
                node.at,
                format!("`{word}` is not known in `keeps`"),
                format!("allowed: `{}`", Keep::ALL.map(Keep::id).join("`, `")),
            ),
        }
    }
    keeps
}

fn listing(node: &Node, reader: &mut FormReader<'_>) -> Option<Listing> {
    let mut section = FormSection::open(node, "client_listing", "a listing", reader)?;
    let percent = Decimal::from_millionths(1)..=Decimal::whole(100);
    let share = section.decimal("percent_of_window", percent, reader);
    let max_tokens = section.number("max_tokens", reader);
    let chars = section.number("description_chars", reader);
    section.finish(reader);
    Some(Listing {
        percent_of_window: required(share, "percent_of_window", node.at, reader)?,
        max_tokens: required(max_tokens, "max_tokens", node.at, reader)?,
        description_chars: required(chars, "description_chars", node.at, reader)?,
    })
}

fn names(node: &Node, reader: &mut FormReader<'_>) -> Option<NameRule> {
    let mut section = FormSection::open(node, "client_names", "a rule for names", reader)?;
    let rule = NameRule {
        form: section.parsed("form", reader, NameForm::parse, || {
            "write `registry`, or a pattern such as `mcp__{server}__{tool}`: `{tool}` once, `{server}` at most once"
                .to_owned()
        }),
        allowed: section.text("allowed", reader),
        max_chars: section.number("max_chars", reader),
        max_combined_chars: section.number("max_combined_chars", reader),
        broken: section.one_of("broken", reader, &Broken::ALL, Broken::id),
    };
    section.finish(reader);
    Some(rule)
}

fn warning(node: &Node, reader: &mut FormReader<'_>) -> Option<Warning> {
    let mut section = FormSection::open(node, "client_warning", "a warning", reader)?;
    let warning = Warning {
        items: section.number("items", reader),
        tokens: section.number("tokens", reader),
        counts: counted(&mut section, reader),
    };
    section.finish(reader);
    Some(warning)
}
