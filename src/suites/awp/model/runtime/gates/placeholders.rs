//! Where a placeholder stands, and where it only looks like one.
//!
//! Only what nobody can doubt is judged: a token that stands alone is one, a
//! comment line of a code file is exempt, and everything in between is open.

use serde_json::{Value, json};

use super::evidence::{Evidence, Finding};

/// The tokens that the document names.
pub(in crate::suites::awp) const TOKENS: [&str; 5] = ["TODO", "FIXME", "XX%", "???", "your_value"];

/// What may be taken for a placeholder by somebody.
const SUSPICIOUS: [&str; 13] = [
    "todo",
    "fixme",
    "xx",
    "??",
    "your_",
    "your value",
    "tbd",
    "tba",
    "n/a",
    "lorem",
    "placeholder",
    "changeme",
    "...",
];

/// How comments begin.
const COMMENTS: [&str; 6] = ["#", "//", "/*", "*", "--", "<!--"];

/// How the comments of a code file begin; none for other files.
fn comments_of(path: &str) -> Option<&'static [&'static str]> {
    match path.rsplit_once('.')?.1 {
        "py" | "sh" => Some(&["#"]),
        "js" | "ts" | "c" | "java" => Some(&["//"]),
        "sql" => Some(&["--"]),
        "html" => Some(&["<!--"]),
        _ => None,
    }
}

/// Whether placeholders are looked for in a file of that name.
pub(in crate::suites::awp) fn is_text(path: &str) -> bool {
    let texts = ["txt", "md", "csv", "json", "rst", "yaml"];
    comments_of(path).is_some() || texts.iter().any(|end| path.ends_with(&format!(".{end}")))
}

/// Declared text files and the final result hold no placeholder.
pub(in crate::suites::awp) fn gate(evidence: &Evidence<'_>) -> Finding {
    let mut doubt = None;
    let mut found = false;
    let mut look = |finding: Finding| match finding {
        Finding::Breaks(_) => found = true,
        Finding::Doubt(why) => doubt = Some(why),
        Finding::Passes => {}
    };
    for path in &evidence.declared {
        let Some(bytes) = evidence.bytes(path) else { continue };
        match std::str::from_utf8(bytes) {
            Ok(text) if is_text(path) => look(scan(text, comments_of(path))),
            Ok(text) if suspicious(text) => look(Finding::Doubt("a file of another kind")),
            _ => {}
        }
    }
    scan_result(&evidence.params["finalResult"], &mut look);
    if found { Finding::Breaks(json!({"gate": "placeholder"})) } else { doubt.map_or(Finding::Passes, Finding::Doubt) }
}

fn scan_result(value: &Value, look: &mut impl FnMut(Finding)) {
    match value {
        Value::String(text) => look(scan(text, None)),
        Value::Array(items) => items.iter().for_each(|item| scan_result(item, look)),
        Value::Object(members) => {
            for (key, value) in members {
                if suspicious(key) {
                    look(Finding::Doubt("a placeholder in a key"));
                }
                scan_result(value, look);
            }
        }
        _ => {}
    }
}

fn suspicious(text: &str) -> bool {
    let text = text.to_lowercase();
    SUSPICIOUS.iter().any(|part| text.contains(part))
}

fn scan(text: &str, comments: Option<&[&str]>) -> Finding {
    let mut worst = Finding::Passes;
    let blocks = comments.is_some() && ["/*", "<!--", "\"\"\"", "'''"].iter().any(|mark| text.contains(mark));
    for line in text.lines().filter(|line| suspicious(line)) {
        let tokens: Vec<&str> = line.split_whitespace().map(|word| word.trim_end_matches([':', '.', ','])).collect();
        let alone = tokens.iter().any(|token| TOKENS.contains(token));
        let comment = |marks: &[&str]| marks.iter().any(|mark| line.trim_start().starts_with(mark));
        let only_notes = !suspicious(&line.replace("TODO", "").replace("FIXME", ""));
        if comments.is_some_and(comment) && alone && only_notes {
            continue;
        }
        let near_comment =
            comment(&COMMENTS) || (comments.is_some() && COMMENTS.iter().any(|mark| line.contains(mark)));
        if alone && !near_comment && !blocks {
            return Finding::Breaks(json!({"gate": "placeholder"}));
        }
        worst = Finding::Doubt("what may or may not be a placeholder");
    }
    worst
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_plain_ones_are_judged() {
        let broken = |text: &str| matches!(scan(text, None), Finding::Breaks(_));
        assert!(broken("TODO") && broken("still TODO: write this") && broken("grew by XX% since") && broken("why ???"));
        assert!(broken("fine\nFIXME later\nfine") && broken("key your_value"));
        assert_eq!(scan("a plain line", None), Finding::Passes);
        for doubtful in ["todo", "TODOS", "# TODO", "<TODO>", "what??", "mastodon todos"] {
            assert!(matches!(scan(doubtful, None), Finding::Doubt(_)), "{doubtful}");
        }
        assert_eq!(scan("# TODO: later\nx = 1", Some(&["#"])), Finding::Passes);
        assert!(matches!(scan("x = TODO", Some(&["#"])), Finding::Breaks(_)));
        assert!(matches!(scan("x = 1  # TODO", Some(&["#"])), Finding::Doubt(_)));
    }
}
