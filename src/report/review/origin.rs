//! What the model reads of the index, what the scenario says about itself, and how to see all of it again.

use super::document::{Block, Cell, Column, Section, Table, Verbatim};
use super::{ReadFile, Review};
use crate::plan::Trust;
use crate::plan::explain::{counted, grouped};

/// The index as the model reads it.
pub(super) fn prompt(review: &Review<'_>) -> Section {
    let index = &review.planned.plan.index;
    let mut blocks: Vec<Block> = index
        .blocks
        .iter()
        .map(|block| {
            let is_untrusted = block.trust == Trust::ExternalUntrusted;
            Block::Verbatim(Verbatim {
                title: if is_untrusted {
                    "Untrusted: text of servers and devices, in its envelope"
                } else {
                    "Trusted: the platform's own configuration"
                }
                .to_owned(),
                remark: format!(
                    "{} · {} tokens with framing",
                    counted(block.entries.len() as u64, "entry", "entries"),
                    grouped(block.tokens)
                ),
                is_untrusted,
                text: block.text.clone(),
            })
        })
        .collect();
    if blocks.is_empty() {
        blocks.push(Block::Text(
            "Nothing is deferred, so the prompt holds no index and the model gets no tool.call.".to_owned(),
        ));
    }
    Section {
        id: "prompt",
        title: "The index as the model reads it",
        blocks,
    }
}

/// The scenario's notes; no section where it has none.
pub(super) fn notes(review: &Review<'_>) -> Option<Section> {
    let notes = review.planned.scenario.notes.trim();
    if notes.is_empty() {
        return None;
    }
    let paragraphs = notes.split("\n\n").map(|paragraph| {
        let lines: Vec<&str> = paragraph.lines().map(str::trim).collect();
        lines.join(" ")
    });
    Some(Section {
        id: "notes",
        title: "The scenario's notes",
        blocks: paragraphs
            .filter(|paragraph| !paragraph.is_empty())
            .map(Block::Text)
            .collect(),
    })
}

/// Commands, files and versions.
pub(super) fn reproduce(review: &Review<'_>) -> Section {
    let scenario = &review.planned.scenario;
    let mut rows = vec![
        vec![Cell::text("program"), Cell::Name(format!("roster {}", review.version))],
        vec![Cell::text("builder"), Cell::Name(scenario.builder.to_string())],
        vec![Cell::text("estimator"), Cell::Name(scenario.estimator.id().to_owned())],
    ];
    if !review.what_if.is_empty() {
        rows.push(vec![Cell::text("what-if"), Cell::Names(review.what_if.to_vec())]);
    }
    let mut blocks = vec![
        Block::Text("The same input gives the same report, byte for byte.".to_owned()),
        Block::Commands(review.commands.to_vec()),
        Block::Table(Table::new(
            "Planned with",
            &[Column::text("what"), Column::text("value")],
            rows,
        )),
    ];
    if !review.files.is_empty() {
        blocks.push(Block::Table(files("Made from these files", review.files)));
    }
    if let Some(against) = review.against.filter(|against| !against.files.is_empty()) {
        blocks.push(Block::Table(files("The baseline was made from", against.files)));
    }
    Section {
        id: "reproduce",
        title: "How to see it again",
        blocks,
    }
}

fn files(caption: &str, files: &[ReadFile]) -> Table {
    let rows = files
        .iter()
        .map(|file| vec![Cell::Name(file.path.clone()), Cell::Name(file.sha256.clone())])
        .collect();
    Table::new(
        caption,
        &[Column::text("file"), Column::text("SHA-256 of its text")],
        rows,
    )
}
