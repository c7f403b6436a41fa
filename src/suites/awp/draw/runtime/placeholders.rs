//! Placeholders in files, in comments and in the final result.

use serde_json::{Value, json};

use super::evidence::{add_file, clean, outcome_label};
use crate::draw::{Draw, text};
use crate::suites::awp::model::runtime::gates::placeholders::TOKENS;
use crate::suites::awp::model::runtime::params::items;

const TEXT_PATHS: [&str; 11] = [
    "draft.txt",
    "draft.md",
    "draft.py",
    "draft.sql",
    "draft.rst",
    "draft.yaml",
    "draft.html",
    "draft.js",
    "draft.sh",
    "draft.c",
    "draft.java",
];

const COMMENTS: [(&str, &str); 6] =
    [("a.py", "#"), ("b.sh", "#"), ("c.js", "//"), ("d.ts", "//"), ("e.sql", "--"), ("f.java", "//")];

/// Every token in every kind of place.
pub(in crate::suites::awp) fn edges() -> Vec<Value> {
    let mut cases = vec![json!({})];
    for token in TOKENS {
        let lines = [token.to_owned(), format!("first line\nstill {token} here\nlast line")];
        for text in &lines {
            cases.push(json!({"finalResult": {"summary": text}}));
            cases.push(json!({"finalResult": {"parts": [{"deep": ["fine", text]}]}}));
            cases.push(json!({"finalResult": {"_note": text}}));
            cases.push(json!({"finalResult": {"parts": [{"_note": {"deep": text}}]}}));
            for path in TEXT_PATHS {
                let mut case = json!({});
                add_file(&mut case, json!({"path": path, "text": text}), true);
                cases.push(case);
            }
        }
        let apart = [
            format!("first line\n{token}\nlast line"),
            format!("as yet {token}, and so on"),
            in_the_midst(token, " "),
            in_the_midst(token, "\n"),
        ];
        for text in &apart {
            cases.push(json!({"finalResult": {"summary": text}}));
            let mut case = json!({});
            add_file(&mut case, json!({"path": "draft.txt", "text": text}), true);
            cases.push(case);
        }
        cases.push(json!({"finalResult": nested(token, 10)}));
        let (fine, draft) = (json!({"path": "fine.txt", "text": "fine"}), json!({"path": "draft.txt", "text": token}));
        for files in [[&fine, &draft], [&draft, &fine]] {
            let mut two = json!({});
            for file in files {
                add_file(&mut two, file.clone(), true);
            }
            cases.push(two);
        }
    }
    // At the end of a large file, beyond what anybody reads at once.
    for size in [1_000, 70_000, 300_000] {
        let mut case = json!({});
        add_file(&mut case, json!({"path": "draft.txt", "size": size, "end": "\nTODO\n"}), true);
        cases.push(case);
    }
    for (path, mark) in COMMENTS {
        let mut case = json!({});
        add_file(&mut case, json!({"path": path, "text": format!("x = 1\n  {mark} TODO: tidy\n{mark} FIXME\n")}), true);
        cases.push(case);
    }
    for (path, text) in BESIDE {
        let mut case = json!({});
        add_file(&mut case, json!({"path": path, "text": text}), true);
        cases.push(case);
    }
    cases
}

/// A text that is long before and after a token.
fn in_the_midst(token: &str, between: &str) -> String {
    let words = vec!["plain words"; 160].join(between);
    format!("{words}{between}{token}{between}{words}")
}

/// An object with a text so many levels deep.
fn nested(text: &str, levels: usize) -> Value {
    let inner = (0..levels).fold(
        json!(text),
        |inner, level| {
            if level % 2 == 0 { json!({ "part": inner }) } else { json!([inner]) }
        },
    );
    json!({ "parts": inner })
}

