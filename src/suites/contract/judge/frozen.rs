//! Results that somebody tries to change.

use serde_json::Value;

use super::answer::list;
use super::tools::{call, ran};
use crate::draw::json::{same, without_nulls};
use crate::rule::{Case, Judgement, Stop, Talk, WrongShape};

/// A result before and after the attempts.
struct Tried<'a> {
    before: Value,
    after: Value,
    attempts: Vec<&'a str>,
}

impl<'a> Tried<'a> {
    /// Makes the attempts of a case.
    fn of(case: &'a Case<'_>, talk: &mut Talk<'_>) -> Result<Self, Stop> {
        let answer = talk.ask(call("contract/mutate_result"))?;
        let side = |name: &str| match &answer.value[name] {
            result if result.is_object() => Ok(without_nulls(result)),
            _ => Err(WrongShape(format!("`{name}` is no result"))),
        };
        let (before, after) = (side("before")?, side("after")?);
        if before["success"] == true && ran(answer).is_empty() {
            return Err(Judgement::not_shown("a success without the tool's code").into());
        }
        let attempts = list(case, "attempts").iter().filter_map(|attempt| attempt["path"].as_str()).collect();
        Ok(Self { before, after, attempts })
    }
}

/// Whether a place is below the members of a result.
pub(crate) fn is_nested(path: &str) -> bool {
    path.matches('/').count() > 1
}

/// No attempt on the members of a result changes it.
pub(crate) fn top_level(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let tried = Tried::of(case, talk)?;
    if tried.attempts.iter().any(|path| is_nested(path)) {
        return Ok(Judgement::open("an attempt below the top level"));
    }
    if same(&tried.before, &tried.after) {
        return Ok(Judgement::held());
    }
    Ok(Judgement::failed("a result can be changed", tried.before, tried.after))
}

/// An attempt on what is nested goes through or not, but never changes the members of the result.
pub(crate) fn nested(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let tried = Tried::of(case, talk)?;
    let keys = |result: &Value| result.as_object().map(|members| members.keys().cloned().collect::<Vec<_>>());
    if keys(&tried.before) != keys(&tried.after) || !same(&tried.before["success"], &tried.after["success"]) {
        let kind = "a nested attempt changes the members of the result";
        return Ok(Judgement::failed(kind, tried.before, tried.after));
    }
    // Attempts on the same branch hide each other, so only the leaves of the case are counted.
    let reachable: Vec<&&str> =
        tried.attempts.iter().filter(|path| is_nested(path) && tried.before.pointer(path).is_some()).collect();
    let changed = reachable.iter().filter(|path| !is_same_at(&tried, path)).count();
    let readings: &[&str] = match (changed, reachable.len()) {
        (_, 0) => return Ok(Judgement::open("nothing is nested there")),
        (0, 1) => &["deep", "partly"],
        (0, _) => &["deep"],
        (1, 1) => &["shallow", "partly"],
        (changed, all) if changed == all => &["shallow"],
        _ => &["partly"],
    };
    Ok(Judgement::held().consistent_with("freeze", readings))
}

fn is_same_at(tried: &Tried<'_>, path: &str) -> bool {
    match (tried.before.pointer(path), tried.after.pointer(path)) {
        (Some(before), Some(after)) => same(before, after),
        (before, after) => before.is_none() == after.is_none(),
    }
}
