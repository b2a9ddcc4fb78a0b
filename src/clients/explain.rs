//! Sentences about presets and what they make of a scenario, made from the figures in this one place.

use super::{
    Broken, BrokenName, Counted, Deferral, Failure, Fate, Keep, Limit, NameForm, Order, Outcome, Overflow, Preset,
    Remark, Shows, Trigger, Unknown, Verdict,
};
use crate::diagnostics::grouped;
use crate::plan::explain::{counted, failure_sentence};

/// What stands above every grid.
pub const LABEL: &str = "Approximations of published behaviour, each with its source and date; clients change fast, and none of this is a promise.";

/// What a silence of the source is called.
pub const NOT_STATED: &str = "not stated";

/// What it comes to, in two or three words.
pub fn verdict(outcome: &Outcome) -> String {
    match outcome.verdict() {
        Verdict::Fails => "fails".to_owned(),
        Verdict::AboveLimit => "above limit".to_owned(),
        Verdict::Loses => format!("loses {}", grouped(outcome.lost())),
        Verdict::Defers => format!("defers {}", grouped(outcome.deferred())),
        Verdict::Fits => "fits".to_owned(),
    }
}

/// The tokens before the first message; `≥` where a part of them is not known.
pub fn tokens(outcome: &Outcome) -> String {
    if !outcome.has_tokens() {
        return NOT_STATED.to_owned();
    }
    let mark = if outcome.is_least() { "≥ " } else { "" };
    format!("{mark}{}", grouped(outcome.parts.total()))
}

/// The same as a share of the context window.
pub fn window_share(outcome: &Outcome) -> String {
    if !outcome.has_tokens() {
        return NOT_STATED.to_owned();
    }
    window_percent(outcome).map_or_else(|| "–".to_owned(), |share| format!("{share:.1} %"))
}

/// The share in percent; `None` where there is no window or nothing is known of the tokens.
pub fn window_percent(outcome: &Outcome) -> Option<f64> {
    let is_known = outcome.window_tokens > 0 && outcome.has_tokens();
    is_known.then(|| outcome.parts.total() as f64 * 100.0 / outcome.window_tokens as f64)
}

/// How many names are broken, `–` where no rule can be judged.
pub fn broken(outcome: &Outcome) -> String {
    outcome.broken().map_or_else(|| "–".to_owned(), grouped)
}

/// What it comes to, in a sentence.
pub fn summary(outcome: &Outcome) -> String {
    let sum = format!(
        "{} defined · {} deferred · {} lost",
        grouped(outcome.count(Fate::Defined)),
        grouped(outcome.deferred()),
        grouped(outcome.lost())
    );
    match trouble(outcome) {
        Some(trouble) => format!("It {trouble}. Were it sent: {sum}"),
        None => sum,
    }
}

/// What stands in the way, as a clause about the client: every reason why it fails, or the limit that is exceeded.
pub fn trouble(outcome: &Outcome) -> Option<String> {
    if let Some(failures) = failures(outcome) {
        return Some(format!("fails: {failures}"));
    }
    let (items, limit) = outcome.over_limit()?;
    Some(format!(
        "is above its limit: {}, and {} are the most; what follows is {NOT_STATED}",
        counted(items, "tool", "tools"),
        figures(limit.max_items, limit.max_tokens)
    ))
}

/// Every reason why nothing works, as one clause; `None` where it works.
pub fn failures(outcome: &Outcome) -> Option<String> {
    let causes: Vec<String> = outcome.failures.iter().map(failure).collect();
    (!causes.is_empty()).then(|| causes.join("; "))
}

/// Why nothing works, as a clause.
pub fn failure(failure: &Failure) -> String {
    match failure {
        Failure::Items { items, max_items } => {
            format!("{} tools, and {} are the most", grouped(*items), grouped(*max_items))
        }
        Failure::Tokens { tokens, max_tokens } => format!(
            "{} tokens of definitions, and {} are the most",
            grouped(*tokens),
            grouped(*max_tokens)
        ),
        Failure::Window { tokens, window_tokens } => format!(
            "{} tokens, and the context window holds {}",
            grouped(*tokens),
            grouped(*window_tokens)
        ),
        Failure::Names(count) => {
            let names = counted(*count, "name breaks", "names break");
            format!("{names} its rule")
        }
        Failure::Plan(failure) => failure_sentence(failure),
    }
}

/// What a tool became, in a word or two.
pub fn fate(fate: Fate) -> &'static str {
    match fate {
        Fate::Defined => "defined",
        Fate::Deferred => "deferred",
        Fate::Grouped => "in a group",
        Fate::Refused => "server refused",
        Fate::Truncated => "cut off",
        Fate::Invisible => "invisible",
        Fate::LeftOutByName => "left out for its name",
        Fate::NotOffered => "not offered",
    }
}

