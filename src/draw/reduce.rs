//! Makes a failing document small. (stub)

use std::sync::Arc;

use proptest::strategy::ValueTree;
use serde_json::Value;

use super::Shape;

/// Shrinks one document, as a proptest [`ValueTree`].
#[derive(Debug)]
pub struct Reducer {
    best: Arc<Value>,
}

impl Reducer {
    /// Will shrink `document`, whose parts mean what `shape` says.
    #[must_use]
    pub fn new(document: Arc<Value>, shape: &'static Shape) -> Self {
        let _ = shape;
        Self { best: document }
    }
}

impl ValueTree for Reducer {
    type Value = Arc<Value>;

    fn current(&self) -> Arc<Value> {
        Arc::clone(&self.best)
    }

    fn simplify(&mut self) -> bool {
        false
    }

    fn complicate(&mut self) -> bool {
        false
    }
}
