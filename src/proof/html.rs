//! Proofs as one page that needs nothing but a browser: no network, no other file. One proof is shown in full, several
//! as a matrix of what differs.
//!
//! Texts of a subject are text here and nothing else: the template escapes them, characters that act are
//! written as escapes before, and the page's own policy runs no script but the one it was written with.

mod compared;
mod policy;
mod report;
mod shown;
mod trace;

use std::io::{self, Write};

use askama::Template;

pub(crate) use self::compared::Named;
use self::compared::{Compared, compared};
use self::policy::policy;
use self::report::{Report, report};
pub(crate) use self::shown::glance;
use self::shown::{OutcomeCount, outcomes};
use super::Proof;

/// Colours and the looks of what every page has.
pub(crate) const THEME: &str = include_str!("html/theme.css");

const PAGE_STYLE: &str = concat!(include_str!("html/theme.css"), include_str!("html/page.css"));
const PAGE_SCRIPT: &str = concat!(include_str!("html/tools.js"), include_str!("html/page.js"));
const MATRIX_STYLE: &str =
    concat!(include_str!("html/theme.css"), include_str!("html/page.css"), include_str!("html/matrix.css"));
const MATRIX_SCRIPT: &str = concat!(include_str!("html/tools.js"), include_str!("html/matrix.js"));

/// Writes the page.
///
/// # Errors
/// When writing fails.
pub fn html(proofs: &[Proof], out: &mut dyn Write) -> io::Result<()> {
    let named: Vec<Named<'_>> = proofs.iter().map(|proof| (None, proof)).collect();
    html_of_files(&named, out)
}

/// The same, with the files that the proofs were read from.
pub(crate) fn html_of_files(proofs: &[Named<'_>], out: &mut dyn Write) -> io::Result<()> {
    let outcomes = outcomes(proofs.iter().flat_map(|(_, proof)| &proof.rules).map(|rule| rule.outcome));
    if let [(_, proof)] = proofs {
        let report = report(proof);
        let policy = policy(PAGE_STYLE, PAGE_SCRIPT);
        return Page { style: PAGE_STYLE, script: PAGE_SCRIPT, policy, outcomes, report }.write_into(out);
    }
    let compared = compared(proofs);
    let policy = policy(MATRIX_STYLE, MATRIX_SCRIPT);
    Matrix { style: MATRIX_STYLE, script: MATRIX_SCRIPT, policy, outcomes, compared }.write_into(out)
}

#[derive(Template)]
#[template(path = "page.html")]
struct Page {
    style: &'static str,
    script: &'static str,
    policy: String,
    outcomes: Vec<OutcomeCount>,
    report: Report,
}

#[derive(Template)]
#[template(path = "matrix.html")]
struct Matrix {
    style: &'static str,
    script: &'static str,
    policy: String,
    outcomes: Vec<OutcomeCount>,
    compared: Compared,
}
