//! A directory for what a subject writes on the way, gone when the subject is.

use std::fs;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

static NUMBER: AtomicU64 = AtomicU64::new(0);

/// An empty directory, removed with what is in it.
#[derive(Debug)]
pub(super) struct Scratch(PathBuf);

impl Scratch {
    /// A new one, if the system lets us make one: a subject can do without.
    pub(super) fn new() -> Option<Self> {
        let path = name();
        make(&path).then_some(Self(path))
    }

    /// One that a supervisor makes, so that there is none without somebody to remove it, whenever the harness is killed.
    pub(super) fn to_be_made() -> Self {
        Self(name())
    }

    pub(super) fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        remove(&self.0);
    }
}

/// A name that no other has while this program runs.
fn name() -> PathBuf {
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    std::env::temp_dir().join(format!("proofmark-{}-{number}", std::process::id()))
}

/// Makes a scratch directory; whether it could be made.
pub(super) fn make(path: &Path) -> bool {
    fs::DirBuilder::new().mode(0o700).create(path).is_ok()
}

/// Removes a scratch directory. Links in it are removed and not followed.
pub(super) fn remove(path: &Path) {
    // What a subject has made impossible to remove is no reason to fail.
    let _ = fs::remove_dir_all(path);
}
