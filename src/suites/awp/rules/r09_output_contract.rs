//! What comes after an agent relies on the shape of what it puts out.
//!
//! The traps are a contract that is there and is no schema, deep inside where nobody looks.

use super::draw::contracts::{bad, good, plain_contract};
use super::prelude::*;

const ID: &str = "R9";

const CONTRACT: &str = "output/contract";

const VERDICT: Check = Check {
    property: "a workflow is rejected exactly when an agent has no contract, or one that is no JSON Schema",
    edges,
    arms: &[
        arm(1, "contracts of every sort", |draw| {
            let mut project = plain(draw);
            for id in agents_of(&project) {
                let contract = draw.pick(&good()).clone();
                put(&mut project, &agent(&id, CONTRACT), contract);
            }
            project
        }),
        arm(2, "one contract missing or wrong", |draw| broken(draw, fault)),
    ],
    ground: |project| {
        let plain = json!({"format": "json", "contract": plain_contract()});
        vec![changed(project, |project| each_agent(project, |config| put(config, "output", plain.clone())))]
    },
    exam: verdict,
    ..CHECK
};

static RULE: Rule = Rule {
    id: ID,
    title: "Output Contract Presence: rejects agents without a valid contract",
    level: Level::Must,
    source: "R9: Output Contract Presence",
    statement: "Every agent has an `output.contract`; with the format `json` it is a valid JSON Schema.",
    checks: &[VERDICT, named(&VERDICT)],
    mutants: &[
        Mutant::answers("never misses a contract", |request, _| {
            patched(request, |contract| contract.is_none().then(plain_contract))
        }),
        Mutant::answers("takes null for a contract", |request, _| {
            patched(request, |contract| contract.is_some_and(Value::is_null).then(plain_contract))
        }),
        Mutant::answers("takes anything for a contract", |request, _| {
            patched(request, |contract| contract.is_some_and(|contract| !contract.is_null()).then(plain_contract))
        }),
        Mutant::answers("takes any object for a schema", |request, _| {
            patched(request, |contract| contract.is_some_and(Value::is_object).then(plain_contract))
        }),
        Mutant::answers("checks the top of a schema only", |request, _| {
            patched(request, |contract| {
                let mut top = contract?.clone();
                let members = top.as_object_mut()?;
                if members.get("properties").is_some_and(Value::is_object) {
                    members.insert("properties".to_owned(), json!({}));
                }
                members.remove("items").filter(Value::is_object);
                Some(top)
            })
        }),
        Mutant::answers("does without an output altogether", |request, _| {
            misread_agents(request, ID, |config| {
                if config.get("output").is_none() {
                    put(config, "output", json!({"format": "json", "contract": plain_contract()}));
                }
            })
        }),
        Mutant::answers("knows the type any", |request, _| {
            patched(request, |contract| (contract?.get("type")? == "any").then(plain_contract))
        }),
        Mutant::answers("takes an empty list for no properties", |request, _| {
            patched(request, |contract| (contract?.get("properties")? == &json!([])).then(plain_contract))
        }),
        accusing("knows no type but object", ID, |project| {
            configs(project)
                .any(|config| config["output"]["contract"]["type"].as_str().is_some_and(|kind| kind != "object"))
        }),
        accusing("wants properties in every schema", ID, |project| {
            configs(project).any(|config| config["output"]["contract"].get("properties").is_none())
        }),
        accusing("wants something in every enum", ID, |project| {
            configs(project).any(|config| config["output"]["contract"]["enum"].as_array().is_some_and(Vec::is_empty))
        }),
        Mutant::answers("lets a field be required twice", |request, _| {
            patched(request, |contract| {
                let mut contract = contract?.clone();
                let required = contract.get_mut("required")?.as_array_mut()?;
                required.dedup();
                Some(contract)
            })
        }),
        accusing("wants required fields to be properties", ID, |project| {
            configs(project).map(|config| &config["output"]["contract"]).any(|contract| {
                let mut required = contract["required"].as_array().into_iter().flatten().filter_map(Value::as_str);
                required.any(|field| contract["properties"].get(field).is_none())
            })
        }),
        accusing("wants limits that something can keep", ID, |project| {
            let fields = |config: &Value| config["output"]["contract"]["properties"].as_object().cloned();
            configs(project).filter_map(fields).flatten().any(|(_, field)| {
                field["minimum"].as_f64().zip(field["maximum"].as_f64()).is_some_and(|(least, most)| least > most)
            })
        }),
        Mutant::answers("takes a list of fields for a schema", |request, _| {
            patched(request, |contract| {
                let fields = contract?.as_object()?;
                let are_fields = fields.values().all(|field| field["type"].is_string());
                (!fields.is_empty() && are_fields).then(plain_contract)
            })
        }),
        Mutant::answers("ignores misspelt types", |request, _| {
            patched(request, |contract| {
                let mut contract = contract?.clone();
                let kind = contract.get_mut("type").filter(|kind| kind.is_string())?;
                *kind = json!("object");
                Some(contract)
            })
        }),
        Mutant::answers("looks at the first agent only", |request, _| {
            let first = agents_of(request.params).into_iter().min();
            misread(request, ID, |project| {
                for id in agents_of(project) {
                    if Some(&id) != first.as_ref() && project["agents"].get(&id).is_some() {
                        put(project, &agent(&id, CONTRACT), plain_contract());
                    }
                }
            })
        }),
        wavering("wants a contract for text in large projects only", ID, &asks::OTHER_FORMAT, is_small),
        wavering("takes an empty contract in small projects only", ID, &asks::EMPTY_CONTRACT, is_small),
    ],
    corpus: include_str!("../../../../corpus/awp/R9.yaml"),
    questions: &[
        question(
            &asks::OTHER_FORMAT,
            "does an agent need a contract when its format is not json?",
            &[
                reading("every-format", "a text agent without a contract is rejected"),
                reading("json-only", "a text agent without a contract is accepted"),
            ],
        ),
        question(
            &asks::EMPTY_CONTRACT,
            "is the empty schema a contract?",
            &[reading("a-schema", "`contract: {}` is accepted"), reading("no-contract", "`contract: {}` is rejected")],
        ),
    ],
};

