//! A denial advises on the most telling of the misplaced fields.
//!
//! There are ten pieces of advice, and the first that fits is given. Three of
//! them fit only beside one action, so cases are built from pairs of fields
//! whose own advice differs: in each such pair one must win.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    id: "repair-branch",
    title: "gives a denial the first repair that fits",
    level: Level::Must,
    source: "repairFor",
    statement: "The repair of a denial is the first that fits: graph body fields beside start; extensionTools; \
                maxBytes beside catalog; preview; kind beside message; waitSeconds; debugEvents; cursor; library \
                beside start; else the list of all controls. It is recognised by its text or its telling phrase; \
                the wording is another rule's.",
    checks: &[Check {
        id: "branch",
        property: "the repair of a denial is that of the first branch that fits its fields",
        edges,
        arms: &[
            arm(2, "two fields of any kind", draw::pair),
            arm(5, "one to three rivals", rivals),
            arm(1, "many faults", draw::many_faults),
        ],
        classify: |case| match action_of(&case["input"])
            .map(|action| (action, model::misplaced(action, &case["input"])))
        {
            Some((action, fields)) if !fields.is_empty() => vec![BRANCHES[choose(action, &fields)].name],
            _ => vec!["no denial"],
        },
        labels: &[
            "graph body fields of start",
            "extensionTools",
            "maxBytes of catalog",
            "preview",
            "kind of message",
            "waitSeconds",
            "debugEvents",
            "cursor",
            "library of start",
            "the list of controls",
        ],
        exam: right_branch,
        ..CHECK
    }],
    mutants: &[
        Mutant::answers("puts extensionTools before graph bodies", |_, answer| swaps(answer, 0)),
        Mutant::answers("puts maxBytes before extensionTools", |_, answer| swaps(answer, 1)),
        Mutant::answers("puts preview before maxBytes", |_, answer| swaps(answer, 2)),
        Mutant::answers("puts kind before preview", |_, answer| swaps(answer, 3)),
        Mutant::answers("puts waitSeconds before kind", |_, answer| swaps(answer, 4)),
        Mutant::answers("puts debugEvents before waitSeconds", |_, answer| swaps(answer, 5)),
        Mutant::answers("puts cursor before debugEvents", |_, answer| swaps(answer, 6)),
        Mutant::answers("puts library before cursor", |_, answer| swaps(answer, 7)),
        Mutant::answers("never advises on library", |_, answer| swaps(answer, 8)),
        Mutant::answers("advises on graph bodies beside any action", |_, answer| {
            advises(answer, |_, fields| (BRANCHES[0].fits)(&ACTIONS[1], fields).then_some(0))
        }),
        Mutant::answers("advises on maxBytes beside any action", |_, answer| {
            advises(answer, |action, fields| (choose(action, fields) > 2 && fields.contains(&"maxBytes")).then_some(2))
        }),
        Mutant::answers("advises on kind beside any action", |_, answer| {
            advises(answer, |action, fields| (choose(action, fields) > 4 && fields.contains(&"kind")).then_some(4))
        }),
        Mutant::answers("advises on library beside any action", |_, answer| {
            advises(answer, |action, fields| (choose(action, fields) > 8 && fields.contains(&"library")).then_some(8))
        }),
        Mutant::answers("forgets that callerSkills belong to a graph", |_, answer| {
            advises(answer, |action, fields| {
                let rest: Vec<&str> = fields.iter().copied().filter(|field| *field != "callerSkills").collect();
                Some(choose(action, &rest))
            })
        }),
        Mutant::answers("takes extensionTools for a graph body field", |_, answer| {
            advises(answer, |action, fields| {
                (action.name == "start" && fields.contains(&"extensionTools")).then_some(0)
            })
        }),
        Mutant::answers("always lists the controls", |_, answer| advises(answer, |_, _| Some(9))),
    ],
    corpus: include_str!("../../../../corpus/preflight/repair-branch.yaml"),
    questions: &[],
};

