//! What a request costs: how the figures are read, what stands for those that are not said, and how they change.

use super::files::{check, check_files, fine};
use roster::plan::Plan;
use roster::scenario::{CostFigure, Costs, Decimal, Edit, Prices, changes};

fn decimal(text: &str) -> Decimal {
    Decimal::parse(text).unwrap()
}

fn read(costs: &str) -> Costs {
    let text = format!("format: roster/1\n{costs}");
    fine(&[("a.yaml", text.as_bytes())]).scenario.costs
}

const WHOLE: &str = "\
costs:
  steps_per_request: 2.5
  history_tokens: 12000
  step_output_tokens: 40
  cache_hit_percent: 99.5
  prices: { input: 3, cached_input: 0.25, cache_write: 3.5, output: 15.0 }
";

#[test]
fn every_figure_is_read() {
    let expected = Costs {
        steps_per_request: decimal("2.5"),
        history_tokens: 12_000,
        step_output_tokens: 40,
        cache_hit_percent: decimal("99.5"),
        prices: Some(Prices {
            input: decimal("3"),
            cached_input: Some(decimal("0.25")),
            cache_write: Some(decimal("3.5")),
            output: Some(decimal("15")),
        }),
    };
    assert_eq!(read(WHOLE), expected);
}

#[test]
fn a_cache_dearer_than_input_is_told() {
    check(
        "format: roster/1\ncosts: { prices: { input: 3, cached_input: 5 } }\n",
        "a.yaml:2:44: warning[cache-dearer]: `cached_input` costs 5, more than the 3 of `input` - what the prompt cache \
         has is usually cheaper: see whether the two are the wrong way round",
    );
    assert!(
        read("costs: { prices: { input: 3, cached_input: 3 } }\n")
            .prices
            .is_some()
    );
}

#[test]
fn what_is_not_said_is_as_usual() {
    let usual = Costs::default();
    for silent in [
        "",
        "costs:\n",
        "costs: {}\n",
        "costs: { steps_per_request: , prices: }\n",
    ] {
        assert_eq!(read(silent), usual);
    }
    assert_eq!(usual.steps_per_request.to_string(), "2");
    assert_eq!((usual.history_tokens, usual.step_output_tokens), (6_000, 80));
    assert_eq!(usual.cache_hit_percent.to_string(), "95");
    assert_eq!(usual.prices, None);
}

#[test]
fn prices_follow_from_that_of_input() {
    let prices = read("costs: { prices: { input: 2.5 } }\n").prices.unwrap();
    let shown = [
        prices.input,
        prices.cached_input(),
        prices.cache_write(),
        prices.output(),
    ]
    .map(|one| one.to_string());
    assert_eq!(shown, ["2.5", "0.25", "3.125", "12.5"]);
    let prices = read(WHOLE).prices.unwrap();
    let shown = [prices.cached_input(), prices.cache_write(), prices.output()].map(|one| one.to_string());
    assert_eq!(shown, ["0.25", "3.5", "15"]);
}

#[test]
fn a_figure_that_cannot_be_is_told_with_its_place() {
    check(
        "format: roster/1\ncosts: { steps_per_request: 0.5, cache_hit_percent: 101, history_tokens: 1.5 }\n",
        "a.yaml:2:29: error[wrong-number]: `steps_per_request` is `0.5`, expected a number from 1 to 1000000000 - \
         write digits without quotes, sign or separators, at most six of them behind a point\n\
         a.yaml:2:53: error[wrong-number]: `cache_hit_percent` is `101`, expected a number from 0 to 100 - \
         write digits without quotes, sign or separators, at most six of them behind a point\n\
         a.yaml:2:74: error[wrong-number]: `history_tokens` is `1.5`, expected a whole number from 0 to 1000000000000 - \
         write digits only, without quotes, sign, point or separators",
    );
    for price in ["-1", "0.0000001", "'3'", "1000000000.1"] {
        let shown = match price {
            "0.0000001" => "`1e-7`".to_owned(),
            "'3'" => "the text `3`".to_owned(),
            price => format!("`{price}`"),
        };
        check(
            &format!("format: roster/1\ncosts: {{ prices: {{ input: {price} }} }}\n"),
            &format!(
                "a.yaml:2:27: error[wrong-number]: `input` is {shown}, expected a number from 0 to 1000000000 - \
                 write digits without quotes, sign or separators, at most six of them behind a point"
            ),
        );
    }
}

