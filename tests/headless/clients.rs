//! Other clients: each rule of a preset on a scenario small enough to count by hand, and what must hold of all.

use roster::clients::{
    BrokenName, Failure, Fate, OWN_PLAN, Outcome, Preset, Remark, Unknown, Verdict, explain, outcomes, preset,
    shipped_presets,
};
use roster::plan::Planned;
use roster::published::Mark;
use roster::report::text::Look;
use roster::scenario::{Assignment, Class, Lane, Origin, load, load_text, shipped_names};
use std::path::Path;
use std::sync::Arc;

/// A builtin, a control tool that is ours, and three servers of two, three and one tools.
const SCENARIO: &str = "\
format: roster/1
name: Six
context_window: 1000
tools:
  notes.find: { description: Finds. }
  tool.call: { description: Calls. }
servers:
  a:
    title: Alpha
    instructions: Be kind to a.
    tools: { one: { description: First. }, two: { description: Second. } }
  b:
    tools: { one: { description: First. }, three: { description: Third. }, four: { description: Fourth. } }
  c:
    instructions_tokens: 50
    tools: { five: { description: The fifth of all the tools. } }
";

fn planned(text: &str) -> Arc<Planned> {
    let loaded = load_text(None, text, &[]);
    let loaded = loaded.unwrap_or_else(|failed| panic!("{:#?}", failed.problems));
    Arc::new(Planned::new(loaded.scenario, None))
}

fn read(rules: &str) -> Arc<Preset> {
    let head = "format: roster-client/1\nid: x\ntitle: X\nsources: [here]\nas_of: 2026-01\nmark: primary\n";
    let read = preset(Path::new("x.yaml"), &format!("{head}{rules}\n"));
    Arc::new(read.unwrap_or_else(|failed| panic!("{:#?}", failed.problems)))
}

fn under(text: &str, rules: &str) -> Outcome {
    outcomes(&planned(text), &[read(rules)]).remove(0)
}

/// Names of the tools that come to a fate, as the client calls them.
fn of(outcome: &Outcome, fate: Fate) -> Vec<&str> {
    let tools = outcome.tools.iter().filter(|tool| tool.fate == fate);
    tools.map(|tool| &*tool.name).collect()
}

/// Domain §4 by hand: one array, rounded once, and four tokens a tool.
fn definitions(tools: &[(&str, &str)]) -> u64 {
    if tools.is_empty() {
        return 0;
    }
    let contract = |(name, description): &(&str, &str)| {
        format!("{{\"description\":\"{description}\",\"input_schema\":{{\"type\":\"object\"}},\"name\":\"{name}\"}}")
            .len()
    };
    let bytes = tools.iter().map(contract).sum::<usize>() + tools.len() + 1;
    (bytes as u64).div_ceil(3) + 4 * tools.len() as u64
}

const FIND: (&str, &str) = ("notes_find", "Finds.");
const A_ONE: (&str, &str) = ("mcp_a_one", "First.");
const A_TWO: (&str, &str) = ("mcp_a_two", "Second.");
const B_ONE: (&str, &str) = ("mcp_b_one", "First.");
const B_THREE: (&str, &str) = ("mcp_b_three", "Third.");
const B_FOUR: (&str, &str) = ("mcp_b_four", "Fourth.");
const C_FIVE: (&str, &str) = ("mcp_c_five", "The fifth of all the tools.");
const ALL: [(&str, &str); 7] = [FIND, A_ONE, A_TWO, B_ONE, B_THREE, B_FOUR, C_FIVE];

#[test]
fn without_a_rule_everything_is_defined_but_our_own_control_tool() {
    let outcome = under(SCENARIO, "instructions: false");
    assert_eq!(of(&outcome, Fate::Defined), ALL.map(|(name, _)| name));
    assert_eq!(of(&outcome, Fate::NotOffered), ["tool.call"]);
    // 560 bytes of contracts and 8 of the array: 190 tokens, and 4 a tool.
    assert_eq!((outcome.parts.definitions, definitions(&ALL)), (218, 218));
    assert_eq!((outcome.parts.total(), outcome.is_least()), (218, false));
    assert_eq!(outcome.verdict(), Verdict::Fits);
    assert_eq!(outcome.broken(), None);
    assert_eq!(explain::window_share(&outcome), "21.8 %");
}

