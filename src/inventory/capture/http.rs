//! MCP over streamable HTTP: what the SDK's transport asks for, with our limits and with pages kept as they came.
//!
//! Redirects are followed on the same host only, and only those that keep the request, so that no header reaches another.
//! No stream is opened that nothing was asked on: who only lists tools waits for no news.

use super::MAX_MESSAGE_BYTES;
use super::error::Cause;
use super::target::Address;
use super::wire::Wire;
use crate::inventory::redact;
use futures_util::StreamExt as _;
use futures_util::stream::{self, BoxStream};
use http::{HeaderName, HeaderValue};
use reqwest::{RequestBuilder, Response, StatusCode, redirect};
use rmcp::model::{ClientJsonRpcMessage, ServerJsonRpcMessage};
use rmcp::transport::StreamableHttpClientTransport;
use rmcp::transport::streamable_http_client::{
    SseError, StreamableHttpClient, StreamableHttpClientTransportConfig, StreamableHttpError,
    StreamableHttpPostResponse,
};
use sse_stream::{Sse, SseStream};
use std::collections::HashMap;
use std::sync::Arc;

const SESSION: &str = "mcp-session-id";
const LAST_EVENT: &str = "last-event-id";
/// Headers that MCP itself sets.
const OWN_HEADERS: [&str; 7] = [
    "accept",
    "content-length",
    "content-type",
    "host",
    LAST_EVENT,
    "mcp-protocol-version",
    SESSION,
];
/// How many redirects are followed.
const MAX_REDIRECTS: usize = 5;
/// How much of an error's body is shown, in characters.
const SHOWN_BODY: usize = 200;

/// A connection to an address. Nothing is sent yet.
pub(super) fn transport(address: &Address, wire: &Wire) -> Result<StreamableHttpClientTransport<Http>, Cause> {
    let url = reqwest::Url::parse(&address.url).ok();
    if !url.is_some_and(|url| matches!(url.scheme(), "http" | "https") && url.has_host()) {
        return Err(Cause::BadAddress(redact::url(&address.url)));
    }
    let mut headers = HashMap::new();
    for (name, value) in &address.headers {
        let bad = || Cause::BadHeader(name.clone());
        let parsed = HeaderName::try_from(name.as_str()).map_err(|_no_name| bad())?;
        let mut value = HeaderValue::try_from(value.as_str()).map_err(|_no_value| bad())?;
        if OWN_HEADERS.contains(&parsed.as_str()) {
            return Err(bad());
        }
        value.set_sensitive(true);
        headers.insert(parsed, value);
    }
    // Another part of the program may have chosen one already; any will do.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let client = reqwest::Client::builder()
        .redirect(redirect::Policy::custom(same_host))
        .user_agent(concat!("roster/", env!("CARGO_PKG_VERSION")))
        .build()
        .map_err(|error| Cause::NoConnection(told(&error)))?;
    let mut config = StreamableHttpClientTransportConfig::with_uri(address.url.as_str()).custom_headers(headers);
    config.allow_stateless = true;
    // A session that is gone ends the capture: half a listing and half of another are none.
    config.reinit_on_expired_session = false;
    let http = Http {
        client,
        wire: wire.clone(),
    };
    Ok(StreamableHttpClientTransport::with_client(http, config))
}

fn same_host(attempt: redirect::Attempt<'_>) -> redirect::Action {
    let keeps_request = matches!(
        attempt.status(),
        StatusCode::TEMPORARY_REDIRECT | StatusCode::PERMANENT_REDIRECT
    );
    let first = attempt.previous().first().map(reqwest::Url::origin);
    if keeps_request && first == Some(attempt.url().origin()) && attempt.previous().len() <= MAX_REDIRECTS {
        attempt.follow()
    } else {
        attempt.stop()
    }
}

/// What the SDK's transport asks with.
#[derive(Clone, Debug)]
pub(super) struct Http {
    client: reqwest::Client,
    wire: Wire,
}

/// Stands for the cause that the wire holds: the SDK only needs to know that there is one.
#[derive(Debug, thiserror::Error)]
#[error("noted")]
pub(super) struct Noted;

type Failed = StreamableHttpError<Noted>;
type Events = BoxStream<'static, Result<Sse, SseError>>;

