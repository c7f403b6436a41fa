//! The gates of files: what was declared is there, is no stand-in, and is what the task asks for.

use serde_json::json;

use super::evidence::{Evidence, Finding};

/// Every declared file is there and not empty.
pub(in crate::suites::awp) fn presence(evidence: &Evidence<'_>) -> Finding {
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
pub(in crate::suites::awp) fn file(evidence: &Evidence<'_>) -> Finding {
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
pub(in crate::suites::awp) const HINTS: [&str; 4] = ["image", "report", "chart", "dataset"];

/// A task that asks for a file got one of 512 bytes at least.
pub(in crate::suites::awp) fn deliverable(evidence: &Evidence<'_>) -> Finding {
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

/// The width and height of a PNG.
pub(in crate::suites::awp) fn png_size(bytes: &[u8]) -> Option<(u32, u32)> {
    if !bytes.starts_with(b"\x89PNG\r\n\x1a\n") || bytes.get(12..16)? != b"IHDR" {
        return None;
    }
    let number = |at: usize| bytes.get(at..at + 4)?.try_into().ok().map(u32::from_be_bytes);
    Some((number(16)?, number(20)?))
}
