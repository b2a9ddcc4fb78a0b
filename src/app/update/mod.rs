//! The one writer: an action and the state in, effects out. Nothing else changes the state.

mod copying;
mod events;
mod exploring;
mod exporting;
mod files;
mod importing;
mod runs;

use super::{
    Action, AfterUnsaved, Answer, Command, Effect, Export, Modal, PaletteState, State, ThemeChoice, Trying, View,
};
use crate::scenario::{Edit, Scenario};
use std::path::PathBuf;
use std::sync::Arc;

/// Applies one action.
pub fn apply(state: &mut State, action: Action) -> Vec<Effect> {
    match action {
        Action::Command(command) => run(state, command),
        Action::Edit(edit) => {
            let Some(document) = &state.document else {
                return Vec::new();
            };
            let label = edit.label(&document.scenario);
            let key = edit.keys();
            change(state, label, Some(key), &[edit])
        }
        Action::Edits { label, edits } => change(state, label, None, &edits),
        Action::WhatIf { label, scenario } => replace(state, label, None, scenario),
        Action::EndGesture => {
            state.history.close_step();
            Vec::new()
        }
        Action::Open(origin) => {
            if state.is_dirty() {
                state.modal = Some(Modal::Unsaved {
                    then: AfterUnsaved::Open(origin),
                });
                return Vec::new();
            }
            files::open(state, origin, None)
        }
        Action::OpenAnyway(origin) => {
            state.modal = None;
            files::open(state, origin, None)
        }
        Action::Reload(reload) => files::reload(state, reload),
        Action::ForgetBroken => {
            state.broken = None;
            state.notice = None;
            Vec::new()
        }
        Action::Export => exporting::write(state),
        Action::PickExport => exporting::pick_path(state),
        Action::PickVariant => files::pick_variant(state),
        Action::Import(act) => importing::act(state, act),
        Action::SaveVariant { path, name } => files::save_variant(state, &path, name),
        Action::Modal(modal) => {
            importing::close(state);
            state.modal = modal;
            Vec::new()
        }
        Action::Preview(edits) => preview(state, edits),
        Action::QuitAnyway => {
            state.modal = None;
            state.may_close = true;
            vec![Effect::Quit]
        }
        Action::CloseRequested => quit(state),
        Action::Event(event) => events::apply(state, event),
        Action::Draft(draft) => {
            state.view.draft = draft;
            runs::try_anew(state)
        }
        Action::TryTool(tool) => {
            state.view.selected = Some(tool);
            state.view.draft.trying = Trying::Call;
            show(state, View::Call)
        }
        Action::Show(view) => show(state, view),
        Action::Sweep(ask) => {
            state.view.sweep = ask;
            exploring::explore_anew(state)
        }
        Action::DeployOver(origin) => runs::deploy_over(state, origin),
        Action::PickDeployOver => files::pick(state, Effect::PickBefore),
        looking => {
            let (selected, held) = (state.view.selected.clone(), state.view.holds_baseline);
            look(state, looking);
            if state.view.holds_baseline != held {
                let mut effects = runs::try_anew(state);
                effects.extend(exploring::explore_anew(state));
                return effects;
            }
            if state.view.selected == selected {
                return Vec::new();
            }
            let mut effects = exploring::explore_anew(state);
            // What is selected is what is called, while calls are looked at.
            if state.view.view == View::Call {
                effects.extend(runs::show_call(state));
            }
            effects
        }
    }
}

/// Actions that change only how the roster is looked at.
fn look(state: &mut State, action: Action) {
    match action {
        Action::Select(tool) => {
            state.view.selected = tool;
            state.view.scroll_to_selection = true;
        }
        Action::SelectHere(tool) => state.view.selected = tool,
        Action::Search(search) => {
            state.view.filter.search = search;
            refresh(state);
        }
        Action::FilterLane(lane) => {
            toggle(&mut state.view.filter.hidden_lanes, lane);
            refresh(state);
        }
        Action::FilterSource(source) => {
            state.view.filter.source = source;
            refresh(state);
        }
        Action::FilterMoved(moved_only) => {
            state.view.filter.moved_only = moved_only;
            refresh(state);
        }
        Action::SortBy(column) => {
            let sort = &mut state.view.sort;
            sort.descending = sort.column == column && !sort.descending;
            sort.column = column;
            refresh(state);
        }
        Action::Drawn => {
            state.view.focus_search = false;
            state.view.scroll_to_selection = false;
        }
        Action::Theme(theme) => state.settings.theme = theme,
        Action::HoldBaseline(holds) => {
            state.view.holds_baseline = holds;
            refresh(state);
        }
        Action::SelectSession(session) => state.view.session = session,
        Action::FilterEffect(effect) => toggle(&mut state.view.hidden_effects, effect),
        Action::FilterLint { search, hidden, code } => {
            let filter = &mut state.view.lint;
            (filter.search, filter.hidden, filter.code) = (search, hidden, code);
            refresh(state);
        }
        Action::MapOfAll(of_all) => state.view.map_of_all = of_all,
        Action::ChartsAsTables(as_tables) => state.view.charts_as_tables = as_tables,
        Action::SweepEveryValue(every) => state.view.sweep_every_value = every,
        Action::CostPart(part) => state.view.cost_part = part,
        Action::ShowAccuracy(shows) => state.view.shows_accuracy = shows,
        Action::ChooseClient(client) => state.view.clients.chosen = client,
        Action::ClientPart(part) => state.view.clients.part = part,
        Action::SortClients(column) => state.view.clients.sort_by(column),
        Action::DismissNotice => state.notice = None,
        Action::DismissBanner => state.banner = None,
        _ => {}
    }
}

