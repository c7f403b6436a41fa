//! A tool's code runs only with arguments that fit its schema.
//!
//! That a wrong call is refused is not enough: a runtime that validates afterwards has run the code by then.

use super::super::draw::tools::{calls, classify, every_value};
use super::super::judge::arguments::{not_run, refusal, run_once};
use super::super::model::nothing::is_nothing;
use super::super::model::tools::{down_to, flat, without};
use super::super::prelude::*;
use super::super::reference::tools::{Made, listed, policy, refused};
use crate::subject::Refusal;
use serde_json::Map;

const CHECK: Check = Check {
    methods: &["contract/tool"],
    shape: &shape::CALLS,
    edges: every_value,
    arms: &[arm(1, "one argument wrong, or none", calls)],
    classify,
    labels: &["valid", "invalid", "nested", "not an object"],
    on_fault: OnFault::Fails,
    ..Check::NEW
};

pub(super) static RULE: Rule = Rule {
    id: "TOOL-001",
    title: "Input Validation: validates a tool's arguments before running it",
    level: Level::Must,
    source: "INV-TOOL-001",
    statement: "A call whose arguments do not fit the tool's schema comes back with `success: false` and the tool's code is \
                never run; a call whose arguments fit runs it once, with just these arguments.",
    checks: &[
        CHECK.asserts("refusal", "a call comes back with success exactly when its arguments fit the schema", refusal),
        CHECK.asserts("not-run", "the code of a tool is not run with arguments that do not fit", not_run),
        CHECK.asserts("run-once", "with arguments that fit, the code is run once, with these arguments", run_once),
    ],
    mutants: &[
        Mutant::doing("validates after it has run the tool", |it| policy(it).make = run_first),
        Mutant::doing("validates while the tool runs", |it| {
            policy(it).make = |call| if call.fits || call.args.is_object() { run_first(call) } else { Ok(refused()) };
        }),
        Mutant::doing("does not miss required arguments", |it| {
            policy(it).schema = |schema| without(schema, "required");
        }),
        Mutant::doing("does not look at types", |it| policy(it).schema = |schema| without(schema, "type")),
        Mutant::doing("does not look at allowed values", |it| policy(it).schema = |schema| without(schema, "enum")),
        Mutant::doing("does not look at maxima", |it| policy(it).schema = |schema| without(schema, "maximum")),
        Mutant::doing("does not look at the lengths of texts", |it| {
            policy(it).schema = |schema| without(schema, "maxLength");
        }),
        Mutant::doing("lets arguments in that are not declared", |it| {
            policy(it).schema = |schema| without(schema, "additionalProperties");
        }),
        Mutant::doing("does not look into lists", |it| policy(it).schema = |schema| without(schema, "items")),
        Mutant::doing("validates the top level only", |it| policy(it).schema = flat),
        Mutant::doing("drops arguments that are zero, false or empty", |it| policy(it).make = without_nothings),
        Mutant::doing("validates two levels and no further", |it| policy(it).schema = |schema| down_to(schema, 2)),
        Mutant::doing("counts the bytes of a text", |it| {
            policy(it).seen = |args| with_texts(args, |text| "x".repeat(text.len()));
        }),
        Mutant::doing("counts the code units of a text", |it| {
            policy(it).seen = |args| with_texts(args, |text| "x".repeat(text.encode_utf16().count()));
        }),
        Mutant::doing("takes a number in quotes for an allowed value", |it| {
            policy(it).seen = |args| {
                with_values(args, |value| {
                    value.as_str().and_then(|text| text.parse::<u32>().ok()).map(|number| json!(number))
                })
            };
        }),
        Mutant::doing("composes the characters of a text before it counts them", |it| {
            policy(it).seen = |args| with_texts(args, |text| text.replace("e\u{301}", "é"));
        }),
        Mutant::doing("looks at the first ten entries of a list", |it| {
            policy(it).seen = |args| {
                with_values(args, |value| value.as_array().map(|items| items.iter().take(10).cloned().collect()))
            };
        }),
        Mutant::doing("takes null for an argument that is not there", |it| {
            policy(it).seen = |args| {
                let mut args = args.clone();
                args.as_object_mut().into_iter().for_each(|members| members.retain(|_, value| !value.is_null()));
                args
            };
        }),
        Mutant::doing("finds what is required on every object", |it| {
            policy(it).schema = |schema| requiring(schema, |_, name| name != "toString");
        }),
        Mutant::doing("requires only what is declared", |it| {
            policy(it).schema = |schema| requiring(schema, |schema, name| schema["properties"].get(name).is_some());
        }),
        Mutant::doing("makes the names of arguments lower case", |it| {
            policy(it).seen = |args| match args {
                Value::Object(members) => {
                    members.iter().map(|(key, value)| (key.to_lowercase(), value.clone())).collect()
                }
                other => other.clone(),
            };
        }),
        Mutant::doing("counts arguments instead of looking at their names", |it| {
            policy(it).schema = |schema| {
                let mut counted = without(schema, "additionalProperties");
                if schema["additionalProperties"] == false {
                    counted["maxProperties"] = json!(schema["properties"].as_object().map_or(0, Map::len));
                }
                counted
            };
        }),
        Mutant::doing("takes arguments named like keywords for keywords", |it| {
            policy(it).schema = |schema| {
                with_properties(schema, |name, of| {
                    if ["type", "items", "required"].contains(&name) {
                        *of = json!({});
                    }
                })
            };
        }),
        Mutant::doing("takes a maximum of zero for none", |it| {
            policy(it).schema = |schema| {
                with_properties(schema, |_, of| {
                    if of["maximum"] == 0 {
                        *of = without(of, "maximum");
                    }
                })
            };
        }),
        Mutant::doing("allows only texts and numbers where values are listed", |it| {
            policy(it).schema = |schema| {
                with_properties(schema, |_, of| {
                    of.get_mut("enum").and_then(Value::as_array_mut).into_iter().for_each(|all| {
                        all.retain(|value| !value.is_object() && !value.is_array());
                    });
                })
            };
        }),
        Mutant::doing("holds whole numbers in 32 bits", |it| {
            policy(it).schema = |schema| {
                with_properties(schema, |_, of| {
                    if *of == json!({"type": "integer"}) {
                        *of = json!({"type": "integer", "minimum": i32::MIN, "maximum": i32::MAX});
                    }
                })
            };
        }),
        Mutant::doing("trims the texts that it hands on", |it| {
            policy(it).make = |call| {
                let args = with_texts(call.args, |text| text.trim().to_owned());
                if call.fits { call.run(&args) } else { Ok(refused()) }
            };
        }),
        Mutant::doing("validates by the schema of another tool whose name differs in case", |it| {
            policy(it).find = |tools, name| {
                listed(tools).find(|tool| tool["name"] == name)?;
                let like = |tool: &&Value| tool["name"].as_str().is_some_and(|known| known.eq_ignore_ascii_case(name));
                let schema = &listed(tools).filter(like).last()?["inputSchema"];
                Some(json!({"name": name, "inputSchema": schema}))
            };
        }),
        Mutant::doing("takes an output that counts as nothing for a failure", |it| {
            policy(it).make = |call| {
                let result = if call.fits { call.run(call.args)? } else { refused() };
                Ok(if is_nothing(&result["output"]) { refused() } else { result })
            };
        }),
        Mutant::doing("runs a tool twice", |it| {
            policy(it).make = |call| {
                if !call.fits {
                    return Ok(refused());
                }
                call.run(call.args)?;
                call.run(call.args)
            };
        }),
        Mutant::throws("throws on arguments that are no object", |request| {
            list(request.params, "calls").iter().any(|call| !call["args"].is_object())
        }),
    ],
    corpus: include_str!("../../../../corpus/contract/TOOL-001.yaml"),
    questions: &[],
};

