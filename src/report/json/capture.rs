//! What became of several servers that were captured together, as JSON.

use crate::report::{CapturedOutcome, CapturedServer};
use serde_json::{Value, json};

/// The format of [`captured`].
pub const CAPTURE_FORMAT: &str = "roster-capture/1";

/// All of them.
pub fn captured(servers: &[CapturedServer]) -> Value {
    let is = |word: &str| servers.iter().any(|server| server.outcome.word() == word);
    let status = if is("stopped") {
        "stopped"
    } else if is("failed") {
        "failed"
    } else {
        "ok"
    };
    json!({
        "format": CAPTURE_FORMAT,
        "status": status,
        "estimator": CapturedServer::ESTIMATOR.id(),
        "servers": servers.iter().map(one).collect::<Vec<_>>(),
    })
}

fn one(server: &CapturedServer) -> Value {
    let mut value = json!({
        "name": server.name,
        "server": server.id,
        "status": server.outcome.word(),
        "had_file": server.has_file_before,
    });
    match &server.outcome {
        CapturedOutcome::Captured { captured, file, .. } => {
            value["tools"] = captured.listing.tools.len().into();
            value["tokens"] = server.tokens().into();
            value["about"] = json!(captured.listing.about);
            value["masked"] = captured.masked.into();
            value["file"] = json!(file);
            value["beside_before"] = json!(server.beside());
        }
        CapturedOutcome::Failed { message, error } => {
            let (sentence, help) = message.split_once("\n  help: ").unwrap_or((message, ""));
            let help = error.as_ref().map_or(help, |error| error.cause.help());
            let code = error.as_ref().map_or("not-asked", |error| error.cause.code());
            value["error"] = json!({ "code": code, "message": sentence, "help": help });
        }
        CapturedOutcome::Elsewhere(why) => value["why"] = json!(why),
        CapturedOutcome::Off | CapturedOutcome::Stopped => {}
    }
    value
}
