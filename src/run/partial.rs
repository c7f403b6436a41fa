//! What a shard knows, written down and read again.

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::Options;
use super::investigate::{Looked, LookedInto};
use super::plan::Planned;
use super::shard::Shard;
use super::tally::{Blocked, End, Labels, Mark, Signature, Tally, Unjudged};
use crate::proof::{Excluded, Partial, PartialCheck, PartialFailure, Reason, Sign, Way};
use crate::rule::Rule;
use crate::subject::Fault;

/// Writes down what a shard knows.
pub(super) fn write(plan: &[Planned], tallies: &[Tally], looked: &LookedInto, options: &Options<'_>) -> Partial {
    let checks = plan.iter().zip(tallies).filter(|(_, tally)| !tally.marks.is_empty());
    let failures = looked.iter().map(|((check, signature), looked)| PartialFailure {
        check: plan[*check].id.clone(),
        sign: sign(signature),
        case: looked.index,
        finding: looked.finding.clone(),
        brief: looked.brief.clone(),
        slips: looked.slips.iter().map(|(signature, finding)| (sign(signature), finding.clone())).collect(),
        others: looked.others.clone(),
    });
    Partial {
        readings: options.readings.pinned().clone(),
        time_boxed: options.time_box.is_some(),
        checks: checks.map(|(planned, tally)| write_check(planned, tally, options.shard)).collect(),
        failures: failures.collect(),
    }
}

fn write_check(planned: &Planned, tally: &Tally, shard: Shard) -> PartialCheck {
    let mut ways: Vec<Way> = Vec::new();
    let mut reasons: Vec<Reason> = Vec::new();
    let mut cases = Runs::default();
    let mut next = shard.number - 1;
    for (index, mark) in tally.marks.iter() {
        while next < index {
            cases.push("-".to_owned());
            next += shard.of;
        }
        next += shard.of;
        cases.push(match &mark.end {
            End::Held => "h".to_owned(),
            End::Unjudged(unjudged) => format!("u{}", place_of(&mut reasons, reason(unjudged, None, mark))),
            End::Left(unjudged, signature) => {
                format!("u{}", place_of(&mut reasons, reason(unjudged, Some(signature), mark)))
            }
            End::Failed(signature) => {
                let way = Way { sign: sign(signature), broke: mark.broke, hung: mark.hung };
                format!("f{}", place_of(&mut ways, way))
            }
        });
    }
    let excluded = tally.excluded.iter().map(|((question, reading), case)| Excluded {
        question: (*question).to_owned(),
        reading: (*reading).to_owned(),
        case: *case,
    });
    PartialCheck {
        check: planned.id.clone(),
        cases: cases.text(),
        ways,
        reasons,
        labels: named(&tally.labels),
        judged_labels: named(&tally.judged_labels),
        asked: tally.asked.iter().map(|(question, case)| ((*question).to_owned(), *case)).collect(),
        excluded: excluded.collect(),
        rested: tally.rested,
        blocked: tally.blocked.as_ref().map(|first| (first.index, first.ground.clone())),
        blocked_by: tally
            .blocked
            .iter()
            .flat_map(|first| &first.by)
            .map(|(check, by)| (check.clone(), sign(by)))
            .collect(),
    }
}

fn reason(unjudged: &Unjudged, left: Option<&Signature>, mark: &Mark) -> Reason {
    let (broke, hung) = (mark.broke, mark.hung);
    Reason { how: unjudged.how, why: unjudged.why.to_string(), left: left.map(sign), broke, hung }
}

/// The place of something in a list, at the end if it is new.
fn place_of<T: PartialEq>(list: &mut Vec<T>, what: T) -> usize {
    list.iter().position(|known| *known == what).unwrap_or_else(|| {
        list.push(what);
        list.len() - 1
    })
}

fn named(labels: &Labels) -> BTreeMap<String, u64> {
    labels.iter().map(|(label, count)| (label.to_string(), *count)).collect()
}

/// Equal things in a row, counted.
#[derive(Default)]
struct Runs(Vec<(u64, String)>);

impl Runs {
    fn push(&mut self, what: String) {
        match self.0.last_mut() {
            Some((count, last)) if *last == what => *count += 1,
            _ => self.0.push((1, what)),
        }
    }

    fn text(&self) -> String {
        let runs: Vec<String> = self.0.iter().map(|(count, what)| format!("{count}{what}")).collect();
        runs.join(" ")
    }
}

