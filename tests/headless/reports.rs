//! Reports for a design review: the shipped ones byte for byte, and hostile texts that must stay texts.
//!
//! After a change that is meant: `UPDATE_GOLDEN=1 cargo test --test headless reports` draws the golden ones anew; look at the
//! difference before it is committed.

use roster::explore::Comparison;
use roster::gates::Gates;
use roster::plan::Planned;
use roster::report::review::{Against, ReadFile, Review, commands};
use roster::report::{csv, html, markdown};
use roster::scenario::{Loaded, Origin, load, load_text};
use std::path::Path;
use std::sync::Arc;

struct Opened {
    origin: String,
    files: Vec<ReadFile>,
    planned: Arc<Planned>,
}

impl Opened {
    fn new(origin: &str, loaded: Loaded) -> Self {
        Self {
            origin: origin.to_owned(),
            files: ReadFile::all(&loaded),
            planned: Arc::new(Planned::new(loaded.scenario, None)),
        }
    }

    fn shipped(name: &str) -> Self {
        let origin = Origin::Shipped(name.to_owned());
        Self::new(&origin.shown(), load(&origin, &[]).unwrap())
    }

    fn title(&self) -> &str {
        &self.planned.scenario.name
    }
}

/// Both formats of one report: HTML, then Markdown.
fn written(opened: &Opened, before: Option<&Opened>) -> [String; 2] {
    let gates = Gates::of(&opened.planned);
    let comparison = before.map(|before| Comparison::new(Arc::clone(&before.planned), Arc::clone(&opened.planned)));
    let against = before.map(|before| before.origin.as_str());
    ["review.html", "review.md"].map(|out| {
        let review = Review {
            title: opened.title(),
            origin: &opened.origin,
            what_if: &[],
            planned: &opened.planned,
            gates: &gates,
            files: &opened.files,
            against: before.zip(comparison.as_ref()).map(|(before, comparison)| Against {
                title: before.title(),
                origin: &before.origin,
                files: &before.files,
                comparison,
            }),
            commands: &commands(&opened.origin, against, &[], out),
            version: env!("CARGO_PKG_VERSION"),
        };
        if out.ends_with("html") {
            html::page(&review)
        } else {
            markdown::page(&review)
        }
    })
}

/// Compares with a file of `tests/golden`, or writes it where that was asked for.
#[track_caller]
fn golden(name: &str, text: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name);
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(&path, text).unwrap();
        return;
    }
    let expected = std::fs::read_to_string(&path).unwrap();
    let first = expected.lines().zip(text.lines()).position(|(a, b)| a != b);
    let line = |of: &str| first.and_then(|at| of.lines().nth(at)).unwrap_or("").to_owned();
    assert!(
        expected == text,
        "tests/golden/{name} differs from line {}:\n  was {}\n  is  {}\nif that is meant: UPDATE_GOLDEN=1 cargo test --test headless reports",
        first.map_or(0, |at| at + 1),
        line(&expected),
        line(text)
    );
}

#[test]
fn reports_are_as_they_were() {
    let after = Opened::shipped("after-adr-0123.yaml");
    let [html, markdown] = written(&after, None);
    golden("after-adr-0123.html", &html);
    golden("after-adr-0123.md", &markdown);
    let before = Opened::shipped("after-adr-0124.yaml");
    let [html, markdown] = written(&after, Some(&before));
    golden("after-adr-0123-against-0124.html", &html);
    golden("after-adr-0123-against-0124.md", &markdown);
}

/// Ends an element, an attribute, a style, a comment; marks up in Markdown; turns the direction; hides characters.
const HOSTILE: &[&str] = &[
    "<script>alert(1)</script>",
    "\\\"><img src=x onerror=alert(1)>",
    "' onmouseover='alert(1)",
    "</style><style>*{color:red}",
    "--><b>",
    "</title></svg><svg onload=alert(1)>",
    "[link](javascript:alert(1))",
    "![image](https://evil.example/x.png)",
    "a | b",
    "```` fence",
    "# heading",
    "https://evil.example www.evil.example someone@example.com",
    "&lt;script&gt; &#x202e;",
    "\\u202Erevers\\u202C \\u200B\\u2066 \\e[31m \\0",
];

