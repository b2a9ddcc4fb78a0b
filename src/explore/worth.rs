//! Whether deferring pays: what a definition costs on every request against what extra steps cost when it is missing.
//!
//! **The model.** A request makes a number of model calls (steps), each of which reads the whole prefix. A step that finds it
//! in the prompt cache pays the cached price, any other the price of writing it. A call of a deferred tool costs at most one
//! step more (ADR-0123); that step comes seconds after another one, so it reads prefix and history from the cache, and writes
//! one more call. Figures are in input tokens: a token that is read from the cache counts for its price divided by that of an
//! input token, so that no currency is needed; with prices they are also money.
//!
//! Not modelled: what a longer list of tools does to the choice among them, and answers that are wrong because of it.

use crate::plan::{Planned, Reason};
use crate::roster::ToolId;
use crate::scenario::{Class, Decimal, Lane, Scenario, TOOL_CALL, ToolKind};

/// What recorded use comes to under a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StepUse {
    /// Requests in the window.
    pub requests: u64,
    /// Calls of deferred tools: each at most one step more.
    pub extra_steps: u64,
    /// Calls of tools that the model cannot reach.
    pub lost_calls: u64,
}

impl StepUse {
    /// What the usage of a scenario comes to; `None` without `usage`, or with no request in it.
    pub fn of(planned: &Planned) -> Option<Self> {
        let usage = planned.scenario.usage.as_ref()?;
        if usage.requests == 0 {
            return None;
        }
        let mut steps = Self {
            requests: usage.requests,
            extra_steps: 0,
            lost_calls: 0,
        };
        for (name, calls) in &usage.calls {
            let Some(id) = planned.roster.catalog.find(name) else {
                continue;
            };
            let decision = planned.plan.decision(id);
            match decision.outcome {
                Lane::Defined => {}
                // Nothing is deferred, so nothing goes through `tool.call`.
                Lane::Unavailable if decision.reason == Reason::NothingDeferred => {}
                Lane::Deferred => steps.extra_steps += calls,
                Lane::Skipped | Lane::Unavailable => steps.lost_calls += calls,
            }
        }
        Some(steps)
    }

    /// Extra steps a hundred requests, at most.
    pub fn extra_steps_per_100(&self) -> f64 {
        per_100(self.extra_steps, self.requests)
    }

    /// Calls a hundred requests that find no tool.
    pub fn lost_calls_per_100(&self) -> f64 {
        per_100(self.lost_calls, self.requests)
    }
}

fn per_100(calls: u64, requests: u64) -> f64 {
    calls as f64 * 100.0 / requests as f64
}

/// What requests cost. Weights are relative to an input token.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CostModel {
    /// Model calls that a request makes.
    pub steps_per_request: f64,
    /// Conversation behind the prefix, in tokens.
    pub history_tokens: f64,
    /// What the model writes for one more call, in tokens.
    pub step_output_tokens: f64,
    /// Part of the steps that find their prefix in the cache, 0 to 1.
    pub cache_hit_share: f64,
    /// A token read from the cache.
    pub cached_weight: f64,
    /// A token written to the cache.
    pub write_weight: f64,
    /// A token that the model writes.
    pub output_weight: f64,
    /// Price of a million input tokens, where the file states prices. Nought is a price.
    pub input_price: Option<f64>,
    /// Prices of a million tokens that are read from the cache, written to it, and written by the model.
    pub prices: Option<[f64; 3]>,
}

impl CostModel {
    /// What a carried token costs at one step, on average.
    pub fn carried_weight(&self) -> f64 {
        self.carried([self.cached_weight, self.write_weight, self.output_weight])
    }

    fn carried(&self, [cached, write, _]: [f64; 3]) -> f64 {
        self.cache_hit_share * cached + (1.0 - self.cache_hit_share) * write
    }

    fn step(&self, [cached, _, output]: [f64; 3], prefix_tokens: u64) -> f64 {
        (prefix_tokens as f64 + self.history_tokens) * cached + self.step_output_tokens * output
    }

    /// What a plan costs a hundred requests, in input tokens: its prefix at every step, and its extra steps.
    pub fn of_100(&self, prefix_tokens: u64, steps: &StepUse) -> f64 {
        prefix_tokens as f64 * self.carried_weight() * self.steps_per_request * 100.0
            + steps.extra_steps_per_100() * self.step_cost(prefix_tokens)
    }

    /// What one step more costs, in input tokens.
    pub fn step_cost(&self, prefix_tokens: u64) -> f64 {
        self.step(
            [self.cached_weight, self.write_weight, self.output_weight],
            prefix_tokens,
        )
    }
}

/// One pinned tool, weighed. Figures are a hundred requests, in input tokens.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ToolWorth {
    /// The tool.
    pub tool: ToolId,
    /// Whether it is deferred now; else it is defined.
    pub is_deferred: bool,
    /// Its definition less its index line, in tokens: what deferring takes off every step.
    pub lighter_tokens: i64,
    /// Calls a hundred requests.
    pub calls_per_100: f64,
    /// What deferring saves (or would save).
    pub saved: f64,
    /// What its extra steps cost (or would cost).
    pub spent: f64,
    /// Calls a hundred requests above which deferring costs more than it saves.
    pub break_even_per_100: f64,
}

