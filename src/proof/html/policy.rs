//! What a page lets its browser do.

use sha2::{Digest, Sha256};

/// Nothing is loaded and nothing is sent; the one style and the one script are named by their digests.
pub(super) fn policy(style: &str, script: &str) -> String {
    let digest = |text: &str| format!("'sha256-{}'", base64(&Sha256::digest(text)));
    format!(
        "default-src 'none'; script-src {}; style-src {}; base-uri 'none'; form-action 'none'",
        digest(script),
        digest(style)
    )
}

fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::new();
    for chunk in bytes.chunks(3) {
        let number = chunk.iter().fold(0, |sum, byte| sum << 8 | usize::from(*byte)) << (8 * (3 - chunk.len()));
        for place in 0..4 {
            let digit = DIGITS[number >> (18 - 6 * place) & 63];
            out.push(if place <= chunk.len() { char::from(digit) } else { '=' });
        }
    }
    out
}

#[cfg(test)]
mod tests {
    #[test]
    fn base64_as_the_world_writes_it() {
        assert_eq!(super::base64(b"proof"), "cHJvb2Y=");
        assert_eq!(super::base64(b"mark"), "bWFyaw==");
        assert_eq!(super::base64(b"any"), "YW55");
    }
}