fn run_first(call: &Made<'_>) -> Result<Value, Refusal> {
    let result = call.run(call.args)?;
    Ok(if call.fits { result } else { refused() })
}

/// A schema that requires fewer arguments.
fn requiring(schema: &Value, keep: fn(&Value, &str) -> bool) -> Value {
    let mut changed = schema.clone();
    if let Some(required) = changed.get_mut("required").and_then(Value::as_array_mut) {
        required.retain(|name| name.as_str().is_some_and(|name| keep(schema, name)));
    }
    changed
}

/// A schema that says something else of its properties.
fn with_properties(schema: &Value, change: fn(&str, &mut Value)) -> Value {
    let mut changed = schema.clone();
    let properties = changed.get_mut("properties").and_then(Value::as_object_mut);
    properties.into_iter().flatten().for_each(|(name, of)| change(name, of));
    changed
}

/// Arguments of which some are others.
fn with_values(args: &Value, other: fn(&Value) -> Option<Value>) -> Value {
    let mut args = args.clone();
    for value in args.as_object_mut().into_iter().flat_map(|members| members.values_mut()) {
        if let Some(other) = other(value) {
            *value = other;
        }
    }
    args
}

/// Arguments with other texts.
fn with_texts(args: &Value, other: fn(&str) -> String) -> Value {
    let mut args = args.clone();
    for value in args.as_object_mut().into_iter().flat_map(|members| members.values_mut()) {
        if let Some(text) = value.as_str() {
            *value = json!(other(text));
        }
    }
    args
}

fn without_nothings(call: &Made<'_>) -> Result<Value, Refusal> {
    let mut args = call.args.clone();
    if let Some(members) = args.as_object_mut() {
        members.retain(|_, value| !is_nothing(value));
    }
    if call.fits { call.run(&args) } else { Ok(refused()) }
}
