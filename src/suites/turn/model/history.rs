//! One turn among others: what was asked, and what may be in the answer.

use serde_json::Value;

use super::composition::{Composed, Composition};
use super::record::{self, Item, contribute, items, supplied};
use super::vocabulary::Provider;
use crate::draw::json::without_nulls;
use crate::rule::WrongShape;
use crate::subject::Call;

/// One call of a history.
pub(in super::super) enum Turn<'a> {
    Composed(Composition),
    Asked(&'a str, &'a Value, Vec<Item>),
}

impl<'a> Turn<'a> {
    pub(in super::super) fn read(call: &'a Value) -> Result<Self, String> {
        match call["provider"].as_str().and_then(Provider::named) {
            Some(provider) => Ok(Self::Asked(provider.name, &call["turn"], items(&call["turn"])?)),
            None => Composition::read(call).map(Self::Composed),
        }
    }

    pub(in super::super) fn call(&self) -> Call {
        match self {
            Self::Composed(composition) => composition.call(),
            Self::Asked(provider, turn, _) => contribute(provider, turn),
        }
    }

    /// What this turn says and where it may turn up: in contents, told apart from whatever `other` says.
    pub(in super::super) fn texts(&self) -> Vec<String> {
        match self {
            Self::Composed(composition) => composition.due().into_iter().map(|entry| entry.content).collect(),
            Self::Asked(_, _, items) => items.iter().map(|item| item.text.clone()).collect(),
        }
    }

    /// The answer without what subjects may add, and the contents in it.
    pub(in super::super) fn read_answer(&self, answer: &Value) -> Result<(Value, Vec<String>), WrongShape> {
        match self {
            Self::Composed(_) => {
                let composed = Composed::read(answer)?;
                let contents = composed.entries.iter().map(|entry| entry.content.clone()).collect();
                let session = without_nulls(&composed.session);
                Ok((Composed { session, ..composed }.to_answer(), contents))
            }
            Self::Asked(..) => {
                let list = supplied(answer)?;
                Ok((record::to_json(&list), list.into_iter().map(|one| one.content).collect()))
            }
        }
    }
}
