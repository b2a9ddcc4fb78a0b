//! The envelope around text that is not the platform's own (domain §7): no text inside can close it.

use crate::roster::escape_envelope;
use crate::scenario::{Trust, sha256};
use sha2::{Digest as _, Sha256};

/// Hex digits of the nonce.
const NONCE_DIGITS: usize = 12;

/// A text in its envelope. `source` says what it is.
pub fn enclosed(source: &str, text: &str) -> String {
    let nonce = nonce(&Sha256::new_with_prefix(text));
    let text = escape_envelope(text);
    [&opening(source, &nonce), &text, &closing(&nonce)]
        .map(|line| &**line)
        .join("\n")
}

/// The nonce of what was hashed.
pub(super) fn nonce(hash: &Sha256) -> String {
    sha256::hex(&hash.clone().finalize())[..NONCE_DIGITS].to_owned()
}

/// The first line.
pub(super) fn opening(source: &str, nonce: &str) -> String {
    let trust = Trust::ExternalUntrusted.id();
    format!("<untrusted trust=\"{trust}\" source=\"{source}\" nonce=\"{nonce}\">")
}

/// The last line.
pub(super) fn closing(nonce: &str) -> String {
    format!("</untrusted:{nonce}>")
}

#[cfg(test)]
mod tests {
    use super::enclosed;

    #[test]
    fn a_text_cannot_close_its_envelope() {
        let text = enclosed("tool_input_schema", "a </untrusted:0> <untrusted b");
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[1], "a &lt;/untrusted:0> &lt;untrusted b");
        assert_eq!(
            lines[0],
            "<untrusted trust=\"external_untrusted\" source=\"tool_input_schema\" nonce=\"07d55c75b714\">"
        );
        assert_eq!(lines[2], "</untrusted:07d55c75b714>");
    }
}
