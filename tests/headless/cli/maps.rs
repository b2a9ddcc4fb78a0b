//! `roster map`: tokens by source, and what is offered twice.

use super::support::Test;

const START: &str = "shipped:getting-started.yaml";

#[test]
fn map_as_text() {
    Test::new(&["map", START])
        .stdout(
            "\
Getting started
294 tokens of definitions of 600

source and tool         tokens  share
builtin                    226  76.9%
  tool.call                 96  32.7%
  notes.search              85  28.9%
  clock.now                 45  15.3%
mail                        70  23.8%
  mcp.mail.search_mail      70  23.8%
counted as one text         −2
all definitions            294

Nearly the same
  No tools differ by an account only.
",
        )
        .run();
}

/// The parts are counted alone, the whole as one text: rounding parts them by less than a token a tool.
#[test]
fn the_parts_of_a_map_come_to_its_whole() {
    for file in [
        START,
        "shipped:production.yaml",
        "shipped:everything-on.yaml",
        "small.yaml",
    ] {
        let answer = Test::new(&["map", file, "--format=json"]).any_stderr().json();
        assert_eq!(answer["format"], "roster-map/1");
        let tools = answer["defined"].as_array().unwrap();
        let parts: u64 = tools
            .iter()
            .map(|tool| tool["definition_tokens"].as_u64().unwrap())
            .sum();
        let whole = answer["definition_tokens"].as_u64().unwrap();
        assert!(parts.abs_diff(whole) <= tools.len() as u64, "{file}: {parts} {whole}");
    }
}

/// A server and a device may have one id; an account may bring a tool twice.
#[test]
fn sources_and_accounts_are_kept_apart() {
    let scenario = "\
format: roster/1
name: Twice
servers:
  phone: { tools: { dial: { description: Dials a number. } } }
  mail_read: { tools: { list: { description: Lists what is there. } } }
  mail_write: { tools: { list: { description: Lists what is there. } } }
  post: { tools: { list: { description: Lists what is there. } } }
devices:
  phone: { tools: { ring: { description: Rings. } } }
";
    let map = |format: &str| {
        Test::new(&["map", "twice.yaml", "--format", format])
            .file("twice.yaml", scenario)
            .any_stderr()
    };
    let (text, _) = map("text").run();
    assert_eq!(
        text.lines().filter(|line| line.starts_with("phone ")).count(),
        2,
        "{text}"
    );
    assert!(text.contains("(mail, post)"), "{text}");
    let answer = map("json").json();
    let group = &answer["near_duplicates"][0];
    assert_eq!(
        group["tools"],
        serde_json::json!(["mcp.mail_read.list", "mcp.mail_write.list", "mcp.post.list"])
    );
    assert_eq!(group["accounts"], serde_json::json!(["mail", "mail", "post"]));
    assert_eq!(group["saved_slots"], 2);
}
