//! What a subject makes of the edges that a rule has of its own.
//!
//! Where rules meet in a project, a wrong answer may be the doing of any of them. A rule that goes wrong on its own
//! edges, where nothing else is in the way, has findings of its own: what it spoils elsewhere is no other rule's.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex};

use serde_json::Value;

use super::ground::{rules_at_load, validate};
use super::judge::breaks_alone;
use super::model::{Report, report};
use super::naming::names_of;
use super::verdict::Said;
use crate::mutex::lock;
use crate::rule::{Case, Rule, Stop, Talk, Verdict};

/// The first edge with nothing wrong about it that the subject rejects in the rule's name.
pub(super) fn accused_for_nothing(talk: &mut Talk<'_>, rule: &'static Rule) -> Result<Option<Value>, Stop> {
    let is_sound = |report: &Report| report.broken_rules().is_empty() && report.open_rules().is_empty();
    misjudged(talk, rule, is_sound, |_, said| said.named.contains(rule.id))
}

/// The first edge that breaks one of these rules alone and that the subject accepts, or rejects in another's name.
pub(super) fn missed(
    case: &Case<'_>,
    talk: &mut Talk<'_>,
    broken: &BTreeSet<&'static str>,
) -> Result<Option<Value>, Stop> {
    for rule in rules_at_load(case).filter(|rule| broken.contains(rule.id)) {
        if let Some(edge) = missed_of(case, talk, rule)? {
            return Ok(Some(edge));
        }
    }
    Ok(None)
}

fn missed_of(case: &Case<'_>, talk: &mut Talk<'_>, rule: &'static Rule) -> Result<Option<Value>, Stop> {
    let is_misnamed = |report: &Report, said: &Said| matches!(names_of(case, report, said).verdict, Verdict::Failed(_));
    let is_broken = |report: &Report| breaks_alone(report, rule.id);
    misjudged(talk, rule, is_broken, |report, said| said.valid || is_misnamed(report, said))
}

/// The first of the rule's edges that is meant, and about which the subject is wrong.
fn misjudged(
    talk: &mut Talk<'_>,
    rule: &'static Rule,
    is_meant: impl Fn(&Report) -> bool,
    is_wrong: impl Fn(&Report, &Said) -> bool,
) -> Result<Option<Value>, Stop> {
    let edges = reported_edges(rule);
    let edges: Vec<&(Report, Value)> = edges.iter().filter(|(report, _)| is_meant(report)).collect();
    let answers = talk.ask_all(edges.iter().map(|(_, edge)| validate(edge).remembered()).collect())?;
    for ((report, edge), answer) in edges.into_iter().zip(answers) {
        if is_wrong(report, &Said::of(&answer.value)?) {
            return Ok(Some(edge.clone()));
        }
    }
    Ok(None)
}

type Edges = Arc<[(Report, Value)]>;

/// The rule's edges with what the model says of each, worked out once: an exam is replayed at every answer.
fn reported_edges(rule: &'static Rule) -> Edges {
    static KNOWN: Mutex<BTreeMap<&'static str, Edges>> = Mutex::new(BTreeMap::new());
    if let Some(edges) = lock(&KNOWN).get(rule.id) {
        return Arc::clone(edges);
    }
    let reported = (rule.checks[0].edges)().into_iter().map(|edge| (report(&edge), edge));
    let edges: Edges = reported.filter(|(report, _)| report.is_fit()).collect();
    lock(&KNOWN).insert(rule.id, Arc::clone(&edges));
    edges
}
