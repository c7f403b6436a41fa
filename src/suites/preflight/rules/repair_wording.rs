//! The document fixes its advice to the letter, too; what matters is which
//! advice is given, and that is `repair-branch`.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    id: "repair-wording",
    title: "words each repair as the document does",
    level: Level::Recommended,
    source: "diagnostic, sixth argument of every call; repairFor",
    statement: "Every repair has the prescribed text; for a missing run id, cleanup has one of its own.",
    checks: &[Check {
        id: "repair",
        property: "every diagnostic that is due and was given has a prescribed repair",
        edges,
        arms: &[
            arm(3, "many faults", draw::many_faults),
            arm(1, "bad action", draw::bad_action),
            arm(1, "two fields of any kind", draw::pair),
            arm(1, "one need unmet or none", draw::one_unmet),
        ],
        classify: how_many,
        labels: &["one due", "two due", "five due", "cleanup"],
        exam: right_repairs,
        ..CHECK
    }],
    mutants: &[
        Mutant::answers("advises cleanup like any other action", |_, answer| {
            edit_where(answer, "run-id-required", |diagnostic| {
                diagnostic.repair = Some("Use the runId returned by start.".into());
            })
        }),
        Mutant::answers("shortens the list of controls", |_, answer| {
            edit_each(answer, |diagnostic| {
                diagnostic.repair =
                    diagnostic.repair.take().map(|repair| repair.replace("; cleanup {runId}", "").into());
            })
        }),
        Mutant::answers("advises in lower case", |_, answer| {
            edit_each(answer, |diagnostic| {
                diagnostic.repair = diagnostic.repair.take().map(|repair| repair.to_lowercase().into());
            })
        }),
    ],
    corpus: include_str!("../../../../corpus/preflight/repair-wording.yaml"),
    questions: &[],
};

fn right_repairs(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let mut silent = false;
    let judgement = judge_pairs(case, talk, |(due, found)| {
        silent |= found.repair.is_none();
        let repair = found.repair.as_ref()?;
        // Whether it is the right one of the ten, `repair-branch` judges.
        let prescribed = is_denial(&due.code) && BRANCHES.iter().any(|branch| branch.text == repair);
        (!prescribed && due.repair.as_ref() != Some(repair))
            .then(|| Judgement::failed("advice in other words", json!(due.repair), json!(repair)))
    })?;
    if judgement == Judgement::held() && silent {
        return Ok(Judgement::not_shown("a diagnostic has no `repair`"));
    }
    Ok(judgement)
}

/// Every code, and every field beside every action: all ten texts come up.
fn edges() -> Vec<Value> {
    let mut cases = every_code();
    for action in &ACTIONS {
        cases.extend(action.denied().map(|field| case(draw::and(action, &[field]))));
    }
    cases
}
