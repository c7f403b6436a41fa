//! Shared states and the strategies that share them.

use serde_json::{Value, json};

use super::value::{names, nothings, value};
use crate::draw::{Draw, Shape, optional, required};
use crate::suites::awp::model::runtime::params::{Object, items, members, strings};

pub(in crate::suites::awp) static SHAPE: Shape = Shape::Object(&[
    required("reader", Shape::Ref("agent")),
    required(
        "sharing",
        Shape::Object(&[
            required("strategy", Shape::Enum(&["selective", "isolated", "full"])),
            optional("rules", Shape::List { of: &GRANT, least: 0 }),
        ]),
    ),
    required("agents", Shape::Map { keys: Some("agent"), of: &Shape::Object(&[required("shareOutput", FIELDS)]) }),
    required(
        "state",
        Shape::Map { keys: Some("agent"), of: &Shape::Map { keys: None, of: &Shape::Integer { least: 1 } } },
    ),
]);

const FIELDS: Shape = Shape::List { of: &Shape::Fixed, least: 0 };

static GRANT: Shape = Shape::Object(&[
    required("from", Shape::Ref("agent")),
    required("to", Shape::Ref("agent")),
    required("fields", FIELDS),
]);

/// Two agents under every strategy, with every combination of the two lists.
pub(in crate::suites::awp) fn edges() -> Vec<Value> {
    let mut cases = Vec::new();
    for strategy in ["full", "selective", "isolated"] {
        for shared in [json!([]), json!(["score"]), json!(["score", "notes"])] {
            for rules in [
                json!(null),
                json!([{"from": "writer", "to": "critic", "fields": ["score"]}]),
                json!([{"from": "writer", "to": "critic", "fields": ["notes"]}]),
                json!([{"from": "critic", "to": "writer", "fields": ["own"]}]),
                json!([{"from": "writer", "to": "scout", "fields": ["notes", "score"]}]),
                json!([
                    {"from": "writer", "to": "critic", "fields": ["score"]},
                    {"from": "writer", "to": "critic", "fields": ["notes"]},
                ]),
            ] {
                let mut sharing = json!({"strategy": strategy});
                if !rules.is_null() {
                    sharing["rules"] = rules;
                }
                cases.push(json!({
                    "sharing": sharing,
                    "agents": {"writer": {"shareOutput": shared}, "critic": {"shareOutput": []}, "scout": {"shareOutput": []}},
                    "state": {"writer": {"score": 1, "notes": 2, "score_raw": 3}, "critic": {"own": 4}, "scout": {"own": 5}},
                    "reader": "critic",
                }));
            }
        }
    }
    for nothing in nothings() {
        let fields = json!({"score": nothing, "notes": nothing, "own": nothing});
        cases.extend(["full", "selective", "isolated"].map(|strategy| {
            json!({
                "sharing": {"strategy": strategy, "rules": [{"from": "writer", "to": "critic", "fields": ["score"]}]},
                "agents": {"writer": {"shareOutput": ["score"]}, "critic": {"shareOutput": []}},
                "state": {"writer": fields, "critic": fields},
                "reader": "critic",
            })
        }));
    }
    // Names that differ in little: fields in the case of a letter, in a blank, a separator or a ligature, agents in what
    // comes after the same beginning. And names that sound private, which say nothing of who may read them.
    for reader in ["critic", "critic_2"] {
        for strategy in ["selective", "isolated", "full"] {
            let shared = json!(["score", "last_draft", "final", "_notes", "password"]);
            let granted = json!([{"from": "writer", "to": "critic", "fields": shared}]);
            let fields = json!({
                "score": 1, "Score": 2, "SCORE": 3, "score ": 8, "score.raw": 9, "last_draft": 10, "last-draft": 11,
                "\u{fb01}nal": 12, "_notes": 13, "password": 14, "_private": 15,
            });
            cases.push(json!({
                "sharing": {"strategy": strategy, "rules": granted},
                "agents": {
                    "writer": {"shareOutput": shared}, "writer_2": {"shareOutput": []}, "write": {"shareOutput": []},
                    "critic": {"shareOutput": []}, "critic_2": {"shareOutput": []},
                },
                "state": {
                    "writer": fields, "writer_2": {"score": 4}, "write": {"score": 5},
                    "critic": {"own": 6, "_own": 16, "secret": 17}, "critic_2": {"own": 7},
                },
                "reader": reader,
            }));
        }
    }
    for to in ["critic_2", "crit"] {
        for reader in ["critic", "critic_2", "crit"].into_iter().filter(|reader| *reader != to) {
            cases.push(json!({
                "sharing": {"strategy": "selective", "rules": [{"from": "writer", "to": to, "fields": ["score"]}]},
                "agents": {
                    "writer": {"shareOutput": []}, "critic": {"shareOutput": []}, "critic_2": {"shareOutput": []},
                    "crit": {"shareOutput": []},
                },
                "state": {"writer": {"score": 1}, "critic": {"own": 2}, "critic_2": {"own": 3}, "crit": {"own": 4}},
                "reader": reader,
            }));
        }
    }
    for count in [12, 25, 60] {
        let ids: Vec<String> = (0..count).map(|number| format!("agent_{number}")).collect();
        let shared: Object = ids.iter().map(|id| (id.clone(), json!({"shareOutput": ["score"]}))).collect();
        let state: Object = ids.iter().map(|id| (id.clone(), json!({"score": 1, "notes": 2}))).collect();
        let rules: Vec<Value> = ids.iter().map(|id| json!({"from": id, "to": ids[0], "fields": ["score"]})).collect();
        let sharing = json!({"strategy": "selective", "rules": rules});
        cases.push(json!({"sharing": sharing, "agents": shared, "state": state, "reader": ids[0]}));
        let secretive: Object = ids.iter().map(|id| (id.clone(), json!({"shareOutput": []}))).collect();
        cases.push(json!({"sharing": sharing, "agents": secretive, "state": state, "reader": ids[0]}));
    }
    cases
}

