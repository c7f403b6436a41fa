//! Whoever reads the failure learns which tool failed, and why.
//!
//! The traps: a message that says only that *something* failed, the position
//! instead of the id, and a reason that is swallowed on the way.

use crate::suites::context::prelude::*;

pub(super) static RULE: Rule = Rule {
    id: "5.bubbled",
    title: "ToolCallManifest: names the tool call, the tool and the reason of a failure",
    level: Level::Must,
    source: "§5, failure is bubbled with tool id, name and reason",
    statement: "When a result has no `resultJson`, the errors of the answer name its tool call id and its name, and its \
                error message if it has one: in fields of their own or in the message.",
    checks: &[
        Check {
            id: "named",
            property: "the errors hold the id, the name and the reason of a result that is missing",
            edges: || {
                let mut cases = Vec::new();
                let tempting = "Disk FULL at <7>: caf\u{e9}, 日本語; and much more could be said of it, but what matters comes at \
                                the end of this sentence, where Nobody cuts it";
                for failure in [Silent, Because("disk full on volume seven"), Because(tempting)] {
                    cases.push(failing(&[("Call.17/a", "Fs.ReadFile", failure)]));
                    cases.push(failing(&[("call-17", "grep_files", failure)]));
                    cases.push(failing(&[("call-17", "grep_files", Failure::None), ("call-23", "read_page", failure)]));
                    cases.push(failing(&[("call-17", "grep_files", failure), ("call-23", "read_page", Failure::None)]));
                }
                // Formats, and more than fits where somebody cuts.
                let long = "the volume is full and ".repeat(20) + "nobody knows why";
                let (id, name) = ("call-".to_owned() + &"7".repeat(40), "read_".to_owned() + &"page".repeat(12));
                for (id, name, why) in [("call-17", "grep_files", "at 100% of {quota}"), (&*id, &*name, &*long)] {
                    cases.push(failing(&[(id, name, Because(why))]));
                }
                cases
            },
            arms: &[arm(1, "one result missing", one_missing)],
            classify: |case| {
                let reason = missing(case).iter().any(|result| slot::present(result, "errorMessage") == Truth::Holds);
                vec![if reason { "with a reason" } else { "without a reason" }]
            },
            labels: &["with a reason", "without a reason"],
            exam: named,
            ..OF_MANIFEST
        },
        Check {
            methods: &[MANIFEST],
            edges: || {
                let both = [("call-17", "grep_files", Because("denied")), ("call-23", "read_page", Because("denied"))];
                vec![failing(&both)]
            },
            exam: all_or_first,
            ..OPEN_POINTS
        },
    ],
    mutants: &[
        Mutant::answers("says only that a tool failed", |_, answer| without(answer, &["toolCallId", "name", "reason"])),
        Mutant::answers("does not say which call failed", |_, answer| without(answer, &["toolCallId"])),
        Mutant::answers("does not say which tool failed", |_, answer| without(answer, &["name"])),
        Mutant::answers("swallows the reason", |_, answer| without(answer, &["reason"])),
        Mutant::answers("names the first call whichever failed", |request, mut answer| {
            let first = request.params["manifest"]["toolCalls"][0]["toolCallId"].clone();
            for error in answer["errors"].as_array_mut().into_iter().flatten() {
                if error.get("toolCallId").is_some() {
                    error["message"] = json!("a tool failed");
                    error["toolCallId"] = first.clone();
                }
            }
            answer
        }),
        Mutant::answers("writes the reason in small letters", |_, answer| saying(answer, "reason", str::to_lowercase)),
        Mutant::answers("escapes the reason", |_, answer| {
            saying(answer, "reason", |reason| reason.replace('<', "&lt;"))
        }),
        Mutant::answers("leaves out what is not ASCII", |_, answer| {
            saying(answer, "reason", |reason| reason.chars().filter(char::is_ascii).collect())
        }),
        Mutant::answers("gives eighty characters of the reason", |_, answer| {
            saying(answer, "reason", |reason| reason.chars().take(80).collect())
        }),
        Mutant::answers("names a tool by the end of its name", |_, answer| {
            let end = |name: &str| name.rsplit_once('.').map_or(name, |(_, end)| end).to_owned();
            saying(answer, "name", end)
        }),
        Mutant::answers("cuts the reason short", |_, mut answer| {
            for error in answer["errors"].as_array_mut().into_iter().flatten() {
                change_text(error, "reason", |reason| reason.chars().take(8).collect());
            }
            answer
        }),
    ],
    corpus: include_str!("../../../../corpus/context/5.bubbled.yaml"),
    questions: &[Question {
        id: "several",
        asks: "if several results are missing, are all of them named?",
        readings: &[reading("all", "every one is named"), reading("first", "only some are: the first one is enough")],
    }],
};

/// How a call ended.
#[derive(Clone, Copy)]
enum Failure<'a> {
    /// It has its result.
    None,
    /// It has none, and does not say why.
    Silent,
    /// It has none, for this reason.
    Because(&'a str),
}
use Failure::{Because, Silent};

