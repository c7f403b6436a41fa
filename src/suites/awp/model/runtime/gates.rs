//! The seven gates as the document has them: each passes, breaks, or is in doubt.

use super::super::prelude::*;
use super::contents::{decode, png_size};
use super::placeholders;

/// What a gate finds.
#[derive(Debug, Clone, PartialEq)]
pub(in super::super) enum Finding {
    /// Nothing wrong.
    Passes,
    /// The completion is rejected, with this event.
    Breaks(Value),
    /// The document leaves it open: why.
    Doubt(&'static str),
}

/// How a gate looks at evidence.
pub(in super::super) type Gate = fn(&Evidence<'_>) -> Finding;

/// The gates in the document's order.
pub(in super::super) const GATES: [(&str, Gate); 7] = [
    ("critique", critique),
    ("deliverable_presence", presence),
    ("placeholder", placeholders::gate),
    ("file", file),
    ("deliverable", deliverable),
    ("structural_integrity", structure),
    ("eval", eval),
];

/// What a manager's completion is judged by.
#[derive(Debug)]
pub(in super::super) struct Evidence<'a> {
    pub(super) params: &'a Value,
    /// Every file with its bytes.
    pub(super) files: Vec<(&'a str, Vec<u8>)>,
    /// The paths that subtasks have to deliver.
    pub(super) declared: Vec<&'a str>,
}

impl<'a> Evidence<'a> {
    /// Reads the parameters of a call, or says why they cannot be read.
    pub(super) fn read(params: &'a Value) -> Result<Self, &'static str> {
        let mut files = Vec::new();
        for file in items(&params["files"]) {
            let path = file["path"].as_str().ok_or("a file without a path")?;
            let bytes = file["base64"].as_str().and_then(decode).ok_or("a file without contents")?;
            if files.iter().any(|(other, _)| *other == path) {
                return Err("two files of one path");
            }
            files.push((path, bytes));
        }
        let subtasks = items(&params["subtasks"]);
        let declared: Vec<&str> = subtasks.iter().flat_map(|subtask| strings(&subtask["requiredOutputs"])).collect();
        let odd = |path: &&str| path.is_empty() || path.starts_with(['/', '.']) || path.contains(['\\', ' ', '*']);
        if declared.iter().any(odd) {
            return Err("a path that is not plain");
        }
        Ok(Self { params, files, declared })
    }

    /// The bytes of a file.
    pub(super) fn bytes(&self, path: &str) -> Option<&[u8]> {
        self.files.iter().find(|(other, _)| *other == path).map(|(_, bytes)| bytes.as_slice())
    }

    /// The declared files that exist and end in `.extension`.
    pub(super) fn declared_with(&self, extension: &str) -> impl Iterator<Item = &[u8]> {
        let wanted = move |path: &&&str| path.rsplit_once('.').is_some_and(|(_, end)| end == extension);
        self.declared.iter().filter(wanted).filter_map(|path| self.bytes(path))
    }
}

/// The mean critique score of the latest iteration is high enough.
fn critique(evidence: &Evidence<'_>) -> Finding {
    let critique = &evidence.params["critique"];
    let iterations = items(&critique["iterations"]);
    match critique.get("enabled") {
        None if critique.is_null() => return Finding::Passes,
        Some(Value::Bool(false)) => return Finding::Passes,
        Some(Value::Bool(true)) => {}
        _ => return Finding::Doubt("critique neither on nor off"),
    }
    let Some(least) = critique["minScoreToComplete"].as_f64() else { return Finding::Doubt("no least score") };
    let scores: Option<Vec<f64>> =
        iterations.last().map_or(Some(Vec::new()), |last| items(last).iter().map(Value::as_f64).collect());
    let Some(scores) = scores else { return Finding::Doubt("a score that is no number") };
    if scores.is_empty() {
        let earlier = iterations.iter().any(|scores| !items(scores).is_empty());
        return if earlier { Finding::Doubt("scores in earlier iterations only") } else { Finding::Passes };
    }
    #[expect(clippy::cast_precision_loss, reason = "a handful of scores")]
    let mean = scores.iter().sum::<f64>() / scores.len() as f64;
    // A mean of sixteenths is exact; of anything else, two right programs may differ in the last digit.
    let exact = scores.iter().chain([&least]).all(|score| (score * 16.0).fract() == 0.0);
    if (mean - least).abs() < 1e-9 && !exact {
        Finding::Doubt("a mean on the limit, up to rounding")
    } else if mean < least {
        Finding::Breaks(json!({"gate": "critique", "mean": mean}))
    } else {
        Finding::Passes
    }
}

/// Every declared file is there and not empty.
fn presence(evidence: &Evidence<'_>) -> Finding {
    let mut paths = evidence.declared.clone();
    paths.sort_unstable();
    paths.dedup();
    let missing: Vec<&str> = paths.iter().copied().filter(|path| evidence.bytes(path).is_none()).collect();
    let empty: Vec<&str> =
        paths.iter().copied().filter(|path| evidence.bytes(path).is_some_and(<[u8]>::is_empty)).collect();
    if missing.is_empty() && empty.is_empty() {
        return Finding::Passes;
    }
    let source = "required_outputs";
    Finding::Breaks(json!({"gate": "deliverable_presence", "missing": missing, "empty": empty, "source": source}))
}

/// No declared file is a broken stand-in.
fn file(evidence: &Evidence<'_>) -> Finding {
    let broken = Finding::Breaks(json!({"gate": "file"}));
    let mut doubt = None;
    for bytes in evidence.declared_with("png") {
        match png_size(bytes) {
            Some((1, 1)) => return broken,
            Some((width, height)) if width >= 16 && height >= 16 && bytes.len() >= 512 => {}
            _ => doubt = Some("an image that is small, or none"),
        }
    }
    for bytes in evidence.declared_with("pdf") {
        match bytes {
            [] => return broken,
            _ if bytes.starts_with(b"%PDF-") && bytes.ends_with(b"%%EOF\n") && bytes.len() >= 512 => {}
            _ => doubt = Some("a PDF that is small, or none"),
        }
    }
    for bytes in evidence.declared_with("csv") {
        let text = String::from_utf8_lossy(bytes);
        let first = text.lines().next().unwrap_or_default();
        if text.trim().is_empty() {
            return broken;
        }
        if !first.contains(',') || !first.chars().any(char::is_alphabetic) || text.lines().count() < 2 {
            doubt = Some("a table whose header or rows are in doubt");
        }
    }
    doubt.map_or(Finding::Passes, Finding::Doubt)
}

/// The words of a task that ask for a file.
pub(super) const HINTS: [&str; 4] = ["image", "report", "chart", "dataset"];

/// A task that asks for a file got one of 512 bytes at least.
fn deliverable(evidence: &Evidence<'_>) -> Finding {
    let Some(task) = evidence.params["task"].as_str() else { return Finding::Passes };
    if evidence.files.iter().any(|(_, bytes)| bytes.len() >= 512) {
        return Finding::Passes;
    }
    let plain = ["Greet the user.", "Add two numbers."];
    if task.split(|c: char| !c.is_alphanumeric()).any(|word| HINTS.contains(&word)) {
        Finding::Breaks(json!({"gate": "deliverable"}))
    } else if plain.contains(&task) {
        Finding::Passes
    } else {
        Finding::Doubt("a task that may or may not ask for a file")
    }
}

/// Declared Markdown does not say the same thing over and over.
fn structure(evidence: &Evidence<'_>) -> Finding {
    let mut doubt = None;
    for bytes in evidence.declared_with("md") {
        let text = String::from_utf8_lossy(bytes);
        // A short paragraph may be a refrain; the document does not say from what length on it counts.
        let (long, repeated) = paragraphs(&text, 160);
        if long >= 8 && repeated * 4 >= long * 3 {
            return Finding::Breaks(json!({"gate": "structural_integrity"}));
        }
        let marks = ["![", "](", "[^", "Figure", "figure", "<"];
        if paragraphs(&text, 40).1 > 0 || marks.iter().any(|mark| text.contains(mark)) {
            doubt = Some("Markdown whose structure is in doubt");
        }
    }
    // The document speaks of deliverables and does not say whether they have to be declared.
    let stray = |(path, bytes): &(&str, Vec<u8>)| {
        let markdown = path.rsplit_once('.').is_some_and(|(_, end)| end == "md");
        markdown && !evidence.declared.contains(path) && paragraphs(&String::from_utf8_lossy(bytes), 40).1 > 0
    };
    if evidence.files.iter().any(stray) {
        doubt = Some("Markdown that nobody declared");
    }
    doubt.map_or(Finding::Passes, Finding::Doubt)
}

/// How many paragraphs of `least` bytes there are, and how many of them repeat an earlier one.
fn paragraphs(text: &str, least: usize) -> (usize, usize) {
    let mut long: Vec<&str> = text.split("\n\n").map(str::trim).filter(|part| part.len() >= least).collect();
    let count = long.len();
    long.sort_unstable();
    long.dedup();
    (count, count - long.len())
}

/// The evaluation score is not below the limit for a retry.
fn eval(evidence: &Evidence<'_>) -> Finding {
    let evaluation = &evidence.params["evaluation"];
    match evaluation.get("enabled") {
        None if evaluation.is_null() => return Finding::Passes,
        Some(Value::Bool(false)) => return Finding::Passes,
        Some(Value::Bool(true)) => {}
        _ => return Finding::Doubt("evaluation neither on nor off"),
    }
    let limit = |name: &str| evaluation["thresholds"][name].as_f64();
    let (Some(score), Some(enough), Some(retry), Some(fail)) =
        (evaluation["score"].as_f64(), limit("accept"), limit("retry"), limit("fail"))
    else {
        return Finding::Doubt("a score or a threshold is missing");
    };
    if !(enough >= retry && retry >= fail && fail >= 0.0 && enough <= 1.0) {
        Finding::Doubt("thresholds that R28 rejects")
    } else if score >= retry {
        Finding::Passes
    } else {
        let action = if score < fail { "fail_workflow" } else { "retry_with_repair" };
        Finding::Breaks(json!({"gate": "eval", "action": action}))
    }
}

/// The gates that break with their events, and the ones in doubt.
#[derive(Debug)]
pub(in super::super) struct Outcome {
    pub(in super::super) broken: Vec<(&'static str, Value)>,
    pub(in super::super) doubts: Vec<(&'static str, &'static str)>,
}

/// Puts evidence through all gates.
pub(in super::super) fn outcome(params: &Value) -> Result<Outcome, &'static str> {
    let evidence = Evidence::read(params)?;
    let mut outcome = Outcome { broken: Vec::new(), doubts: Vec::new() };
    for (name, gate) in GATES {
        match gate(&evidence) {
            Finding::Passes => {}
            Finding::Breaks(event) => outcome.broken.push((name, event)),
            Finding::Doubt(why) => outcome.doubts.push((name, why)),
        }
    }
    Ok(outcome)
}

/// The reference's answer: the first gate that breaks rejects.
pub(in super::super) fn complete(params: &Value) -> Value {
    match outcome(params) {
        Ok(Outcome { broken, .. }) if !broken.is_empty() => {
            json!({"accepted": false, "rejectedBy": broken[0].0, "event": broken[0].1})
        }
        _ => json!({"accepted": true}),
    }
}

/// What the document says of a completion.
pub(in super::super) fn expect_complete(params: &Value) -> Expected {
    match outcome(params) {
        Err(why) => unspecified("gate-file", why),
        Ok(Outcome { broken, .. }) if !broken.is_empty() => Expected {
            expect: Expect::Reject,
            rules: broken.iter().map(|(gate, _)| format!("gate-{}", gate.replace('_', "-"))).collect(),
            reason: "a gate rejects the completion".to_owned(),
            answer: None,
        },
        Ok(Outcome { doubts, .. }) => match doubts.first() {
            Some((gate, why)) => unspecified(&format!("gate-{}", gate.replace('_', "-")), *why),
            None => answering(accept("every gate passes"), json!({"accepted": true})),
        },
    }
}
