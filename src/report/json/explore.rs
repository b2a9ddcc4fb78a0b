//! What a decision needs beside a plan as JSON: comparisons, moves, sweeps, costs and near-duplicates.

use super::failure;
use crate::explore::{
    Alike, Alternative, Budget, Comparison, Gate, Grid, Move, Moves, Point, PrefixPlace, SideMove, StepUse, Sweep,
    ToolChange, Worth, explain,
};
use crate::gates::{Gate as Held, Gates};
use crate::plan::{Decision, Planned};
use crate::published::{CAPTION, Publication};
use crate::scenario::{Assignment, Class, Edit};
use serde_json::{Map, Value, json};

/// The format of [`comparison`].
pub const DIFF_FORMAT: &str = "roster-diff/1";
/// The format of [`sweep`] and [`grid`].
pub const SWEEP_FORMAT: &str = "roster-sweep/1";
/// The format of [`cost`].
pub const COST_FORMAT: &str = "roster-cost/1";
/// The format of [`map`].
pub const MAP_FORMAT: &str = "roster-map/1";

/// Two plans side by side, each with its title (its what-ifs included), with what was asked for and fell, and with what the
/// scenario after expects itself.
pub fn comparison(comparison: &Comparison, [before, after]: [&str; 2], fallen: &[String], gates: &Gates) -> Value {
    json!({
        "format": DIFF_FORMAT,
        "before": comparison.before.scenario.name,
        "after": comparison.after.scenario.name,
        "before_title": before,
        "after_title": after,
        "verdict": explain::verdict(comparison),
        "same": comparison.is_same(),
        "failure": comparison.after.plan.failure.as_ref().map(failure),
        "fallen": fallen,
        "after_gates": {
            "hold": gates.hold(),
            "passed": gates.passed(),
            "fallen": gates.gates.iter().filter(|gate| !gate.passes()).map(Held::title).collect::<Vec<_>>(),
        },
        "prefix_change_tokens": comparison.prefix_change_tokens(),
        "tools": comparison.changes.iter().map(|change| tool_change(comparison, change)).collect::<Vec<_>>(),
        "classes": comparison.classes.iter().map(|class| json!({
            "class": class.class.map_or("prefix", Class::id),
            "before": class.before.map(budget),
            "after": class.after.map(budget),
            "change_tokens": class.change_tokens(),
        })).collect::<Vec<_>>(),
        "prefix": comparison.prefix.as_ref().map(|prefix| json!({
            "place": place(&prefix.place),
            "kept_tokens": prefix.kept_tokens,
            "lost_tokens": prefix.lost_tokens,
            "detail": explain::prefix(Some(prefix), &comparison.after),
        })),
        "gates": Gate::ALL.iter().filter(|gate| comparison.falls(**gate).is_some()).map(|gate| gate.id()).collect::<Vec<_>>(),
    })
}

fn budget(budget: Budget) -> Value {
    json!({
        "tokens": budget.used_tokens,
        "max_tokens": budget.max_tokens,
        "items": budget.items.map(|(used, _)| used),
        "max_items": budget.items.map(|(_, cap)| cap),
    })
}

fn place(place: &PrefixPlace) -> Value {
    match place {
        PrefixPlace::Class(class) => json!({ "class": class.id() }),
        PrefixPlace::Definition { before, after } => json!({
            "class": Class::ToolDefinitions.id(),
            "before": before.as_deref(),
            "after": after.as_deref(),
        }),
        PrefixPlace::IndexLine { is_untrusted, line } => json!({
            "class": Class::DeferredToolIndex.id(),
            "block": if *is_untrusted { "untrusted" } else { "trusted" },
            "line": line,
        }),
    }
}

fn tool_change(comparison: &Comparison, change: &ToolChange) -> Value {
    let side = |decision: Option<&Decision>, detail: Option<String>| {
        decision.map(|decision| {
            json!({
                "outcome": decision.outcome.id(),
                "reason": decision.reason.code(),
                "rank": decision.rank,
                "definition_tokens": decision.definition_tokens,
                "index_tokens": decision.index_tokens,
                "detail": detail,
            })
        })
    };
    json!({
        "tool": &*change.name,
        "effect": change.effect.id(),
        "definition_changed": change.is_rewritten,
        "judged_otherwise": explain::judged(comparison, change),
        "prompt_change_tokens": change.prompt_tokens,
        "before": side(comparison.decision_before(change), explain::detail_before(comparison, change)),
        "after": side(comparison.decision_after(change), explain::detail_after(comparison, change)),
    })
}

