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
        "Of 100 requests at most {} take one step more, and {} calls find no tool.",
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
            "The `usage` of the file does not say in how many requests it was counted: write `requests` beside its `days`."
        }
        None => "The file has no `usage`: without recorded calls nobody can say what deferring costs.",
    }
}

/// Whether deferring pays, as a whole.
pub fn worth_verdict(worth: &Worth) -> String {
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

/// An amount of money, in whatever currency the file states its prices.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "it is rounded, bounded and never negative"
)]
pub fn money(amount: f64) -> String {
    let cents = (amount.abs() * 100.0).round().min(9e15) as u64;
    let sign = if amount < 0.0 && cents > 0 { "−" } else { "" };
    format!("{sign}{}.{:02}", grouped(cents / 100), cents % 100)
}

/// What deferral comes to as money, where the file states prices.
fn worth_money(worth: &Worth) -> Option<String> {
    let of_1000 = |figure: f64| worth.model.price(figure * 10.0).map(money);
    let (saved, spent) = (worth.saved(), worth.spent() + worth.carried());
    Some(format!(
        "In 1,000 requests, at the prices of the file: {} saved, {} spent, net {}.",
        of_1000(saved)?,
        of_1000(spent)?,
        of_1000(saved - spent)?
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
