//! The handshake, then `tools/list` page after page, believing no page what it says about the next.

use super::error::{Cause, Stage};
use super::wire::{PAGE_KEY, Wire};
use super::{Captured, MAX_PAGES, Progress};
use crate::inventory::{About, Listing};
use crate::scenario::{MAX_DEPTH, MAX_TOOLS, depth};
use rmcp::RoleClient;
use rmcp::model::{
    ClientCapabilities, ClientConfig, ClientRequest, ErrorData, Implementation, ListToolsRequest,
    PaginatedRequestParams, ProtocolVersion, RequestOptionalParam, ServerPeerInfo, ServerResult,
};
use rmcp::service::{ClientInitializeError, RunningService, ServiceError, serve_client};
use rmcp::transport::Transport;
use serde_json::{Map, Value};
use std::collections::HashSet;
use std::time::Duration;

/// How long a server may take to hear that it is over.
const FAREWELL: Duration = Duration::from_secs(2);
/// How much of a cursor is shown, in characters.
const SHOWN_CURSOR: usize = 40;

/// All pages of a server.
pub(super) async fn listed<T: Transport<RoleClient> + 'static>(
    transport: T,
    wire: &Wire,
    progress: &dyn Fn(Progress),
) -> Result<Captured, Cause> {
    // No capabilities: what a server offers only to clients that can sample or ask back is not for every model.
    let client = ClientConfig::new(
        ClientCapabilities::default(),
        Implementation::new("roster", env!("CARGO_PKG_VERSION")),
    )
    .with_protocol_version(ProtocolVersion::LATEST_WITH_INITIALIZE);
    let mut service = serve_client(client, transport)
        .await
        .map_err(|error| wire.cause().unwrap_or_else(|| of_handshake(error)))?;
    let about = service.peer_info().map(|info| about(&info)).unwrap_or_default();
    progress(Progress::Connected {
        server_name: about.server_name.clone().unwrap_or_default(),
        server_version: about.server_version.clone().unwrap_or_default(),
        protocol_version: about.protocol_version.clone().unwrap_or_default(),
    });
    let pages = all_pages(&service, wire, progress).await;
    // A server that does not listen any more is ended all the same.
    let _ = service.close_with_timeout(FAREWELL).await;
    let pages = pages?;
    Ok(Captured {
        pages: pages.count,
        listing: Listing {
            about,
            tools: pages.tools,
        },
        took: Duration::ZERO,
        masked: 0,
    })
}

fn about(info: &ServerPeerInfo) -> About {
    let server = info.server_info.as_ref();
    About {
        server_name: server.map(|server| server.name.clone()),
        server_version: server
            .map(|server| server.version.clone())
            .filter(|version| !version.is_empty()),
        protocol_version: Some(info.protocol_version.as_str().to_owned()),
        instructions: info.instructions.clone().filter(|text| !text.is_empty()),
        ..About::default()
    }
}

/// The pages so far.
#[derive(Debug, Default)]
struct Pages {
    tools: Vec<Map<String, Value>>,
    names: HashSet<String>,
    cursors: HashSet<String>,
    count: usize,
}

async fn all_pages(
    service: &RunningService<RoleClient, ClientConfig>,
    wire: &Wire,
    progress: &dyn Fn(Progress),
) -> Result<Pages, Cause> {
    let mut pages = Pages::default();
    let mut cursor = None;
    loop {
        wire.reach(Stage::List(pages.count + 1));
        let request: ListToolsRequest = RequestOptionalParam {
            method: rmcp::model::ListToolsRequestMethod,
            params: Some(PaginatedRequestParams::default().with_cursor(cursor)),
            extensions: rmcp::model::Extensions::default(),
        };
        let answer = service
            .send_request(ClientRequest::ListToolsRequest(request))
            .await
            .map_err(|error| wire.cause().unwrap_or_else(|| of_list(error, wire)))?;
        let page = match answer {
            ServerResult::CustomResult(result) => result.0,
            _ => Value::Null,
        };
        cursor = pages.add(page)?;
        progress(Progress::Listed {
            pages: pages.count,
            tools: pages.tools.len(),
        });
        if cursor.is_none() {
            return Ok(pages);
        }
    }
}