#[test]
fn above_a_hard_limit_the_request_fails() {
    let limit = |most: u64| {
        under(
            SCENARIO,
            &format!("instructions: false\nlimit: {{ max_items: {most}, counts: all, overflow: error }}"),
        )
    };
    assert_eq!(limit(7).verdict(), Verdict::Fits);
    let over = limit(6);
    assert_eq!(over.failures, [Failure::Items { items: 7, max_items: 6 }]);
    assert_eq!((over.verdict(), over.parts.total()), (Verdict::Fails, 218));
    assert_eq!(explain::verdict(&over), "fails");
    let tokens = under(
        SCENARIO,
        "limit: { max_items: 9, max_tokens: 217, counts: all, overflow: error }",
    );
    assert_eq!(
        tokens.failures,
        [Failure::Tokens {
            tokens: 218,
            max_tokens: 217
        }]
    );
}

#[test]
fn what_is_larger_than_the_context_window_fails_whatever_is_stated() {
    let window = |tokens: u64| {
        let text = SCENARIO.replace("context_window: 1000", &format!("context_window: {tokens}"));
        under(&text, "instructions: false").failures
    };
    assert_eq!(window(218), []);
    let too_small = Failure::Window {
        tokens: 218,
        window_tokens: 217,
    };
    assert_eq!(window(217), [too_small]);
}

#[test]
fn what_is_behind_the_first_that_does_not_fit_is_cut_off() {
    let outcome = under(
        SCENARIO,
        "instructions: false\nlimit: { max_items: 4, counts: remote, overflow: truncate }",
    );
    assert_eq!(of(&outcome, Fate::Truncated), ["mcp_b_four", "mcp_c_five"]);
    let kept = [FIND, A_ONE, A_TWO, B_ONE, B_THREE];
    assert_eq!(outcome.parts.definitions, definitions(&kept));
    assert_eq!(explain::verdict(&outcome), "loses 2");
    let by_name = under(
        SCENARIO,
        "limit: { max_items: 4, counts: remote, overflow: truncate, order: name }",
    );
    assert_eq!(of(&by_name, Fate::Truncated), ["mcp_b_three", "mcp_c_five"]);
}

#[test]
fn a_server_that_would_exceed_the_limit_is_refused_and_a_smaller_one_behind_it_is_not() {
    let outcome = under(
        SCENARIO,
        "instructions: true\nlimit: { max_items: 3, counts: remote, overflow: refuse-server }",
    );
    assert_eq!(of(&outcome, Fate::Refused), ["mcp_b_one", "mcp_b_three", "mcp_b_four"]);
    assert_eq!(outcome.parts.definitions, definitions(&[FIND, A_ONE, A_TWO, C_FIVE]));
    // `Be kind to a.` has 13 bytes: 5 tokens; 50 are measured; one block.
    assert_eq!(outcome.parts.instructions, 5 + 50 + 4);
    // What the refused server says of itself is not sent, so that it is not missed.
    assert_eq!(outcome.unknowns, []);
}

#[test]
fn what_depends_on_the_message_is_counted_by_the_heaviest() {
    let outcome = under(
        SCENARIO,
        "instructions: false\nlimit: { max_items: 2, counts: remote, overflow: invisible, order: message }",
    );
    assert_eq!(of(&outcome, Fate::Defined), ["notes_find", "mcp_a_two", "mcp_c_five"]);
    assert_eq!(outcome.count(Fate::Invisible), 4);
    assert_eq!(outcome.remarks, [Remark::ByMessage(2)]);
}

