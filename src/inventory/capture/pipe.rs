//! MCP over a program's stdin and stdout: a message a line. Lines that are no messages are noise, which real servers print.

use super::MAX_MESSAGE_BYTES;
use super::error::Cause;
use super::wire::Wire;
use rmcp::RoleClient;
use rmcp::model::{ClientJsonRpcMessage, ServerJsonRpcMessage};
use rmcp::transport::Transport;
use std::collections::VecDeque;
use std::io;
use std::sync::Arc;
use tokio::io::{AsyncBufReadExt as _, AsyncRead, AsyncWrite, AsyncWriteExt as _, BufReader};
use tokio::sync::Mutex;

/// Both ends of a program.
pub(super) struct Pipe<R, W> {
    reader: BufReader<R>,
    /// Closed by dropping it, which tells the program that it is over.
    writer: Arc<Mutex<Option<W>>>,
    /// A line that has not ended yet. Reading can be broken off and taken up again at any await.
    line: Vec<u8>,
    /// Messages that came in one line.
    waiting: VecDeque<ServerJsonRpcMessage>,
    wire: Wire,
}

impl<R: AsyncRead + Unpin, W> Pipe<R, W> {
    pub(super) fn new(reader: R, writer: W, wire: &Wire) -> Self {
        Self {
            reader: BufReader::new(reader),
            writer: Arc::new(Mutex::new(Some(writer))),
            line: Vec::new(),
            waiting: VecDeque::new(),
            wire: wire.clone(),
        }
    }

    /// Reads up to the end of a line. False at the end of all, or where a limit is passed, which is noted.
    async fn fill_line(&mut self) -> bool {
        loop {
            let Ok(bytes) = self.reader.fill_buf().await else {
                return false;
            };
            if bytes.is_empty() {
                // A last line without a line break.
                return !self.line.is_empty();
            }
            let end = bytes.iter().position(|byte| *byte == b'\n');
            let taken = end.map_or(bytes.len(), |end| end + 1);
            self.line.extend_from_slice(&bytes[..taken]);
            self.reader.consume(taken);
            if !self.wire.count(taken) {
                return false;
            }
            if self.line.len() > MAX_MESSAGE_BYTES {
                self.wire.fail(Cause::TooLong);
                return false;
            }
            if end.is_some() {
                return true;
            }
        }
    }
}

impl<R, W> Transport<RoleClient> for Pipe<R, W>
where
    R: AsyncRead + Unpin + Send,
    W: AsyncWrite + Unpin + Send + 'static,
{
    type Error = io::Error;

    fn send(&mut self, message: ClientJsonRpcMessage) -> impl Future<Output = io::Result<()>> + Send + 'static {
        let writer = Arc::clone(&self.writer);
        async move {
            let mut line = serde_json::to_vec(&message)?;
            line.push(b'\n');
            match writer.lock().await.as_mut() {
                Some(writer) => {
                    writer.write_all(&line).await?;
                    writer.flush().await
                }
                None => Err(io::ErrorKind::NotConnected.into()),
            }
        }
    }

    async fn receive(&mut self) -> Option<ServerJsonRpcMessage> {
        loop {
            if let Some(message) = self.waiting.pop_front() {
                return Some(message);
            }
            if !self.fill_line().await {
                return None;
            }
            let messages = self.wire.messages(&self.line);
            if messages.is_empty() {
                self.wire.note(&self.line);
            }
            self.line.clear();
            if self.wire.cause().is_some() {
                return None;
            }
            self.waiting.extend(messages);
        }
    }

    async fn close(&mut self) -> io::Result<()> {
        self.writer.lock().await.take();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::Pipe;
    use crate::inventory::capture::MAX_MESSAGE_BYTES;
    use crate::inventory::capture::error::Cause;
    use crate::inventory::capture::wire::Wire;
    use rmcp::transport::Transport as _;

    #[test]
    fn noise_between_messages_is_skipped_and_kept() {
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        let wire = Wire::default();
        let text = "Welcome!\n\n{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}\r\n{not json}\n{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{}}";
        let mut pipe = Pipe::new(text.as_bytes(), Vec::new(), &wire);
        let count = runtime.block_on(async {
            let mut count = 0;
            while pipe.receive().await.is_some() {
                count += 1;
            }
            count
        });
        assert_eq!(count, 2);
        assert_eq!(wire.said(), "Welcome!\n\n{not json}");
        assert_eq!(wire.cause(), None);
    }

    #[test]
    fn a_line_without_an_end_is_not_read_for_ever() {
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        let wire = Wire::default();
        let mut pipe = Pipe::new(tokio::io::repeat(b'x'), Vec::new(), &wire);
        assert!(runtime.block_on(pipe.receive()).is_none());
        assert_eq!(wire.cause(), Some(Cause::TooLong));
        assert!(pipe.line.len() <= MAX_MESSAGE_BYTES + 8_192);
    }
}
