//! What an agent sees of the others is what the strategy shares with it.
//!
//! Under `selective` two lists share: what an agent gives to everybody, and
//! what a rule gives from one agent to one other. Does either list suffice?
//! The document says "or" and other readers take both: a question.

use super::prelude::*;
use crate::suites::awp::draw::runtime::sharing::{SHAPE, case, classify, edges};
use crate::suites::awp::draw::runtime::value::counts_as_nothing;
use crate::suites::awp::model::runtime::sharing::{Lists, Visible, is_sent, unclear_sharing, visible};

const METHOD: &str = "awp/read_state";

pub(super) static RULE: Rule = Rule {
    id: "R16",
    title: "Sharing Strategy Enforcement: shows an agent what the strategy grants",
    level: Level::Must,
    source: "R16, sharing strategy enforcement",
    statement: "Under `full` an agent sees the whole state; under `isolated` its own part alone; under `selective` its \
                own part and those fields of others that they share or that a sharing rule grants to it.",
    checks: &[Check {
        id: "visible",
        property: "the reader sees exactly what the strategy shares with it",
        methods: &[METHOD],
        shape: &SHAPE,
        edges,
        arms: &[
            arm(5, "selective", |draw| case(draw, "selective")),
            arm(1, "full", |draw| case(draw, "full")),
            arm(1, "isolated", |draw| case(draw, "isolated")),
        ],
        classify,
        labels: &[
            "full",
            "selective",
            "isolated",
            "shared",
            "granted",
            "granted to another",
            "own state",
            "both lists",
        ],
        exam,
        ..Check::NEW
    }],
    mutants: &[
        Mutant::answers("treats isolated as selective", |r, a| with_strategy(r, a, "isolated", "selective")),
        Mutant::answers("treats isolated as full", |r, a| with_strategy(r, a, "isolated", "full")),
        Mutant::answers("treats selective as full", |r, a| with_strategy(r, a, "selective", "full")),
        Mutant::answers("treats selective as isolated", |r, a| with_strategy(r, a, "selective", "isolated")),
        Mutant::answers("treats full as selective", |r, a| with_strategy(r, a, "full", "selective")),
        misreading("looks at sharing rules only", METHOD, |params| share(params, |_, _| json!([]))),
        misreading("looks at shared outputs only, and lets rules hide nothing", METHOD, |params| {
            params["sharing"]["rules"] = json!([]);
        }),
        Mutant::answers("reads rules the wrong way round", |r, a| {
            each_rule(r, a, |rule, _| (rule["from"], rule["to"]) = (rule["to"].take(), rule["from"].take()))
        }),
        Mutant::answers("grants to everybody what a rule grants to one", |r, a| {
            each_rule(r, a, |rule, params| rule["to"] = params["reader"].clone())
        }),
        Mutant::answers("grants all fields of an agent that a rule names", |r, a| {
            each_rule(r, a, |rule, params| {
                let from = rule["from"].as_str().unwrap_or_default();
                rule["fields"] = members(&params["state"][from]).map(|(field, _)| field.clone()).collect();
            })
        }),
        misreading("applies the last rule only", METHOD, |params| {
            let last: Vec<Value> = items(&params["sharing"]["rules"]).last().cloned().into_iter().collect();
            params["sharing"]["rules"] = last.into();
        }),
        Mutant::answers("shares what the reader shares instead of what the owner shares", |r, a| {
            misread(r, METHOD, a, |params| {
                let own = params["agents"][r.params["reader"].as_str().unwrap_or_default()]["shareOutput"].clone();
                share(params, |_, _| own.clone());
            })
        }),
        misreading("shares every field that begins like a shared one", METHOD, |params| {
            let state = params["state"].clone();
            share(params, |id, fields| {
                let like = |field: &&String| strings(fields).any(|shared| field.starts_with(shared));
                members(&state[id]).map(|(field, _)| field).filter(like).cloned().collect()
            });
        }),
        misreading("ignores the case of fields", METHOD, |params| alike(params, str::to_lowercase)),
        misreading("trims the names of fields", METHOD, |params| alike(params, |field| field.trim().to_owned())),
        misreading("reads a dash as an underscore", METHOD, |params| alike(params, |field| field.replace('-', "_"))),
        misreading("shares fields below a shared one", METHOD, |params| {
            alike(params, |it| it.split('.').take(1).collect());
        }),
        editing("hides fields that sound private", METHOD, |answer| {
            each_agent(answer, |fields| fields.retain(|field, _| !field.starts_with('_') && field != "password"));
        }),
        Mutant::answers("grants to all whose ids begin alike", |r, a| {
            each_rule(r, a, |rule, params| {
                let [to, reader] = [&rule["to"], &params["reader"]].map(|id| id.as_str().unwrap_or_default());
                if to.starts_with(reader) || reader.starts_with(to) {
                    rule["to"] = params["reader"].clone();
                }
            })
        }),
        misreading("applies the rules of an agent to all whose ids begin like its own", METHOD, |params| {
            let ids: Vec<String> = members(&params["state"]).map(|(id, _)| id.clone()).collect();
            let mut more = Vec::new();
            for rule in items(&params["sharing"]["rules"]) {
                let from = rule["from"].as_str().unwrap_or_default();
                more.extend(
                    ids.iter()
                        .filter(|id| id.starts_with(from))
                        .map(|id| json!({"from": id, "to": rule["to"], "fields": rule["fields"]})),
                );
            }
            params["sharing"]["rules"] = more.into();
        }),
        editing("hides values that count as nothing", METHOD, |answer| {
            each_agent(answer, |fields| fields.retain(|_, value| !counts_as_nothing(value)));
        }),
        misreading("applies the first ten rules only", METHOD, |params| {
            params["sharing"]["rules"].as_array_mut().into_iter().for_each(|rules| rules.truncate(10));
        }),
        Mutant::answers("hides the reader's own state unless it is shared", |r, a| {
            edit(r, METHOD, a, |answer| {
                let reader = r.params["reader"].as_str().unwrap_or_default();
                let shared: Vec<&str> = strings(&r.params["agents"][reader]["shareOutput"]).collect();
                if let Some(own) = answer["visible"][reader].as_object_mut() {
                    own.retain(|field, _| shared.contains(&field.as_str()));
                }
            })
        }),
    ],
    corpus: include_str!("../../../../../corpus/awp/R16.yaml"),
    questions: &[Question {
        id: "lists",
        asks: "Is a field visible under selective if either of the two lists names it, or only if both do?",
        readings: &[
            reading("union", "a field that is shared or granted is visible"),
            reading("intersection", "where there are rules, a field must be shared and granted"),
            reading("both", "a field must be shared and granted, so without rules nothing is visible"),
        ],
    }],
};

