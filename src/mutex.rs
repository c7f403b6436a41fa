//! A mutex is of use after a panic too: what it holds here is whole after every step.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// What the mutex holds, for oneself.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What the mutex held, once nobody else needs it.
pub(crate) fn unlock<T>(mutex: Mutex<T>) -> T {
    mutex.into_inner().unwrap_or_else(PoisonError::into_inner)
}