#[test]
fn overflow_is_deferred_and_builtins_are_not() {
    let outcome = under(
        SCENARIO,
        "instructions: false\nlimit: { max_items: 2, counts: all, overflow: defer }\n\
         defer: { when: overflow, shows: name, control_tools: 1, control_tokens: 70 }",
    );
    assert_eq!(of(&outcome, Fate::Defined), ["notes_find", "mcp_a_one"]);
    assert_eq!(outcome.deferred(), 5);
    // Five lines: 9 + 9 + 11 + 10 + 10 characters and their line breaks.
    assert_eq!(outcome.parts.visible, 54_u64.div_ceil(3) + 4);
    assert_eq!(outcome.parts.control, 70);
    let parts = outcome.parts;
    assert_eq!(parts.total(), definitions(&[FIND, A_ONE]) + 22 + 70);
    assert!(!outcome.is_least());
    // A limit below what may not be deferred defers everything else, and keeps that.
    let none = under(
        SCENARIO,
        "limit: { max_items: 0, counts: all, overflow: defer }\ndefer: { when: overflow, shows: nothing }",
    );
    assert_eq!(of(&none, Fate::Defined), ["notes_find"]);
}

#[test]
fn a_limit_without_an_action_defines_all_and_says_so() {
    let outcome = under(SCENARIO, "limit: { max_items: 3, counts: all }\ninstructions: false");
    assert_eq!((outcome.count(Fate::Defined), outcome.parts.total()), (7, 218));
    assert!(matches!(outcome.remarks[..], [Remark::OverLimit(7, _)]));
    assert_eq!(outcome.verdict(), Verdict::AboveLimit);
    assert_eq!(explain::verdict(&outcome), "above limit");
    assert_eq!(
        explain::summary(&outcome),
        "It is above its limit: 7 tools, and 3 tools are the most; what follows is not stated. Were it sent: 7 defined · 0 \
         deferred · 0 lost"
    );
    let within = under(SCENARIO, "limit: { max_items: 7, counts: all }\ninstructions: false");
    assert_eq!(within.verdict(), Verdict::Fits);
    let fails = under(
        SCENARIO,
        "limit: { max_items: 3, counts: all }\nnames: { form: registry, allowed: a-z, broken: error }",
    );
    assert_eq!(fails.verdict(), Verdict::Fails);
}

#[test]
fn a_name_that_is_never_sent_breaks_nothing() {
    let rules = |limit: &str| format!("{limit}\nnames: {{ form: registry, max_chars: 10, broken: error }}");
    // `mcp_b_three` of 11 characters is the fifth.
    let cut = under(
        SCENARIO,
        &rules("limit: { max_items: 4, counts: all, overflow: truncate }"),
    );
    assert_eq!(of(&cut, Fate::Truncated), ["mcp_b_three", "mcp_b_four", "mcp_c_five"]);
    assert_eq!((cut.failures.as_slice(), cut.broken()), (&[][..], Some(0)));
    assert_eq!(cut.verdict(), Verdict::Loses);
    let sent = under(
        SCENARIO,
        &rules("limit: { max_items: 5, counts: all, overflow: truncate }"),
    );
    assert_eq!(
        (sent.failures.as_slice(), sent.broken()),
        (&[Failure::Names(1)][..], Some(1))
    );
    // A name is taken only by what is sent: of `one` twice, that of `a` is sent alone.
    let taken = "names: { form: \"{tool}\", allowed: a-z_, broken: error }";
    let first = under(
        SCENARIO,
        &format!("limit: {{ max_items: 3, counts: all, overflow: truncate }}\n{taken}"),
    );
    assert_eq!((first.verdict(), first.broken()), (Verdict::Loses, Some(0)));
}

#[test]
fn every_cause_of_a_failure_is_told_the_weightiest_first() {
    let text = SCENARIO.replace("context_window: 1000", "context_window: 200");
    let outcome = under(
        &text,
        "instructions: false\nlimit: { max_items: 6, max_tokens: 217, counts: all, overflow: error }\n\
         names: { form: registry, max_chars: 10, broken: error }",
    );
    assert_eq!(
        explain::failures(&outcome).unwrap(),
        "218 tokens, and the context window holds 200; 7 tools, and 6 are the most; 218 tokens of definitions, and 217 are \
         the most; 1 name breaks its rule"
    );
}