#[test]
fn prices_without_one_of_input_are_refused() {
    check(
        "format: roster/1\ncosts:\n  prices: { output: 15, ouput: 3 }\n",
        "a.yaml:3:11: error[price-missing]: `prices` has no `input` - state what a million tokens of input cost, such as \
         `input: 3`; the others follow from it\n\
         a.yaml:3:25: error[unknown-key]: `ouput` is not a key of the prices - did you mean `output`?",
    );
    // A variant over prices may change any of them, and is not judged alone where its base is missing.
    check_files(
        &[(
            "a.yaml",
            b"format: roster/1\nextends: b.yaml\ncosts: { prices: { output: 15 } }\n",
        )],
        "a.yaml:2:10: error[file-missing]: cannot read `b.yaml`: there is no such file - check the path and its \
         permissions",
    );
}

#[test]
fn a_variant_inherits_costs_and_changes_no_plan_by_them() {
    let base = format!("format: roster/1\nname: Base\ntools: {{ a.b: {{}} }}\n{WHOLE}");
    let over = "format: roster/1\nextends: b.yaml\ncosts: { history_tokens: 1, prices: { cache_write: null } }\n";
    let files = [("a.yaml", over.as_bytes()), ("b.yaml", base.as_bytes())];
    let variant = fine(&files).scenario;
    let before = fine(&files[1..]).scenario;
    let mut expected = before.costs;
    expected.history_tokens = 1;
    expected.prices.as_mut().unwrap().cache_write = None;
    assert_eq!(variant.costs, expected);
    assert_eq!(Plan::of(&variant).1, Plan::of(&before).1);
}

#[test]
fn an_edit_says_one_figure_in_words() {
    let text = format!("format: roster/1\n{WHOLE}");
    let base = fine(&[("a.yaml", text.as_bytes())]).scenario;
    let label = |figure, value: Option<&str>| Edit::Costs(figure, value.map(decimal)).label(&base);
    assert_eq!(
        label(CostFigure::StepsPerRequest, Some("3.50")),
        "Set the steps per request to 3.5"
    );
    assert_eq!(
        label(CostFigure::StepsPerRequest, None),
        "Set the steps per request back to 2"
    );
    assert_eq!(
        label(CostFigure::HistoryTokens, None),
        "Set the tokens of history back to 6000"
    );
    assert_eq!(label(CostFigure::InputPrice, Some("4")), "Set the price of input to 4");
    assert_eq!(label(CostFigure::InputPrice, None), "Leave out all prices");
    assert_eq!(
        label(CostFigure::OutputPrice, None),
        "Let the price of output follow from that of input"
    );
}

#[test]
fn without_a_price_of_input_there_is_no_other() {
    let text = format!("format: roster/1\n{WHOLE}");
    let base = fine(&[("a.yaml", text.as_bytes())]).scenario;
    let edit = Edit::Costs(CostFigure::InputPrice, None);
    let unpriced = edit.apply(&base);
    assert_eq!(unpriced.costs.prices, None);
    assert_eq!(changes(&base, &unpriced), [edit]);
    let other = Edit::Costs(CostFigure::OutputPrice, Some(decimal("15")));
    assert_eq!(other.apply(&unpriced), unpriced);
    let back = changes(&unpriced, &base);
    assert_eq!(back.len(), 4);
    assert_eq!(back.iter().fold(unpriced, |now, edit| edit.apply(&now)), *base);
}
