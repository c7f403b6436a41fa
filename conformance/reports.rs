//! The reports: each read by something other than what wrote it, and inert whatever a subject says.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use libtest_mimic::{Completion, Failed, Trial};
use proofmark::proof::{Excuse, ExcusedBy, Proof, badge, html, junit, markdown, sarif, terminal};
use serde_json::{Value, json};

use crate::support::{project, snapshot};

/// The tests of this file. What needs a program that is not installed is skipped, with the reason.
pub(crate) fn trials() -> Vec<Trial> {
    vec![
        Trial::test("reports::look as they did", look_as_they_did),
        Trial::test("reports::junit reads back", junit_reads_back),
        Trial::ignorable_test("reports::junit as Python reads it", junit_in_python),
        Trial::test("reports::sarif fits its schema", sarif_fits),
        Trial::test("reports::the badge fits its schema", badge_fits),
        Trial::ignorable_test("reports::markdown as GitHub would render it", markdown_rendered),
    ]
}

/// A small proof in which every outcome comes up.
pub(crate) fn sample() -> Result<Proof, Failed> {
    Ok(Proof::from_json(&std::fs::read_to_string(project("conformance/reports/sample.json"))?)?)
}

/// What a subject may say to get out of a report: markup, scripts, table cells, fences, terminal escapes.
const HOSTILE: &str = "</pre></script><script>window.taken = 1; alert(1)</script><img src=x onerror=\"window.taken = 2\">\
    '\"><svg onload=window.taken=3> ]]> <!-- --> | a | b |\n# heading\n- item\n```\n````\n<b>bold</b> **bold** ~~gone~~ \
    [link](javascript:window.taken=4) ![image](http://localhost/x.png) http://localhost/y www.example.org a@example.org \
    {0} {{ x }} {% y %} &lt; \u{1b}[31mred\u{1b}]8;;http://localhost\u{7} \u{0} \u{202e}txt.exe\u{feff} $x$ `code` ``";

/// The sample, with every text that comes from a subject or a file replaced by a hostile one.
pub(crate) fn hostile() -> Result<Proof, Failed> {
    let mut proof = sample()?;
    for text in [&mut proof.harness, &mut proof.subject.name, &mut proof.subject.version, &mut proof.subject.language] {
        HOSTILE.clone_into(text);
    }
    proof.subject.command = Some(vec![HOSTILE.to_owned(), "adapter.py".to_owned()]);
    proof.notes = vec![HOSTILE.to_owned()];
    for rule in &mut proof.rules {
        HOSTILE.clone_into(&mut rule.title);
        rule.reason = Some(HOSTILE.to_owned());
        for check in &mut rule.checks {
            check.labels.insert(HOSTILE.to_owned(), 1);
        }
    }
    for finding in &mut proof.findings {
        for text in [&mut finding.kind, &mut finding.statement, &mut finding.source, &mut finding.case] {
            HOSTILE.clone_into(text);
        }
        finding.input = json!({HOSTILE: [HOSTILE]});
        finding.expected = json!(HOSTILE);
        finding.observed = json!([HOSTILE, HOSTILE]);
        finding.stderr = Some(HOSTILE.to_owned());
    }
    for question in &mut proof.questions {
        HOSTILE.clone_into(&mut question.asks);
        question.readings = vec![HOSTILE.to_owned()];
    }
    for score in &mut proof.do_nothing {
        HOSTILE.clone_into(&mut score.name);
    }
    Ok(proof)
}

pub(crate) type Report = fn(&[Proof], &mut dyn Write) -> std::io::Result<()>;

pub(crate) fn made(report: Report, proofs: &[Proof]) -> Result<String, Failed> {
    let mut out = Vec::new();
    report(proofs, &mut out)?;
    Ok(String::from_utf8(out)?)
}

/// The same proof, with one of its failures let through.
fn with_an_excuse(mut proof: Proof) -> Proof {
    for finding in proof.findings.iter_mut().filter(|finding| finding.rule == "preflight/control-fields-denied") {
        let reason = "`cursor` is ours to use | and not theirs".to_owned();
        finding.excused = Some(Excuse { by: ExcusedBy::Known, reason, issue: None });
    }
    proof
}