/// Why a name is broken, as a clause.
pub fn broken_name(broken: &BrokenName) -> String {
    match broken {
        BrokenName::Character(c) => format!("holds `{c}`, which is not allowed"),
        BrokenName::Empty => "is empty".to_owned(),
        BrokenName::TooLong { chars, max_chars } => {
            format!("has {chars} characters, and {max_chars} are the most")
        }
        BrokenName::CombinedTooLong { chars, max_chars } => {
            format!("has {chars} characters with its server's, and {max_chars} are the most")
        }
        BrokenName::Taken => "is taken by a tool before it".to_owned(),
    }
}

/// A part of the tokens that is not known.
pub fn unknown(unknown: Unknown) -> String {
    match unknown {
        Unknown::Visible(tools) => {
            let tools = counted(tools, "deferred tool", "deferred tools");
            format!("What stays visible of {tools} is not stated.")
        }
        Unknown::ControlTools(Some(tools)) => {
            let tools = counted(tools, "search or control tool costs", "search and control tools cost");
            format!("What its {tools} is not stated.")
        }
        Unknown::ControlTools(None) => "How many tools search, and what they cost, is not stated.".to_owned(),
        Unknown::GroupTools(groups) => {
            let tools = counted(
                groups,
                "tool that opens a group costs",
                "tools that each open a group cost",
            );
            format!("What {tools} is not stated.")
        }
        Unknown::SplitGroups(servers) => {
            let servers = counted(servers, "server becomes", "servers become");
            format!("{servers} several groups; how many cannot be told from here, and one each is counted.")
        }
        Unknown::Instructions(servers) => {
            let servers = counted(servers, "server says of itself", "servers say of themselves");
            format!("What {servers} is not in the scenario; instructions are sent if there are any.")
        }
        Unknown::WhetherInstructions(tokens) => format!(
            "Whether the servers' instructions ({} tokens) are sent is not stated.",
            grouped(tokens)
        ),
        Unknown::NamespaceDescriptions(servers) => {
            let servers = counted(servers, "server", "servers");
            format!("The description of {servers} is not in the scenario; a `title` would stand for it.")
        }
    }
}

/// Something to know beside the figures.
pub fn remark(remark: Remark) -> String {
    match remark {
        Remark::OverLimit(items, limit) => format!(
            "{} are above the limit of {}; what follows is {NOT_STATED}, so all are counted as defined.",
            counted(items, "tool", "tools"),
            figures(limit.max_items, limit.max_tokens)
        ),
        Remark::WarnsOfItems(items, most) => {
            format!("It warns: {} tools are more than {}.", grouped(items), grouped(most))
        }
        Remark::WarnsOfTokens(tokens, most) => format!(
            "It warns: {} tokens of definitions are more than {}.",
            grouped(tokens),
            grouped(most)
        ),
        Remark::ByMessage(most) => format!(
            "Which {} are sent depends on the message: the heaviest are counted.",
            grouped(most)
        ),
        Remark::Summarised(servers) => format!(
            "The list has no room for the tools of {}: only their number is told.",
            counted(servers, "server", "servers")
        ),
    }
}

/// The parts of the tokens, with their words.
pub fn parts(outcome: &Outcome) -> [(&'static str, u64); 4] {
    let parts = outcome.parts;
    [
        ("definitions", parts.definitions),
        ("visible of deferred tools", parts.visible),
        ("servers' instructions", parts.instructions),
        ("search and control tools", parts.control),
    ]
}

fn figures(items: Option<u64>, tokens: Option<u64>) -> String {
    let items = items.map(|items| format!("{} tools", grouped(items)));
    let tokens = tokens.map(|tokens| format!("{} tokens", grouped(tokens)));
    let figures: Vec<String> = items.into_iter().chain(tokens).collect();
    figures.join(" and ")
}

fn which(counts: Counted) -> &'static str {
    match counts {
        Counted::All => "of all",
        Counted::Remote => "of servers and devices",
    }
}

/// Every rule of a preset with its name: what is stated, and what is not.
pub fn rules(preset: &Preset) -> Vec<(&'static str, String)> {
    if preset.is_own_plan {
        return vec![("plan", "the scenario's own".to_owned())];
    }
    let none_stated = || "none is stated".to_owned();
    let mut rules = vec![
        ("limit", preset.limit.map_or_else(none_stated, limit)),
        ("deferral", preset.deferral.as_ref().map_or_else(none_stated, deferral)),
    ];
    if let Some(deferral) = &preset.deferral {
        rules.push(("stays visible", visible(deferral)));
        rules.push(("control tools", control(deferral)));
    }
    let form = preset.names.form.as_ref();
    rules.push((
        "names",
        form.map_or_else(
            || format!("{NOT_STATED}; counted under the platform's own, with _ for the dots"),
            |form| match form {
                NameForm::Registry => "the platform's own, with _ for the dots".to_owned(),
                NameForm::Pattern(pattern) => pattern.clone(),
            },
        ),
    ));
    rules.push(("name rule", name_rule(preset)));
    let instructions = match preset.instructions {
        Some(true) => "sent".to_owned(),
        Some(false) => "not sent".to_owned(),
        None => NOT_STATED.to_owned(),
    };
    rules.push(("instructions", instructions));
    if let Some(warning) = preset.warning {
        let figures = figures(warning.items, warning.tokens);
        rules.push(("warns above", format!("{figures} {}", which(warning.counts))));
    }
    rules
}