impl Http {
    fn fail(&self, cause: Cause) -> Failed {
        self.wire.fail(cause);
        StreamableHttpError::Client(Noted)
    }

    async fn send(
        &self,
        mut request: RequestBuilder,
        session: Option<&Arc<str>>,
        headers: HashMap<HeaderName, HeaderValue>,
    ) -> Result<Response, Failed> {
        request = request.header("accept", "application/json, text/event-stream");
        if let Some(session) = session {
            request = request.header(SESSION, &**session);
        }
        // The order of headers carries no meaning; the map is the SDK's.
        request = request.headers(headers.into_iter().collect());
        request.send().await.map_err(|error| {
            self.fail(if error.is_connect() || error.is_request() {
                Cause::NoConnection(told(&error))
            } else {
                Cause::Broken(told(&error))
            })
        })
    }

    /// The whole body, within the limits.
    async fn body(&self, mut response: Response) -> Result<Vec<u8>, Failed> {
        let mut body = Vec::new();
        loop {
            match response.chunk().await {
                Ok(Some(bytes)) => {
                    body.extend_from_slice(&bytes);
                    if !self.wire.count(bytes.len()) {
                        return Err(StreamableHttpError::Client(Noted));
                    }
                    if body.len() > MAX_MESSAGE_BYTES {
                        return Err(self.fail(Cause::TooLong));
                    }
                }
                Ok(None) => return Ok(body),
                Err(error) => return Err(self.fail(Cause::Broken(told(&error)))),
            }
        }
    }

    /// An answer that is no success. A JSON-RPC error in it is an answer all the same, unless it is about who asks.
    async fn refusal(&self, response: Response) -> Result<StreamableHttpPostResponse, Failed> {
        let status = response.status();
        if status.is_redirection()
            && let Some(to) = response.headers().get("location")
        {
            let to = String::from_utf8_lossy(to.as_bytes()).into_owned();
            return Err(self.fail(Cause::Moved(redact::url(&to))));
        }
        let body = self.body(response).await?;
        let is_about_who_asks = matches!(status, StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN);
        if !is_about_who_asks
            && let Some(ServerJsonRpcMessage::Error(error)) = self.wire.messages(&body).pop()
            && error.id.is_some()
        {
            return Ok(StreamableHttpPostResponse::Json(
                ServerJsonRpcMessage::Error(error),
                None,
            ));
        }
        Err(self.fail(Cause::Status {
            status: status.as_u16(),
            body: shown(&body),
        }))
    }

    /// The events of an answer, each with its page kept as it came.
    fn events(&self, response: Response) -> Events {
        let wire = self.wire.clone();
        let bytes = stream::unfold(
            (response, wire, 0_usize),
            |(mut response, wire, since_event)| async move {
                let bytes = response.chunk().await.transpose()?;
                let bytes = match bytes {
                    Ok(bytes) => bytes,
                    Err(error) => {
                        wire.fail(Cause::Broken(told(&error)));
                        return Some((Err(error.without_url()), (response, wire, 0)));
                    }
                };
                // An event ends in an empty line; what comes before one is held back.
                let ends = bytes
                    .windows(2)
                    .any(|two| two == b"\n\n" || two == b"\n\r" || two == b"\r\r");
                let held = if ends { 0 } else { since_event + bytes.len() };
                if !wire.count(bytes.len()) {
                    return None;
                }
                if held > MAX_MESSAGE_BYTES {
                    wire.fail(Cause::TooLong);
                    return None;
                }
                Some((Ok(bytes), (response, wire, held)))
            },
        );
        let wire = self.wire.clone();
        SseStream::from_bytes_stream(Box::pin(bytes))
            .map(move |event| {
                event.map(|mut event| {
                    event.data = event.data.map(|data| kept(&wire, &data));
                    event
                })
            })
            .boxed()
    }
}

/// The data of an event with its page kept; as it is if it is no message.
fn kept(wire: &Wire, data: &str) -> String {
    let message = wire.messages(data.as_bytes()).pop();
    let text = message.and_then(|message| serde_json::to_string(&message).ok());
    text.unwrap_or_else(|| data.to_owned())
}

impl StreamableHttpClient for Http {
    type Error = Noted;