impl ToolWorth {
    /// Whether deferring it costs more than it saves.
    pub fn costs_more(&self) -> bool {
        self.spent > self.saved
    }

    /// What deferring it comes to: positive if it saves.
    pub fn net(&self) -> f64 {
        self.saved - self.spent
    }
}

/// Deferral weighed, tool by tool.
#[derive(Clone, Debug)]
pub struct Worth {
    /// What requests cost.
    pub model: CostModel,
    /// What recorded use comes to.
    pub steps: StepUse,
    /// What one step more costs, in input tokens.
    pub step_cost: f64,
    /// What a million of such steps, and a million tokens carried over a step, cost in money where prices are known.
    prices: Option<(f64, f64)>,
    /// Whether there is anything to weigh: a plan that fails is not sent.
    pub is_sent: bool,
    /// Tokens at each step of what deferral itself needs: `tool.call`, the index's note and envelope.
    pub carried_tokens: u64,
    /// Deferred tools first, those that cost most on top; then defined ones that could be deferred, those that would save
    /// most on top.
    pub tools: Vec<ToolWorth>,
}

impl Worth {
    /// Weighs every pinned tool that could be in either lane; `None` where the file has no `usage`.
    pub fn new(planned: &Planned) -> Option<Self> {
        let steps = StepUse::of(planned)?;
        let model = CostModel::of(&planned.scenario);
        let step_cost = model.step_cost(planned.plan.prefix_tokens);
        let required = planned.settings.required_names();
        let weighed = planned.plan.pinned().filter(|id| {
            let tool = planned.roster.catalog.tool(*id);
            tool.kind != ToolKind::Control && &*tool.name != TOOL_CALL && !required.contains(&&*tool.name)
        });
        let mut tools: Vec<ToolWorth> = weighed
            .map(|id| weigh(planned, &model, &steps, step_cost, id))
            .collect();
        tools.sort_by(|a, b| {
            let by_net = if a.is_deferred {
                a.net().total_cmp(&b.net())
            } else {
                b.net().total_cmp(&a.net())
            };
            b.is_deferred.cmp(&a.is_deferred).then(by_net)
        });
        Some(Self {
            model,
            steps,
            step_cost,
            prices: model.prices.map(|prices| {
                let step = model.step(prices, planned.plan.prefix_tokens);
                (step, model.carried(prices))
            }),
            is_sent: planned.plan.failure.is_none(),
            carried_tokens: carried_tokens(planned),
            tools,
        })
    }

    /// The tools that are deferred.
    pub fn deferred(&self) -> impl Iterator<Item = &ToolWorth> {
        self.tools.iter().filter(|tool| tool.is_deferred)
    }

    /// What deferral saves a hundred requests, in input tokens.
    pub fn saved(&self) -> f64 {
        self.deferred().fold(0.0, |sum, tool| sum + tool.saved)
    }

    /// What deferral itself carries a hundred requests, whatever is deferred: `tool.call`'s definition, the index's note and
    /// its envelope, in input tokens.
    pub fn carried(&self) -> f64 {
        self.carried_tokens as f64 * self.model.carried_weight() * self.model.steps_per_request * 100.0
    }

    /// What its extra steps cost a hundred requests, in input tokens.
    pub fn spent(&self) -> f64 {
        self.deferred().fold(0.0, |sum, tool| sum + tool.spent)
    }

    /// What deferral saves and spends in 1,000 requests, in money; what it carries itself is spent.
    pub fn money(&self) -> Option<(f64, f64)> {
        let (step, _) = self.prices?;
        let lighter = self
            .deferred()
            .fold(0, |sum: i64, tool| sum.saturating_add(tool.lighter_tokens));
        let calls = self.deferred().fold(0.0, |sum, tool| sum + tool.calls_per_100);
        let carried = self.carried_money(self.carried_tokens as f64)?;
        Some((
            self.carried_money(lighter as f64)?,
            calls * 10.0 * step / 1_000_000.0 + carried,
        ))
    }

    /// What deferring one tool comes to in 1,000 requests, in money: positive if it saves.
    pub fn money_of(&self, tool: &ToolWorth) -> Option<f64> {
        let (step, _) = self.prices?;
        let saved = self.carried_money(tool.lighter_tokens as f64)?;
        Some(saved - tool.calls_per_100 * 10.0 * step / 1_000_000.0)
    }

    /// So many tokens at every step of 1,000 requests, in money.
    fn carried_money(&self, tokens: f64) -> Option<f64> {
        let (_, carried) = self.prices?;
        Some(tokens * carried * self.model.steps_per_request * 1000.0 / 1_000_000.0)
    }

    /// Whether deferral as a whole costs more than it saves: its extra steps, and what it carries itself.
    pub fn costs_more(&self) -> bool {
        self.spent() + self.carried() > self.saved()
    }
}

