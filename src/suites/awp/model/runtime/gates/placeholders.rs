//! Where a placeholder stands, and where it only looks like one.
//!
//! Only what nobody can doubt is judged: a token that stands alone is one, a
//! comment line of a code file is exempt, and everything in between is open.

use serde_json::Value;

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

/// How a line that is a comment begins, and how the comment ends if not with the line.
type Mark = (&'static str, &'static str);

const BLOCK: Mark = ("/*", "*/");

/// The comments of a code file; none for other files.
fn comments_of(path: &str) -> Option<&'static [Mark]> {
    match path.rsplit_once('.')?.1 {
        "py" | "sh" => Some(&[("#", "\n")]),
        "js" | "ts" | "c" | "java" => Some(&[("//", "\n"), BLOCK, ("* ", "*/")]),
        "sql" => Some(&[("--", "\n"), BLOCK, ("* ", "*/")]),
        "html" => Some(&[("<!--", "-->")]),
        _ => None,
    }
}

/// Whether a line is a comment and nothing but a comment.
fn is_comment(line: &str, text: &str, marks: &[Mark]) -> bool {
    let line = line.trim();
    marks.iter().any(|(begin, end)| {
        // A line of a block begins with a star, and so does a pointer in C: the block has to be there.
        let fits = line.starts_with(begin) && (*begin != "* " || text.contains(BLOCK.0));
        fits && line.find(end).is_none_or(|at| at + end.len() == line.len())
    })
}

/// Whether placeholders are looked for in a file of that name.
pub(in crate::suites::awp) fn is_text(path: &str) -> bool {
    let texts = ["txt", "md", "csv", "json", "rst", "yaml"];
    comments_of(path).is_some() || texts.iter().any(|end| path.ends_with(&format!(".{end}")))
}

/// Declared text files and the final result hold no placeholder.
pub(in crate::suites::awp) fn gate(evidence: &Evidence<'_>) -> Finding {
    let mut doubt = None;
    let mut found = None;
    let mut look = |place: &str, finding: Finding| match finding {
        Finding::Breaks { why, .. } => found = Some(format!("{why} in {place}")),
        Finding::Doubt(why) => doubt = Some(why),
        Finding::Passes => {}
    };
    for (path, bytes) in &evidence.files {
        let is_declared = evidence.declared.contains(path);
        match std::str::from_utf8(bytes) {
            Ok(text) if is_declared && is_text(path) => look(path, scan_file(path, text)),
            Ok(text) if is_declared && suspicious(text) => look(path, Finding::Doubt("a file of another kind")),
            Ok(text) if suspicious(text) => look(path, Finding::Doubt("a placeholder in a file that nobody declared")),
            // Whoever reads it all the same finds what is plain in it.
            Err(_) if has_token(bytes, is_text(path)) => look(path, Finding::Doubt("a text that is no UTF-8")),
            Ok(_) | Err(_) => {}
        }
    }
    scan_values(&evidence.params["finalResult"], &mut |finding| look("the final result", finding));
    match found {
        Some(why) => Finding::breaks("placeholder", why),
        None => doubt.map_or(Finding::Passes, Finding::Doubt),
    }
}

fn scan_file(path: &str, text: &str) -> Finding {
    match (path.rsplit_once('.').map(|(_, end)| end), serde_json::from_str::<Value>(text)) {
        (Some("json"), Ok(value)) => {
            let mut worst = Finding::Passes;
            scan_values(&value, &mut |finding| {
                if !matches!((&worst, &finding), (Finding::Breaks { .. }, _) | (_, Finding::Passes)) {
                    worst = finding;
                }
            });
            worst
        }
        (Some("csv"), _) => cell(text).map_or_else(|| scan(text, None), |token| Finding::breaks("placeholder", token)),
        _ => scan(text, comments_of(path)),
    }
}

/// The first cell of a table, below its header, that is a token.
fn cell(text: &str) -> Option<&str> {
    let mut cells = text.lines().skip(1).flat_map(|row| row.split(',')).map(|cell| cell.trim().trim_matches('"'));
    cells.find(|cell| TOKENS.contains(cell))
}

fn scan_values(value: &Value, look: &mut impl FnMut(Finding)) {
    match value {
        Value::String(text) => look(scan(text, None)),
        Value::Array(items) => items.iter().for_each(|item| scan_values(item, look)),
        Value::Object(members) => {
            for (key, value) in members {
                if suspicious(key) {
                    look(Finding::Doubt("a placeholder in a key"));
                }
                scan_values(value, look);
            }
        }
        _ => {}
    }
}

/// Whether there is a token in bytes that are no text as a whole; in those of a text file, anything like one.
fn has_token(bytes: &[u8], like: bool) -> bool {
    let text = String::from_utf8_lossy(bytes);
    TOKENS.iter().any(|token| text.contains(token)) || (like && suspicious(&text))
}

fn suspicious(text: &str) -> bool {
    let text = text.to_lowercase();
    SUSPICIOUS.iter().any(|part| text.contains(part))
}

