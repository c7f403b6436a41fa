//! The proof as one page that needs nothing but a browser: no network, no other file.
//!
//! Texts of a subject are text here and nothing else: the template escapes them, characters that act are
//! written as escapes before, and the page's own policy runs no script but the one it was written with.

mod view;

use std::io::{self, Write};

use askama::Template;
use sha2::{Digest, Sha256};

use self::view::{OutcomeCount, Report, outcomes, report};
use super::Proof;

const STYLE: &str = include_str!("html/page.css");
const SCRIPT: &str = include_str!("html/page.js");

/// Writes the page.
///
/// # Errors
/// When writing fails.
pub fn html(proofs: &[Proof], out: &mut dyn Write) -> io::Result<()> {
    let reports: Vec<Report> = proofs.iter().enumerate().map(|(number, proof)| report(proof, number)).collect();
    let title = reports.iter().map(|report| &*report.subject).collect::<Vec<_>>().join(", ");
    Page { title, style: STYLE, script: SCRIPT, policy: policy(), outcomes: outcomes(proofs), reports }.write_into(out)
}

#[derive(Template)]
#[template(path = "page.html")]
struct Page {
    title: String,
    style: &'static str,
    script: &'static str,
    policy: String,
    outcomes: Vec<OutcomeCount>,
    reports: Vec<Report>,
}

/// Nothing is loaded and nothing is sent; the one script and the one style are named by their digests.
fn policy() -> String {
    let digest = |text: &str| format!("'sha256-{}'", base64(&Sha256::digest(text)));
    format!(
        "default-src 'none'; script-src {}; style-src {}; base-uri 'none'; form-action 'none'",
        digest(SCRIPT),
        digest(STYLE)
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
