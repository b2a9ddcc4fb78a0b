//! Saving: in place, as a variant, and what is refused. Nothing may be lost on the way: neither a comment nor the old file.

use super::edits::choice;
use super::files::folder;
use super::properties::holds;
use proptest::prelude::*;
use roster::plan::Plan;
use roster::report;
use roster::scenario::{
    AdmissionLimit, Builder, Class, CostFigure, Decimal, DescribedTool, Edit, Encoding, Estimator, Field, Origin,
    RankingOrder, SaveError, Scenario, SessionKind, SourceKind, changes, in_place_text, load, load_text, save_in_place,
    save_variant, shipped_names, write_atomically,
};
use std::path::Path;
use std::sync::Arc;

const WRITTEN: &str = "\
# Mine.
format: roster/1   # the only one
name: 'Quoted'     # keeps its quotes

budget:
  tool_definitions: { max_tokens: 260, max_items: 3 }   # tight
  # The index is small, too.
  deferred_tool_index:
    max_items: 2

flags:
  notes: { enabled: true, title: \"Notes\" }
  files: false  # short form

agent:
  enabled_tools:
    - notes.search   # first
    - tool.call
  deferred_tools: [notes.search]

tools:
  notes.search:
    requires: [notes]
    description: >
      Searches the notes.
      Best matches first.
  tool.call: { description: \"Calls a deferred tool.\" }

servers:
  mail: # two accounts
    side_effect: network_read
    tools: { list: {}, read: {} }

costs:
  prices: { input: 3, output: 7.5 }   # dollars

expect:
  - name: nothing is lost
    skipped: []
# The end.
";

fn scenario(text: &str) -> Arc<Scenario> {
    let loaded = load_text(None, text, &[]);
    loaded
        .unwrap_or_else(|failed| panic!("{:#?}\n{text}", failed.problems))
        .scenario
}

fn applied(scenario: &Scenario, edits: &[Edit]) -> Scenario {
    edits.iter().fold(scenario.clone(), |now, edit| edit.apply(&now))
}

/// The plan of a scenario as its report, under a title of no account.
fn plan(scenario: &Scenario) -> serde_json::Value {
    let (roster, plan) = Plan::of(scenario);
    let mut value = report::json::plan(scenario, &roster, &plan);
    value["scenario"] = "".into();
    value
}

/// A scenario as far as saving must keep it: gates keep what they say, not their lines.
fn without_places(scenario: &Scenario) -> Scenario {
    let mut scenario = scenario.clone();
    for gate in Arc::make_mut(&mut scenario.expect) {
        gate.at.line = 0;
        gate.at.column = 0;
    }
    for call in &mut Arc::make_mut(&mut scenario.runs).calls {
        call.at.line = 0;
        call.at.column = 0;
    }
    scenario
}

/// An edit of every kind, fit for `WRITTEN`.
fn every_edit() -> Vec<Edit> {
    let names = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect::<Vec<_>>();
    vec![
        Edit::Flag {
            flag: "notes".into(),
            enabled: false,
        },
        Edit::Flag {
            flag: "files".into(),
            enabled: true,
        },
        Edit::Source {
            kind: SourceKind::Server,
            id: "mail".into(),
            enabled: false,
        },
        Edit::Class {
            class: Class::ToolDefinitions,
            field: Field::MaxItems,
            value: 5,
        },
        Edit::Class {
            class: Class::DeferredToolIndex,
            field: Field::MaxTokens,
            value: 700,
        },
        Edit::Class {
            class: Class::Persona,
            field: Field::UsedTokens,
            value: 120,
        },
        Edit::Class {
            class: Class::SkillCatalog,
            field: Field::UsedItems,
            value: 3,
        },
        Edit::CeilingTokens(Some(20_000)),
        Edit::OutputReserveTokens(4_096),
        Edit::ContextWindowTokens(1_000_000),
        Edit::Builder(Builder::V11),
        Edit::Estimator(Estimator::Encoding(Encoding::O200kBase)),
        Edit::RankingOrder(RankingOrder::Name),
        Edit::RankingFirst(names(&["mcp.mail.*", "*.read"])),
        Edit::SessionKind(SessionKind::OperationalEmail),
        Edit::WebsiteProfile(true),
        Edit::EnabledTools(Some(names(&["tool.call", "notes.search"]))),
        Edit::EnabledTools(None),
        Edit::DeferredTools(names(&[])),
        Edit::AlwaysDefine(names(&["notes.search"])),
        Edit::Admission(AdmissionLimit::DescriptionBytes(Some(40))),
        Edit::Admission(AdmissionLimit::SchemaBytes(Some(900))),
        Edit::Admission(AdmissionLimit::SchemaDepth(Some(9))),
        Edit::Admission(AdmissionLimit::AllowRefs(Some(false))),
        Edit::Description {
            tool: DescribedTool::Builtin("notes.search".into()),
            description: "Finds: notes # by \"words\".\n\n  The best first.\n".into(),
        },
        Edit::Description {
            tool: DescribedTool::Builtin("tool.call".into()),
            description: String::new(),
        },
        Edit::Description {
            tool: DescribedTool::Remote {
                kind: SourceKind::Server,
                id: "mail".into(),
                remote_name: "read".into(),
            },
            description: "true".into(),
        },
        Edit::Costs(CostFigure::InputPrice, None),
        Edit::Costs(CostFigure::InputPrice, Decimal::parse("0.000001")),
        Edit::Costs(CostFigure::CachedInputPrice, Decimal::parse("0.3")),
        Edit::Costs(CostFigure::CacheWritePrice, Decimal::parse("3.75")),
        Edit::Costs(CostFigure::OutputPrice, None),
        Edit::Costs(CostFigure::StepsPerRequest, Decimal::parse("2.5")),
        Edit::Costs(CostFigure::HistoryTokens, Decimal::parse("8000.9")),
        Edit::Costs(CostFigure::StepOutputTokens, Decimal::parse("120")),
        Edit::Costs(CostFigure::CacheHitPercent, Decimal::parse("99.95")),
    ]
}

#[test]
fn saving_in_place_keeps_comments_order_and_quotes() {
    let edits = &every_edit()[..6];
    let folder = folder(&[("a.yaml", WRITTEN.as_bytes())]);
    let path = folder.path().join("a.yaml");
    let now = applied(&scenario(WRITTEN), edits);
    save_in_place(&Origin::Disk(path.clone()), WRITTEN, edits, &now).unwrap();
    let expected = "\
# Mine.
format: roster/1   # the only one
name: 'Quoted'     # keeps its quotes

budget:
  tool_definitions: { max_tokens: 260, max_items: 5 }   # tight
  # The index is small, too.
  deferred_tool_index:
    max_items: 2
    max_tokens: 700
  persona:
    used_tokens: 120

flags:
  notes: { enabled: false, title: \"Notes\" }
  files: true  # short form

agent:
  enabled_tools:
    - notes.search   # first
    - tool.call
  deferred_tools: [notes.search]

tools:
  notes.search:
    requires: [notes]
    description: >
      Searches the notes.
      Best matches first.
  tool.call: { description: \"Calls a deferred tool.\" }

servers:
  mail: # two accounts
    side_effect: network_read
    tools: { list: {}, read: {} }
    enabled: false

costs:
  prices: { input: 3, output: 7.5 }   # dollars

expect:
  - name: nothing is lost
    skipped: []
# The end.
";
    assert_eq!(std::fs::read_to_string(&path).unwrap(), expected);
    assert_eq!(files_in(folder.path()), ["a.yaml"]);
}

#[test]
fn every_kind_of_edit_saved_in_place_plans_as_it_did_on_screen() {
    let before = scenario(WRITTEN);
    for edit in every_edit() {
        let now = edit.apply(&before);
        assert_ne!(now, *before, "{edit:?} changes nothing");
        let text = in_place_text(&Origin::Disk("a.yaml".into()), WRITTEN, &changes(&before, &now), &now);
        let text = text.unwrap_or_else(|error| panic!("{edit:?}: {error}"));
        let again = scenario(&text);
        assert_eq!(without_places(&again), without_places(&now), "{edit:?}\n{text}");
        assert_eq!(plan(&again), plan(&now), "{edit:?}\n{text}");
    }
}

#[test]
fn every_kind_of_edit_saved_as_a_variant_plans_as_it_did_on_screen() {
    let folder = folder(&[("base.yaml", WRITTEN.as_bytes())]);
    let base = Origin::Disk(folder.path().join("base.yaml"));
    let before = load(&base, &[]).unwrap().scenario;
    for (number, edit) in every_edit().into_iter().enumerate() {
        let now = edit.apply(&before);
        let path = folder.path().join(format!("variant-{number}.yaml"));
        let edits = changes(&before, &now);
        save_variant(&path, &base, "Variant", &edits, &now).unwrap_or_else(|error| panic!("{edit:?}: {error}"));
        let again = load(&Origin::Disk(path), &[]).unwrap().scenario;
        assert_eq!(again.name, "Variant");
        assert_eq!(changes(&again, &now), [], "{edit:?}");
        assert_eq!(plan(&again), plan(&now), "{edit:?}");
    }
}

#[test]
fn all_edits_at_once_and_back_again_lose_nothing() {
    let before = scenario(WRITTEN);
    let origin = Origin::Disk("a.yaml".into());
    let now = applied(&before, &every_edit());
    let there = in_place_text(&origin, WRITTEN, &changes(&before, &now), &now).unwrap();
    assert_eq!(without_places(&scenario(&there)), without_places(&now));
    let back = in_place_text(&origin, &there, &changes(&now, &before), &before).unwrap();
    assert_eq!(without_places(&scenario(&back)), without_places(&before));
}

#[test]
fn what_is_saved_in_place_means_what_was_on_screen() {
    let texts: Vec<String> = ["production.yaml", "getting-started.yaml"]
        .iter()
        .map(|name| {
            load(&Origin::Shipped((*name).to_owned()), &[])
                .unwrap()
                .text()
                .to_string()
        })
        .chain([WRITTEN.to_owned()])
        .collect();
    let strategy = (0..texts.len(), proptest::collection::vec(choice(), 1..5));
    holds(96, strategy, |(place, choices)| {
        // Beside the shipped files, where the inventories are.
        let origin = Origin::Shipped("production.yaml".to_owned());
        let load = |text: &str| load_text(Some(&origin), text, &[]).unwrap().scenario;
        let before = load(&texts[place]);
        let now = choices
            .iter()
            .fold((*before).clone(), |now, choice| choice.edit(&now).apply(&now));
        let text = in_place_text(&origin, &texts[place], &changes(&before, &now), &now);
        let text = text.map_err(|error| TestCaseError::fail(error.to_string()))?;
        prop_assert_eq!(without_places(&load(&text)), without_places(&now), "{}", text);
        Ok(())
    });
}

#[test]
fn a_file_that_changed_on_disk_is_not_overwritten() {
    let other = WRITTEN.replace("# Mine.", "# Somebody else's.");
    let folder = folder(&[("a.yaml", other.as_bytes())]);
    let path = folder.path().join("a.yaml");
    let edits = &every_edit()[..1];
    let now = applied(&scenario(WRITTEN), edits);
    let error = save_in_place(&Origin::Disk(path.clone()), WRITTEN, edits, &now).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the file has changed on disk since it was read; reload it first, your changes can be kept"
    );
    assert_eq!(std::fs::read_to_string(&path).unwrap(), other);
}

#[test]
fn a_text_that_would_mean_something_else_is_not_written() {
    let folder = folder(&[("a.yaml", WRITTEN.as_bytes())]);
    let path = folder.path().join("a.yaml");
    let edits = &every_edit()[..1];
    let on_screen = applied(&scenario(WRITTEN), &every_edit()[..2]);
    let error = save_in_place(&Origin::Disk(path.clone()), WRITTEN, edits, &on_screen).unwrap_err();
    assert!(matches!(error, SaveError::MeansSomethingElse), "{error}");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), WRITTEN);
}

#[test]
fn a_text_that_lost_a_tool_is_not_written() {
    let on_screen = scenario(WRITTEN);
    let lost = WRITTEN.replace("list: {}, ", "");
    let error = in_place_text(&Origin::Disk("a.yaml".into()), &lost, &[], &on_screen).unwrap_err();
    assert!(matches!(error, SaveError::MeansSomethingElse), "{error}");
}

/// The names of the files in a folder, sorted.
fn files_in(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap();
    let mut names: Vec<String> = entries
        .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
        .collect();
    names.sort_unstable();
    names
}

#[test]
fn a_write_that_fails_leaves_everything_as_it_was() {
    // A folder stands where the file should go: the new text is written, but cannot take its place.
    let folder = folder(&[("a.yaml/inside.txt", b"untouched")]);
    let target = folder.path().join("a.yaml");
    let error = write_atomically(&target, "new").unwrap_err();
    assert!(
        error
            .to_string()
            .starts_with(&format!("cannot use {}: ", target.display())),
        "{error}"
    );
    assert_eq!(files_in(folder.path()), ["a.yaml"]);
    assert_eq!(std::fs::read(target.join("inside.txt")).unwrap(), b"untouched");
}

#[test]
fn a_write_protected_file_is_left_alone() {
    let folder = folder(&[("a.yaml", WRITTEN.as_bytes())]);
    let path = folder.path().join("a.yaml");
    let mut permissions = std::fs::metadata(&path).unwrap().permissions();
    permissions.set_readonly(true);
    std::fs::set_permissions(&path, permissions).unwrap();
    let error = write_atomically(&path, "new").unwrap_err();
    assert_eq!(
        error.to_string(),
        format!("cannot use {}: permission denied", path.display())
    );
    assert_eq!(std::fs::read_to_string(&path).unwrap(), WRITTEN);
    assert_eq!(files_in(folder.path()), ["a.yaml"]);
}

#[cfg(unix)]
#[test]
fn a_link_stays_a_link_and_its_target_keeps_its_mode() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = folder(&[("real.yaml", b"old")]);
    let (real, link) = (folder.path().join("real.yaml"), folder.path().join("a.yaml"));
    std::os::unix::fs::symlink(&real, &link).unwrap();
    std::fs::set_permissions(&real, std::fs::Permissions::from_mode(0o640)).unwrap();
    write_atomically(&link, "new").unwrap();
    assert!(link.is_symlink());
    assert_eq!(std::fs::read_to_string(&real).unwrap(), "new");
    assert_eq!(std::fs::metadata(&real).unwrap().permissions().mode() & 0o777, 0o640);
}

