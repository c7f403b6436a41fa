//! `proofmark book DIR [PROOF…]`: a site made from the catalogue, and from any proofs.
//!
//! The address of a rule is its id: `awp/R6.html`. Whatever names a rule can link to it.

mod address;
mod document;
mod folder;
mod index;
mod question;
mod rule;
mod subjects;

use std::path::PathBuf;

use askama::Template;
use clap::Args as ClapArgs;

use self::folder::Site;
use self::subjects::Subjects;
use super::{CliError, Exit, output, questions};
use crate::proof::{THEME, parts};
use crate::rule::{Catalogue, Coverage, Suite, read_coverage};
use crate::run::Selection;

const STYLE: &str = include_str!("book/book.css");
const SCRIPT: &str = include_str!("book/book.js");

#[derive(Debug, ClapArgs)]
pub(super) struct BookArgs {
    /// The folder of the site: made, empty, or a book that is replaced
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// Saved proofs: how each subject does, rule by rule
    #[arg(value_name = "PROOF")]
    proofs: Vec<PathBuf>,
}

/// What every page has around it.
struct Frame {
    title: String,
    /// The way to the first page, from here.
    root: String,
}

/// A text in parts, and whether each is code.
type Parts = Vec<(bool, String)>;

/// Writes the site.
pub(super) fn book(catalogue: &Catalogue, args: &BookArgs) -> Result<Exit, CliError> {
    folder::is_free(&args.folder)?;
    let subjects = Subjects::read(&args.proofs)?;
    let asks: Selection = catalogue.rules().filter(|(_, rule)| !rule.questions.is_empty()).collect();
    let witnesses = questions::witnesses(catalogue, &asks, subjects.proofs())?;
    let mut site = Site::default();
    site.add("book.css", format!("{THEME}{STYLE}"))?;
    site.add("book.js", SCRIPT.to_owned())?;
    subjects.add_pages(&mut site)?;
    let mut documents = Vec::new();
    for suite in catalogue.suites() {
        let coverage = coverage(suite)?;
        for rule in suite.rules {
            let page = rule::page(suite, rule, &coverage, &subjects);
            site.add(&address::of_rule(suite, rule), rendered(&page)?)?;
            for question in rule.questions {
                let page = question::page(suite, rule, question, &witnesses, &subjects);
                site.add(&address::of_question(suite, rule, question), rendered(&page)?)?;
            }
        }
        let page = document::page(suite, &coverage, &subjects);
        documents.push(index::document(suite, &page));
        site.add(&address::of_suite(suite), rendered(&page)?)?;
    }
    site.add("index.html", rendered(&index::page(documents, &subjects))?)?;
    let pages = site.pages();
    site.write(&args.folder)?;
    output::to_stdout(|out| writeln!(out, "{pages} pages: {}", args.folder.join("index.html").display()))?;
    Ok(Exit::Conforms)
}

fn coverage(suite: &Suite) -> Result<Coverage, CliError> {
    read_coverage(suite)
        .map_err(|error| CliError::Usage(format!("the coverage of {} cannot be read: {error}", suite.name)))
}

fn rendered(page: &impl Template) -> Result<String, CliError> {
    page.render().map_err(|error| CliError::Output(std::io::Error::other(error)))
}

/// A text of the catalogue.
fn rich(text: &str) -> Parts {
    parts(text)
}
