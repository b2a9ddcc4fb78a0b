//! What both transports share: reading messages, the limits over all of a server's bytes, and what went wrong down there.
//!
//! The SDK's errors do not say enough, so a transport notes its own cause here and then only closes.

use super::MAX_BYTES;
use super::error::{Cause, Stage};
use rmcp::model::ServerJsonRpcMessage;
use serde_json::{Map, Value};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::Notify;

/// Under this key a page of `tools/list` passes through the SDK as it came. A result that holds only an unknown key is the
/// one kind that it does not read into types.
pub(super) const PAGE_KEY: &str = "roster/page";

/// How much of what a program prints beside its messages is kept, in bytes.
const SAID_BYTES: usize = 4_096;

/// Shared by a transport and who waits for it.
#[derive(Clone, Debug, Default)]
pub(super) struct Wire {
    inner: Arc<Mutex<Inner>>,
    /// Rung when something went wrong.
    bell: Arc<Notify>,
}

#[derive(Debug, Default)]
struct Inner {
    bytes: u64,
    cause: Option<Cause>,
    stage: Stage,
    said: Vec<u8>,
}

impl Wire {
    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts bytes that came. False if they are too many: that is noted, and the transport must close.
    pub(super) fn count(&self, bytes: usize) -> bool {
        let mut inner = self.inner();
        inner.bytes = inner.bytes.saturating_add(bytes as u64);
        let is_within = inner.bytes <= MAX_BYTES;
        drop(inner);
        if !is_within {
            self.fail(Cause::TooMuch);
        }
        is_within
    }

    /// Notes what went wrong. The first cause counts.
    pub(super) fn fail(&self, cause: Cause) {
        self.inner().cause.get_or_insert(cause);
        self.bell.notify_one();
    }

    /// Waits until something goes wrong.
    pub(super) async fn failed(&self) -> Cause {
        loop {
            if let Some(cause) = self.cause() {
                return cause;
            }
            self.bell.notified().await;
        }
    }

    /// What went wrong, if anything was noted.
    pub(super) fn cause(&self) -> Option<Cause> {
        self.inner().cause.clone()
    }

    /// Says how far the server is.
    pub(super) fn reach(&self, stage: Stage) {
        self.inner().stage = stage;
    }

    /// How far the server is.
    pub(super) fn stage(&self) -> Stage {
        self.inner().stage
    }

    /// Keeps the end of what a program prints.
    pub(super) fn note(&self, bytes: &[u8]) {
        let mut inner = self.inner();
        let bytes = &bytes[bytes.len().saturating_sub(SAID_BYTES)..];
        inner.said.extend_from_slice(bytes);
        let over = inner.said.len().saturating_sub(SAID_BYTES);
        inner.said.drain(..over);
    }

    /// The end of what a program printed.
    pub(super) fn said(&self) -> String {
        String::from_utf8_lossy(&self.inner().said).trim().to_owned()
    }

    /// The messages in a line or an answer; none where it holds no JSON-RPC. Pages of `tools/list` are kept as they came.
    pub(super) fn messages(&self, text: &[u8]) -> Vec<ServerJsonRpcMessage> {
        let text = text.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(text).trim_ascii();
        if !text.starts_with(b"{") && !text.starts_with(b"[") {
            return Vec::new();
        }
        let entries = match serde_json::from_slice(text) {
            // Servers of the protocol of March 2025 may join messages.
            Ok(Value::Array(entries)) => entries,
            Ok(entry) => vec![entry],
            Err(error) => {
                if error.to_string().starts_with("recursion limit") {
                    self.fail(Cause::TooDeep);
                }
                return Vec::new();
            }
        };
        let messages = entries.into_iter().map(with_page_kept);
        messages
            .filter_map(|entry| serde_json::from_value(entry).ok())
            .collect()
    }
}

fn with_page_kept(mut entry: Value) -> Value {
    if let Some(result) = entry.get_mut("result")
        && result.get("tools").is_some()
    {
        let page = result.take();
        *result = Value::Object(Map::from_iter([(PAGE_KEY.to_owned(), page)]));
    }
    entry
}

#[cfg(test)]
mod tests {
    use super::{PAGE_KEY, SAID_BYTES, Wire};
    use crate::inventory::capture::error::Cause;
    use rmcp::model::{ServerJsonRpcMessage, ServerResult};
    use serde_json::{Value, json};

    #[test]
    fn a_page_keeps_every_key() {
        let page = json!({"tools": [{"id": 1, "name": "a", "inputSchema": {"type": "object"}, "execution": {}}], "ttlMs": 1.0});
        let line = json!({"jsonrpc": "2.0", "id": 1, "result": page}).to_string();
        let messages = Wire::default().messages(line.as_bytes());
        let [ServerJsonRpcMessage::Response(response)] = messages.as_slice() else {
            panic!("{messages:?}")
        };
        let ServerResult::CustomResult(result) = &response.result else {
            panic!("{response:?}")
        };
        assert_eq!(result.0, json!({ PAGE_KEY: page }));
    }

    #[test]
    fn what_is_no_message_is_none() {
        let wire = Wire::default();
        for noise in [
            "",
            "Listening on 3000",
            "{'a': 1}",
            "[INFO] started",
            "{}",
            "[1, 2]",
            "{\"jsonrpc\": \"2.0\"}",
        ] {
            assert!(wire.messages(noise.as_bytes()).is_empty(), "{noise}");
        }
        let two = r#"[{"jsonrpc":"2.0","method":"a"},{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":1}}]"#;
        assert_eq!(wire.messages(two.as_bytes()).len(), 2);
        assert_eq!(wire.cause(), None);
        let deep = format!("{}{}", "[".repeat(200), "]".repeat(200));
        assert!(wire.messages(deep.as_bytes()).is_empty());
        assert_eq!(wire.cause(), Some(Cause::TooDeep));
    }

    #[test]
    fn only_the_end_of_what_was_said_is_kept() {
        let wire = Wire::default();
        wire.note(&[b'a'; SAID_BYTES]);
        wire.note(b"the end");
        assert!(wire.said().ends_with("aathe end"));
        assert_eq!(wire.said().len(), SAID_BYTES);
        assert_eq!(Wire::default().messages(&Value::Null.to_string().into_bytes()).len(), 0);
    }
}