#[test]
fn a_shipped_file_is_not_saved_in_place() {
    let shipped = Origin::Shipped("production.yaml".to_owned());
    let loaded = load(&shipped, &[]).unwrap();
    let error = save_in_place(&shipped, &loaded.text(), &[], &loaded.scenario).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the file cannot be edited in place: production.yaml is part of the program; save a variant instead"
    );
}

/// Saves one edit of `x/base.yaml` as a variant of a name, and gives the folder and what came of it.
fn variant_at(name: &str) -> (tempfile::TempDir, Result<String, String>) {
    let folder = folder(&[
        ("x/base.yaml", WRITTEN.as_bytes()),
        ("y/z.txt", b""),
        ("x/deep/z.txt", b""),
    ]);
    let base = Origin::Disk(folder.path().join("x/base.yaml"));
    let edits = &every_edit()[..1];
    let now = applied(&load(&base, &[]).unwrap().scenario, edits);
    let path = folder.path().join(name);
    let result = save_variant(&path, &base, "What if: no notes", edits, &now)
        .map(|()| std::fs::read_to_string(&path).unwrap())
        .map_err(|error| {
            error
                .to_string()
                .replace(&folder.path().canonicalize().unwrap().display().to_string(), "")
        });
    (folder, result)
}

#[test]
fn a_variant_lies_beside_its_base_or_above_it() {
    let text = |base: &str| {
        format!(
            "format: roster/1\nname: 'What if: no notes'\nnotes: What-if over {base}. Switch Notes off.\nextends: {base}\n\nflags:\n  notes:\n    enabled: false\n"
        )
    };
    assert_eq!(variant_at("x/v.yaml").1, Ok(text("base.yaml")));
    assert_eq!(variant_at("v.yaml").1, Ok(text("x/base.yaml")));
    let elsewhere = Err("a variant lies beside the file that it extends or above it; choose a name in /x".to_owned());
    for name in ["y/v.yaml", "x/deep/v.yaml"] {
        let (folder, result) = variant_at(name);
        assert_eq!(result, elsewhere, "{name}");
        assert!(!folder.path().join(name).exists());
    }
    let own_name = Err("a variant needs a name of its own: it extends base.yaml".to_owned());
    for name in ["x/base.yaml", "base.yaml"] {
        let (folder, result) = variant_at(name);
        assert_eq!(result, own_name, "{name}");
        assert_eq!(
            std::fs::read_to_string(folder.path().join("x/base.yaml")).unwrap(),
            WRITTEN
        );
    }
}