/// Two to four agents under a strategy.
pub(in crate::suites::awp) fn case(draw: &mut Draw, strategy: &str) -> Value {
    const FIELD: &[&str] =
        &["notes", "score", "score_raw", "Score", "draft", "own", "_notes", "score.raw", "score-raw", "password"];
    let count = draw.size(2..=4);
    let mut ids = names(draw, count);
    if draw.chance(1, 3) {
        let like = draw.below(ids.len() - 1);
        let last = ids.len() - 1;
        ids[last] = format!("{}_2", ids[like]);
    }
    let (mut agents, mut state) = (Object::new(), Object::new());
    for id in &ids {
        agents.insert(id.clone(), json!({"shareOutput": draw.subset(FIELD)}));
        let fields = draw.sample(FIELD, 4);
        let values: Object = fields.into_iter().map(|field| ((*field).to_owned(), value(draw))).collect();
        state.insert(id.clone(), Value::Object(values));
    }
    let mut sharing = json!({"strategy": strategy});
    if draw.chance(3, 4) {
        let grant = |draw: &mut Draw| {
            let two: Vec<usize> = if draw.chance(1, 2) {
                vec![0, draw.size(1..=ids.len() - 1)]
            } else {
                vec![draw.size(1..=ids.len() - 1), 0]
            };
            json!({"from": ids[two[0]], "to": ids[two[1]], "fields": draw.subset(FIELD)})
        };
        sharing["rules"] = draw.long_list(1..=3, grant).into();
    }
    json!({"sharing": sharing, "agents": agents, "state": state, "reader": ids[draw.below(2)]})
}

/// What is noteworthy about a sharing.
pub(in crate::suites::awp) fn classify(case: &Value) -> Vec<&'static str> {
    let reader = &case["reader"];
    let mut labels: Vec<&'static str> =
        ["full", "selective", "isolated"].into_iter().filter(|name| case["sharing"]["strategy"] == *name).collect();
    let rules = items(&case["sharing"]["rules"]);
    let shared = members(&case["agents"]).any(|(id, agent)| reader != id && strings(&agent["shareOutput"]).count() > 0);
    let granted = rules.iter().any(|rule| rule["to"] == *reader);
    labels.extend(shared.then_some("shared"));
    labels.extend(granted.then_some("granted"));
    labels.extend((shared && granted).then_some("both lists"));
    labels.extend(rules.iter().any(|rule| rule["to"] != *reader).then_some("granted to another"));
    labels.extend(case["state"].get(reader.as_str().unwrap_or_default()).is_some().then_some("own state"));
    labels
}
