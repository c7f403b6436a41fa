//! The journal of a run: beside its proof while it goes on, and gone once the proof is there.

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use super::output;
use super::progress::Shown;
use crate::mutex::lock;
use crate::proof::{Entry, Finding, Proof};
use crate::run::Progress;

/// Shows how a run goes on, and writes it down.
pub(super) struct Journaled {
    shown: Shown,
    journal: Option<(PathBuf, Mutex<File>)>,
}

impl Journaled {
    /// A journal beside the proof `json`, where that is a file. A run can do without: what cannot be written does not
    /// decide.
    pub(super) fn beside(json: Option<&Path>) -> Self {
        let journal = json.filter(|path| output::is_plain(path)).and_then(|json| {
            let mut path = json.as_os_str().to_owned();
            path.push(".journal");
            let file = File::create(&path).ok()?;
            Some((PathBuf::from(path), Mutex::new(file)))
        });
        Self { shown: Shown::new(), journal }
    }

    /// The proof has been written: the journal has done its work.
    pub(super) fn remove(&self) {
        if let Some((path, _)) = &self.journal {
            // A journal that stays does no harm.
            let _ = fs::remove_file(path);
        }
    }

    /// Writes an entry; one that has to survive the machine is waited for.
    fn write(&self, entry: &Entry, to_last: bool) {
        if let Some((_, file)) = &self.journal {
            let mut file = lock(file);
            // A full disk does not end the run: the proof may still find its place.
            let _ = file.write_all(entry.to_line().as_bytes());
            if to_last {
                let _ = file.sync_data();
            }
        }
    }
}

impl Progress for Journaled {
    fn next(&self) -> &dyn Progress {
        &self.shown
    }

    fn begun(&self, proof: &Proof) {
        self.shown.begun(proof);
        self.write(&Entry::Begun(Box::new(proof.clone())), true);
    }

    fn judged(&self, check: &str, cases: u64, judged: u64, held: u64) {
        self.write(&Entry::Judged { check: check.to_owned(), cases, judged, held }, false);
    }

    fn found(&self, finding: &Finding) {
        self.shown.found(finding);
        self.write(&Entry::Found(Box::new(finding.clone())), true);
    }
}