/// Shows a view at the bottom.
fn show(state: &mut State, view: View) -> Vec<Effect> {
    state.view.view = view;
    state.settings.view = view;
    state.settings.shows_views = true;
    let mut effects = exploring::explore_anew(state);
    if view == View::Call {
        effects.extend(runs::show_call(state));
    }
    effects
}

fn toggle<T: PartialEq>(hidden: &mut Vec<T>, one: T) {
    match hidden.iter().position(|known| *known == one) {
        Some(place) => {
            hidden.remove(place);
        }
        None => hidden.push(one),
    }
}

/// Filters and sorts anew what is on screen.
pub(super) fn refresh(state: &mut State) {
    if let Some(shown) = state.visible_plan().map(Arc::clone) {
        state.view.refresh(&shown.rows.table);
        let (view, lint) = (&mut state.view, &state.lint);
        if let Some(explored) = lint
            && let Answer::Lint(lint) = &explored.answer
        {
            view.lint.refresh(lint, &explored.planned.roster.catalog);
        }
    }
}

fn run(state: &mut State, command: Command) -> Vec<Effect> {
    if let Err(why) = command.enabled(state) {
        // Esc with nothing selected is no mistake to report.
        if command != Command::ClearSelection {
            files::tell(
                state,
                format!("{}: {why}", command.title().trim_end_matches('…')),
                false,
            );
        }
        return Vec::new();
    }
    if let Some(view) = command.view() {
        return show(state, view);
    }
    match command {
        Command::OpenFile => return files::pick(state, Effect::PickFile),
        Command::OpenPath => {
            let typed = state
                .document
                .as_ref()
                .map_or_else(String::new, |document| document.origin.shown());
            state.modal = Some(Modal::OpenPath(typed));
        }
        Command::Import => return importing::propose(state),
        Command::Reload => return files::reload(state, super::ReloadAs::DropChanges),
        Command::Save => return files::save(state),
        Command::SaveVariant => files::propose_variant(state),
        Command::WriteReport => exporting::propose(state, Export::Report),
        Command::SaveTable => exporting::propose(state, Export::Table),
        Command::SavePicture => exporting::propose(state, Export::Picture { view_alone: false }),
        Command::Quit => return quit(state),
        Command::Undo => return step(state, true),
        Command::Redo => return step(state, false),
        Command::BackToFile => return back_to_file(state),
        Command::CopyPlan => return copying::plan(state),
        Command::CopyTable => return copying::table(state),
        Command::CopyComparison => return copying::comparison(state),
        Command::Find => state.view.focus_search = true,
        Command::SelectNext => return select_beside(state, 1),
        Command::SelectPrevious => return select_beside(state, -1),
        Command::ClearSelection => state.view.selected = None,
        Command::ToggleWhatIf => state.settings.shows_what_if ^= true,
        Command::ToggleInspector => {
            state.settings.shows_inspector ^= true;
            return exploring::explore_anew(state);
        }
        Command::ToggleViews => {
            state.settings.shows_views ^= true;
            return exploring::explore_anew(state);
        }
        Command::ToggleMotion => state.settings.reduced_motion ^= true,
        Command::ToggleTheme => {
            state.settings.theme = match state.settings.theme {
                ThemeChoice::Light => ThemeChoice::Dark,
                ThemeChoice::Dark | ThemeChoice::System => ThemeChoice::Light,
            };
        }
        Command::ZoomIn => return vec![Effect::Zoom(1)],
        Command::ZoomOut => return vec![Effect::Zoom(-1)],
        Command::ZoomReset => return vec![Effect::Zoom(0)],
        Command::Palette => state.modal = Some(Modal::Palette(PaletteState::default())),
        Command::Help => state.modal = Some(Modal::Help),
        Command::ShowCharts
        | Command::ShowPrompt
        | Command::ShowGates
        | Command::ShowProblems
        | Command::ShowCall
        | Command::ShowDeploy
        | Command::ShowCompare
        | Command::ShowSweep
        | Command::ShowCost
        | Command::ShowMap
        | Command::ShowClients
        | Command::ShowLint => {}
    }
    Vec::new()
}

/// Changes the what-if: one step of history, one plan.
fn change(state: &mut State, label: String, key: Option<Vec<String>>, edits: &[Edit]) -> Vec<Effect> {
    let Some(document) = &state.document else {
        return Vec::new();
    };
    let scenario = Edit::apply_all(edits, &document.scenario);
    replace(state, label, key, Arc::new(scenario))
}