fn with_strategy(request: Request<'_>, answer: Value, strategy: &str, instead: &str) -> Value {
    misread(request, METHOD, answer, |params| {
        if params["sharing"]["strategy"] == strategy {
            params["sharing"]["strategy"] = json!(instead);
        }
    })
}

fn each_rule(request: Request<'_>, answer: Value, change: impl Fn(&mut Value, &Value)) -> Value {
    misread(request, METHOD, answer, |params| {
        if let Some(rules) = params["sharing"]["rules"].as_array_mut() {
            for rule in rules {
                change(rule, request.params);
            }
        }
    })
}

/// Takes fields for one another that read alike, in both lists.
fn alike(params: &mut Value, reads: fn(&str) -> String) {
    let state = params["state"].clone();
    let like = |id: &str, fields: &Value| -> Value {
        let named = |field: &&String| strings(fields).any(|it| reads(it) == reads(field));
        members(&state[id]).map(|(field, _)| field).filter(named).cloned().collect()
    };
    share(params, like);
    for rule in params["sharing"]["rules"].as_array_mut().into_iter().flatten() {
        rule["fields"] = like(rule["from"].as_str().unwrap_or_default(), &rule["fields"]);
    }
}

fn each_agent(answer: &mut Value, change: impl Fn(&mut Object)) {
    answer["visible"].as_object_mut().into_iter().flatten().filter_map(|it| it.1.as_object_mut()).for_each(change);
}

/// Changes what every agent shares.
fn share(params: &mut Value, change: impl Fn(&str, &Value) -> Value) {
    if let Some(agents) = params["agents"].as_object_mut() {
        for (id, agent) in agents {
            let fields = change(id, &agent["shareOutput"]);
            agent["shareOutput"] = fields;
        }
    }
}

/// What an answer shows, without agents of which nothing is seen.
fn seen(answer: &Value) -> Result<Visible, WrongShape> {
    let mut seen = Visible::new();
    for (id, fields) in object(answer, "visible")? {
        let fields = fields.as_object().ok_or_else(|| WrongShape(format!("what is visible of {id} is no object")))?;
        let fields = fields.iter().filter(|(_, value)| !value.is_null());
        seen.insert(id.clone(), fields.map(|(field, value)| (field.clone(), value.clone())).collect());
    }
    seen.retain(|_, fields| !fields.is_empty());
    Ok(seen)
}

/// The same sharing with two lists that agree: what an agent shares is granted to the reader, and nothing else.
fn agreed(case: &Value) -> Value {
    let mut ground = case.clone();
    let grant =
        |(id, agent): (&String, &Value)| json!({"from": id, "to": case["reader"], "fields": agent["shareOutput"]});
    ground["sharing"]["rules"] = members(&case["agents"]).map(grant).collect();
    ground
}

fn exam(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let answer = &talk.ask(case.call(METHOD))?.value;
    let seen = self::seen(answer)?;
    if !is_sent(case) {
        return Ok(Judgement::open("agents that the harness does not send"));
    }
    if let Some(why) = unclear_sharing(case) {
        return Ok(Judgement::open(why));
    }
    // What the first reading shows is the most, what the last one shows the least.
    let (union, both) = (visible(case, Lists::Union), visible(case, Lists::Both));
    let is = |due: &Visible| same(&json!(due), &json!(seen));
    if union == both && is(&union) {
        return Ok(Judgement::held());
    }
    let consistent: Vec<&str> =
        Lists::READINGS.iter().filter(|(_, lists)| is(&visible(case, *lists))).map(|(reading, _)| *reading).collect();
    if !consistent.is_empty() {
        // Who goes wrong where the lists agree says nothing about lists that do not.
        let ground = agreed(case);
        let plain = self::seen(&talk.ask(Call::new(METHOD, ground.clone()).remembered())?.value)?;
        let right = same(&json!(visible(&ground, Lists::Union)), &json!(plain));
        let held = || Judgement::held().consistent_with("lists", &consistent);
        return Ok(if right { held() } else { Judgement::blocked("two lists that agree are not followed", &ground) });
    }
    let beyond = |seen: &Visible, due: &Visible| {
        seen.iter().any(|(id, fields)| {
            fields
                .iter()
                .any(|(field, value)| !due.get(id).and_then(|due| due.get(field)).is_some_and(|it| same(it, value)))
        })
    };
    let strategy = case["sharing"]["strategy"].as_str().unwrap_or_default();
    let kind = if beyond(&seen, &union) {
        format!("{strategy}: a field is visible that is not shared with the reader")
    } else if beyond(&both, &seen) {
        format!("{strategy}: a field is hidden that the reader may see")
    } else {
        "selective: neither reading of the two lists explains what is visible".to_owned()
    };
    Ok(Judgement::failed(kind, json!({ "visible": union }), answer.clone()))
}