fn scan(text: &str, comments: Option<&[Mark]>) -> Finding {
    let mut worst = Finding::Passes;
    for (line, outside) in text.lines().zip(outside_blocks(text, comments)).filter(|(line, _)| suspicious(line)) {
        let mut tokens = line.split_whitespace().map(|word| word.trim_end_matches([':', '.', ',']));
        let alone = tokens.find(|token| TOKENS.contains(token));
        // The document exempts a TODO in a comment; of the other tokens it does not say so.
        let only_notes = !suspicious(&line.replace("TODO", "").replace("FIXME", ""));
        if comments.is_some_and(|marks| is_comment(line, text, marks)) && alone.is_some() && only_notes {
            continue;
        }
        let begins = COMMENTS.iter().any(|mark| line.trim_start().starts_with(mark));
        let near_comment = begins || (comments.is_some() && COMMENTS.iter().any(|mark| line.contains(mark)));
        if let Some(token) = alone.filter(|_| !near_comment && outside) {
            return Finding::breaks("placeholder", token);
        }
        worst = Finding::Doubt("what may or may not be a placeholder");
    }
    worst
}

/// For every line, whether it is outside of all comments of several lines for certain: such a comment begins a line
/// and ends one, or nothing is certain any more.
fn outside_blocks(text: &str, comments: Option<&[Mark]>) -> Vec<bool> {
    let Some(marks) = comments else { return vec![true; text.lines().count()] };
    let blocks: Vec<&Mark> = marks.iter().filter(|(begin, end)| *end != "\n" && *begin != "* ").collect();
    let has_mark = |line: &str| ["/*", "*/", "<!--", "-->"].iter().any(|mark| line.contains(mark));
    let mut certain = !["\"\"\"", "'''"].iter().any(|mark| text.contains(mark));
    let mut within: Option<&str> = None;
    let mut outside = Vec::new();
    for line in text.lines() {
        let trimmed = line.trim();
        let opened = blocks.iter().find(|(begin, _)| within.is_none() && trimmed.starts_with(begin));
        let body = opened.map_or(trimmed, |(begin, _)| &trimmed[begin.len()..]);
        within = within.or(opened.map(|(_, end)| *end));
        outside.push(within.is_none());
        match within.and_then(|end| Some((body.find(end)?, end))) {
            Some((at, end)) => {
                certain &= !has_mark(&body[..at]) && at + end.len() == body.len();
                within = None;
            }
            None => certain &= !has_mark(body),
        }
        if let (false, Some(last)) = (certain, outside.last_mut()) {
            *last = false;
        }
    }
    outside
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_plain_ones_are_judged() {
        let broken = |text: &str| matches!(scan(text, None), Finding::Breaks { .. });
        assert!(broken("TODO") && broken("still TODO: write this") && broken("grew by XX% since") && broken("why ???"));
        assert!(broken("fine\nFIXME later\nfine") && broken("key your_value"));
        assert_eq!(scan("a plain line", None), Finding::Passes);
        for doubtful in ["todo", "TODOS", "# TODO", "<TODO>", "what??", "mastodon todos"] {
            assert!(matches!(scan(doubtful, None), Finding::Doubt(_)), "{doubtful}");
        }
    }

    #[test]
    fn comments_are_exempt_in_code() {
        for (path, text) in [
            ("a.py", "# TODO: later\nx = 1"),
            ("a.ts", "x = 1\n/* TODO x */\ny = 2\n"),
            ("a.js", "/* TODO: later\n*/\nlet x = 1;\n"),
            ("a.java", "/**\n * TODO: later\n */\nclass A {}\n"),
            ("a.html", "<!-- TODO later -->\n<p>fine</p>\n"),
        ] {
            assert_eq!(scan_file(path, text), Finding::Passes, "{text}");
        }
        for (path, text) in [
            ("a.py", "x = 1  # TODO"),
            ("a.c", " * TODO x\n"),
            ("a.js", "/* fine */ x = TODO\n"),
            ("a.js", "x = \"/*\";\ny = TODO\n"),
            ("a.js", "/*\nTODO\n*/\n"),
            ("a.html", "<!-- a --> b -->\nx = TODO\n"),
            ("a.sql", "-- ??? what\nselect 1;\n"),
            ("a.json", "{\"TODO\": 1}"),
            ("a.csv", "name,TODO\na,1\n"),
        ] {
            assert!(matches!(scan_file(path, text), Finding::Doubt(_)), "{text}");
        }
        for (path, text) in [
            ("a.py", "x = TODO"),
            ("a.py", "# TODO: tidy\nx = TODO"),
            ("a.js", "/* fine */\nx = TODO\n"),
            ("a.c", "/*\n * fine\n */\nx = TODO\n"),
            ("a.html", "<!-- fine -->\n<p> TODO </p>\n"),
            ("a.csv", "name,val\na,TODO\n"),
            ("a.json", "{\"a\": [\"TODO\"]}"),
        ] {
            assert!(matches!(scan_file(path, text), Finding::Breaks { .. }), "{text}");
        }
    }
}
