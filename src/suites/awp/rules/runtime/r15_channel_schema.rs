//! A message that does not fit the schema of its channel is not delivered.
//!
//! Every message stands for itself: one that fails must not take others with
//! it, and a channel without a schema takes anything.

use super::prelude::*;
use crate::draw::json::without_nulls;
use crate::suites::awp::draw::runtime::channels::{SHAPE, case, classify, edges, without_schema};
use crate::suites::awp::draw::runtime::schema::is_sent;
use crate::suites::awp::draw::runtime::value::counts_as_nothing;
use crate::suites::awp::model::runtime::schema::{deliver, fits, sorted};
use crate::suites::awp::reference::careless::{
    after_first_failure, as_texts, booleans_as_numbers, each_item_once, fewer_items, in_bytes, loosened, move_to,
    passing, rename, retype, right, three_places, unmarked, without, without_private,
};

const METHOD: &str = "awp/deliver";

pub(super) static RULE: Rule = Rule {
    id: "R15",
    title: "Channel Schema Validation: rejects messages that break the schema",
    level: Level::Must,
    source: "R15, channel schema validation",
    statement: "Where a channel has a schema, a message whose content fits it is delivered and one whose content does \
                not is rejected. Where it has none, every message is delivered.",
    checks: &[Check {
        id: "delivery",
        property: "exactly the messages that fit are delivered, the others are rejected",
        methods: &[METHOD],
        shape: &SHAPE,
        edges,
        arms: &[
            arm(6, "objects", |draw| case(draw, true)),
            arm(3, "any schema", |draw| case(draw, false)),
            arm(1, "no schema", without_schema),
        ],
        classify,
        labels: &["delivered", "rejected", "both", "no schema"],
        exam,
        ..Check::NEW
    }],
    mutants: &[
        Mutant::answers("delivers everything", |r, a| passing(r, a, |_, _| true)),
        Mutant::answers("rejects everything where there is no schema", |r, a| {
            edit(r, METHOD, a, |answer| {
                if r.params["channel"].get("schema").is_none() {
                    *answer = json!({"delivered": [], "rejected": answer["delivered"]});
                }
            })
        }),
        Mutant::answers("does not look for required members", |r, a| without(r, a, "required")),
        Mutant::answers("lets additional members pass", |r, a| without(r, a, "additionalProperties")),
        Mutant::answers("does not look into lists", |r, a| without(r, a, "items")),
        Mutant::answers("looks at the last item of a list only", |r, a| {
            passing(r, a, |schema, content| right(schema, &fewer_items(content, |at, count| at + 1 == count)))
        }),
        Mutant::answers("looks at the first ten items of a list only", |r, a| {
            passing(r, a, |schema, content| right(schema, &fewer_items(content, |at, _| at < 10)))
        }),
        Mutant::answers("forbids additional members only beside declared ones", |r, a| {
            loosened(r, a, |schema, _| {
                if !schema.contains_key("properties") {
                    schema.remove("additionalProperties");
                }
            })
        }),
        Mutant::answers("forbids additional members at the top only", |r, a| {
            loosened(r, a, |schema, depth| {
                if depth > 0 {
                    schema.remove("additionalProperties");
                }
            })
        }),
        Mutant::answers("looks for required members only beside a type", |r, a| {
            loosened(r, a, |schema, _| {
                if !schema.contains_key("type") {
                    schema.remove("required");
                }
            })
        }),
        Mutant::answers("looks four levels deep only", |r, a| {
            loosened(r, a, |schema, depth| {
                if depth > 3 {
                    schema.clear();
                }
            })
        }),
        Mutant::answers("takes a limit of zero for none", |r, a| {
            loosened(r, a, |schema, _| schema.retain(|_, value| *value != 0))
        }),
        Mutant::answers("takes true for 1 in an enum", |r, a| {
            passing(r, a, |schema, content| right(schema, content) || enumerates(schema, content, booleans_as_numbers))
        }),
        Mutant::answers("compares the values of an enum as texts", |r, a| {
            passing(r, a, |schema, content| right(schema, content) || enumerates(schema, content, as_texts))
        }),
        Mutant::answers("does not look into members", |r, a| without(r, a, "properties")),
        Mutant::answers("does not compare with the values of an enum", |r, a| without(r, a, "enum")),
        Mutant::answers("ignores minimum", |r, a| without(r, a, "minimum")),
        Mutant::answers("ignores maximum", |r, a| without(r, a, "maximum")),
        Mutant::answers("ignores minLength", |r, a| without(r, a, "minLength")),
        Mutant::answers("ignores maxLength", |r, a| without(r, a, "maxLength")),
        Mutant::answers("does not look at types", |r, a| without(r, a, "type")),
        Mutant::answers("takes limits for exclusive", |r, a| {
            passing(r, a, |schema, content| {
                let mut strict = schema.clone();
                rename(&mut strict, "minimum", "exclusiveMinimum");
                rename(&mut strict, "maximum", "exclusiveMaximum");
                jsonschema::draft202012::new(&strict).map_or(true, |validator| validator.is_valid(content))
            })
        }),
        Mutant::answers("measures the length of a text in bytes", |r, a| {
            passing(r, a, |schema, content| right(schema, &in_bytes(content)))
        }),
        Mutant::answers("measures the length of a text without its marks", |r, a| {
            passing(r, a, |schema, content| right(schema, &unmarked(content)))
        }),
        Mutant::answers("rounds numbers to three places", |r, a| {
            passing(r, a, |schema, content| right(schema, &three_places(content)))
        }),
        Mutant::answers("lets null pass for a content", |r, a| {
            passing(r, a, |schema, content| content.is_null() || right(schema, content))
        }),
        Mutant::answers("takes a member that is null for none", |r, a| {
            passing(r, a, |schema, content| right(schema, &without_nulls(content)))
        }),
        Mutant::answers("looks at nothing beside an enum", |r, a| {
            loosened(r, a, |schema, _| {
                if schema.contains_key("enum") {
                    schema.retain(|keyword, _| keyword == "enum");
                }
            })
        }),
        Mutant::answers("takes members for keywords that are named like one", |r, a| {
            loosened(r, a, |schema, _| {
                if let Some(members) = schema.get_mut("properties").and_then(Value::as_object_mut) {
                    members.retain(|name, _| !["type", "required", "properties", "items"].contains(&name.as_str()));
                }
            })
        }),
        Mutant::answers("takes required members for declared ones", |r, a| {
            loosened(r, a, |schema, _| {
                let names: Vec<Value> = schema.get("required").map(items).unwrap_or_default().to_vec();
                let declared = schema.entry("properties").or_insert_with(|| json!({}));
                for name in names.iter().filter_map(Value::as_str) {
                    if declared.get(name).is_none() {
                        declared[name] = json!({});
                    }
                }
            })
        }),
        Mutant::answers("lets undeclared members pass that begin with an underscore", |r, a| {
            passing(r, a, |schema, content| right(schema, &without_private(content)))
        }),
        Mutant::answers("looks at items once that read alike", |r, a| {
            passing(r, a, |schema, content| right(schema, &each_item_once(content)))
        }),
        Mutant::answers("takes a fraction for an integer", |r, a| {
            passing(r, a, |schema, content| {
                let mut loose = schema.clone();
                retype(&mut loose, "integer", "number");
                right(&loose, content)
            })
        }),
        Mutant::answers("takes true for an integer", |r, a| {
            passing(r, a, |schema, content| right(schema, content) || right(schema, &booleans_as_numbers(content)))
        }),
        Mutant::answers("rejects the rest once a message has failed", |r, a| {
            after_first_failure(r, a, |answer, id| move_to(answer, id, "delivered", "rejected"))
        }),
        Mutant::answers("stops looking once a message has failed", |r, a| {
            after_first_failure(r, a, |answer, id| move_to(answer, id, "rejected", "delivered"))
        }),
        Mutant::answers("looks at the first hundred messages only", |r, a| {
            edit(r, METHOD, a, |answer| {
                for message in items(&r.params["messages"]).iter().skip(100) {
                    move_to(answer, &message["id"], "rejected", "delivered");
                }
            })
        }),
        Mutant::answers("takes a content that counts as nothing for none", |r, a| {
            edit(r, METHOD, a, |answer| {
                for message in items(&r.params["messages"]).iter().filter(|it| counts_as_nothing(&it["content"])) {
                    move_to(answer, &message["id"], "delivered", "rejected");
                }
            })
        }),
        Mutant::answers("delivers what it rejects", |r, a| {
            edit(r, METHOD, a, |answer| {
                answer["delivered"] =
                    items(&r.params["messages"]).iter().map(|message| message["id"].clone()).collect();
            })
        }),
        editing("drops what it rejects without a word", METHOD, |answer| answer["rejected"] = json!([])),
        Mutant::remembers("keeps the first schema of a channel for ever", |memory, r, a| {
            let name = r.params["channel"]["name"].to_string();
            if let Some(schema) = r.params["channel"].get("schema") {
                let first = memory.entry(name).or_insert_with(|| schema.clone()).clone();
                return misread(r, METHOD, a, |params| params["channel"]["schema"] = first);
            }
            a
        }),
    ],
    corpus: include_str!("../../../../../corpus/awp/R15.yaml"),
    questions: &[],
};