#[test]
fn tokens_of_which_nothing_is_stated_are_no_nought() {
    let none = under(
        &SCENARIO.replace("  notes.find: { description: Finds. }\n", ""),
        "defer: { when: always }",
    );
    assert_eq!((none.parts.total(), none.has_tokens()), (0, false));
    assert_eq!(explain::tokens(&none), "not stated");
    assert_eq!(explain::window_share(&none), "not stated");
    let some = under(SCENARIO, "defer: { when: always }");
    assert!(explain::tokens(&some).starts_with("≥ "));
}

#[test]
fn a_trigger_is_apart_from_a_cap() {
    let over = |rule: &str| {
        let rules = format!("instructions: false\ndefer: {{ {rule}, shows: nothing, control_tools: 0 }}");
        under(SCENARIO, &rules).deferred()
    };
    assert_eq!(over("items_over: 6, counts: remote"), 0);
    assert_eq!(over("items_over: 5, counts: remote"), 6);
    assert_eq!(over("items_over: 6, counts: all"), 6);
    assert_eq!(over("items_over: 7, counts: all"), 0);
    // 218 tokens of 1,000.
    assert_eq!(over("percent_of_window: 21.8, counts: all"), 0);
    assert_eq!(over("percent_of_window: 21.799999, counts: all"), 6);
    assert_eq!(over("when: always"), 6);
    assert_eq!(over("when: overflow"), 0);
}

#[test]
fn what_stays_visible_is_counted_as_one_block() {
    let visible = |shows: &str| {
        let rules = format!("instructions: false\ndefer: {{ when: always, {shows}, control_tools: 0 }}");
        let outcome = under(SCENARIO, &rules);
        (outcome.parts.visible, outcome.unknowns)
    };
    assert_eq!(visible("shows: nothing"), (0, vec![]));
    // Names of 9, 9, 9, 11, 10 and 10 characters with their line breaks.
    assert_eq!(visible("shows: name"), (64_u64.div_ceil(3) + 4, vec![]));
    // And ": " with 6, 7, 6, 6, 7 and 27 characters of descriptions.
    assert_eq!(visible("shows: name+description"), (135_u64.div_ceil(3) + 4, vec![]));
    // `a: Alpha`, `b`, `c`: two servers have no title.
    let (tokens, unknowns) = visible("shows: namespace");
    assert_eq!(tokens, 13_u64.div_ceil(3) + 4);
    assert_eq!(unknowns, [Unknown::NamespaceDescriptions(2)]);
    assert_eq!(visible("counts: all"), (0, vec![Unknown::Visible(6)]));
}

#[test]
fn a_list_without_room_is_told_in_fewer_words_server_by_server() {
    let listed = |most: u64| {
        let listing = format!("listing: {{ percent_of_window: 100, max_tokens: {most}, description_chars: 4 }}");
        let outcome = under(
            SCENARIO,
            &format!("instructions: false\ndefer: {{ when: always, shows: name+start, {listing}, control_tools: 0 }}"),
        );
        (outcome.parts.visible, outcome.remarks)
    };
    // Six lines of names with `: ` and 4 characters: 64 + 36 bytes.
    assert_eq!(listed(38), (100_u64.div_ceil(3) + 4, vec![]));
    // `b` takes most, 51 bytes, and is told by names alone: 33.
    assert_eq!(listed(37), (82_u64.div_ceil(3) + 4, vec![]));
    // Then `b` again, before `a` with 32: `b (3 tools)` in 12.
    assert_eq!(listed(31), (61_u64.div_ceil(3) + 4, vec![Remark::Summarised(1)]));
    // With no room at all `a` and `b` are one line of 12 bytes each; `c` would grow from the 11 of its one name.
    let (tokens, remarks) = listed(0);
    assert_eq!(remarks, [Remark::Summarised(2)]);
    assert_eq!(tokens, 35_u64.div_ceil(3) + 4);
}

