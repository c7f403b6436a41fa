//! Every pass by itself, the protocol with proptest, and inputs that mean harm.

mod hostile;
mod passes;

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::sync::Arc;

use proptest::test_runner::{TestCaseError, TestError};
use serde_json::Value;

use super::Reducer;
use crate::draw::{Shape, json as values, optional, required, runner_for};

/// The smallest case found and the number of candidates, driven by proptest
/// itself. Panics if the reducer grows an input or repeats a candidate.
fn shrink(input: Value, shape: &'static Shape, fails: impl Fn(&Value) -> bool) -> (Value, usize) {
    assert!(fails(&input), "there is nothing to shrink");
    let seen = RefCell::new(BTreeSet::new());
    let smallest = RefCell::new(usize::MAX);
    let test = |candidate: Arc<Value>| {
        assert!(seen.borrow_mut().insert(candidate.to_string()), "twice: {candidate}");
        assert!(values::size(&candidate) <= *smallest.borrow(), "grown: {candidate}");
        if !fails(&candidate) {
            return Ok(());
        }
        *smallest.borrow_mut() = values::size(&candidate);
        Err(TestCaseError::fail("planted"))
    };
    let Err(TestError::Fail(_, found)) = runner_for(0).run_one(Reducer::new(Arc::new(input), shape), test) else {
        panic!("the first input fails");
    };
    assert!(fails(&found), "the result does not fail: {found}");
    (Arc::unwrap_or_clone(found), seen.into_inner().len() - 1)
}

fn smallest(input: Value, shape: &'static Shape, fails: impl Fn(&Value) -> bool) -> Value {
    shrink(input, shape, fails).0
}

fn entries<'d>(input: &'d Value, list: &str) -> impl Iterator<Item = &'d Value> {
    input[list].as_array().into_iter().flatten()
}

static NODE: Shape = Shape::Object(&[
    required("id", Shape::Id("agent")),
    optional("on", Shape::List { of: &Shape::Ref("agent"), least: 0 }),
    optional("parent", Shape::Ref("agent")),
]);
static GRAPH: Shape = Shape::Object(&[
    required("nodes", Shape::List { of: &NODE, least: 0 }),
    optional("agents", Shape::Map { keys: Some("agent"), of: &Shape::Any }),
    optional("files", Shape::List { of: &FILE, least: 0 }),
    optional("routes", Shape::List { of: &ROUTE, least: 0 }),
    optional("entry", Shape::Ref("agent")),
]);
static FILE: Shape = Shape::RefText { kind: "agent", before: "agents/", after: ".yaml" };
static ROUTE: Shape = Shape::Object(&[required("to", Shape::Ref("agent"))]);
