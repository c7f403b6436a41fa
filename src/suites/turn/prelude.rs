//! What the rules of this suite use.

pub(super) use serde_json::{Value, json};

pub(super) use super::cause::{contribution, request};
pub(super) use super::check::{ALL_PROVIDERS, BUILDER};
pub(super) use super::draw::{self, hostile, shape};
pub(super) use super::judge::{Contributed, apart, compose, compose_once, given, held_if_shown, of, unchanged, view};
pub(super) use super::label::how_many;
pub(super) use super::methods::{COMPOSE, CONTRIBUTE};
pub(super) use super::model::composition::{Composed, Composition, Entry, Invocation, differences, shown};
pub(super) use super::model::record::{self, Item, Supplied, contribute, items, items_as_to, supplied};
pub(super) use super::model::trouble::gist;
pub(super) use super::model::vocabulary::{CLIENT, KFR, METADATA, PROVIDERS, Provider, RAG, USER};
pub(super) use super::spoil::{invented, made_up, rebuild, resupply, rewrite, rewriting, texts};
pub(super) use crate::draw::Draw;
pub(super) use crate::rule::{Arm, Case, Check, Judgement, Level, Mutant, OnFault, Rule, Stop, Talk, arm};
pub(super) use crate::subject::Request;
