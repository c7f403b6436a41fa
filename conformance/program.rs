//! Running the built program in a folder of its own.

use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

/// The program under test.
pub(crate) const PROOFMARK: &str = env!("CARGO_BIN_EXE_proofmark");

/// A folder of its own for one test.
pub(crate) struct Folder(pub(crate) PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Self {
        let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(env!("CARGO_CRATE_NAME")).join(name);
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    /// Writes a file, and the folders that it is in.
    pub(crate) fn write(&self, name: &str, bytes: impl AsRef<[u8]>) -> PathBuf {
        let path = self.0.join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, bytes).unwrap();
        path
    }

    /// Runs the program in this folder.
    pub(crate) fn proofmark(&self, args: &[&str]) -> Ran {
        let output = Command::new(PROOFMARK).args(args).current_dir(&self.0).stdin(Stdio::null()).output().unwrap();
        Ran(output)
    }
}

/// What a run of the program came to.
pub(crate) struct Ran(pub(crate) Output);

impl Ran {
    /// Everything that it said, stdout first.
    pub(crate) fn said(&self) -> String {
        [&self.0.stdout, &self.0.stderr].map(|bytes| String::from_utf8_lossy(bytes)).concat()
    }

    pub(crate) fn code(&self) -> Option<i32> {
        self.0.status.code()
    }
}
