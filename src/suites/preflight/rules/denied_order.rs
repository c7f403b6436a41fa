//! Misplaced fields are listed in the document's order, so that the same
//! mistake always reads the same.
//!
//! The order is neither alphabetical nor that of the input: `graph` comes
//! before `cursor`, `stepId` before `preview`, and `agents` near the end.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    id: "denied-order",
    title: "lists denied fields in the order of the document's KNOWN_FIELDS",
    level: Level::Must,
    source: "KNOWN_FIELDS; misplacedFields filters it",
    statement: "The `fields` of a denial stand in the order of the document's list of known fields, each once, \
                whatever the order of the input.",
    checks: &[Check {
        id: "order",
        property: "the fields of a denial stand in the document's order, each once",
        edges,
        arms: &[
            arm(3, "two fields of any kind", draw::pair),
            arm(3, "many faults", draw::many_faults),
            arm(1, "one misplaced field or none", draw::one_misplaced),
        ],
        classify,
        labels: &["two fields", "many fields", "not alphabetical", "alphabetical"],
        exam: in_order,
        ..CHECK
    }],
    mutants: &[
        Mutant::answers("sorts misplaced fields by name", |_, answer| relist(answer, |fields| fields.sort_unstable())),
        Mutant::answers("lists misplaced fields backwards", |_, answer| relist(answer, |fields| fields.reverse())),
        Mutant::answers("lists graph body fields first", |_, answer| {
            relist(answer, |fields| {
                fields.sort_by_key(|field| !GRAPH_BODY.contains(&&**field));
            })
        }),
        Mutant::answers("lists a misplaced preview twice", |_, answer| {
            relist(answer, |fields| {
                if let Some(index) = fields.iter().position(|field| field == "preview") {
                    fields.insert(index, "preview".into());
                }
            })
        }),
        Mutant::answers("ignores case when it sorts", |_, answer| {
            relist(answer, |fields| fields.sort_by_key(|field| field.to_lowercase()))
        }),
    ],
    corpus: include_str!("../../../../corpus/preflight/denied-order.yaml"),
    questions: &[],
};

/// Only the order of what is listed: whether it is all, `control-fields-denied` judges.
fn in_order(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let seen = Seen::ask(case, talk)?;
    seen.action()?;
    let mut ordered = false;
    for denial in seen.denials() {
        let listed = denial.fields.clone().unwrap_or_default();
        ordered |= listed.len() > 1;
        let mut places: Vec<usize> = listed.iter().filter_map(|field| place_of(field)).collect();
        if places.is_sorted_by(|a, b| a < b) {
            continue;
        }
        let kind = if places.is_sorted() { "a field is listed twice" } else { "the fields stand in another order" };
        places.sort_unstable();
        places.dedup();
        let due: Vec<&str> = places.into_iter().map(|place| KNOWN_FIELDS[place]).collect();
        let judgement = Judgement::failed(kind, json!(due), json!(listed));
        return settled(case, talk, &seen, judgement);
    }
    Ok(if ordered { Judgement::held() } else { Judgement::open("fewer than two fields to put in order") })
}

/// Neighbours in the list that the alphabet would swap, beside every action; then all at once.
fn edges() -> Vec<Value> {
    let mut cases = Vec::new();
    for action in &ACTIONS {
        let denied: Vec<&str> = action.denied().collect();
        cases.extend(denied.windows(2).map(|pair| case(draw::and(action, pair))));
        cases.push(case(draw::and(action, &denied)));
    }
    cases
}

fn classify(case: &Value) -> Vec<&'static str> {
    let Some(action) = action_of(&case["input"]) else { return vec!["no action"] };
    let fields = model::misplaced(action, &case["input"]);
    let mut labels = vec![match fields.len() {
        0 | 1 => "nothing to order",
        2 => "two fields",
        _ => "many fields",
    }];
    if fields.len() > 1 {
        labels.push(if fields.is_sorted() { "alphabetical" } else { "not alphabetical" });
    }
    labels
}