    async fn post_message(
        &self,
        uri: Arc<str>,
        message: ClientJsonRpcMessage,
        session_id: Option<Arc<str>>,
        _auth: Option<String>,
        headers: HashMap<HeaderName, HeaderValue>,
    ) -> Result<StreamableHttpPostResponse, Failed> {
        let text = serde_json::to_vec(&message)?;
        let request = self
            .client
            .post(&*uri)
            .header("content-type", "application/json")
            .body(text);
        let response = self.send(request, session_id.as_ref(), headers).await?;
        let status = response.status();
        if matches!(status, StatusCode::ACCEPTED | StatusCode::NO_CONTENT) {
            return Ok(StreamableHttpPostResponse::Accepted);
        }
        let wants_answer = matches!(message, ClientJsonRpcMessage::Request(_));
        if !status.is_success() {
            return self.refusal(response).await;
        }
        if !wants_answer {
            return Ok(StreamableHttpPostResponse::Accepted);
        }
        let header = |name: &str| {
            let value = response.headers().get(name);
            value.map(|value| String::from_utf8_lossy(value.as_bytes()).into_owned())
        };
        let session = header(SESSION);
        let content_type = header("content-type").unwrap_or_default();
        match content_type
            .split(';')
            .next()
            .unwrap_or_default()
            .trim()
            .to_lowercase()
            .as_str()
        {
            "text/event-stream" => Ok(StreamableHttpPostResponse::Sse(self.events(response), session)),
            "application/json" => {
                let body = self.body(response).await?;
                let mut messages = self.wire.messages(&body);
                let is_answer = |message: &ServerJsonRpcMessage| {
                    matches!(
                        message,
                        ServerJsonRpcMessage::Response(_) | ServerJsonRpcMessage::Error(_)
                    )
                };
                match messages.iter().position(is_answer) {
                    Some(place) => Ok(StreamableHttpPostResponse::Json(messages.swap_remove(place), session)),
                    None => Err(self.fail(Cause::NoMessage(shown(&body)))),
                }
            }
            "" => Err(self.fail(Cause::ContentType("no content type".to_owned()))),
            _ => Err(self.fail(Cause::ContentType(format!("`{content_type}`")))),
        }
    }

    async fn delete_session(
        &self,
        uri: Arc<str>,
        session_id: Arc<str>,
        _auth: Option<String>,
        headers: HashMap<HeaderName, HeaderValue>,
    ) -> Result<(), Failed> {
        // Servers need not know how, and what was asked for has come by then: what goes wrong here is nobody's loss.
        let request = self.client.delete(&*uri).header(SESSION, &*session_id);
        let _ = request.headers(headers.into_iter().collect()).send().await;
        Ok(())
    }

    async fn get_stream(
        &self,
        uri: Arc<str>,
        session_id: Option<Arc<str>>,
        last_event_id: Option<String>,
        _auth: Option<String>,
        headers: HashMap<HeaderName, HeaderValue>,
    ) -> Result<Events, Failed> {
        // Without it this would be the stream for news; with it, it is the rest of an answer that broke off.
        let Some(last_event_id) = last_event_id else {
            return Err(StreamableHttpError::ServerDoesNotSupportSse);
        };
        let request = self.client.get(&*uri).header(LAST_EVENT, last_event_id);
        let response = self.send(request, session_id.as_ref(), headers).await?;
        if !response.status().is_success() {
            return Err(StreamableHttpError::ServerDoesNotSupportSse);
        }
        Ok(self.events(response))
    }
}

/// The beginning of a body on one line.
fn shown(body: &[u8]) -> String {
    let text = String::from_utf8_lossy(body);
    let words: Vec<&str> = text.split_whitespace().collect();
    let text = words.join(" ");
    // A page for browsers tells nothing here that the status does not.
    if text.starts_with('<') {
        return String::new();
    }
    if text.chars().count() <= SHOWN_BODY {
        return text;
    }
    let start: String = text.chars().take(SHOWN_BODY).collect();
    format!("{start}…")
}

/// The innermost reason: what stands around it only repeats the address.
fn told(error: &reqwest::Error) -> String {
    let mut innermost: &dyn std::error::Error = error;
    while let Some(source) = innermost.source() {
        innermost = source;
    }
    innermost.to_string()
}
