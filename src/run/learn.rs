//! What a long run learns: cases that made the subject say something new are worth looking around.
//!
//! Nothing but the answers is needed for it; an adapter may say as well which branches of its runtime each of them
//! reached. Between two waves of cases, the first case of every kind of answer becomes a
//! parent, and every second case of the next wave makes a parent's choices but for a few. A case says in its name
//! which ones it was made from, so that it replays by itself.

use std::hash::{DefaultHasher, Hash, Hasher};

use serde_json::Value;

use crate::subject::Answer;

/// How many cases may be looked around at a time: the latest.
const MOST: usize = 256;
/// How far a case may be from one that was drawn by itself.
const DEEPEST: usize = 6;
/// A text longer than this is known by its length.
const LONG: usize = 200;

/// All parents so far, and which of them the cases from some number on have. A run of many hours has many waves, so that
/// nothing is written down twice.
#[derive(Debug, Default)]
pub(super) struct Learned {
    /// In the order in which they came up.
    parents: Vec<u64>,
    /// The first case of a wave, and how many parents there were before it.
    waves: Vec<(u64, usize)>,
}

impl Learned {
    /// From case `from` on there are more parents: those of `news` that came up since the last time.
    pub(super) fn add(&mut self, from: u64, news: impl Iterator<Item = u64>) {
        let since = self.waves.last().map_or(0, |(from, _)| *from);
        let mut new: Vec<u64> = news.filter(|new| *new >= since && self.parents(*new).len() < DEEPEST).collect();
        new.sort_unstable();
        new.dedup();
        self.parents.append(&mut new);
        self.waves.push((from, self.parents.len()));
    }

    /// What the case `index` is made from, the nearest first.
    pub(super) fn parents(&self, index: u64) -> Vec<u64> {
        let (mut line, mut nearest) = (Vec::new(), self.parent(index));
        while let Some(parent) = nearest {
            line.push(parent);
            nearest = self.parent(parent);
        }
        line
    }

    fn parent(&self, index: u64) -> Option<u64> {
        let wave = self.waves.partition_point(|(from, _)| *from <= index).checked_sub(1)?;
        let (from, end) = self.waves[wave];
        let latest = &self.parents[end.saturating_sub(MOST)..end];
        let turn = usize::try_from((index - from) / 2).ok().filter(|_| index % 2 == 1)?;
        Some(latest[turn.checked_rem(latest.len())?])
    }
}

/// What is new if nothing was like it before: the kind of answers that a case got, and each branch that they reached.
pub(super) fn kinds(case: &Value, answers: &[Answer], reached: &[u32]) -> Vec<u64> {
    // No hash of answers is as small as this by any chance that matters.
    reached.iter().map(|branch| u64::from(*branch)).chain([kind(case, answers)]).collect()
}

/// What kind of answers a case got: the same number for answers that differ in nothing but the case's own texts, in
/// numbers, and in how long long lists are.
fn kind(case: &Value, answers: &[Answer]) -> u64 {
    let (mut kind, sent) = (DefaultHasher::new(), case.to_string());
    for answer in answers {
        note(&answer.value, &sent, &mut kind);
        length(answer.trace.len()).hash(&mut kind);
    }
    kind.finish()
}

fn note(value: &Value, sent: &str, kind: &mut DefaultHasher) {
    match value {
        Value::Null => 0.hash(kind),
        Value::Bool(is) => (1, is).hash(kind),
        Value::Number(number) => (2, number.as_f64().map(f64::is_sign_negative)).hash(kind),
        Value::String(text) if text.len() > LONG || sent.contains(text.as_str()) => (3, length(text.len())).hash(kind),
        Value::String(text) => {
            4.hash(kind);
            // What stands in quotes was most often sent, and so was most of what is counted.
            let spoken = text.split(['"', '\'', '`']).step_by(2).flat_map(str::chars);
            spoken.filter(|c| !c.is_ascii_digit()).for_each(|c| c.hash(kind));
        }
        Value::Array(items) => {
            (5, length(items.len())).hash(kind);
            items.iter().take(8).for_each(|item| note(item, sent, kind));
        }
        Value::Object(members) => {
            (6, length(members.len())).hash(kind);
            for (key, value) in members {
                if !sent.contains(key.as_str()) {
                    key.hash(kind);
                }
                note(value, sent, kind);
            }
        }
    }
}