/// Puts another what-if in place: one step of history, one plan.
fn replace(state: &mut State, label: String, key: Option<Vec<String>>, scenario: Arc<Scenario>) -> Vec<Effect> {
    let Some(document) = &mut state.document else {
        return Vec::new();
    };
    if scenario == document.scenario {
        return Vec::new();
    }
    let before = document.clone();
    document.scenario = scenario;
    state.history.record(before, label, key);
    // What was told of an earlier step is over.
    state.notice = None;
    plan_anew(state)
}

/// Asks for the plan of the document as it stands.
pub(super) fn plan_anew(state: &mut State) -> Vec<Effect> {
    state.generation += 1;
    state.preview = None;
    state.preview_asked.clear();
    let Some(document) = &state.document else {
        return Vec::new();
    };
    // What moved by the last change is told against the plan that stood before it, also while a gesture goes on.
    if !state.history.is_joining() {
        state.previous = state.shown.as_ref().map(|shown| Arc::clone(&shown.planned));
    }
    vec![Effect::Plan {
        generation: state.generation,
        scenario: Arc::clone(&document.scenario),
        baseline: Arc::clone(&document.baseline),
        previous: state.previous.clone(),
        deployed_over: state.deployed_over(),
        earlier: state.shown.clone(),
    }]
}

/// Watches some files, and those of the state before a deploy with them.
pub(super) fn watch(state: &State, mut files: Vec<PathBuf>) -> Effect {
    files.extend(
        state
            .deployed_over
            .iter()
            .flat_map(|over| over.loaded.files.iter().cloned()),
    );
    Effect::Watch(files)
}

fn step(state: &mut State, back: bool) -> Vec<Effect> {
    let Some(now) = state.document.clone() else {
        return Vec::new();
    };
    let (newest, newest_plan) = (Arc::clone(&now.loaded), Arc::clone(&now.baseline));
    let files_before = Arc::clone(&now.loaded);
    let step = if back {
        state.history.undo(now)
    } else {
        state.history.redo(now)
    };
    let Some((mut document, label)) = step else {
        return Vec::new();
    };
    // A save, an import and a reload change what is on disk, which going back in time does not: an earlier what-if is one
    // over the file as it is now.
    let is_same_file = state.document.as_ref().is_some_and(|now| now.origin == document.origin);
    if is_same_file && !Arc::ptr_eq(&document.loaded, &newest) {
        if !document.scenario.has_same_tools(&newest.scenario) {
            document.scenario = Arc::new(Edit::apply_all(&document.changes(), &newest.scenario));
        }
        document.loaded = newest;
        document.baseline = newest_plan;
    }
    let is_other_file = !Arc::ptr_eq(&files_before, &document.loaded);
    let files = document.loaded.files.clone();
    // What is on disk is a fact of the world: going back in time does not change it, unless to another file.
    if state.document.as_ref().is_none_or(|now| now.origin != document.origin) {
        state.disk = Some(Arc::clone(&document.loaded));
    }
    state.document = Some(document);
    files::tell(
        state,
        format!("{}: {label}", if back { "Undone" } else { "Redone" }),
        false,
    );
    let mut effects = plan_anew(state);
    if is_other_file {
        files::show_baseline(state);
        effects.push(watch(state, files));
    }
    effects
}

fn back_to_file(state: &mut State) -> Vec<Effect> {
    let Some(document) = &mut state.document else {
        return Vec::new();
    };
    let before = document.clone();
    document.scenario = Arc::clone(&document.loaded.scenario);
    state
        .history
        .record(before, "Back to the file as opened".to_owned(), None);
    plan_anew(state)
}

fn quit(state: &mut State) -> Vec<Effect> {
    if state.may_close || !state.is_dirty() {
        state.may_close = true;
        return vec![Effect::Quit];
    }
    state.modal = Some(Modal::Unsaved {
        then: AfterUnsaved::Quit,
    });
    Vec::new()
}

fn preview(state: &mut State, edits: Vec<Edit>) -> Vec<Effect> {
    if state.preview_asked == edits || edits.is_empty() {
        return Vec::new();
    }
    let Some(shown) = &state.shown else { return Vec::new() };
    state.preview_asked.clone_from(&edits);
    vec![Effect::Preview {
        edits,
        from: Arc::clone(&shown.planned),
    }]
}

fn select_beside(state: &mut State, by: isize) -> Vec<Effect> {
    let Some(shown) = state.visible_plan() else {
        return Vec::new();
    };
    let names: Vec<&Arc<str>> = state
        .view
        .visible
        .iter()
        .map(|&place| &shown.rows.table[place].name)
        .collect();
    if names.is_empty() {
        return Vec::new();
    }
    let at = state
        .view
        .selected
        .as_ref()
        .and_then(|tool| names.iter().position(|name| *name == tool));
    let next = match at {
        None => 0,
        Some(at) => at.saturating_add_signed(by).min(names.len() - 1),
    };
    let tool = Arc::clone(names[next]);
    apply(state, Action::Select(Some(tool)))
}