#[test]
fn a_variant_of_a_shipped_file_brings_what_it_needs() {
    for name in shipped_names() {
        let folder = folder(&[]);
        let shipped = Origin::Shipped(name.to_owned());
        let before = load(&shipped, &[]).unwrap().scenario;
        let edit = Edit::Class {
            class: Class::ToolDefinitions,
            field: Field::MaxItems,
            value: 7,
        };
        let now = edit.apply(&before);
        let path = folder.path().join("my.yaml");
        save_variant(&path, &shipped, "Mine", &[edit], &now).unwrap();
        let loaded = load(&Origin::Disk(path), &[]).unwrap();
        assert_eq!(plan(&loaded.scenario), plan(&now), "{name}");
        assert_eq!(loaded.files.iter().filter(|file| !file.exists()).count(), 0);
    }
}

#[test]
fn a_variant_is_not_saved_beside_another_inventory_of_that_name() {
    let folder = folder(&[("inventories/gmail_read.json", b"{\"tools\": []}")]);
    let shipped = Origin::Shipped("production.yaml".to_owned());
    let now = load(&shipped, &[]).unwrap().scenario;
    let error = save_variant(&folder.path().join("v.yaml"), &shipped, "V", &[], &now).unwrap_err();
    assert!(matches!(error, SaveError::MeansSomethingElse), "{error}");
    assert!(!folder.path().join("v.yaml").exists());
}

#[test]
fn files_that_lie_beside_a_variant_already_are_kept() {
    let mine = b"format: roster/1\nname: My own production\n";
    let folder = folder(&[("production.yaml", mine)]);
    let shipped = Origin::Shipped("production.yaml".to_owned());
    let now = load(&shipped, &[]).unwrap().scenario;
    let error = save_variant(&folder.path().join("v.yaml"), &shipped, "V", &[], &now).unwrap_err();
    assert!(matches!(error, SaveError::MeansSomethingElse), "{error}");
    assert_eq!(std::fs::read(folder.path().join("production.yaml")).unwrap(), mine);
    assert!(!folder.path().join("v.yaml").exists());
}
