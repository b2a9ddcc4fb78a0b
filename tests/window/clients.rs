//! Other clients in the window: the grid, the chosen one, and published accuracy beside a sweep.

use crate::support::Window;
use egui::accesskit::Role;
use egui::{Key, Modifiers};
use roster::app::{Answer, ClientColumn, ClientPart, ThemeChoice, View};
use roster::clients::{Fate, Outcome, explain};
use roster::published::{CAPTION, known_accuracy};
use roster::scenario::{DEFAULT_SHIPPED, Origin};

fn window() -> Window {
    let origin = Origin::Shipped(DEFAULT_SHIPPED.to_owned());
    let mut window = Window::sized(origin, [1920.0, 1080.0], ThemeChoice::Dark);
    window.key(Modifiers::NONE, Key::C);
    assert_eq!(window.state().view.view, View::Clients);
    window
}

fn outcomes(window: &Window) -> Vec<Outcome> {
    match &window.state().explored.as_ref().unwrap().answer {
        Answer::Clients(outcomes) => outcomes.clone(),
        answer => panic!("{answer:?}"),
    }
}

#[test]
fn the_label_stands_above_the_grid_and_our_own_plan_is_its_first_row() {
    let window = window();
    assert!(window.has(explain::LABEL));
    assert!(window.has("Client: This platform, defers 17, 6,921 tokens"));
    assert_eq!(window.count(Role::Link, "Client: "), outcomes(&window).len());
}

#[test]
fn a_click_tells_the_rules_their_source_and_each_tool() {
    let mut window = window();
    assert!(window.says("Choose a client"));
    window.click_holding(Role::Link, "Client: Codex CLI, ");
    assert_eq!(window.state().view.clients.chosen.as_deref(), Some("codex-cli"));
    assert!(window.has("https://github.com/openai/codex/pull/18097"));
    assert!(window.has("primary: the source itself was read"));
    window.click(ClientPart::Tools.title());
    window.click_role(Role::Link, "math.calculate: defined");
    assert_eq!(window.state().view.selected.as_deref(), Some("math.calculate"));
    // The same again chooses none.
    window.click_holding(Role::Link, "Client: Codex CLI, ");
    assert_eq!(window.state().view.clients.chosen, None);
}

#[test]
fn the_grid_is_sorted_by_a_heading_turned_round_and_put_back() {
    let mut window = window();
    let order = |window: &Window| window.state().view.clients.order(&outcomes(window));
    let first = order(&window);
    window.click("Sort clients by tokens");
    assert_eq!(window.state().view.clients.sort, Some((ClientColumn::Tokens, false)));
    let all = outcomes(&window);
    let tokens: Vec<u64> = order(&window).iter().map(|place| all[*place].parts.total()).collect();
    assert!(tokens.is_sorted(), "{tokens:?}");
    window.click("Sort clients by tokens");
    let tokens: Vec<u64> = order(&window).iter().map(|place| all[*place].parts.total()).collect();
    assert!(tokens.is_sorted_by(|a, b| a >= b), "{tokens:?}");
    assert_ne!(order(&window), first);
    window.click("Sort clients by tokens");
    assert_eq!(order(&window), first);
    window.click("Sort clients by comes to");
    let verdicts: Vec<_> = order(&window).iter().map(|place| all[*place].verdict()).collect();
    assert!(verdicts.is_sorted(), "{verdicts:?}");
}

#[test]
fn a_switch_changes_what_clients_come_to() {
    let mut window = window();
    let defined = |window: &Window| outcomes(window).iter().map(|one| one.count(Fate::Defined)).max();
    let before = outcomes(&window)[0].parts.total();
    assert_eq!((before, defined(&window)), (6_921, Some(46)));
    window.click_holding(Role::CheckBox, "Phone");
    assert_ne!(outcomes(&window)[0].parts.total(), before);
    // The phone's three tools.
    assert_eq!(defined(&window), Some(49));
}

#[test]
fn it_can_be_read_in_a_small_window() {
    let mut window = Window::on_shipped("getting-started.yaml");
    window.key(Modifiers::NONE, Key::C);
    assert!(window.has("Sort clients by tokens"));
    assert!(
        window.has("Sort clients by as of"),
        "the grid by itself has all its columns"
    );
    window.click_holding(Role::Link, "Client: This platform");
    assert!(window.has("the scenario's own"));
    assert!(window.has("Sort clients by tokens"));
    assert!(
        !window.has("Sort clients by as of"),
        "beside the chosen one there is no room for all"
    );
}

#[test]
fn published_accuracy_is_off_until_asked_for_and_says_what_it_is_not() {
    let mut window = Window::on_shipped(DEFAULT_SHIPPED);
    window.key(Modifiers::NONE, Key::Num8);
    assert!(!window.has(CAPTION));
    window.click_role(Role::CheckBox, "Published accuracy");
    assert!(window.has(CAPTION));
    assert!(window.says("Grok 4.1 Fast"));
    window.click_role(Role::CheckBox, "as tables");
    assert!(window.has(CAPTION));
    let sources = known_accuracy().iter().flat_map(|publication| &publication.sources);
    for source in sources.take(1) {
        assert!(window.says(source), "{source}");
    }
    // A token cap is no number of tools.
    window.click_role(Role::ComboBox, "What is moved");
    window.click("tool definitions token cap");
    assert!(!window.has(CAPTION));
}