#[test]
fn servers_become_groups_and_the_smallest_open_again() {
    let grouped = |grouping: &str, most: u64| {
        under(
            SCENARIO,
            &format!(
                "instructions: false\nlimit: {{ max_items: {most}, counts: all, overflow: group, grouping: {{ {grouping} }} }}"
            ),
        )
    };
    // Below the number nothing happens.
    assert_eq!(grouped("from: 8", 128).verdict(), Verdict::Fits);
    // 1 builtin, 1 tool of c, groups of a and b: 4. a opens (5), then b would make 7.
    let outcome = grouped("from: 7, expand_to: 5, never_up_to: 1, splits_above: 2", 128);
    assert_eq!(of(&outcome, Fate::Grouped), ["mcp_b_one", "mcp_b_three", "mcp_b_four"]);
    assert_eq!(outcome.unknowns, [Unknown::GroupTools(1), Unknown::SplitGroups(1)]);
    // It goes past the number, but never past the limit.
    assert_eq!(grouped("from: 7, expand_to: 6, never_up_to: 1", 6).deferred(), 3);
    assert_eq!(grouped("from: 7, expand_to: 6, never_up_to: 1", 7).deferred(), 0);
    let over = grouped("from: 7, expand_to: 0, never_up_to: 9", 6);
    assert!(matches!(over.failures[..], [Failure::Items { items: 7, .. }]));
}

#[test]
fn unknown_parts_make_a_least_and_never_a_saving() {
    let outcome = under(SCENARIO, "defer: { when: always }");
    assert_eq!(
        outcome.unknowns,
        [
            Unknown::Visible(6),
            Unknown::ControlTools(None),
            Unknown::WhetherInstructions(59)
        ]
    );
    assert!(explain::tokens(&outcome).starts_with("≥ "));
    let sent = under(SCENARIO, "instructions: true");
    assert_eq!(sent.unknowns, [Unknown::Instructions(1)]);
    // With nothing held back there is nothing to search for.
    let eager = under(
        SCENARIO,
        "instructions: false\ndefer: { items_over: 99, control_tools: 3 }",
    );
    assert_eq!((eager.is_least(), eager.parts.total()), (false, 218));
}

#[test]
fn names_are_judged_after_the_prefix() {
    let outcome = under(
        SCENARIO,
        "instructions: false\nnames: { form: \"{server}__{tool}\", allowed: a-z_, max_chars: 7 }",
    );
    let broken: Vec<(&str, &BrokenName)> = outcome
        .tools
        .iter()
        .filter_map(|tool| Some((&*tool.name, tool.broken.as_ref()?)))
        .collect();
    let long = BrokenName::TooLong { chars: 8, max_chars: 7 };
    let find = BrokenName::TooLong {
        chars: 10,
        max_chars: 7,
    };
    assert_eq!(broken, [("notes_find", &find), ("b__three", &long)]);
    assert_eq!((outcome.broken(), outcome.verdict()), (Some(2), Verdict::Fits));
    let left_out = under(
        SCENARIO,
        "names: { max_combined_chars: 4, broken: left-out }\ninstructions: false",
    );
    assert_eq!(
        of(&left_out, Fate::LeftOutByName),
        ["mcp_b_three", "mcp_b_four", "mcp_c_five"]
    );
    assert_eq!(left_out.parts.definitions, definitions(&[FIND, A_ONE, A_TWO, B_ONE]));
    // Without a prefix two servers' tools of one name are one name, which an API refuses.
    let taken = under(SCENARIO, "names: { form: \"{tool}\", allowed: a-z_, broken: error }");
    assert_eq!(taken.failures, [Failure::Names(1)]);
    let second = taken.tools.iter().filter(|tool| tool.broken == Some(BrokenName::Taken));
    assert_eq!(second.count(), 1);
    let dots = under(
        SCENARIO,
        "names: { form: \"{server}.{tool}\", allowed: \"a-z_-\", broken: error }",
    );
    assert_eq!(dots.failures, [Failure::Names(6)]);
}

