//! No stand-in is left in what is delivered.
//!
//! The traps are on both sides: a comment in a code file is exempt, while a
//! token deep inside the final result, or on the last line of the last file,
//! counts. Whether a file that nobody declared may be looked at is open.

use super::super::prelude::*;
use super::CHECK;
use crate::draw::json::with_leaves;
use crate::suites::awp::draw::runtime::evidence::clean;
use crate::suites::awp::draw::runtime::placeholders::{classify, edges, in_comment, in_file, in_result};
use crate::suites::awp::model::runtime::gates::base64::{decode, encode};
use crate::suites::awp::model::runtime::gates::has_extension;
use crate::suites::awp::model::runtime::gates::placeholders::is_text;
use crate::suites::awp::reference::gates::{letting, misjudge, misjudging};

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
        misjudging("looks eight levels deep into the final result", GATE, |params| cut(&mut params["finalResult"], 8)),
        misjudging("takes the end of a line in the final result for a letter", GATE, |params| {
            replace(&mut params["finalResult"], "\n", "n");
        }),
        misjudging("looks at short texts of the final result only", GATE, |params| {
            each_value(&mut params["finalResult"], &|text| {
                if text.len() < 100 { text.to_owned() } else { String::new() }
            });
        }),
        Mutant::answers("looks at the end of a large file only", |r, a| {
            each_text(r, a, |_, text| text.chars().skip(text.chars().count().saturating_sub(1024)).collect())
        }),
        Mutant::answers("looks at the first hundred lines", |r, a| each_line(r, a, |_, number, _| number < 100)),
        Mutant::answers("passes over long lines", |r, a| each_line(r, a, |_, _, line| line.len() < 200)),
        Mutant::answers("passes over what is quoted or listed", |r, a| {
            each_line(r, a, |_, _, line| !line.starts_with(['>', '-']))
        }),
        Mutant::answers("passes over what a fence holds", |r, a| {
            each_text(r, a, |_, text| text.split("```").step_by(2).collect())
        }),
        Mutant::answers("does not look into pages", |r, a| each_line(r, a, |path, _, _| !has_extension(path, "html"))),
        Mutant::answers("does not know comments of pages", |r, a| each_text(r, a, |_, text| text.replace("<!--", ""))),
        Mutant::answers("tells code by the first dot of a name", |r, a| {
            each_text(
                r,
                a,
                |path, text| if path.matches('.').count() > 1 { text.replace('#', "") } else { text.into() },
            )
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
        misjudging("looks at the last declared file only", GATE, |params| {
            if let Some(subtasks) = params["subtasks"].as_array_mut() {
                subtasks.drain(..subtasks.len().saturating_sub(1));
            }
        }),
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

/// Takes away what is so deep.
fn cut(value: &mut Value, levels: usize) {
    match value {
        _ if levels == 0 => *value = Value::Null,
        Value::Object(members) => members.values_mut().for_each(|value| cut(value, levels - 1)),
        Value::Array(items) => items.iter_mut().for_each(|item| cut(item, levels - 1)),
        _ => {}
    }
}

/// What a runtime answers that reads some lines of every text file only.
fn each_line(request: Request<'_>, answer: Value, reads: fn(&str, usize, &str) -> bool) -> Value {
    each_text(request, answer, |path, text| {
        let lines = text.lines().enumerate().filter(|(number, line)| reads(path, *number, line));
        lines.map(|(_, line)| line).collect::<Vec<_>>().join("\n")
    })
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
        replace(&mut params["finalResult"], token, "fine");
    })
}

fn replace(value: &mut Value, part: &str, instead: &str) {
    each_value(value, &|text| text.replace(part, instead));
}

fn each_value(value: &mut Value, change: &dyn Fn(&str) -> String) {
    *value = with_leaves(value, &|leaf| leaf.as_str().map(|text| change(text).into()));
}