/// 0, 1, 2, up to 4, up to 8 and so on.
fn length(of: usize) -> u32 {
    usize::BITS - of.leading_zeros()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::sync::atomic::AtomicBool;
    use std::time::Duration;

    use serde_json::json;

    use super::super::exercise::{Limits, Starts, Task, Worker};
    use super::super::plan::{CaseName, Planned};
    use super::super::replay::case;
    use super::*;
    use crate::suites;

    fn of(answer: Value) -> u64 {
        kind(&json!({"id": "a-17"}), &[Answer { value: answer, trace: Vec::new() }])
    }

    #[test]
    fn a_kind_is_what_the_subject_says_and_not_what_it_repeats() {
        let usual = of(json!({"ok": false, "why": "step 3 of 'x' failed", "of": "a-17"}));
        assert_eq!(usual, of(json!({"ok": false, "why": "step 12 of 'yy' failed", "of": "a-17"})));
        for other in [
            json!({"ok": true, "why": "step 3 of 'x' failed", "of": "a-17"}),
            json!({"ok": false, "why": "step 3 of 'x' is late", "of": "a-17"}),
            json!({"ok": false, "why": "step 3 of 'x' failed"}),
            json!({"ok": false, "why": "step 3 of 'x' failed", "of": ["a-17"]}),
        ] {
            assert_ne!(usual, of(other.clone()), "{other}");
        }
    }

    #[test]
    fn every_second_case_after_a_wave_has_a_parent_and_no_line_is_long() {
        let mut learned = Learned::default();
        assert!(learned.parents(11).is_empty());
        learned.add(20, [7, 3, 3].into_iter());
        assert_eq!([20, 21, 22, 23].map(|index| learned.parents(index)), [vec![], vec![3], vec![], vec![7]]);
        let mut from = 20;
        for _ in 0..20 {
            // The child of the latest parent, each time; what was new before is told again, and counts once.
            let child = from + 2 * learned.parents.len() as u64 - 1;
            from += 200;
            learned.add(from, [3, child].into_iter());
        }
        assert!(learned.parents.len() < 10, "{:?}", learned.parents);
        let longest = (0..from + 200).map(|index| learned.parents(index).len()).max();
        assert_eq!(longest, Some(DEEPEST));
        // What comes later changes nothing of what came before.
        assert_eq!(learned.parents(21), [3]);
    }

    #[test]
    fn a_case_that_was_made_from_others_replays_by_its_name() {
        let of = suites::builtin().check("awp/R6/verdict").unwrap();
        let planned = Planned::new(of, 5).unwrap();
        let begin = planned.given();
        let plain: Vec<_> = (0..60).filter_map(|drawn| planned.case(begin + drawn)).collect();
        planned.learn(begin + 20, [begin + 3, begin + 8].into_iter());
        planned.learn(begin + 40, [begin + 3, begin + 21, begin + 22].into_iter());
        let cases: Vec<_> = (0..60).filter_map(|drawn| planned.case(begin + drawn)).collect();
        assert_eq!(plain[..20], cases[..20]);
        let others = plain.iter().zip(&cases).filter(|(plain, now)| plain != now).count();
        assert!((10..=20).contains(&others), "{others}");
        for drawn in 0..60 {
            let name = planned.name(begin + drawn);
            let again = case(of, CaseName::read(&name).unwrap()).unwrap().unwrap();
            assert_eq!(again, cases[usize::try_from(drawn).unwrap()], "{name}");
        }
    }

    /// How many kinds of answers so many cases get of a subject, with learning or without.
    fn kinds_of_answers(check: &str, learns: bool) -> usize {
        const WAVE: u64 = 200;
        let of = suites::builtin().check(check).unwrap();
        let launcher = || of.suite.reference();
        let (planned, starts, interrupted) = (Planned::new(of, 1).unwrap(), Starts::default(), AtomicBool::new(false));
        let mut worker = Worker::new(&launcher, Limits::new(Duration::from_mins(1), &interrupted, &starts));
        let mut news: BTreeMap<u64, u64> = BTreeMap::new();
        for wave in 0..20 {
            let from = planned.given() + wave * WAVE;
            if learns {
                planned.learn(from, news.values().copied());
            }
            let tasks = (from..from + WAVE).filter_map(|tag| Some(Task::new(tag, of, planned.case(tag)?)));
            worker.examine(1, tasks.map(|task| Task { learns: true, ..task }), |task, _| {
                for kind in &task.said {
                    news.entry(*kind).or_insert(task.tag);
                }
                true
            });
        }
        news.len()
    }

    #[test]
    fn whoever_learns_sees_more_kinds_of_answers() {
        let seen =
            |learns| ["awp/R15/delivery", "contract/PE-002/completes"].map(|check| kinds_of_answers(check, learns));
        let (plain, learned) = (seen(false), seen(true));
        assert!(
            plain.iter().zip(&learned).all(|(plain, learned)| learned > plain),
            "{plain:?} without, {learned:?} with"
        );
    }
}