fn look_as_they_did() -> Result<(), Failed> {
    snapshot("reports", "junit-failing", &made(junit, &[sample()?])?);
    let proofs = [with_an_excuse(sample()?)];
    snapshot("reports", "junit", &made(junit, &proofs)?);
    snapshot("reports", "sarif", &made(sarif, &proofs)?);
    snapshot("reports", "markdown", &made(markdown, &proofs)?);
    snapshot("reports", "badge", &made(badge, &proofs)?);
    let page = made(html, &proofs)?;
    // What a reader sees: the style and the script are files of their own, and the policy follows from them.
    let (_, body) = page.split_once("<body>").ok_or("the page has no body")?;
    let (body, _) = body.split_once("<script>").ok_or("the page has no script")?;
    let lines: Vec<&str> = body.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    snapshot("reports", "html", &lines.join("\n"));
    let mut shown = Vec::new();
    terminal(&proofs[0], proofmark::proof::Detail::Everything, &mut shown)?;
    let shown = anstream::adapter::strip_bytes(&shown).into_vec();
    snapshot("reports", "terminal", &String::from_utf8(shown)?);
    Ok(())
}

fn junit_reads_back() -> Result<(), Failed> {
    for proofs in [vec![sample()?], vec![hostile()?], vec![sample()?, hostile()?]] {
        let report = quick_junit::Report::deserialize_from_str(&made(junit, &proofs)?)?;
        expect(&report.tests, &proofs.iter().map(|proof| proof.rules.len()).sum())?;
        expect(&(report.failures, report.errors, report.skipped), &(proofs.len(), proofs.len(), 4 * proofs.len()))?;
    }
    // A run that was interrupted, or that concluded nothing, must not look green.
    let nothing = Proof { rules: Vec::new(), suites: Vec::new(), findings: Vec::new(), ..sample()? };
    let interrupted = Proof { complete: false, ..nothing.clone() };
    for proof in [nothing, interrupted] {
        expect(&quick_junit::Report::deserialize_from_str(&made(junit, &[proof])?)?.errors, &1)?;
    }
    Ok(())
}

fn junit_in_python() -> Result<Completion, Failed> {
    let script = project("conformance/reports/read_junit.py");
    let Some(found) = python(&script, &made(junit, &[sample()?])?)? else { return skipped("python3") };
    let expected = json!({
        "preflight/presence": "passed",
        "preflight/control-fields-denied": "failure",
        "preflight/message-wording": "skipped",
        "preflight/stateless": "error",
        "preflight/any-input": "skipped",
        "context/2.always-answers": "skipped",
        "context/3.type": "skipped",
    });
    expect(&found, &expected)?;
    python(&script, &made(junit, &[hostile()?])?)?;
    Ok(Completion::Completed)
}

fn sarif_fits() -> Result<(), Failed> {
    let schema = std::fs::read_to_string(project("conformance/reports/sarif-schema-2.1.0.json"))?;
    // A bracket that ECMAScript takes for itself and stricter dialects do not.
    let schema = schema.replace("[a-zA-Z]{2}]?$", r"[a-zA-Z]{2}\\]?$");
    let validator = jsonschema::validator_for(&serde_json::from_str(&schema)?)?;
    let mut fingerprints = Vec::new();
    for proofs in [vec![], vec![sample()?], vec![hostile()?, sample()?]] {
        let log: Value = serde_json::from_str(&made(sarif, &proofs)?)?;
        if let Some(error) = validator.iter_errors(&log).next() {
            return Err(format!("{error} at {}", error.instance_path()).into());
        }
        let last = log["runs"].as_array().and_then(|runs| runs.last()).cloned().unwrap_or_default();
        fingerprints.push(last["results"][0]["partialFingerprints"].clone());
        if !proofs.is_empty() {
            let levels: Vec<&Value> = (0..3).map(|result| &last["results"][result]["level"]).collect();
            expect(&levels, &vec![&json!("error"), &json!("note"), &json!("error")])?;
        }
    }
    expect(&fingerprints[1], &fingerprints[2])?;
    if validator.is_valid(&json!({"version": "2.1.0", "runs": [{}]})) {
        return Err("the schema accepts a run without a tool".into());
    }
    Ok(())
}

