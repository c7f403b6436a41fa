//! A file that is there can still be a stand-in.
//!
//! What makes an image a stand-in is its pixels, not its bytes: a 1×1 PNG with
//! a long comment is as large as a picture. Whether a file that nobody declared may be looked at is open.

use super::super::prelude::*;
use super::{CHECK, METHOD};
use crate::suites::awp::draw::runtime::evidence::clean;
use crate::suites::awp::draw::runtime::stand_ins::{classify, edges, with_broken};
use crate::suites::awp::model::runtime::gates::base64::decode;
use crate::suites::awp::model::runtime::gates::files::png_size;
use crate::suites::awp::model::runtime::gates::has_extension;
use crate::suites::awp::reference::gates::{letting, misjudge, rejecting};

const GATE: &str = "file";

pub(in super::super) static RULE: Rule = Rule {
    id: "gate-file",
    title: "file gate: rejects completion with a one-pixel PNG, an empty PDF or a blank CSV",
    level: Level::Must,
    source: "Runtime Completion Gates, file",
    statement: "A declared PNG of one pixel, a declared PDF of no bytes and a declared CSV with nothing but white space \
                reject the completion.",
    checks: &[Check {
        property: "broken stand-ins among the declared files reject, real files do not",
        edges,
        arms: &[arm(3, "a broken file", with_broken), arm(1, "nothing wrong", clean)],
        classify,
        labels: &["broken", "clean", "png", "pdf", "csv"],
        ..CHECK
    }],
    mutants: &[
        letting("never looks into files", GATE, |_| true),
        Mutant::answers("takes an image of one pixel for an image", |r, a| without(r, a, "png")),
        Mutant::answers("takes a blank table for a table", |r, a| without(r, a, "csv")),
        // All gates of it: an empty document is no deliverable either.
        misreading("does not check documents at all", METHOD, |params| undeclare(params, "pdf")),
        letting("tells stand-ins by the size of the file", GATE, |params| {
            items(&params["files"]).iter().all(|file| !is(file, "png") || bytes(file).len() > 512)
        }),
        rejecting("reads one byte of an image's width and height", GATE, |params| {
            items(&params["files"])
                .iter()
                .any(|file| png_size(&bytes(file)).is_some_and(|(width, height)| width % 256 == 1 && height % 256 == 1))
        }),
        letting("takes an empty table for broken, and a blank one for fine", GATE, |params| {
            items(&params["files"]).iter().any(|file| is(file, "csv") && !bytes(file).is_empty() && blank(file))
        }),
        rejecting("wants small ASCII letters in the header of a table", GATE, |params| {
            items(&params["files"]).iter().any(|file| {
                is(file, "csv")
                    && !String::from_utf8_lossy(&bytes(file)).lines().next().unwrap_or_default().contains(in_ascii)
            })
        }),
        rejecting("takes a table with a blank line for broken", GATE, |params| {
            let blank_line = |text: &str| text.lines().any(|line| line.trim().is_empty());
            items(&params["files"])
                .iter()
                .any(|file| is(file, "csv") && blank_line(&String::from_utf8_lossy(&bytes(file))))
        }),
        Mutant::answers("tells images by the first dot of a name", |r, a| {
            misjudge(r, a, GATE, |params| undeclare(params, ".dot.png"))
        }),
        Mutant::answers("does not look into folders", |r, a| {
            misjudge(r, a, GATE, |params| {
                if let Some(files) = params["files"].as_array_mut() {
                    files.retain(|file| file["path"].as_str().is_some_and(|path| !path.contains('/')));
                }
            })
        }),
        rejecting("takes tables with numbers in them for broken", GATE, |params| {
            items(&params["files"]).iter().any(|file| {
                is(file, "csv") && String::from_utf8_lossy(&bytes(file)).chars().any(|c| c.is_ascii_digit())
            })
        }),
    ],
    corpus: include_str!("../../../../../../corpus/awp/gate-file.yaml"),
    questions: &[],
};

fn in_ascii(letter: char) -> bool {
    letter.is_ascii_lowercase()
}

fn is(file: &Value, extension: &str) -> bool {
    file["path"].as_str().is_some_and(|path| has_extension(path, extension))
}

fn bytes(file: &Value) -> Vec<u8> {
    file["base64"].as_str().and_then(decode).unwrap_or_default()
}

fn blank(file: &Value) -> bool {
    String::from_utf8_lossy(&bytes(file)).trim().is_empty()
}

/// What a runtime answers that does not look at files of one kind.
fn without(request: Request<'_>, answer: Value, extension: &str) -> Value {
    misjudge(request, answer, GATE, |params| undeclare(params, extension))
}

fn undeclare(params: &mut Value, extension: &str) {
    for subtask in params["subtasks"].as_array_mut().into_iter().flatten() {
        if let Some(outputs) = subtask["requiredOutputs"].as_array_mut() {
            outputs.retain(|path| path.as_str().is_some_and(|path| !path.ends_with(extension)));
        }
    }
}