pub(super) static LOAD: LoadRule = LoadRule {
    help: "give `output.contract` a JSON Schema, for example `{type: object}`",
    needs: Needs::Agent,
    fault: Some(fault),
    reach: Reach::Nodes,
    ..LoadRule::of(&RULE)
};

/// What a runtime says that sees other contracts than there are.
fn patched(request: Request<'_>, see: fn(Option<&Value>) -> Option<Value>) -> Value {
    misread_agents(request, ID, |config| {
        if let Some(seen) = see(config["output"].get("contract")) {
            put(config, CONTRACT, seen);
        }
    })
}

fn edges() -> Vec<Value> {
    let place = agent("a1", CONTRACT);
    let mut cases: Vec<Value> =
        good().into_iter().chain(bad()).chain([json!(null)]).map(|contract| with(least(), &place, contract)).collect();
    cases.push(without(least(), &place));
    for id in ["a1", "a2", "a3"] {
        cases.push(without(chain(3), &agent(id, CONTRACT)));
        cases.push(with(chain(3), &agent(id, CONTRACT), json!({"type": "objekt"})));
    }
    for output in [None, Some(json!({})), Some(json!({"contract": null}))] {
        let whole = agent("a1", "output");
        cases.push(output.map_or_else(|| without(least(), &whole), |output| with(least(), &whole, output)));
    }
    for format in ["text", "markdown"] {
        cases.extend(and_crowded(without(with(least(), &agent("a1", "output/format"), json!(format)), &place)));
    }
    cases.extend(and_crowded(with(least(), &place, json!({}))));
    cases
}

/// Spoils or removes the contract of some agent.
fn fault(draw: &mut Draw, project: &mut Value) {
    let place = agent(&any_agent(draw, project), CONTRACT);
    if draw.chance(1, 4) {
        cut(project, &place);
    } else {
        let wrong = if draw.chance(1, 8) { json!(null) } else { draw.pick(&bad()).clone() };
        put(project, &place, wrong);
    }
}