fn limit(limit: Limit) -> String {
    let then = match limit.overflow {
        None => format!("what follows is {NOT_STATED}"),
        Some(Overflow::Error | Overflow::Group) => "above it the request fails".to_owned(),
        Some(Overflow::Truncate) => "what is behind it is not sent".to_owned(),
        Some(Overflow::RefuseServer) => "a server that would exceed it is refused".to_owned(),
        Some(Overflow::Invisible) => "the others are not seen".to_owned(),
        Some(Overflow::Defer) => "the others are deferred".to_owned(),
    };
    let order = match limit.order {
        Some(Order::Name) => ", by name",
        Some(Order::Message) => ", by the message",
        _ => "",
    };
    let grouping = limit.grouping.map_or_else(String::new, |grouping| {
        format!(
            "; from {} tools on, servers of more than {} become groups, and the smallest open again up to {}",
            grouping.from, grouping.never_up_to, grouping.expand_to
        )
    });
    let figures = figures(limit.max_items, limit.max_tokens);
    format!("{figures} {}{order}; {then}{grouping}", which(limit.counts))
}

fn deferral(deferral: &Deferral) -> String {
    let when = match deferral.trigger {
        Trigger::Always => "always".to_owned(),
        Trigger::Overflow => "what is above the limit".to_owned(),
        Trigger::ItemsOver(items) => format!("above {} tools {}", grouped(items), which(deferral.counts)),
        Trigger::PercentOfWindow(percent) => format!(
            "when definitions {} take more than {percent} % of the context window",
            which(deferral.counts)
        ),
    };
    let what = if deferral.takes_marked {
        "tools of servers and devices, and builtins that the agent defers"
    } else {
        "tools of servers and devices"
    };
    let keeps: Vec<&str> = deferral
        .keeps
        .iter()
        .map(|keep| match keep {
            Keep::AlwaysLoad => "what its server asks to keep",
            Keep::AlwaysDefine => "what the agent always defines",
        })
        .collect();
    if keeps.is_empty() {
        format!("{when}: {what}")
    } else {
        format!("{when}: {what}, but not {}", keeps.join(" nor "))
    }
}

fn visible(deferral: &Deferral) -> String {
    let word = |shows: Option<Shows>| match shows {
        None => NOT_STATED.to_owned(),
        Some(Shows::Nothing) => "nothing".to_owned(),
        Some(Shows::Name) => "the name".to_owned(),
        Some(Shows::Description) => "name and description".to_owned(),
        Some(Shows::Namespace) => "name and description of its server".to_owned(),
        Some(Shows::Start) => deferral.listing.map_or_else(String::new, |listing| {
            format!(
                "the name and {} characters of the description, in {} % of the context window and at most {} tokens; \
                 with less room names only, then the server alone",
                listing.description_chars,
                listing.percent_of_window,
                grouped(listing.max_tokens)
            )
        }),
    };
    if deferral.takes_marked {
        format!("{}; of a builtin {}", word(deferral.shows), word(deferral.shows_marked))
    } else {
        word(deferral.shows)
    }
}

fn control(deferral: &Deferral) -> String {
    let tools = deferral.control_tools.map(grouped);
    let tools = tools.unwrap_or_else(|| NOT_STATED.to_owned());
    match (deferral.control_tools, deferral.control_tokens) {
        (Some(0), _) => "none".to_owned(),
        (_, Some(tokens)) => format!("{tools}, {} tokens", grouped(tokens)),
        (Some(_), None) => format!("{tools}, tokens {NOT_STATED}"),
        (None, None) => tools,
    }
}

fn name_rule(preset: &Preset) -> String {
    let rule = &preset.names;
    let allowed = rule.allowed.as_ref().map(|allowed| format!("characters {allowed}"));
    let most = rule.max_chars.map(|max| format!("at most {max} characters"));
    let combined = rule.max_combined_chars;
    let combined = combined.map(|max| format!("server and tool together at most {max} characters"));
    let parts: Vec<String> = [allowed, most, combined].into_iter().flatten().collect();
    if parts.is_empty() {
        return NOT_STATED.to_owned();
    }
    let then = match rule.broken {
        Some(Broken::Error) => "otherwise the request fails",
        Some(Broken::LeftOut) => "otherwise the tool is left out",
        None => "what follows otherwise is not stated",
    };
    format!("{}; {then}", parts.join(", "))
}

/// What the marks in a grid mean.
pub const LEGEND: &str = "tokens: before the first message; ≥ where a part of them is not stated and so not counted. Definitions are counted under the names that a client sends, so that the same tools may differ by a few tokens from the plan. – where no rule for names is stated.";

/// Everything to know beside the figures of tokens: what is not known of them, then remarks.
pub fn notes(outcome: &Outcome) -> Vec<String> {
    let unknowns = outcome.unknowns.iter().map(|one| unknown(*one));
    unknowns.chain(outcome.remarks.iter().map(|one| remark(*one))).collect()
}
