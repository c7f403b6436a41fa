//! Making one value simpler, step by step.

use std::collections::VecDeque;

use serde_json::{Value, json};

use super::simplest::plainer;
use super::stage::{Halving, Stage};
use super::{number, text};
use crate::draw::{Shape, json as values};

/// What to try in the place of one value.
#[derive(Debug, Clone)]
pub(super) struct Search {
    stages: VecDeque<Stage>,
}

impl Search {
    /// The ways to make `value` simpler within its shape.
    pub(super) fn new(value: &Value, shape: &Shape, thorough: bool) -> Self {
        let mut stages = VecDeque::new();
        match (shape, value) {
            (Shape::Enum(texts), Value::String(text)) => {
                let simpler = texts.iter().take_while(|simpler| *simpler != text);
                stages.push_back(Stage::OneOf(simpler.map(|text| json!(text)).collect()));
            }
            (Shape::Integer { least } | Shape::Limit { least, .. }, _) => {
                stages.push_back(Stage::OneOf([json!(least)].into()));
                stages.push_back(Stage::Towards { target: i128::from(*least), halving: Halving::new(thorough) });
            }
            (Shape::Number, _) => stages.extend(number::stages(value, thorough)),
            (Shape::Text { least }, Value::String(text)) => stages.extend(text::stages(text, *least, thorough)),
            (Shape::Any, _) => {
                let mut simpler: VecDeque<Value> = plainer(value).into();
                simpler.extend(children(value));
                stages.push_back(Stage::OneOf(simpler));
                match value {
                    Value::Number(_) => stages.extend(number::stages(value, thorough)),
                    Value::String(text) => stages.extend(text::stages(text, 0, thorough)),
                    _ => {}
                }
            }
            _ => {}
        }
        Self { stages }
    }

    /// The ways to make a name simpler: `canonical`, or else a short one.
    pub(super) fn of_name(name: &str, canonical: &str, thorough: bool) -> Self {
        let mut stages: VecDeque<Stage> = VecDeque::new();
        if name != canonical {
            stages.push_back(Stage::OneOf([json!(canonical)].into()));
            stages.extend(text::stages(name, 1, thorough));
        }
        Self { stages }
    }

    /// The ways to make a key simpler: one of a few letters, or else a short one.
    pub(super) fn of_key(key: &str, thorough: bool) -> Self {
        let letters = ["a", "b", "c"].into_iter().take_while(|letter| *letter != key).map(Value::from).collect();
        let mut stages = VecDeque::from([Stage::OneOf(letters)]);
        if key.chars().count() > 1 {
            stages.extend(text::stages(key, 1, thorough));
        }
        Self { stages }
    }

    /// The next value to try in the place of `current`.
    pub(super) fn propose(&mut self, current: &Value) -> Option<Value> {
        while let Some(stage) = self.stages.front_mut() {
            if let Some(value) = stage.propose(current) {
                return Some(value);
            }
            self.stages.pop_front();
        }
        None
    }

    /// Takes the verdict on the value proposed last. Returns true if the value
    /// may now be of another type, so that the search has to start again.
    pub(super) fn judged(&mut self, failed: bool) -> bool {
        match self.stages.front_mut() {
            Some(Stage::OneOf(_)) => return failed,
            Some(Stage::Towards { halving, .. } | Stage::Prefix { halving, .. }) => halving.judged(failed),
            Some(Stage::FewerCharacters { chunks, .. } | Stage::PlainerCharacters(chunks)) => chunks.judged(failed),
            None => {}
        }
        false
    }
}

impl Stage {
    fn propose(&mut self, current: &Value) -> Option<Value> {
        match self {
            Self::OneOf(values) => {
                // The value itself may be among them, where it is as simple as its shape allows.
                std::iter::from_fn(|| values.pop_front()).find(|value| value != current)
            }
            Self::Towards { target, halving } => {
                let whole = number::whole(current)?;
                let distance = halving.next(whole.abs_diff(*target))?;
                number::at_distance(*target, distance, whole < *target)
            }
            Self::Prefix { least, halving } => {
                let text = current.as_str()?;
                let spare = text.chars().count().checked_sub(*least)?;
                let keep = *least + usize::try_from(halving.next(spare as u128)?).ok()?;
                Some(text.chars().take(keep).collect::<String>().into())
            }
            Self::FewerCharacters { least, chunks } => {
                text::with_fewer(current.as_str()?, *least, chunks).map(Value::from)
            }
            Self::PlainerCharacters(chunks) => text::with_plainer(current.as_str()?, chunks).map(Value::from),
        }
    }
}

/// The values directly inside a container, the smallest first.
fn children(value: &Value) -> Vec<Value> {
    let mut children: Vec<Value> = match value {
        Value::Array(items) => items.clone(),
        Value::Object(members) => members.values().cloned().collect(),
        _ => Vec::new(),
    };
    children.sort_by_key(values::size);
    children
}