/// What stands in the prompt only because something is deferred.
fn carried_tokens(planned: &Planned) -> u64 {
    let plan = &planned.plan;
    if plan.deferred.is_empty() {
        return 0;
    }
    let lines: u64 = plan.deferred.iter().map(|id| plan.decision(*id).index_tokens).sum();
    let index = plan.class_tokens(Class::DeferredToolIndex);
    let tool_call = planned.roster.catalog.find(TOOL_CALL);
    let tool_call = tool_call.map_or(0, |id| plan.decision(id).definition_tokens);
    tool_call + index.saturating_sub(lines)
}

fn weigh(planned: &Planned, model: &CostModel, steps: &StepUse, step_cost: f64, tool: ToolId) -> ToolWorth {
    let decision = planned.plan.decision(tool);
    let name = &planned.roster.catalog.tool(tool).name;
    let usage = planned.scenario.usage.as_ref();
    let calls = usage.and_then(|usage| usage.calls.get(&**name)).copied().unwrap_or(0);
    let lighter_tokens = super::compare::difference(decision.index_tokens, decision.definition_tokens);
    let saved = lighter_tokens as f64 * model.carried_weight() * model.steps_per_request * 100.0;
    let calls_per_100 = per_100(calls, steps.requests);
    ToolWorth {
        tool,
        is_deferred: decision.outcome == Lane::Deferred,
        lighter_tokens,
        calls_per_100,
        saved,
        spent: calls_per_100 * step_cost,
        break_even_per_100: if step_cost > 0.0 {
            saved / step_cost
        } else {
            f64::INFINITY
        },
    }
}

impl CostModel {
    /// What a token counts that is read from the cache, written to it, or written by the model, where no prices say.
    const USUAL_WEIGHTS: [f64; 3] = [0.1, 1.25, 5.0];

    /// The model of a scenario's `costs`.
    pub fn of(scenario: &Scenario) -> Self {
        let costs = &scenario.costs;
        let input_price = costs.prices.map(|prices| prices.input.as_f64());
        let prices = costs
            .prices
            .map(|prices| [prices.cached_input(), prices.cache_write(), prices.output()].map(Decimal::as_f64));
        // Where input is free, nothing is relative to it.
        let [cached_weight, write_weight, output_weight] = match (input_price, prices) {
            (Some(input), Some(prices)) if input > 0.0 => prices.map(|price| price / input),
            _ => Self::USUAL_WEIGHTS,
        };
        Self {
            steps_per_request: costs.steps_per_request.as_f64(),
            history_tokens: costs.history_tokens as f64,
            step_output_tokens: costs.step_output_tokens as f64,
            cache_hit_share: costs.cache_hit_percent.as_f64() / 100.0,
            cached_weight,
            write_weight,
            output_weight,
            input_price,
            prices,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::CostModel;
    use crate::scenario::{CostFigure, Decimal, Edit, Origin, Scenario, load};

    fn close(a: f64, b: f64) -> bool {
        (a - b).abs() < 1e-9
    }

    fn priced(scenario: &Scenario, prices: &[(CostFigure, &str)]) -> CostModel {
        let edits = prices
            .iter()
            .map(|(figure, price)| Edit::Costs(*figure, Decimal::parse(price)));
        let scenario = edits.fold(scenario.clone(), |scenario, edit| edit.apply(&scenario));
        CostModel::of(&scenario)
    }

    #[test]
    fn prices_make_the_weights() {
        let loaded = load(&Origin::Shipped("production.yaml".to_owned()), &[]).expect("it is shipped");
        let scenario = &loaded.scenario;
        let usual = priced(scenario, &[]);
        assert!(close(usual.cached_weight, 0.1) && close(usual.write_weight, 1.25) && close(usual.output_weight, 5.0));
        assert_eq!(usual.prices, None);
        let all = [
            (CostFigure::InputPrice, "2"),
            (CostFigure::CachedInputPrice, "0.5"),
            (CostFigure::CacheWritePrice, "2"),
            (CostFigure::OutputPrice, "8"),
        ];
        let stated = priced(scenario, &all);
        assert!(
            close(stated.cached_weight, 0.25) && close(stated.write_weight, 1.0) && close(stated.output_weight, 4.0)
        );
        assert!(stated.prices.is_some_and(|[cached, ..]| close(cached, 0.5)));
        // What only the price of input is said of follows from it.
        let of_input = priced(scenario, &[(CostFigure::InputPrice, "3")]);
        assert!(close(of_input.cached_weight, 0.1) && close(of_input.output_weight, 5.0));
        // To what is free nothing is relative, and its price is nought all the same.
        let free = priced(
            scenario,
            &[(CostFigure::InputPrice, "0"), (CostFigure::OutputPrice, "15")],
        );
        assert!(close(free.cached_weight, 0.1) && free.input_price == Some(0.0));
        assert_eq!(free.prices, Some([0.0, 0.0, 15.0]));
    }
}