#[test]
fn what_the_agent_pins_or_marks_is_known_to_the_presets_that_say_so() {
    let text = SCENARIO.replace(
        "tools:\n  notes.find: { description: Finds. }\n",
        "agent: { deferred_tools: [notes.find], always_define: [mcp.a.two] }\ntools:\n  notes.find: { description: Finds. }\n",
    );
    let outcome = under(
        &text,
        "instructions: false\ndefer: { when: always, builtins: marked, keeps: [always_define], shows: nothing, shows_builtins: name+description, control_tools: 0 }",
    );
    assert_eq!(of(&outcome, Fate::Defined), ["mcp_a_two"]);
    // `notes_find: Finds.` and its line break.
    assert_eq!(outcome.parts.visible, 19_u64.div_ceil(3) + 4);
    let unmarked = under(&text, "defer: { when: always, shows: nothing }");
    assert_eq!(of(&unmarked, Fate::Defined), ["notes_find"]);
}

#[test]
fn what_a_server_asks_to_keep_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let listing = r#"{"tools": [
        {"name": "kept", "inputSchema": {"type": "object"}, "_meta": {"anthropic/alwaysLoad": true}},
        {"name": "held", "inputSchema": {"type": "object"}}]}"#;
    std::fs::write(folder.path().join("s.json"), listing).unwrap();
    let path = folder.path().join("s.yaml");
    std::fs::write(
        &path,
        "format: roster/1\nname: S\nservers: { s: { inventory: s.json } }\n",
    )
    .unwrap();
    let loaded = load(&Origin::Disk(path), &[]).unwrap();
    let planned = Arc::new(Planned::new(loaded.scenario, None));
    let keeps = |keeps: &str| {
        let rules = format!("defer: {{ when: always, shows: name, keeps: [{keeps}] }}");
        let outcome = outcomes(&planned, &[read(&rules)]).remove(0);
        of(&outcome, Fate::Defined).join(" ")
    };
    assert_eq!(keeps("always_load"), "mcp_s_kept");
    assert_eq!(keeps("always_define"), "");
}

#[test]
fn our_admission_and_our_caps_are_not_theirs_but_switches_are() {
    let set = |sets: &[&str]| {
        let sets: Vec<Assignment> = sets.iter().map(|set| Assignment::parse(set).unwrap()).collect();
        let loaded = load_text(None, SCENARIO, &sets).unwrap();
        let planned = Arc::new(Planned::new(loaded.scenario, None));
        outcomes(&planned, &[read("instructions: false")]).remove(0)
    };
    let caps = set(&[
        "budget.tool_definitions.max_items=0",
        "admission.max_description_bytes=2",
        "admission.max_schema_bytes=1",
    ]);
    assert_eq!((caps.count(Fate::Defined), caps.parts.total()), (7, 218));
    let off = set(&["servers.b.enabled=false"]);
    assert_eq!(off.count(Fate::NotOffered), 4);
    let hidden = set(&["servers.a.overrides={one: {application_only: true}, two: {measured_tokens: 1000}}"]);
    assert_eq!(hidden.count(Fate::NotOffered), 2);
    let counted = definitions(&[FIND, B_ONE, B_THREE, B_FOUR, C_FIVE]);
    assert_eq!(hidden.parts.definitions, counted + 1004);
    let mail = set(&["session.kind=operational_email"]);
    assert_eq!((mail.count(Fate::NotOffered), mail.parts.total()), (8, 0));
}

#[test]
fn warnings_are_remarks() {
    let outcome = under(
        SCENARIO,
        "instructions: false\nwarns: { items: 5, tokens: 100, counts: remote }",
    );
    let tokens = definitions(&ALL[1..]);
    assert_eq!(
        outcome.remarks,
        [Remark::WarnsOfItems(6, 5), Remark::WarnsOfTokens(tokens, 100)]
    );
    assert_eq!(outcome.verdict(), Verdict::Fits);
}

