//! The gates of files: what was declared is there, is no stand-in, and is what the task asks for.

use serde_json::json;

use super::evidence::{Evidence, Finding, has_extension};

/// Every declared file is there and not empty.
pub(in crate::suites::awp) fn presence(evidence: &Evidence<'_>) -> Finding {
    let mut paths = evidence.declared.clone();
    paths.retain(|path| !evidence.unread.contains(path));
    paths.sort_unstable();
    paths.dedup();
    let missing: Vec<&str> = paths.iter().copied().filter(|path| evidence.bytes(path).is_none()).collect();
    let empty: Vec<&str> =
        paths.iter().copied().filter(|path| evidence.bytes(path).is_some_and(<[u8]>::is_empty)).collect();
    // A file of no known path may be any of those that are missing.
    if empty.is_empty() && (missing.is_empty() || evidence.has_unnamed()) {
        return Finding::Passes;
    }
    let source = "required_outputs";
    let event = json!({"gate": "deliverable_presence", "missing": missing, "empty": empty, "source": source});
    let list = |what: &str, paths: &[&str]| (!paths.is_empty()).then(|| format!("{} {what}", paths.join(", ")));
    let why: Vec<String> = [list("missing", &missing), list("empty", &empty)].into_iter().flatten().collect();
    Finding::Breaks { event, why: why.join("; ") }
}

/// No declared file is a broken stand-in.
pub(in crate::suites::awp) fn file(evidence: &Evidence<'_>) -> Finding {
    let mut doubt = None;
    for (path, bytes) in &evidence.files {
        match stand_in(path, bytes) {
            Some(_) if !evidence.declared.contains(path) => doubt = Some("a stand-in, perhaps, that nobody declared"),
            Some(Stand::In(what)) => return Finding::breaks("file", format!("{path} is {what}")),
            Some(Stand::Unclear(why)) => doubt = Some(why),
            None => {}
        }
    }
    doubt.map_or(Finding::Passes, Finding::Doubt)
}

/// What a file may be instead of what its name says.
enum Stand {
    In(&'static str),
    Unclear(&'static str),
}

fn stand_in(path: &str, bytes: &[u8]) -> Option<Stand> {
    let size = png_size(bytes);
    if has_extension(path, "png") {
        return match size {
            Some((1, 1)) => Some(Stand::In("an image of one pixel")),
            Some((width, height)) if width >= 16 && height >= 16 && bytes.len() >= 512 => None,
            _ => Some(Stand::Unclear("an image that is small, or none")),
        };
    }
    if size == Some((1, 1)) {
        return Some(Stand::Unclear("an image of one pixel under another name than a PNG's"));
    }
    if has_extension(path, "pdf") {
        return match bytes {
            [] => Some(Stand::In("a PDF of no bytes")),
            _ if bytes.starts_with(b"%PDF-") && bytes.ends_with(b"%%EOF\n") && bytes.len() >= 512 => None,
            _ => Some(Stand::Unclear("a PDF that is small, or none")),
        };
    }
    if has_extension(path, "csv") {
        let text = String::from_utf8_lossy(bytes);
        let first = text.lines().next().unwrap_or_default();
        let is_plain = first.contains(',') && first.chars().any(char::is_alphabetic) && text.lines().count() >= 2;
        return match text.trim() {
            "" => Some(Stand::In("a blank table")),
            _ if is_plain => None,
            _ => Some(Stand::Unclear("a table whose header or rows are in doubt")),
        };
    }
    None
}

/// The words of a task that ask for a file.
pub(in crate::suites::awp) const HINTS: [&str; 4] = ["image", "report", "chart", "dataset"];

/// A task that asks for a file got one of 512 bytes at least.
pub(in crate::suites::awp) fn deliverable(evidence: &Evidence<'_>) -> Finding {
    let Some(task) = evidence.params["task"].as_str() else { return Finding::Passes };
    if evidence.files.iter().any(|(_, bytes)| bytes.len() >= 512) {
        return Finding::Passes;
    }
    let plain = ["Greet the user.", "Add two numbers."];
    let hint = task.split(|c: char| !c.is_alphanumeric() && c != '_').find(|word| HINTS.contains(word));
    if let Some(hint) = hint.filter(|_| evidence.unread.is_empty() && !evidence.has_unnamed()) {
        Finding::breaks("deliverable", format!("the task asks for a {hint}, and no file has 512 bytes"))
    } else if plain.contains(&task) {
        Finding::Passes
    } else {
        Finding::Doubt("a task that may or may not ask for a file")
    }
}

/// The width and height of a PNG.
pub(in crate::suites::awp) fn png_size(bytes: &[u8]) -> Option<(u32, u32)> {
    if !bytes.starts_with(b"\x89PNG\r\n\x1a\n") || bytes.get(12..16)? != b"IHDR" {
        return None;
    }
    let number = |at: usize| bytes.get(at..at + 4)?.try_into().ok().map(u32::from_be_bytes);
    Some((number(16)?, number(20)?))
}