/// What would move a tool.
pub fn moves(moves: &Moves) -> Value {
    json!({
        "aim": if moves.is_defined { "not-defined" } else { "defined" },
        "found": explain::moves_found(moves),
        "singles": moves.singles.iter().map(one_move).collect::<Vec<_>>(),
        "pair": moves.pair.as_ref().map(one_move),
    })
}

fn one_move(change: &Move) -> Value {
    json!({
        "kind": change.kind.id(),
        "title": change.title,
        "set": assignments(&change.edits),
        "lands": change.lands.id(),
        "lost": change.loses(),
        "deferred": change.defers(),
        "prefix_change_tokens": change.prefix_tokens,
        "others": change.others.iter().map(side_move).collect::<Vec<_>>(),
    })
}

/// Edits as `--set` takes them.
fn assignments(edits: &[Edit]) -> Vec<String> {
    edits.iter().map(|edit| Assignment::from(edit).to_string()).collect()
}

fn side_move(side: &SideMove) -> Value {
    json!({ "tool": &*side.name, "from": side.from.id(), "to": side.to.id() })
}

/// A plan a value.
pub fn sweep(sweep: &Sweep) -> Value {
    json!({
        "format": SWEEP_FORMAT,
        "over": sweep.parameter.path(),
        "current": sweep.current,
        "step": sweep.step,
        "points": sweep.points.iter().map(point).collect::<Vec<_>>(),
    })
}

/// Published accuracy, to stand beside a sweep.
pub fn accuracy(publications: &[Publication]) -> Value {
    let points = publications.iter().flat_map(|publication| {
        publication.points.iter().map(move |point| {
            json!({
                "tools": point.tools,
                "percent": point.percent.as_f64(),
                "of": point.of,
                "publication": publication.title,
                "sources": publication.sources,
                "as_of": publication.as_of,
                "mark": publication.mark.id(),
                "notes": publication.notes,
            })
        })
    });
    json!({ "caption": CAPTION, "points": points.collect::<Vec<_>>() })
}

/// Plans over two ranges, a row a value of the second.
pub fn grid(grid: &Grid) -> Value {
    let rows = grid.rows.iter().zip(&grid.cells).map(|(title, cells)| {
        let cells = cells.iter().map(|cell| {
            let mut value = point(&cell.point);
            if let Value::Object(map) = &mut value {
                map.remove("moved");
                map.insert("current".to_owned(), json!(cell.is_current));
            }
            value
        });
        json!({ "row": title, "points": cells.collect::<Vec<_>>() })
    });
    json!({
        "format": SWEEP_FORMAT,
        "over": grid.parameter.path(),
        "by": grid.axis.path(),
        "values": grid.values,
        "rows": rows.collect::<Vec<_>>(),
    })
}

fn point(point: &Point) -> Value {
    let mut map = Map::new();
    let mut put = |key: &str, value: Value| map.insert(key.to_owned(), value);
    put("value", json!(point.value));
    put("defined", json!(point.defined));
    put("deferred", json!(point.deferred));
    put("skipped", json!(point.skipped));
    put("definition_tokens", json!(point.definition_tokens));
    put("index_tokens", json!(point.index_tokens));
    put("prefix_tokens", json!(point.prefix_tokens));
    put("failure", json!(point.failure.as_ref().map(failure)));
    put_steps(&mut map, point.steps);
    map.insert(
        "moved".to_owned(),
        json!(point.moved.iter().map(side_move).collect::<Vec<_>>()),
    );
    Value::Object(map)
}

fn put_steps(map: &mut Map<String, Value>, steps: Option<StepUse>) {
    map.insert(
        "extra_steps_per_100".to_owned(),
        json!(steps.map(|steps| steps.extra_steps_per_100())),
    );
    map.insert(
        "lost_calls_per_100".to_owned(),
        json!(steps.map(|steps| steps.lost_calls_per_100())),
    );
}

/// Deferral weighed, and the alternatives.
pub fn cost(planned: &Planned, worth: Option<&Worth>, alternatives: &[Alternative]) -> Value {
    json!({
        "format": COST_FORMAT,
        "scenario": planned.scenario.name,
        "worth": worth.map(|worth| weighed(planned, worth)),
        "alternatives": alternatives.iter().map(alternative).collect::<Vec<_>>(),
    })
}

