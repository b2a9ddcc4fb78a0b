//! Sentences about whether deferring pays.

use crate::explore::{Alternative, StepUse, ToolWorth, Worth};
use crate::plan::explain::grouped;
use crate::scenario::Scenario;

/// `3.5`, `0`, `−12`: at most one digit behind the point; `∞` where no number is large enough.
pub fn per_100(figure: f64) -> String {
    if figure.is_infinite() {
        return "∞".to_owned();
    }
    let tenths = (figure * 10.0).round() / 10.0;
    if tenths < 0.0 {
        format!("−{}", -tenths)
    } else {
        // A zero has no sign.
        format!("{}", tenths.abs())
    }
}

/// A figure in input tokens, rounded.
#[expect(clippy::cast_possible_truncation, reason = "it is rounded and clamped")]
pub fn input_tokens(figure: f64) -> String {
    let rounded = figure.round().clamp(-9e15, 9e15) as i64;
    if rounded < 0 {
        format!("−{}", grouped(rounded.unsigned_abs()))
    } else {
        grouped(rounded.unsigned_abs())
    }
}

/// What recorded use comes to, in a sentence.
pub fn steps(steps: &StepUse) -> String {
    format!(
        "100 requests take at most {} extra steps, and {} calls find no tool.",
        per_100(steps.extra_steps_per_100()),
        per_100(steps.lost_calls_per_100())
    )
}

/// What recorded use comes to, and what that is as money where the file states prices.
pub fn recorded_use(worth: &Worth) -> String {
    match worth_money(worth) {
        Some(money) => format!("{} {money}", steps(&worth.steps)),
        None => steps(&worth.steps),
    }
}

/// Why deferral cannot be weighed, and what to write.
pub fn no_use(scenario: &Scenario) -> &'static str {
    match scenario.usage {
        Some(_) => {
            "The `usage` of the file counts no requests, or 0: write beside its `days` in how many `requests` its calls were counted."
        }
        None => "The file has no `usage`: without recorded calls nobody can say what deferring costs.",
    }
}

/// Whether deferring pays, as a whole.
pub fn worth_verdict(worth: &Worth) -> String {
    if !worth.is_sent {
        return "The plan fails and is not sent, so there is nothing to weigh".to_owned();
    }
    if worth.deferred().next().is_none() {
        return "Nothing is deferred".to_owned();
    }
    let figures = format!(
        "{} input tokens saved, {} spent on tool.call and the index's frame and {} on extra steps, in 100 requests",
        input_tokens(worth.saved()),
        input_tokens(worth.carried()),
        input_tokens(worth.spent())
    );
    if worth.costs_more() {
        format!("Deferring costs more than it saves: {figures}")
    } else {
        format!("Deferring pays: {figures}")
    }
}

/// What one tool's deferral comes to.
pub fn worth_of(tool: &ToolWorth) -> &'static str {
    match (tool.is_deferred, tool.costs_more()) {
        (true, true) => "costs more than it saves",
        (true, false) => "pays",
        (false, true) => "defined is cheaper",
        (false, false) => "deferring would pay",
    }
}

/// What an alternative comes to, in a word or two.
pub fn alternative_word(alternative: &Alternative) -> String {
    let skipped = alternative.planned.plan.skipped.len() as u64;
    match (alternative.failure(), skipped) {
        (Some(_), _) => "fails".to_owned(),
        (None, 0) => "none lost".to_owned(),
        (None, skipped) => format!("{} lost", grouped(skipped)),
    }
}

/// What the net figure of an alternative is.
pub const NET_OF_ALTERNATIVES: &str = "Steps and lost calls are of 100 requests. Net: input tokens that it saves in 100 requests against the plan as it stands, prefix \
                                       and extra steps together. A lost call has no price: it is not in it.";

/// An amount of money, in whatever currency the file states its prices.
pub fn money(amount: f64) -> String {
    of_cents(cents(amount))
}

#[expect(clippy::cast_possible_truncation, reason = "it is rounded and bounded")]
fn cents(amount: f64) -> i64 {
    (amount * 100.0).round().clamp(-9e15, 9e15) as i64
}

fn of_cents(cents: i64) -> String {
    let (sign, cents) = (if cents < 0 { "−" } else { "" }, cents.unsigned_abs());
    format!("{sign}{}.{:02}", grouped(cents / 100), cents % 100)
}

/// What is saved less what is spent, in input tokens: of the rounded figures, so that what stands beside it adds up.
pub fn net_tokens(saved: f64, spent: f64) -> String {
    input_tokens(saved.round() - spent.round())
}

/// What deferral comes to as money, where the file states prices.
fn worth_money(worth: &Worth) -> Option<String> {
    // Net of the rounded figures: the three stand beside each other.
    let (saved, spent) = worth.money()?;
    let (saved, spent) = (cents(saved), cents(spent));
    Some(format!(
        "In 1,000 requests, at the prices of the file: {} saved, {} spent, net {}.",
        of_cents(saved),
        of_cents(spent),
        of_cents(saved - spent)
    ))
}

/// At most three digits behind the point.
fn weight(weight: f64) -> String {
    format!("{}", (weight * 1000.0).round() / 1000.0)
}

/// The model behind the figures, stated.
pub fn cost_model(worth: &Worth) -> String {
    let model = &worth.model;
    let weights = format!(
        "a token read from the cache counts as {} input tokens, one written to it as {}, one that the model writes as {}.",
        weight(model.cached_weight),
        weight(model.write_weight),
        weight(model.output_weight)
    );
    let price = match model.input_price {
        Some(0.0) => format!(" By the prices of the file input is free, so tokens are weighed as usual: {weights}"),
        Some(price) => format!(" By the prices of the file, a million input tokens cost {price}: {weights}"),
        None => format!(" The file states no prices: {weights}"),
    };
    format!(
        "A request makes {} model calls, each of which reads the prefix, {}% of them from the cache: a carried token counts as {} input tokens. One step more reads prefix and {} tokens of history from the cache and writes {} tokens: {} input tokens.{price}",
        model.steps_per_request,
        per_100(model.cache_hit_share * 100.0),
        weight(model.carried_weight()),
        input_tokens(model.history_tokens),
        input_tokens(model.step_output_tokens),
        input_tokens(worth.step_cost)
    )
}