impl Pages {
    /// Takes a page in and gives the cursor of the next.
    fn add(&mut self, mut page: Value) -> Result<Option<String>, Cause> {
        self.count += 1;
        let page_number = self.count;
        let no_listing = |why: String| Cause::NoListing { page: page_number, why };
        let mut page = page
            .get_mut(PAGE_KEY)
            .map(Value::take)
            .ok_or_else(|| no_listing("it has no `tools`".to_owned()))?;
        let Some(Value::Array(tools)) = page.get_mut("tools").map(Value::take) else {
            return Err(no_listing("its `tools` are no list".to_owned()));
        };
        let cursor = match page.get("nextCursor") {
            None | Some(Value::Null) => None,
            // Some servers say in this way that there is no more.
            Some(Value::String(cursor)) if cursor.is_empty() => None,
            Some(Value::String(cursor)) => Some(cursor.clone()),
            Some(_) => return Err(no_listing("its `nextCursor` is no text".to_owned())),
        };
        let listed = tools.len();
        let mut new = 0;
        for (place, tool) in tools.into_iter().enumerate() {
            let Value::Object(tool) = tool else {
                return Err(no_listing(format!("entry {} of its `tools` is no object", place + 1)));
            };
            let Some(name) = tool.get("name").and_then(Value::as_str).filter(|name| !name.is_empty()) else {
                return Err(no_listing(format!("entry {} of its `tools` has no `name`", place + 1)));
            };
            if self.names.insert(name.to_owned()) {
                new += 1;
            }
            if tool.values().any(|value| depth(value) >= MAX_DEPTH as u64) {
                return Err(Cause::TooDeep);
            }
            self.tools.push(tool);
            if self.tools.len() > MAX_TOOLS {
                return Err(Cause::TooManyTools);
            }
        }
        // A tool listed twice on one page is a catalog conflict and the server's to explain; a whole page again is not.
        if self.count > 1 && listed > 0 && new == 0 {
            return Err(Cause::RepeatedPage { page: self.count });
        }
        let Some(cursor) = cursor else { return Ok(None) };
        if !self.cursors.insert(cursor.clone()) {
            return Err(Cause::RepeatedCursor {
                page: self.count,
                cursor: cursor.chars().take(SHOWN_CURSOR).collect(),
            });
        }
        if self.count == MAX_PAGES {
            return Err(Cause::TooManyPages);
        }
        Ok(Some(cursor))
    }
}

fn of_handshake(error: ClientInitializeError) -> Cause {
    match error {
        ClientInitializeError::JsonRpcError(error) => refused("initialize", &error),
        ClientInitializeError::ExpectedInitResponse(_)
        | ClientInitializeError::ExpectedInitResult(_)
        | ClientInitializeError::ConflictInitResponseId(..)
        | ClientInitializeError::UncorrelatedErrorResponse { .. } => Cause::NoHandshake,
        // A program that is gone cannot be written to either.
        ClientInitializeError::ConnectionClosed(_) | ClientInitializeError::TransportError { .. } => Cause::Closed {
            stage: Stage::Initialize,
        },
        other => Cause::Protocol(other.to_string()),
    }
}

fn of_list(error: ServiceError, wire: &Wire) -> Cause {
    match error {
        ServiceError::McpError(error) => refused("tools/list", &error),
        ServiceError::TransportClosed | ServiceError::TransportSend(_) | ServiceError::Cancelled { .. } => {
            Cause::Closed { stage: wire.stage() }
        }
        other => Cause::Protocol(other.to_string()),
    }
}

fn refused(method: &'static str, error: &ErrorData) -> Cause {
    Cause::Refused {
        method,
        code: error.code.0,
        message: error.message.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::{PAGE_KEY, Pages};
    use crate::inventory::capture::MAX_PAGES;
    use crate::inventory::capture::error::Cause;
    use serde_json::{Value, json};

    fn page(names: &[&str], cursor: &Value) -> Value {
        let tools: Vec<Value> = names.iter().map(|name| json!({ "name": name })).collect();
        json!({ PAGE_KEY: { "tools": tools, "nextCursor": cursor } })
    }

    #[test]
    fn pages_are_joined_up_to_the_last() {
        let mut pages = Pages::default();
        assert_eq!(pages.add(page(&["a", "b"], &json!("2"))), Ok(Some("2".to_owned())));
        assert_eq!(pages.add(page(&[], &json!("3"))), Ok(Some("3".to_owned())));
        assert_eq!(pages.add(page(&["b", "c"], &json!(""))), Ok(None));
        assert_eq!(pages.tools.len(), 4);
    }

    #[test]
    fn pages_that_lie_are_refused() {
        let check = |second: Value, expected: Cause| {
            let mut pages = Pages::default();
            pages.add(page(&["a"], &json!("x"))).unwrap();
            assert_eq!(pages.add(second), Err(expected));
        };
        let cursor = "x".to_owned();
        check(page(&["b"], &json!("x")), Cause::RepeatedCursor { page: 2, cursor });
        check(page(&["a"], &json!("y")), Cause::RepeatedPage { page: 2 });
        let no_listing = |why: &str| Cause::NoListing {
            page: 2,
            why: why.to_owned(),
        };
        check(page(&["b"], &json!(3)), no_listing("its `nextCursor` is no text"));
        check(json!({}), no_listing("it has no `tools`"));
        check(
            json!({ PAGE_KEY: { "tools": {} } }),
            no_listing("its `tools` are no list"),
        );
        check(
            json!({ PAGE_KEY: { "tools": [1] } }),
            no_listing("entry 1 of its `tools` is no object"),
        );
        check(
            json!({ PAGE_KEY: { "tools": [{"name": ""}] } }),
            no_listing("entry 1 of its `tools` has no `name`"),
        );
        let mut pages = Pages::default();
        let mut ended = Ok(None);
        for number in 0..MAX_PAGES {
            ended = pages.add(page(&[&format!("tool{number}")], &json!(number.to_string())));
        }
        assert_eq!(ended, Err(Cause::TooManyPages));
    }
}
