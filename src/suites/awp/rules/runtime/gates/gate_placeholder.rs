//! No stand-in is left in what is delivered.
//!
//! The traps are on both sides: a comment in a code file is exempt, while a
//! token deep inside the final result, or on the last line of the last file,
//! counts. Whether a file that nobody declared may be looked at is open.

use super::super::super::super::draw::runtime::evidence::clean;
use super::super::super::super::draw::runtime::placeholders::{classify, edges, in_comment, in_file, in_result};
use super::super::super::super::model::runtime::gates::base64::{decode, encode};
use super::super::super::super::model::runtime::gates::has_extension;
use super::super::super::super::model::runtime::gates::placeholders::is_text;
use super::super::super::super::reference::gates::{letting, misjudge, misjudging};
use super::super::prelude::*;
use super::CHECK;

const GATE: &str = "placeholder";

pub(in super::super) static RULE: Rule = Rule {
    id: "gate-placeholder",
    title: "placeholder gate: rejects completion with TODO and the like in what is delivered",
    level: Level::Must,
    source: "Runtime Completion Gates, placeholder",
    statement: "A placeholder (TODO, FIXME, XX%, ???, your_value) standing by itself in a declared text file or in a \
                value of the final result rejects the completion. Comment lines of code files are exempt.",
    checks: &[Check {
        property: "every stand-alone placeholder rejects, exempt comments do not",
        edges,
        arms: &[
            arm(2, "a token in a file", in_file),
            arm(2, "a token in the final result", in_result),
            arm(1, "a comment in a code file", in_comment),
            arm(1, "nothing wrong", clean),
        ],
        classify,
        labels: &[
            "broken",
            "clean",
            "TODO",
            "FIXME",
            "XX%",
            "???",
            "your_value",
            "in a file",
            "in the final result",
            "in a comment",
        ],
        ..CHECK
    }],
    mutants: &[
        Mutant::answers("does not know TODO", |r, a| without(r, a, "TODO")),
        Mutant::answers("does not know FIXME", |r, a| without(r, a, "FIXME")),
        Mutant::answers("does not know XX%", |r, a| without(r, a, "XX%")),
        Mutant::answers("does not know ???", |r, a| without(r, a, "???")),
        Mutant::answers("does not know your_value", |r, a| without(r, a, "your_value")),
        letting("never looks for placeholders", GATE, |_| true),
        misjudging("does not look into the final result", GATE, |params| params["finalResult"] = Value::Null),
        misjudging("looks at the top of the final result only", GATE, |params| {
            if let Some(result) = params["finalResult"].as_object_mut() {
                result.retain(|_, value| value.is_string());
            }
        }),
        misjudging("does not look into lists of the final result", GATE, |params| {
            drop_lists(&mut params["finalResult"]);
        }),
        Mutant::answers("skips members of the final result that begin with an underscore", |r, a| {
            misjudge(r, a, GATE, |params| drop_private(&mut params["finalResult"]))
        }),
        Mutant::answers("looks at the beginning of a large file only", |r, a| {
            each_text(r, a, |_, text| text.chars().take(200_000).collect())
        }),
        Mutant::answers("knows a few kinds of text only", |r, a| {
            each_text(r, a, |path, text| if has_extension(path, "rst") { String::new() } else { text.to_owned() })
        }),
        Mutant::answers("does not look into files", |r, a| each_text(r, a, |_, _| String::new())),
        Mutant::answers("looks at the first line of a file only", |r, a| {
            each_text(r, a, |_, text| text.lines().next().unwrap_or_default().to_owned())
        }),
        Mutant::answers("does not look into code files", |r, a| {
            each_text(r, a, |path, text| if has_extension(path, "py") { String::new() } else { text.to_owned() })
        }),
        Mutant::answers("exempts a file that has a comment", |r, a| {
            each_text(r, a, |path, text| {
                let exempt = is_code(path) && text.lines().any(is_marked);
                if exempt { String::new() } else { text.to_owned() }
            })
        }),
        Mutant::answers("looks at the first token of a file only", |r, a| {
            each_text(r, a, |path, text| {
                let first = text.lines().find(|line| line.contains("TODO") || line.contains("FIXME"));
                let exempt = is_code(path) && first.is_some_and(is_marked);
                if exempt { String::new() } else { text.to_owned() }
            })
        }),
        Mutant::answers("takes all that follows a comment of several lines for a part of it", |r, a| {
            each_text(r, a, |path, text| {
                let before = text.lines().take_while(|line| !is_code(path) || !line.trim_start().starts_with("/*"));
                before.collect::<Vec<_>>().join("\n")
            })
        }),
        Mutant::answers("does not look into files that are not ASCII", |r, a| {
            each_text(r, a, |_, text| if text.is_ascii() { text.to_owned() } else { String::new() })
        }),
        Mutant::answers("objects to comments in code", |r, a| {
            each_text(r, a, |_, text| text.replace(['#', '/'], "").replace("--", ""))
        }),
        misjudging("looks at the first declared file only", GATE, |params| first_only(&mut params["subtasks"])),
    ],
    corpus: include_str!("../../../../../../corpus/awp/gate-placeholder.yaml"),
    questions: &[],
};

fn is_code(path: &str) -> bool {
    ["py", "sh", "js", "ts", "sql", "c", "java", "html"].iter().any(|end| has_extension(path, end))
}

fn is_marked(line: &str) -> bool {
    ["#", "//", "/*", "*", "--", "<!--"].iter().any(|mark| line.trim_start().starts_with(mark))
}

fn drop_lists(value: &mut Value) {
    if let Some(members) = value.as_object_mut() {
        members.retain(|_, value| !value.is_array());
        members.values_mut().for_each(drop_lists);
    }
}

fn drop_private(value: &mut Value) {
    match value {
        Value::Object(members) => {
            members.retain(|name, _| !name.starts_with('_'));
            members.values_mut().for_each(drop_private);
        }
        Value::Array(items) => items.iter_mut().for_each(drop_private),
        _ => {}
    }
}

/// What a runtime answers that reads every text file as `change` makes it.
fn each_text(request: Request<'_>, answer: Value, change: impl Fn(&str, &str) -> String) -> Value {
    misjudge(request, answer, GATE, |params| read_texts(params, change))
}

fn read_texts(params: &mut Value, change: impl Fn(&str, &str) -> String) {
    for file in params["files"].as_array_mut().into_iter().flatten() {
        let path = file["path"].as_str().unwrap_or_default().to_owned();
        let bytes = file["base64"].as_str().and_then(decode).unwrap_or_default();
        if let (true, Ok(text)) = (is_text(&path), std::str::from_utf8(&bytes)) {
            file["base64"] = json!(encode(change(&path, text).as_bytes()));
        }
    }
}

fn without(request: Request<'_>, answer: Value, token: &'static str) -> Value {
    misjudge(request, answer, GATE, |params| {
        read_texts(params, |_, text| text.replace(token, "fine"));
        forget(&mut params["finalResult"], token);
    })
}

fn forget(value: &mut Value, token: &str) {
    match value {
        Value::String(text) => *text = text.replace(token, "fine"),
        Value::Array(items) => items.iter_mut().for_each(|item| forget(item, token)),
        Value::Object(members) => members.values_mut().for_each(|value| forget(value, token)),
        _ => {}
    }
}