/// A token in code beside comments, exempt or plain, in what Markdown sets apart, and in words that are not ASCII.
const BESIDE: [(&str, &str); 14] = [
    ("my.tool.py", "# TODO: tidy\nx = 1\n"),
    ("page.html", "<p>fine</p>\n<!-- TODO: tidy -->\n"),
    ("page.html", "<!-- fine -->\n<p> TODO </p>\n"),
    ("tool.c", "// TODO: tidy\nint x = 1;\n"),
    ("draft.md", "Run this:\n\n```\nprint TODO now\n```\n"),
    ("draft.md", "> still TODO\n"),
    ("draft.md", "- fine\n- TODO\n"),
    ("a.py", "# a comment\nx = TODO\n"),
    ("a.py", "# TODO: tidy\nx = TODO\n"),
    ("c.js", "// FIXME\nlet x = 1;\nreturn FIXME ;\n"),
    ("c.js", "/* a comment */\nlet x = TODO ;\n"),
    ("f.java", "/*\n * a comment\n */\nint x = TODO ;\n"),
    ("draft.txt", "Der Rest fehlt: \u{fc}ber TODO hinaus\n"),
    ("draft.md", "\u{65e5}\u{672c} TODO \u{8a9e}\n"),
];

/// A token in a declared text file.
pub(in crate::suites::awp) fn in_file(draw: &mut Draw) -> Value {
    let mut case = clean(draw);
    let token = *draw.pick(&TOKENS);
    let mut lines = draw.list(0..=3, text::sentence);
    if draw.chance(1, 4) {
        lines.push("M\u{fc}he und Not".to_owned());
    }
    if draw.chance(1, 6) {
        let between = *draw.pick(&[" ", "\n"]);
        lines.insert(draw.below(lines.len() + 1), in_the_midst("and", between));
    }
    let line = match draw.below(3) {
        0 => token.to_owned(),
        1 => format!("{} {token}", text::word(draw)),
        _ => format!("{} {token} {}", text::word(draw), text::word(draw)),
    };
    lines.insert(draw.below(lines.len() + 1), line);
    add_file(&mut case, json!({"path": draw.pick(&TEXT_PATHS), "text": lines.join("\n")}), true);
    if draw.chance(1, 3) {
        add_file(&mut case, json!({"path": "later.txt", "text": text::sentence(draw)}), true);
    }
    case
}

/// A token somewhere in the final result.
pub(in crate::suites::awp) fn in_result(draw: &mut Draw) -> Value {
    let mut case = clean(draw);
    let between = *draw.pick(&[" ", "\n", " and so on\n"]);
    let text = json!(format!("{}{between}{}", text::word(draw), draw.pick(&TOKENS)));
    case["finalResult"] = match draw.below(6) {
        5 => nested(text.as_str().unwrap_or_default(), draw.size(3..=12)),
        0 => json!({ "summary": text }),
        1 => json!({"summary": "fine", "more": {"deep": {"note": text}}}),
        2 => json!({"parts": ["fine", text]}),
        3 => json!({"_notes": {"_note": text}}),
        _ => json!({"parts": [1, {"note": [text]}]}),
    };
    case
}

/// A token in a comment of a code file.
pub(in crate::suites::awp) fn in_comment(draw: &mut Draw) -> Value {
    let mut case = clean(draw);
    let (path, mark) = *draw.pick(&COMMENTS);
    let token = *draw.pick(&["TODO", "FIXME", "TODO:"]);
    let mut text = format!("x = 1\n{mark} {token} {}\n", text::sentence(draw));
    if draw.chance(1, 3) {
        text += *draw.pick(&["y = TODO ;\n", "y = FIXME ;\n"]);
    }
    add_file(&mut case, json!({"path": path, "text": text}), true);
    case
}

/// What is noteworthy about placeholders.
pub(in crate::suites::awp) fn classify(case: &Value) -> Vec<&'static str> {
    let mut labels = outcome_label("placeholder", case);
    for token in TOKENS {
        for file in items(&case["files"]) {
            let text = file["text"].as_str().unwrap_or_default();
            if text.contains(token) {
                labels.push(token);
                let comment = COMMENTS.iter().any(|(path, _)| file["path"] == *path);
                labels.push(if comment { "in a comment" } else { "in a file" });
            }
        }
        if case["finalResult"].to_string().contains(token) {
            labels.extend([token, "in the final result"]);
        }
    }
    labels
}
