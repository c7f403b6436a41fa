//! The pages in a real browser: one proof, several side by side, a large one, and the book.

use std::path::{Path, PathBuf};
use std::process::Command;

use libtest_mimic::{Completion, Failed, Trial};
use proofmark::proof::{Finding, Outcome, Proof, html};
use serde_json::json;

use crate::reports::{has, hostile, made, sample, skipped, succeeded};
use crate::support::{PROOFMARK, project};

/// The tests of this file. They are skipped, with the reason, where there is no browser.
pub(crate) fn trials() -> Vec<Trial> {
    vec![
        Trial::ignorable_test("pages::one proof in a browser", one_proof),
        Trial::ignorable_test("pages::several proofs in a browser", several_proofs),
        Trial::ignorable_test("pages::the book in a browser", the_book),
        Trial::test("pages::a book takes no other's place", a_book_takes_no_others_place),
    ]
}

/// Runs a script of `conformance/browser` on these files.
fn in_a_browser(script: &str, files: &[PathBuf]) -> Result<Completion, Failed> {
    for program in ["node", "chromium"] {
        if !has(program, &["--version"]) {
            return skipped(program);
        }
    }
    let script = project("conformance/browser").join(script);
    succeeded(&Command::new("node").arg(script).args(files).output()?)?;
    Ok(Completion::Completed)
}

/// A new folder of its own.
fn folder(name: &str) -> Result<PathBuf, Failed> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("pages").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder)?;
    Ok(folder)
}

fn one_proof() -> Result<Completion, Failed> {
    let folder = folder("one")?;
    let pages = [("sample.html", sample()?), ("hostile.html", hostile()?), ("large.html", large()?)];
    for (name, proof) in &pages {
        std::fs::write(folder.join(name), made(html, std::slice::from_ref(proof))?)?;
    }
    in_a_browser("report.mjs", &pages.map(|(name, _)| folder.join(name)))
}

/// Two thousand findings, of as many kinds.
fn large() -> Result<Proof, Failed> {
    let mut proof = sample()?;
    let known = proof.findings.clone();
    let rules = proof.rules.clone();
    proof.findings = (0..2000)
        .map(|number: usize| Finding {
            rule: rules[number % rules.len()].rule.clone(),
            kind: format!("disagreement number {number}"),
            input: json!({"agents": (0..6).map(|agent| json!({"id": format!("a{number}-{agent}"), "depends_on": [agent]})).collect::<Vec<_>>()}),
            ..known[number % known.len()].clone()
        })
        .collect();
    Ok(proof)
}

/// The sample, another version of it that has one fault less and reads a question otherwise, and two that differ in
/// nothing that matters.
fn versions() -> Result<Vec<Proof>, Failed> {
    let first = sample()?;
    let mut second = first.clone();
    "3.0.0".clone_into(&mut second.subject.version);
    for rule in second.rules.iter_mut().filter(|rule| rule.rule == "preflight/control-fields-denied") {
        rule.outcome = Outcome::Pass;
    }
    second.findings.retain(|finding| finding.rule != "preflight/control-fields-denied");
    for rule in second.rules.iter_mut().filter(|rule| rule.rule == "context/3.type") {
        rule.outcome = Outcome::Partial;
    }
    for question in &mut second.questions {
        let excluded = std::mem::take(&mut question.excluded);
        let read = std::mem::replace(&mut question.readings, excluded.keys().cloned().collect());
        question.excluded = read.into_iter().zip(excluded.into_values()).collect();
    }
    let mut third = first.clone();
    "2.0.0".clone_into(&mut third.subject.version);
    let mut fourth = second.clone();
    "3.0.1".clone_into(&mut fourth.subject.version);
    Ok(vec![first, second, third, fourth])
}

fn several_proofs() -> Result<Completion, Failed> {
    let folder = folder("several")?;
    let names = ["first.json", "second.json", "third.json", "fourth.json"];
    for (name, proof) in names.iter().zip(versions()?) {
        std::fs::write(folder.join(name), proof.to_json())?;
    }
    let page = folder.join("matrix.html");
    let mut report = Command::new(PROOFMARK);
    report.current_dir(&folder).arg("report").args(names).arg("--html").arg(&page);
    succeeded(&report.output()?)?;
    let hostile_page = folder.join("hostile.html");
    std::fs::write(&hostile_page, made(html, &[hostile()?, sample()?])?)?;
    in_a_browser("matrix.mjs", &[page, hostile_page])
}

fn the_book() -> Result<Completion, Failed> {
    let folder = folder("book")?;
    std::fs::write(folder.join("sample.json"), sample()?.to_json())?;
    std::fs::write(folder.join("hostile.json"), hostile()?.to_json())?;
    // Twice: a book takes the place of a book.
    for _ in 0..2 {
        let book = ["book", "site", "sample.json", "hostile.json"];
        succeeded(&Command::new(PROOFMARK).current_dir(&folder).args(book).output()?)?;
    }
    in_a_browser("book.mjs", &[folder.join("site")])
}

fn a_book_takes_no_others_place() -> Result<(), Failed> {
    let folder = folder("foreign")?;
    std::fs::write(folder.join("thesis.txt"), "mine")?;
    let output = Command::new(PROOFMARK).arg("book").arg(&folder).output()?;
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    if output.status.code() != Some(2) || !said.contains("is not empty, and what it holds is no book") {
        return Err(format!("{:?}: {said}", output.status).into());
    }
    let there: Vec<_> = std::fs::read_dir(&folder)?.collect::<Result<_, _>>()?;
    if there.len() == 1 { Ok(()) } else { Err("something was written".into()) }
}