fn weighed(planned: &Planned, worth: &Worth) -> Value {
    let model = &worth.model;
    // A plan that fails is not sent: what it would save and spend means nothing.
    let sent = |figure: f64| worth.is_sent.then_some(figure);
    let tools = worth.tools.iter().filter(|_| worth.is_sent);
    let money = worth.money().filter(|_| worth.is_sent);
    json!({
        "verdict": explain::worth_verdict(worth),
        "model": {
            "detail": worth.is_sent.then(|| explain::cost_model(worth)),
            "steps_per_request": model.steps_per_request,
            "history_tokens": model.history_tokens,
            "step_output_tokens": model.step_output_tokens,
            "cache_hit_share": model.cache_hit_share,
            "cached_weight": model.cached_weight,
            "write_weight": model.write_weight,
            "output_weight": model.output_weight,
            "input_price_per_million": model.input_price,
        },
        "requests": worth.steps.requests,
        "sent": worth.is_sent,
        "extra_steps_per_100": sent(worth.steps.extra_steps_per_100()),
        "lost_calls_per_100": sent(worth.steps.lost_calls_per_100()),
        "step_cost_input_tokens": sent(worth.step_cost),
        "saved_per_100_input_tokens": sent(worth.saved()),
        "spent_per_100_input_tokens": sent(worth.spent()),
        "carried_per_100_input_tokens": sent(worth.carried()),
        "saved_per_1000_money": money.map(|(saved, _)| saved),
        "spent_per_1000_money": money.map(|(_, spent)| spent),
        "tools": tools.map(|tool| json!({
            "tool": &*planned.roster.catalog.tool(tool.tool).name,
            "outcome": if tool.is_deferred { "deferred" } else { "defined" },
            "calls_per_100": tool.calls_per_100,
            "break_even_per_100": tool.break_even_per_100,
            "lighter_tokens": tool.lighter_tokens,
            "saved_per_100_input_tokens": tool.saved,
            "spent_per_100_input_tokens": tool.spent,
            "deferring": explain::worth_of(tool),
        })).collect::<Vec<_>>(),
    })
}

fn alternative(alternative: &Alternative) -> Value {
    let plan = &alternative.planned.plan;
    let mut map = Map::new();
    let mut put = |key: &str, value: Value| map.insert(key.to_owned(), value);
    put("title", json!(alternative.title));
    put("set", json!(assignments(&alternative.edits)));
    put("defined", json!(plan.defined.len()));
    put("deferred", json!(plan.deferred.len()));
    put("skipped", json!(plan.skipped.len()));
    put("definition_tokens", json!(plan.class_tokens(Class::ToolDefinitions)));
    put("index_tokens", json!(plan.class_tokens(Class::DeferredToolIndex)));
    put("prefix_tokens", json!(plan.prefix_tokens));
    put("failure", json!(alternative.failure().map(failure)));
    put("cost_per_100_input_tokens", json!(alternative.cost));
    put("net_per_100_input_tokens", json!(alternative.net));
    put_steps(&mut map, alternative.steps);
    Value::Object(map)
}

/// Definition tokens by tool, and near-duplicates.
pub fn map(planned: &Planned, alike: &[Alike]) -> Value {
    let catalog = &planned.roster.catalog;
    let tools = planned.plan.defined.iter().map(|&id| {
        let tool = catalog.tool(id);
        json!({
            "tool": &*tool.name,
            "source": tool.source.id(),
            "definition_tokens": planned.plan.decision(id).definition_tokens,
        })
    });
    let groups = alike.iter().map(|group| {
        json!({
            "name": group.name,
            "tools": group.tools.iter().map(|id| &*catalog.tool(*id).name).collect::<Vec<_>>(),
            "accounts": group.accounts,
            "definition_tokens": group.definition_tokens,
            "merged_tokens": group.merged_tokens,
            "defined": group.defined,
            "saved_tokens": group.saved_tokens,
            "saved_slots": group.saved_slots,
        })
    });
    json!({
        "format": MAP_FORMAT,
        "scenario": planned.scenario.name,
        "definition_tokens": planned.plan.class_tokens(Class::ToolDefinitions),
        "defined": tools.collect::<Vec<_>>(),
        "near_duplicates": groups.collect::<Vec<_>>(),
    })
}
