//! A result without its JSON is a failure, whatever else it says.
//!
//! The trap is AGN-033, where an error message may stand in place of the
//! JSON. Here it may not.

use crate::suites::context::prelude::*;

pub(super) static RULE: Rule = Rule {
    id: "5.result-json",
    title: "ToolCallManifest: rejects a result without `resultJson`",
    level: Level::Must,
    source: "§5, all ToolCallResults contain ResultJson",
    statement: "Every result has a `resultJson` that is not null and not empty. An `errorMessage` does not replace it.",
    checks: &[
        Check {
            property: "a result without JSON is refused, with or without an error message",
            edges: || {
                let mut cases = Vec::new();
                let long = format!("[{}0]", "0,".repeat(2000));
                let told = "{\"error\":\"disk full\"}";
                for text in ["{}", "[]", "null", "0", "false", "\"\"", "{\"ok\":false}", told, &long] {
                    let mut manifest = plain::manifest(&[("c1", "grep")]);
                    manifest["toolCallResults"][0]["resultJson"] = json!(text);
                    cases.push(json!({ "manifest": manifest }));
                }
                cases.push(plain::calls(&[("c1", "grep"), ("c2", "awk")]));
                cases.extend(manifest_faults(&mismatch::RESULT_JSON));
                cases.extend(long::spoilt(|results| {
                    if let Some(last) = results.last_mut() {
                        put(last, "resultJson", None);
                    }
                }));
                cases
            },
            arms: &[
                arm(3, "one fault", |draw| draw::manifest_fault(draw, &mismatch::RESULT_JSON)),
                arm(1, "valid", draw::manifest),
            ],
            classify: |case| {
                let results = case["manifest"]["toolCallResults"].as_array().map_or(&[][..], Vec::as_slice);
                let missing: Vec<&Value> =
                    results.iter().filter(|result| has_result(result) == Truth::Broken).collect();
                let explained = missing.iter().any(|result| slot::present(result, "errorMessage") == Truth::Holds);
                vec![match (missing.is_empty(), explained) {
                    (true, _) => "accept",
                    (false, true) => "missing, with an error message",
                    (false, false) => "missing, without a word",
                }]
            },
            labels: &["accept", "missing, with an error message", "missing, without a word"],
            ..OF_MANIFEST
        },
        Check {
            methods: &[MANIFEST],
            edges: || {
                let with = |question: &str, json: &str, error: Option<&str>| {
                    let mut manifest = plain::manifest(&[("c1", "grep")]);
                    manifest["toolCallResults"][0]["resultJson"] = json!(json);
                    manifest["toolCallResults"][0]["errorMessage"] = json!(error);
                    json!({"question": question, "manifest": manifest})
                };
                vec![
                    with("blank", " ", None),
                    with("not-json", "grep: no such file", None),
                    with("both", "{}", Some("disk full")),
                ]
            },
            ..OPEN_POINTS
        },
    ],
    mutants: &[
        Mutant::answers("never looks for resultJson", |_, answer| forgets(answer, NO_RESULT_JSON)),
        forgetting("accepts errorMessage in place of resultJson", NO_RESULT_JSON, |params| {
            Lists::of(&params["manifest"]).is_ok_and(|lists| {
                lists.results.iter().all(|result| {
                    has_result(result) != Truth::Broken || slot::present(result, "errorMessage") == Truth::Holds
                })
            })
        }),
        forgetting("takes the empty text for JSON", NO_RESULT_JSON, |params| {
            any_result(params, |result| result["resultJson"] == "")
        }),
        refusing("takes the JSON null for nothing", NO_RESULT_JSON, |params| {
            any_result(params, |result| result["resultJson"] == "null")
        }),
        refusing("wants an object in resultJson", NO_RESULT_JSON, |params| {
            any_result(params, |result| result["resultJson"].as_str().is_some_and(|text| !text.starts_with('{')))
        }),
        refusing("takes JSON that tells of an error for a failure", NO_RESULT_JSON, |params| {
            any_result(params, |result| result["resultJson"].as_str().is_some_and(|text| text.contains("\"error\"")))
        }),
        refusing("takes a thousand characters of JSON at most", NO_RESULT_JSON, |params| {
            any_result(params, |result| result["resultJson"].as_str().is_some_and(|text| text.len() > 1000))
        }),
        forgetting("looks at the first result only", NO_RESULT_JSON, |params| {
            let first = &params["manifest"]["toolCallResults"][0];
            has_result(first) != Truth::Broken
        }),
    ],
    corpus: include_str!("../../../../corpus/context/5.result-json.yaml"),
    questions: &[
        Question {
            id: "blank",
            asks: "is a blank resultJson there?",
            readings: &[reading("there", "it is accepted"), reading("missing", "it is refused")],
        },
        Question {
            id: "not-json",
            asks: "does resultJson have to be JSON?",
            readings: &[
                reading("any-text", "any text is accepted"),
                reading("json-only", "what cannot be parsed is refused"),
            ],
        },
        Question {
            id: "both",
            asks: "may a result have resultJson and errorMessage?",
            readings: &[reading("allowed", "it is accepted"), reading("one-of-two", "it is refused")],
        },
    ],
};

fn any_result(params: &Value, which: fn(&Value) -> bool) -> bool {
    Lists::of(&params["manifest"]).is_ok_and(|lists| lists.results.iter().any(which))
}
