//! The exams of relations between projects: what is judged is not one verdict but how two of them agree, and only
//! where the first is right.

use serde_json::{Value, json};

use super::draw::{prefixed, union};
use super::ground::{accepted, alone, other_cause, validate};
use super::model::report;
use super::own_edge::missed;
use super::verdict::Said;
use crate::rule::{Case, Judgement, Stop, Talk, Verdict};
use crate::subject::Answer;

/// Whether the model knows what to say of a project.
fn is_definite(project: &Value) -> bool {
    let report = report(project);
    report.is_fit() && (!report.broken_rules().is_empty() || report.open_rules().is_empty())
}

/// Whether the document says that a project is valid.
fn is_valid(project: &Value) -> bool {
    let report = report(project);
    report.broken_rules().is_empty() && report.open_rules().is_empty()
}

/// The verdict on a project and on what `change` makes of it is the same.
pub(super) fn unchanged(
    case: &Case<'_>,
    talk: &mut Talk<'_>,
    (kind, how): (&str, &str),
    change: fn(&Value) -> Value,
) -> Result<Judgement, Stop> {
    let project = &case["project"];
    let changed = change(project);
    if !is_definite(project) || is_valid(project) != is_valid(&changed) {
        return Ok(Judgement::open("the document leaves this project open"));
    }
    let answers = talk.ask_all(vec![validate(project), validate(&changed)])?;
    let judgement = alike(kind, project, answers)?.beside(how, &changed);
    if !matches!(judgement.verdict, Verdict::Failed(_)) {
        return Ok(judgement);
    }
    // A rule that goes wrong about the changed project by itself has a finding of its own.
    let culprit = if is_valid(&changed) {
        other_cause(case, &changed, talk, &Said::of(&answers[1].value)?, usize::MAX)?.map(|(_, ground)| ground)
    } else {
        let singles: Vec<Value> =
            report(&changed).broken_rules().iter().map(|rule| alone(case, &changed, rule)).collect();
        let accepted = accepted(talk, &singles)?;
        let single = singles.into_iter().zip(accepted).find(|(_, is_accepted)| *is_accepted).map(|(single, _)| single);
        if single.is_none() { missed(case, talk, &report(&changed).broken_rules())? } else { single }
    };
    Ok(judgement.unless(culprit.map(|ground| Judgement::blocked(BY_ITSELF, &ground))))
}

const BY_ITSELF: &str = "a rule goes wrong about it by itself";

/// The first answer is right, and the second accepts or rejects like it.
fn alike(kind: &str, project: &Value, answers: &[Answer]) -> Result<Judgement, Stop> {
    let (before, after) = (Said::of(&answers[0].value)?.valid, Said::of(&answers[1].value)?.valid);
    if before != is_valid(project) {
        return Ok(misjudged(project));
    }
    Ok(Judgement::equal(kind, &json!({ "valid": before }), &json!({ "valid": after })))
}

fn misjudged(project: &Value) -> Judgement {
    Judgement::blocked("the project is misjudged as it is: that is for the rule it is about", project)
}

/// The verdict is the same when the keys of objects are written in another order.
pub(super) fn shuffled(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let project = &case["project"];
    if !is_definite(project) {
        return Ok(Judgement::open("the document leaves this project open"));
    }
    let order = case["order"].as_u64().unwrap_or(1);
    let answers = talk.ask_all(vec![validate(project), validate(project).with_keys_in_order(order)])?;
    alike("the verdict depends on the order of keys", project, answers)
}

/// A project with one fault is rejected, and accepted once the fault is mended.
pub(super) fn repaired(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let (broken, sound) = (&case["left"], &case["right"]);
    if report(broken).broken_rules().len() != 1 || !is_definite(broken) || !is_valid(sound) {
        return Ok(Judgement::open("not one fault and its repair"));
    }
    // One after the other: what was wrong before must not matter afterwards.
    let before = Said::of(&talk.ask(validate(broken))?.value)?;
    let after = Said::of(&talk.ask(validate(sound))?.value)?;
    if before.valid {
        return Ok(misjudged(broken));
    }
    if after.valid {
        return Ok(Judgement::held());
    }
    let alone = Said::of(&talk.ask(validate(sound).on_spare_process())?.value)?;
    Ok(if alone.valid {
        Judgement::failed("a mended project stays rejected", json!({"valid": true}), json!({"valid": false}))
    } else {
        misjudged(sound)
    })
}

/// Two projects side by side are valid exactly when both are.
pub(super) fn united(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let (left, right) = (&case["left"], &prefixed(&case["right"], "two_"));
    let union = union(left, right);
    if !is_definite(left) || !is_definite(right) || is_valid(&union) != (is_valid(left) && is_valid(right)) {
        return Ok(Judgement::open("the document leaves one of the projects open"));
    }
    let answers = talk.ask_all(vec![validate(left), validate(right), validate(&union)])?;
    let valid = |nth: usize| Ok::<bool, Stop>(Said::of(&answers[nth].value)?.valid);
    let (one, two, both) = (valid(0)?, valid(1)?, valid(2)?);
    if one != is_valid(left) || two != is_valid(right) {
        return Ok(misjudged(if one == is_valid(left) { right } else { left }));
    }
    let broken = report(&union).broken_rules();
    if both && broken.len() > 1 {
        return Ok(Judgement::blocked("several rules are broken: that is awp/several-faults", &union));
    }
    if both && let Some(edge) = missed(case, talk, &broken)? {
        return Ok(Judgement::blocked(BY_ITSELF, &edge));
    }
    Ok(Judgement::equal(
        "two projects side by side are not judged as each by itself",
        &json!({"valid": one && two}),
        &json!({ "valid": both }),
    )
    .beside("both in one project", &union))
}