#[test]
fn every_preset_reads_and_names_its_source() {
    let presets = shipped_presets().unwrap();
    let files = std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/presets")).unwrap();
    assert_eq!(presets.len(), files.count());
    assert_eq!(presets[0].id, OWN_PLAN);
    for preset in &presets {
        assert!(!preset.sources.is_empty() && !preset.notes.is_empty(), "{}", preset.id);
        assert_eq!(preset.mark == Mark::Own, preset.is_own_plan, "{}", preset.id);
        assert!(preset.is_own_plan || preset.as_of.starts_with("202"), "{}", preset.id);
        assert!(!explain::rules(preset).is_empty());
    }
    let mut ids: Vec<&str> = presets.iter().map(|preset| preset.id.as_str()).collect();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), presets.len());
}

#[test]
fn on_every_shipped_scenario_each_tool_comes_to_one_end_and_parts_sum_to_totals() {
    let presets = shipped_presets().unwrap();
    let mut seen = 0;
    for name in shipped_names() {
        let loaded = load(&Origin::Shipped(name.to_owned()), &[]).unwrap();
        let planned = Arc::new(Planned::new(loaded.scenario, None));
        for outcome in outcomes(&planned, &presets) {
            let who = format!("{name} under {}", outcome.preset.id);
            assert_eq!(outcome.tools.len(), planned.roster.catalog.tools().len(), "{who}");
            let counted: u64 = Fate::ALL.iter().map(|fate| outcome.count(*fate)).sum();
            assert_eq!(counted, outcome.tools.len() as u64, "{who}");
            let parts: u64 = explain::parts(&outcome).iter().map(|(_, tokens)| tokens).sum();
            assert_eq!(parts, outcome.parts.total(), "{who}");
            if outcome.preset.is_own_plan {
                let plan = &planned.plan;
                let own = plan.class_tokens(Class::ToolDefinitions) + plan.class_tokens(Class::DeferredToolIndex);
                assert_eq!(outcome.parts.total(), own, "{who}");
                assert_eq!(outcome.count(Fate::Defined), plan.count(Lane::Defined) as u64, "{who}");
                assert_eq!(outcome.deferred(), plan.count(Lane::Deferred) as u64, "{who}");
                assert_eq!(outcome.lost(), plan.count(Lane::Skipped) as u64, "{who}");
                assert_eq!(!outcome.failures.is_empty(), plan.failure.is_some(), "{who}");
            }
            seen += 1;
        }
    }
    assert_eq!(seen, shipped_names().len() * presets.len());
}

#[test]
fn a_preset_with_mistakes_tells_all_of_them() {
    let text = "\
format: roster-client/2
id: mine
title: Mine
as_of: today
mark: sure
limit: { overflow: group }
defer: { shows: names, items_over: 3, when: always }
names: { form: \"{server}\" }
instrucions: true
";
    let failed = preset(Path::new("mine.yaml"), text).unwrap_err();
    let problems: Vec<(&str, u32)> = failed
        .problems
        .iter()
        .map(|problem| (problem.code, problem.at.unwrap().line))
        .collect();
    assert_eq!(
        problems,
        [
            ("format-unknown", 1),
            ("key-missing", 1),
            ("unknown-value", 5),
            ("key-missing", 1),
            ("key-missing", 6),
            ("key-missing", 6),
            ("key-missing", 7),
            ("unknown-value", 7),
            ("unknown-value", 8),
            ("unknown-key", 9),
        ]
    );
}

#[test]
fn the_name_that_a_client_sees_stays_where_there_is_little_room() {
    let planned = planned(SCENARIO);
    let outcome = outcomes(&planned, &[read("names: { form: \"mcp__{server}__{tool}\" }")]).remove(0);
    let look = Look {
        columns: 30,
        colour: false,
    };
    let text = roster::report::text::client(&planned, &outcome, "Six", look);
    assert!(text.contains("becomes  name\ndefined  notes_find\n"), "{text}");
    assert!(text.contains("\ndefined  mcp__b__three\n"), "{text}");
    let told = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(told.contains("no room for tool; --format json has all"), "{text}");
}