/// Whether an enum holds the content once both are read in that way.
fn enumerates(schema: &Value, content: &Value, reads: fn(&Value) -> Value) -> bool {
    items(&schema["enum"]).iter().any(|value| reads(value) == reads(content))
}

fn exam(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let answer = &talk.ask(case.call(METHOD))?.value;
    let (delivered, rejected) = (texts(answer, "delivered")?, texts(answer, "rejected")?);
    if !case["channel"].get("schema").is_none_or(is_sent) {
        return Ok(Judgement::open("a schema that the harness does not send"));
    }
    let sorted = match sorted(case) {
        Ok(sorted) => sorted,
        Err(why) => return Ok(Judgement::open(why)),
    };
    let due = deliver(case, |schema, content| fits(schema, content) == Ok(true));
    let told = |kind: &str| Ok(Judgement::failed(kind, due.clone(), answer.clone()));
    for (id, fine) in &sorted {
        let count = |list: &[&str]| list.iter().filter(|it| *it == id).count();
        match (fine, count(&delivered), count(&rejected)) {
            (Ok(true) | Err(_), 1, 0) | (Ok(false) | Err(_), 0, 1) => {}
            (_, 0, 0) => return told("a message is neither delivered nor rejected"),
            (Ok(false), 1.., _) => return told("a message that does not fit is delivered"),
            (Ok(true), _, 1..) => return told("a message that fits is rejected"),
            _ => return told("a message is listed twice"),
        }
    }
    if delivered.len() + rejected.len() > sorted.len() {
        return told("a message is listed that nobody sent");
    }
    Ok(match sorted.iter().find_map(|(_, fine)| fine.err()) {
        Some(why) if sorted.iter().all(|(_, fine)| fine.is_err()) => Judgement::open(why),
        _ => Judgement::held(),
    })
}