/// A manifest of calls with id and name; those that failed lack their result.
fn failing(calls: &[(&str, &str, Failure<'_>)]) -> Value {
    let pairs: Vec<(&str, &str)> = calls.iter().map(|(id, name, _)| (*id, *name)).collect();
    let mut manifest = plain::manifest(&pairs);
    for (index, (_, _, failure)) in calls.iter().enumerate() {
        let reason = match failure {
            Failure::None => continue,
            Silent => Value::Null,
            Because(reason) => json!(reason),
        };
        manifest["toolCallResults"][index]["resultJson"] = Value::Null;
        manifest["toolCallResults"][index]["errorMessage"] = reason;
    }
    json!({ "manifest": manifest })
}

/// Ids, names and reasons that nobody would use by chance.
fn one_missing(draw: &mut Draw) -> Value {
    let count = draw.size(1..=4);
    let which = draw.below(count);
    let texts: Vec<(String, String, String)> = (0..count)
        .map(|number| {
            let (a, b) = (text::word(draw), text::word(draw));
            (format!("call-{a}-{number}7"), format!("{b}_tool_{number}"), format!("{a} broke {b} at {number}9"))
        })
        .collect();
    let silent = draw.chance(1, 3);
    let calls: Vec<(&str, &str, Failure<'_>)> = texts
        .iter()
        .enumerate()
        .map(|(n, (id, name, why))| {
            let failure = match (n == which, silent) {
                (false, _) => Failure::None,
                (true, true) => Silent,
                (true, false) => Because(why),
            };
            (&**id, &**name, failure)
        })
        .collect();
    failing(&calls)
}

/// The results that lack their JSON, where that is all that is wrong.
fn missing(case: &Value) -> Vec<&Value> {
    let alone = said(MANIFEST, case).is_some_and(|said| said.breaks_only("5.result-json"));
    let results = Lists::of(&case["manifest"]).map_or(&[][..], |lists| lists.results);
    results.iter().filter(|result| alone && has_result(result) == Truth::Broken).collect()
}

/// What of a failed result is nowhere in the errors.
fn unsaid<'a>(result: &'a Value, answer: &Answer) -> Vec<&'a str> {
    let mut said = String::new();
    for error in answer.value["errors"].as_array().into_iter().flatten() {
        for field in ["message", "toolCallId", "name", "reason"] {
            said.push_str(error[field].as_str().unwrap_or_default());
            said.push('\n');
        }
    }
    let wanted = ["toolCallId", "name", "errorMessage"].map(|field| slot::text(result, field));
    let texts = wanted.into_iter().filter_map(|text| if let Text::Given(text) = text { Some(text) } else { None });
    texts.filter(|text| !said.contains(text)).collect()
}

fn named(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let missing = missing(case);
    let answer = talk.ask(case.call(MANIFEST))?;
    if missing.is_empty() {
        return Ok(Judgement::open("nothing failed"));
    }
    if is_ok(answer)? {
        return Ok(Judgement::blocked("accepts a result without its JSON: the rule on it says so", case));
    }
    if answer.value["errors"].as_array().is_none_or(Vec::is_empty) {
        return Ok(Judgement::blocked("refuses without an error: the rule on answering says so", case));
    }
    // With several failures, naming one of them in full will do.
    let best = missing.iter().map(|result| (*result, unsaid(result, answer))).min_by_key(|(_, unsaid)| unsaid.len());
    let Some((result, unsaid)) = best.filter(|(_, unsaid)| !unsaid.is_empty()) else { return Ok(Judgement::held()) };
    let sound = repaired(case);
    if !is_ok(talk.ask(Call::new(MANIFEST, sound.clone()).remembered())?)? {
        return Ok(Judgement::blocked("refuses these calls with all their results as well", &sound));
    }
    let what = ["toolCallId", "name", "errorMessage"]
        .into_iter()
        .find(|field| unsaid.contains(&result[field].as_str().unwrap_or_default()));
    let kind = match what {
        Some("toolCallId") => "the errors do not name the tool call",
        Some("name") => "the errors do not name the tool",
        _ => "the errors do not give the reason",
    };
    let failure = Judgement::failed(kind, json!(unsaid), observed(answer));
    Ok(failure.unless(disturbed(talk, MANIFEST, case, false)?))
}

/// The same manifest with nothing missing.
fn repaired(case: &Value) -> Value {
    let mut sound = case.clone();
    for result in list_at(&mut sound, "manifest.toolCallResults").into_iter().flatten() {
        put(result, "resultJson", Some(json!("{}")));
        put(result, "errorMessage", None);
    }
    sound
}

fn all_or_first(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let answer = talk.ask(case.call(MANIFEST))?;
    if is_ok(answer)? {
        return Ok(Judgement::blocked("accepts a result without its JSON: the rule on it says so", case));
    }
    let unsaid: Vec<bool> = missing(case).iter().map(|result| unsaid(result, answer).is_empty()).collect();
    // A subject that names none of them in full has not understood the rule.
    if !unsaid.contains(&true) {
        return Ok(Judgement::blocked("names none of the results that are missing", case));
    }
    let reading = if unsaid.contains(&false) { "first" } else { "all" };
    Ok(Judgement::open("several results are missing").consistent_with("several", &[reading]))
}

/// The errors with another text in one of their fields, and with a message that says nothing of it.
fn saying(mut answer: Value, field: &str, change: fn(&str) -> String) -> Value {
    for error in answer["errors"].as_array_mut().into_iter().flatten() {
        if error.get(field).is_some() {
            error["message"] = json!("a tool failed");
            change_text(error, field, change);
        }
    }
    answer
}

/// The errors without some of their fields, and without what the message says of them.
fn without(mut answer: Value, fields: &[&str]) -> Value {
    for error in answer["errors"].as_array_mut().into_iter().flatten() {
        if let Some(members) = error.as_object_mut() {
            members.retain(|key, _| !fields.contains(&key.as_str()));
            members.insert("message".to_owned(), json!("a tool failed"));
        }
    }
    answer
}
