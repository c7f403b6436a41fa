//! What the tests of this target share.

use std::path::{Path, PathBuf};
use std::time::Duration;

use proofmark::proof::Proof;
use proofmark::run::{Options, Selection, run};
use proofmark::subject::Launcher;

/// The program under test.
pub(crate) const PROOFMARK: &str = env!("CARGO_BIN_EXE_proofmark");

/// The options of an ordinary run with few cases.
pub(crate) fn options(seed: u64, cases: u64, jobs: usize) -> Options<'static> {
    Options { seed, cases, jobs, deadline: Duration::from_secs(30), score: false, ..Options::default() }
}

/// Runs and expects a proof.
pub(crate) fn prove(selection: &Selection, launcher: &dyn Launcher, options: &Options<'_>) -> Result<Proof, String> {
    run(selection, launcher, options).map_err(|error| error.to_string())
}

/// A path below the project's folder.
pub(crate) fn project(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// Compares `text` with the snapshot `folder/name`.
pub(crate) fn snapshot(folder: &str, name: &str, text: &str) {
    let mut settings = insta::Settings::new();
    settings.set_snapshot_path(project("snapshots").join(folder));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, text));
}
