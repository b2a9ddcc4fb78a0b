//! The cheapest pair of changes, where no single one gives a tool its definition.

use super::search::{Search, mended, switches};
use super::{Move, MoveKind, sort};
use crate::explore::with;
use crate::plan::{Aim, Direction, Failure, Planned, Thresholds};
use crate::scenario::{Class, Edit, Field, Lane, RankingOrder, TOOL_CALL};

/// The pair of single changes with the smallest side effects.
pub(super) fn cheapest_pair(planned: &Planned, aim: Aim, refused: &[(Edit, Failure)]) -> Option<Move> {
    let mut found: Vec<Move> = Vec::new();
    for (first, title) in firsts(planned, aim) {
        let then = with(planned, std::slice::from_ref(&first));
        let mut search = Search::new(planned, &then, aim);
        search.already = vec![first];
        search.own_singles();
        found.extend(search.found.into_iter().map(|change| paired(change, &title)));
    }
    for (first, failure) in refused {
        if let Some(mend) = mended(failure) {
            let then = with(planned, std::slice::from_ref(first));
            let mut search = Search::new(planned, &then, aim);
            search.already = vec![first.clone()];
            search.offer(MoveKind::Cap, mend);
            let title = first.label(&planned.scenario);
            found.extend(search.found.into_iter().map(|change| paired(change, &title)));
        }
    }
    sort(&mut found);
    found.into_iter().next()
}

fn paired(mut change: Move, first: &str) -> Move {
    change.kind = MoveKind::Pair;
    let mut second = change.title.chars();
    let second: String = second
        .next()
        .into_iter()
        .flat_map(char::to_lowercase)
        .chain(second)
        .collect();
    change.title = format!("{first}, and {second}");
    change
}

/// The first halves of pairs, with what each does. Of a tool that is unavailable, only those that change why: nothing else can be a half.
fn firsts(planned: &Planned, aim: Aim) -> Vec<(Edit, String)> {
    let decision = planned.plan.decision(aim.tool);
    let name = planned.roster.catalog.tool(aim.tool).name.to_string();
    let scenario = &planned.scenario;
    let labelled = |edit: Edit| {
        let label = edit.label(scenario);
        (edit, label)
    };
    let mut firsts: Vec<(Edit, String)> = switches(planned).into_iter().map(labelled).collect();
    let names = scenario.enabled_tools();
    if !planned.roster.catalog.tool(aim.tool).source.is_discovered() && !names.contains(&&*name) && name != TOOL_CALL {
        let more = names
            .iter()
            .map(|name| (*name).to_owned())
            .chain([name.clone()])
            .collect();
        firsts.push((Edit::EnabledTools(Some(more)), "Add it to enabled_tools".to_owned()));
    }
    if decision.outcome == Lane::Unavailable {
        let reason = |edit: &Edit| {
            let then = with(planned, std::slice::from_ref(edit));
            then.plan.decision(aim.tool).reason.clone()
        };
        firsts.retain(|(edit, _)| reason(edit) != decision.reason);
        return firsts;
    }
    let orders = RankingOrder::ALL
        .into_iter()
        .filter(|order| *order != scenario.ranking.order);
    firsts.extend(orders.map(|order| labelled(Edit::RankingOrder(order))));
    // An item cap that would do it if tokens were no matter.
    let mut settings = planned.settings.clone();
    settings.budget.class_mut(Class::ToolDefinitions).max_tokens = u64::MAX;
    let thresholds = Thresholds::new(&planned.roster, &settings);
    let items = Direction::BOTH.map(|direction| thresholds.item_caps(aim, direction));
    firsts.extend(items.into_iter().flatten().map(|value| {
        labelled(Edit::Class {
            class: Class::ToolDefinitions,
            field: Field::MaxItems,
            value,
        })
    }));
    firsts
}
