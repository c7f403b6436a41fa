//! Whether an answer has the shape of its method, whatever the exam looks at: no exam has to ask for every member.

use std::collections::BTreeMap;

use jsonschema::Validator;
use serde_json::Value;

use crate::rule::{CheckRef, Method};

/// The shapes of results, as far as they were asked for before; none where the method says nothing of it.
#[derive(Default)]
pub(super) struct Shapes(BTreeMap<&'static str, Option<Validator>>);

impl Shapes {
    /// Whether `result` is not what the schema of the method called `name` describes.
    pub(super) fn is_wrong(&mut self, of: CheckRef, name: &'static str, result: &Value) -> bool {
        let method = || of.suite.methods.iter().find(|method| method.name == name);
        let shape = self.0.entry(name).or_insert_with(|| method().and_then(Method::shape));
        shape.as_ref().is_some_and(|shape| !shape.is_valid(result))
    }
}
