//! What a program has found out for one subject need not be found out again for the next.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::mutex::lock;

/// What was found out before and is the same every time: one program may run many subjects.
pub(super) struct Known<K, V>(Mutex<BTreeMap<K, V>>);

impl<K: Ord, V: Clone> Known<K, V> {
    /// Nothing is known.
    pub(super) const fn new() -> Self {
        Self(Mutex::new(BTreeMap::new()))
    }

    /// What is known under `key`, or is found now. What is found while the run is interrupted is not remembered.
    pub(super) fn or_find(&self, key: K, interrupted: &AtomicBool, find: impl FnOnce() -> V) -> V {
        let known = lock(&self.0).get(&key).cloned();
        known.unwrap_or_else(|| {
            let found = find();
            if !interrupted.load(Ordering::Relaxed) {
                lock(&self.0).insert(key, found.clone());
            }
            found
        })
    }
}