/// Every place that takes free text holds all of the hostile ones.
fn hostile() -> Opened {
    let text = HOSTILE.join(" ");
    let mut tools = String::new();
    for (place, one) in HOSTILE.iter().enumerate() {
        tools.push_str(&format!("      \"t{place} {one}\": {{ description: \"{text}\" }}\n"));
    }
    let yaml = format!(
        "format: roster/1
name: \"{text}\"
notes: \"{text}\"
budget: {{ tool_definitions: {{ max_items: 6 }} }}
flags:
  odd: {{ enabled: false, title: \"{text}\" }}
tools:
  tool.call: {{ kind: control, description: \"{text}\" }}
  notes.search: {{ description: \"{text}\" }}
  notes.off: {{ requires: [odd], description: \"{text}\" }}
servers:
  evil:
    title: \"{text}\"
    side_effect: network_read
    tools:
{tools}
usage: {{ days: 1, requests: 10, calls: {{ notes.search: 3 }} }}
expect:
  - name: \"{text}\"
    defined: [notes.off]
"
    );
    Opened::new("\u{202e}<script>.yaml", load_text(None, &yaml, &[]).unwrap())
}

/// The program's own elements.
const ELEMENTS: &str = "!doctype a b bdi body caption circle code desc details div figcaption figure footer h1 h2 h3 head \
    header html li line link main meta nav ol p path polyline pre rect section span style summary svg \
    symbol table tbody td text th thead title tr ul use wbr";

/// And attributes.
const ATTRIBUTES: &str = "aria-hidden aria-label aria-labelledby charset class content cx cy d height href html http-equiv id \
    lang name points r rel role rx scope tabindex text-anchor viewBox width x x1 x2 y y1 y2";

/// What stands between `<` and `>`: elements with their attributes.
fn tags(html: &str) -> Vec<&str> {
    html.split('<')
        .skip(1)
        .map(|rest| rest.split_once('>').unwrap_or((rest, "")).0)
        .collect()
}

/// An element that the program itself writes, with attributes that it writes, and no reference that leaves the page.
#[track_caller]
fn check_tag(tag: &str) {
    let (name, attributes) = tag.trim_start_matches('/').split_once(' ').unwrap_or((tag, ""));
    let name = name.trim_start_matches('/').trim_end_matches('/');
    assert!(ELEMENTS.split(' ').any(|known| known == name), "<{tag}>");
    // Values hold no quote: what is between two of them is one.
    for (place, part) in attributes.split('"').enumerate() {
        if place % 2 == 0 {
            let attribute = part.trim().trim_end_matches(['=', '/']);
            assert!(
                attribute.is_empty() || ATTRIBUTES.split(' ').any(|known| known == attribute),
                "<{tag}>"
            );
        }
    }
    // No reference leaves the page.
    if let Some((_, reference)) = tag.split_once("href=\"") {
        assert!(reference.starts_with('#') || reference.starts_with("data:,"), "<{tag}>");
    }
}

#[track_caller]
fn no_hidden_characters(text: &str) {
    let hidden = |c: &char| *c != '\n' && roster::diagnostics::is_hidden(*c);
    assert_eq!(text.chars().find(hidden), None);
}

#[test]
fn hostile_texts_stay_texts_in_html() {
    let hostile = hostile();
    let quiet = Opened::shipped("getting-started.yaml");
    for before in [None, Some(&quiet), Some(&hostile)] {
        let [html, _] = written(&hostile, before);
        no_hidden_characters(&html);
        assert_eq!(html.matches("</style>").count(), 1);
        assert_eq!(html.matches("<title>").count() - html.matches("</title></").count(), 1);
        assert!(!html.contains("-->") && !html.contains("<!--"));
        for tag in tags(&html) {
            check_tag(tag);
        }
        // They are all there to be read.
        for text in [
            "&lt;script&gt;alert(1)",
            "onerror=alert(1)&gt;",
            "\\u{202e}revers",
            "\\u{1b}[31m",
        ] {
            assert!(html.contains(text), "{text}");
        }
    }
}

/// A Markdown text without its code: spans and fenced blocks.
fn without_code(markdown: &str) -> String {
    let mut prose = String::new();
    let mut fence: Option<String> = None;
    for line in markdown.lines() {
        let ticks: String = line.chars().take_while(|c| *c == '`').collect();
        match &fence {
            Some(open) if line == *open => fence = None,
            Some(_) => {}
            None if ticks.len() >= 3 && !line[ticks.len()..].contains('`') => fence = Some(ticks),
            None => {
                prose.push_str(&without_spans(line));
                prose.push('\n');
            }
        }
    }
    assert_eq!(fence, None);
    prose
}

fn without_spans(line: &str) -> String {
    let mut out = String::new();
    let mut rest = line;
    while let Some(at) = rest.find('`') {
        let is_escaped = rest[..at].ends_with('\\');
        out.push_str(&rest[..at]);
        let ticks = rest[at..].chars().take_while(|c| *c == '`').count();
        if is_escaped {
            out.push('`');
            rest = &rest[at + 1..];
            continue;
        }
        let run = "`".repeat(ticks);
        let inner = &rest[at + ticks..];
        // The span ends at a run of just as many.
        let mut end = 0;
        loop {
            let found = inner[end..].find(&run).map(|found| end + found).expect(line);
            let length = inner[found..].chars().take_while(|c| *c == '`').count();
            if length == ticks {
                assert!(
                    !inner[..found].replace("\\|", "").contains('|') || !line.starts_with('|'),
                    "{line}"
                );
                rest = &inner[found + ticks..];
                break;
            }
            end = found + length;
        }
    }
    out.push_str(rest);
    out
}

#[test]
fn hostile_texts_stay_texts_in_markdown() {
    let hostile = hostile();
    let quiet = Opened::shipped("getting-started.yaml");
    for before in [None, Some(&quiet), Some(&hostile)] {
        let [_, markdown] = written(&hostile, before);
        no_hidden_characters(&markdown);
        let prose = without_code(&markdown);
        let mut previous = ' ';
        let mut is_escaped = false;
        for c in prose.replace("<br>", "").chars() {
            assert!(is_escaped || !"<>[]!`_~&".contains(c), "{c:?} acts behind {previous:?}");
            is_escaped = c == '\\' && !is_escaped;
            previous = c;
        }
        for word in ["://", "www.", "@example", "javascript:alert(1)"] {
            assert!(!prose.contains(word), "{word}");
        }
        // A table's rows have as many cells as its heading: no pipe from a text ended one.
        let mut cells = None;
        for line in markdown.lines() {
            if line.starts_with("| ") {
                let count = line.replace("\\|", "").matches('|').count();
                assert_eq!(*cells.get_or_insert(count), count, "{line}");
            } else {
                cells = None;
            }
        }
    }
}

#[test]
fn hostile_texts_stay_cells_in_csv() {
    let table = csv::table(&hostile().planned);
    no_hidden_characters(&table.replace("\r\n", "\n"));
    assert!(table.ends_with("\r\n"));
    let heading = table.lines().next().unwrap();
    assert_eq!(
        heading,
        "rank,lane,tool,source,effect,definition_tokens,index_tokens,reason,detail"
    );
}

/// A broken plan, an old builder and an empty one have reports, too.
#[test]
fn every_shipped_scenario_has_a_report() {
    let production = Opened::shipped("production.yaml");
    for name in roster::scenario::shipped_names() {
        let [html, markdown] = written(&Opened::shipped(name), Some(&production));
        for text in [&html, &markdown] {
            assert!(
                !text.contains("NaN") && !text.contains("inf\"") && !text.contains("18,446,744"),
                "{name}"
            );
        }
        assert!(html.contains("id=\"reproduce\""), "{name}");
    }
    let empty = load_text(None, "format: roster/1\n", &[]).unwrap();
    let [html, markdown] = written(&Opened::new("empty.yaml", empty), None);
    assert!(html.contains("No tools") && markdown.contains("No tools"));
}

#[test]
fn the_same_input_gives_the_same_bytes() {
    let write = || {
        written(
            &Opened::shipped("everything-on.yaml"),
            Some(&Opened::shipped("production.yaml")),
        )
    };
    assert_eq!(write(), write());
}