/// A right answer with the advice that `choice` prefers, if it has a preference.
fn advises(answer: Value, choice: impl Fn(&Action, &[&str]) -> Option<usize>) -> Value {
    edit_each(answer, |diagnostic| {
        let action = diagnostic.action.as_deref().and_then(Action::named);
        if let (true, Some(action), Some(fields)) = (is_denial(&diagnostic.code), action, &diagnostic.fields) {
            let fields: Vec<&str> = fields.iter().map(|field| &**field).collect();
            if let Some(branch) = choice(action, &fields) {
                diagnostic.repair = Some(BRANCHES[branch].text.into());
            }
        }
    })
}

/// A right answer as it would be with two neighbouring branches swapped.
fn swaps(answer: Value, first: usize) -> Value {
    advises(answer, |action, fields| {
        (choose(action, fields) == first && (BRANCHES[first + 1].fits)(action, fields)).then_some(first + 1)
    })
}

fn right_branch(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let seen = Seen::ask(case, talk)?;
    let action = seen.action()?;
    let misplaced = model::misplaced(action, &case["input"]);
    let Some((due, found)) = seen.pairs().find(|(due, _)| is_denial(&due.code)) else {
        return Ok(Judgement::open("there is no denial to advise on"));
    };
    if due.sorted_fields() != found.sorted_fields() {
        return Ok(Judgement::open("the denial is about other fields: `control-fields-denied` says which"));
    }
    let Some(repair) = &found.repair else { return Ok(Judgement::not_shown("the denial has no `repair`")) };
    let right = choose(action, &misplaced);
    let taken = recognise(repair);
    let judgement = match taken.as_slice() {
        [] => Judgement::open("the repair is in words that no branch is known by"),
        [only] if *only == right => Judgement::held(),
        several if several.contains(&right) => Judgement::open("the repair speaks of several branches"),
        others => {
            let names: Vec<&str> = others.iter().map(|branch| BRANCHES[*branch].name).collect();
            Judgement::failed(
                format!("advice on {} where other advice comes first", names.join(" and ")),
                json!({"branch": BRANCHES[right].name, "repair": BRANCHES[right].text}),
                json!({"branch": names, "repair": repair}),
            )
        }
    };
    settled(case, talk, &seen, judgement)
}

/// The misplaced fields of an action, and which advice each would get by itself.
fn own_advice(action: &Action) -> Vec<(&'static str, usize)> {
    action.denied().map(|field| (field, choose(action, &[field]))).collect()
}

/// Every field by itself; then every pair of fields whose own advice differs, the closest rivals first.
fn edges() -> Vec<Value> {
    let mut cases = Vec::new();
    let mut pairs = Vec::new();
    for action in &ACTIONS {
        let fields = own_advice(action);
        cases.extend(fields.iter().map(|(field, _)| case(draw::and(action, &[*field]))));
        for (index, (one, advice)) in fields.iter().enumerate() {
            for (other, rival) in &fields[index + 1..] {
                if advice != rival {
                    pairs.push(((*advice).max(*rival), case(draw::and(action, &[*one, *other]))));
                }
            }
        }
    }
    pairs.sort_by_key(|(advice, _)| *advice);
    cases.extend(pairs.into_iter().map(|(_, case)| case));
    cases
}

/// One to three fields whose advice is next to each other's, for there the order shows; often beside an action that has advice of its own as well.
fn rivals(draw: &mut Draw) -> Value {
    let action = if draw.chance(1, 2) { &ACTIONS[*draw.pick(&[0, 1, 4])] } else { draw::action(draw) };
    let fields = own_advice(action);
    let mut branches: Vec<usize> = fields.iter().map(|(_, advice)| *advice).collect();
    branches.sort_unstable();
    branches.dedup();
    let count = draw.size(1..=3).min(branches.len());
    let first = draw.size(0..=branches.len() - count);
    let mut chosen: Vec<&str> = Vec::new();
    for branch in &branches[first..first + count] {
        let alike: Vec<&str> = fields.iter().filter(|(_, advice)| advice == branch).map(|(field, _)| *field).collect();
        chosen.push(*draw.pick(&alike));
    }
    case(draw::and(action, &chosen))
}