fn badge_fits() -> Result<(), Failed> {
    // The members that shields demands of an endpoint, and the colours it names that we use.
    let schema = json!({
        "type": "object",
        "required": ["schemaVersion", "label", "message"],
        "additionalProperties": false,
        "properties": {
            "schemaVersion": {"const": 1},
            "label": {"type": "string"},
            "message": {"type": "string", "minLength": 1},
            "color": {"enum": ["brightgreen", "yellow", "red", "lightgrey"]}
        }
    });
    let validator = jsonschema::validator_for(&schema)?;
    let only = |proof: &Proof, name: &str| {
        let suites = proof.suites.iter().filter(|suite| suite.suite == name).cloned().collect();
        let rules = proof.rules.iter().filter(|rule| rule.suite == name).cloned().collect();
        Proof { suites, rules, ..proof.clone() }
    };
    let sample = sample()?;
    let cases = [
        (vec![sample.clone()], "red"),
        (vec![hostile()?], "red"),
        (vec![only(&sample, "context")], "yellow"),
        (vec![], "lightgrey"),
        (vec![Proof { complete: false, ..sample }], "lightgrey"),
    ];
    for (proofs, colour) in cases {
        let badge: Value = serde_json::from_str(&made(badge, &proofs)?)?;
        if let Some(error) = validator.iter_errors(&badge).next() {
            return Err(format!("{error} in {badge}").into());
        }
        expect(&badge["color"], &json!(colour))?;
    }
    Ok(())
}

fn markdown_rendered() -> Result<Completion, Failed> {
    let script = project("conformance/reports/render_markdown.py");
    if !has("python3", &["-c", "import markdown_it, linkify_it"]) {
        return skipped("python3 with markdown-it-py and linkify-it-py");
    }
    let render = |proof: Proof| -> Result<Value, Failed> {
        Ok(python(&script, &made(markdown, &[with_an_excuse(proof)])?)?.unwrap_or_default())
    };
    let (sample, hostile) = (render(sample()?)?, render(hostile()?)?);
    for page in [&sample, &hostile] {
        expect(&page["acting"], &json!([]))?;
        // Two tables with their rows, and a block for each part of a finding: no text made another.
        for (tag, count) in [("h1", 1), ("h2", 3), ("h3", 3), ("table", 2), ("li", 1)] {
            expect(&(tag, &page["tags"][tag]), &(tag, &json!(count)))?;
        }
    }
    expect(&hostile["tags"]["td"].as_u64().map(|cells| cells % 2), &Some(0))?;
    expect(&hostile["tags"]["del"], &Value::Null)?;
    let text = hostile["text"].as_str().unwrap_or_default();
    if !text.contains("<script>window.taken = 1; alert(1)</script>") || text.contains('\u{1b}') {
        return Err(format!("a hostile text is not shown as it is:\n{text}").into());
    }
    Ok(Completion::Completed)
}

pub(crate) fn has(program: &str, args: &[&str]) -> bool {
    Command::new(program).args(args).output().is_ok_and(|output| output.status.success())
}

#[expect(clippy::unnecessary_wraps, reason = "it is what a test returns")]
pub(crate) fn skipped(program: &str) -> Result<Completion, Failed> {
    Ok(Completion::ignored_with(format!("{program} is not installed")))
}

/// What a script says about `input`; nothing where there is no Python.
fn python(script: &PathBuf, input: &str) -> Result<Option<Value>, Failed> {
    if !has("python3", &["--version"]) {
        return Ok(None);
    }
    let mut child = Command::new("python3")
        .arg(script)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;
    let sent = child.stdin.take().map(|mut stdin| stdin.write_all(input.as_bytes()));
    let output = child.wait_with_output()?;
    succeeded(&output)?;
    sent.transpose()?;
    Ok(Some(serde_json::from_slice(&output.stdout)?))
}

pub(crate) fn succeeded(output: &Output) -> Result<(), Failed> {
    if output.status.success() { Ok(()) } else { Err(String::from_utf8_lossy(&output.stderr).into_owned().into()) }
}

fn expect<T: PartialEq + std::fmt::Debug>(found: &T, expected: &T) -> Result<(), Failed> {
    if found == expected { Ok(()) } else { Err(format!("expected {expected:?}, found {found:?}").into()) }
}