/// Reads the cases of a check again; none where they do not fit the check.
pub(super) fn read_check(
    plan: &[Planned],
    check: usize,
    part: &PartialCheck,
    shard: Shard,
    cases: u64,
) -> Option<Tally> {
    let planned = &plan[check];
    let mut tally = Tally::default();
    let mut next = shard.number - 1;
    for run in part.cases.split(' ').filter(|run| !run.is_empty()) {
        let (count, what) = run.split_at(run.find(|c: char| !c.is_ascii_digit())?);
        let mark = match what {
            "h" => Some(Mark { end: End::Held, broke: false, hung: false }),
            "-" => None,
            reason if reason.starts_with('u') => {
                let reason = part.reasons.get(reason[1..].parse::<usize>().ok()?)?;
                let unjudged = Unjudged { how: reason.how, why: reason.why.as_str().into() };
                let end = match &reason.left {
                    Some(left) => End::Left(unjudged, signature(planned.rule, left)?),
                    None => End::Unjudged(unjudged),
                };
                Some(Mark { end, broke: reason.broke, hung: reason.hung })
            }
            way => {
                let way = part.ways.get(way.strip_prefix('f')?.parse::<usize>().ok()?)?;
                let end = End::Failed(signature(planned.rule, &way.sign)?);
                Some(Mark { end, broke: way.broke, hung: way.hung })
            }
        };
        for _ in 0..count.parse::<u64>().ok()? {
            if let Some(mark) = &mark {
                tally.count(next, mark.clone());
            }
            next += shard.of;
            // More cases than the check has: no run wrote this.
            if next >= planned.cases(cases) + shard.of {
                return None;
            }
        }
    }
    let question = |id: &str| planned.rule.questions.iter().find(|question| question.id == id);
    let labels = |named: &BTreeMap<String, u64>| named.iter().map(|(name, n)| (Cow::Owned(name.clone()), *n)).collect();
    tally.labels = labels(&part.labels);
    tally.judged_labels = labels(&part.judged_labels);
    for (name, case) in &part.asked {
        tally.asked.insert(question(name)?.id, *case);
    }
    for Excluded { question: name, reading, case } in &part.excluded {
        let question = question(name)?;
        let reading = question.readings.iter().find(|known| known.id == reading)?;
        tally.excluded.insert((question.id, reading.id), *case);
    }
    tally.rested = part.rested;
    let by = part.blocked_by.iter().map(|(check, by)| {
        let planned = plan.iter().find(|planned| planned.id == *check)?;
        Some((check.clone(), signature(planned.rule, by)?))
    });
    let by: Vec<(String, Signature)> = by.collect::<Option<_>>()?;
    tally.blocked = part.blocked.clone().map(|(index, ground)| Blocked { index, ground, by });
    Some(tally)
}

/// Reads the failures of a shard again; none where they do not fit the plan.
pub(super) fn read_failures(plan: &[Planned], partial: &Partial) -> Option<LookedInto> {
    partial
        .failures
        .iter()
        .map(|failure| {
            let check = plan.iter().position(|planned| planned.id == failure.check)?;
            let rule = plan[check].rule;
            let slips = failure.slips.iter().map(|(sign, finding)| Some((signature(rule, sign)?, finding.clone())));
            let looked = Looked {
                index: failure.case,
                finding: failure.finding.clone(),
                brief: failure.brief.clone(),
                slips: slips.collect::<Option<_>>()?,
                others: failure.others.clone(),
            };
            Some(((check, signature(rule, &failure.sign)?), looked))
        })
        .collect()
}

fn sign(signature: &Signature) -> Sign {
    match signature {
        Signature::Disagreement(kind) => Sign::Disagreement(kind.clone()),
        Signature::Fault(kind) => Sign::Fault((*kind).to_owned()),
        Signature::Excludes(question, reading) => Sign::Excludes((*question).to_owned(), (*reading).to_owned()),
    }
}

fn signature(rule: &'static Rule, sign: &Sign) -> Option<Signature> {
    Some(match sign {
        Sign::Disagreement(kind) => Signature::Disagreement(kind.clone()),
        Sign::Fault(kind) => Signature::Fault(Fault::KINDS.iter().copied().find(|known| known == kind)?),
        Sign::Excludes(question, reading) => {
            let question = rule.questions.iter().find(|known| known.id == question)?;
            Signature::Excludes(question.id, question.readings.iter().find(|known| known.id == reading)?.id)
        }
    })
}
