//! Two agents side by side that are equal but for one entry: what the entry alone does.

use super::super::model::selection::{Match, Pair, clear_pairs, doubt};
use super::selection::{Listed, call, confidence, listed, stands_on_equals, stands_on_range, stands_on_repetition};
use crate::rule::{Case, Judgement, Stop, Talk};

/// A pair with the confidence in either agent.
#[derive(Debug)]
pub(crate) struct Side<'a> {
    /// The two agents.
    pub(crate) pair: Pair<'a>,
    /// The confidence in the one without the entry.
    pub(crate) before: f64,
    /// The confidence in the one with it.
    pub(crate) after: f64,
    /// The whole list.
    pub(crate) listed: Listed<'a>,
}

/// Puts a case and looks at the pairs of it whose further entry of `list` matches as `wanted` says.
pub(crate) fn side_by_side<'a, 't: 'a>(
    case: &'a Case<'_>,
    talk: &mut Talk<'t>,
    list: &str,
    wanted: fn(Match) -> bool,
) -> Result<Vec<Side<'a>>, Stop> {
    let pairs = clear_pairs(case, list, wanted);
    if doubt(case).is_some() || pairs.is_empty() || case.get("maxResults").is_some() {
        return Err(Judgement::open("no two agents that differ in one such entry").into());
    }
    let listed = listed(talk.ask(call(case))?)?;
    let side = |pair: Pair<'a>| Side {
        pair,
        before: confidence(&listed, pair.plain),
        after: confidence(&listed, pair.other),
        listed: listed.clone(),
    };
    Ok(pairs.into_iter().map(side).collect())
}

impl Side<'_> {
    /// Stops where the difference may come from something else than the entry.
    pub(crate) fn stands(&self, case: &Case<'_>, talk: &mut Talk<'_>) -> Result<(), Stop> {
        stands_on_range(case, &self.listed)?;
        stands_on_repetition(case, &self.listed, talk)?;
        stands_on_equals(case, self.pair.plain, self.pair.other, talk)
    }
}
