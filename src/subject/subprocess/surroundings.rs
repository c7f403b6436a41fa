//! Where and in what environment a subject runs.

use std::path::{Path, PathBuf};
use std::process::Command;

/// What a subject may notice of the machine it runs on, and must not depend on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Surroundings {
    variables: Vec<(&'static str, &'static str)>,
    directory: Option<PathBuf>,
}

impl Default for Surroundings {
    /// The same on every machine: a subject shall not answer otherwise because of where it runs.
    fn default() -> Self {
        Self { variables: vec![("LC_ALL", "C.UTF-8"), ("TZ", "UTC")], directory: None }
    }
}

impl Surroundings {
    /// The usual ones, with a fixed order of hash tables for runtimes that let one choose.
    #[must_use]
    pub fn steady() -> Self {
        let mut steady = Self::default();
        steady.variables.push(("PYTHONHASHSEED", "1"));
        steady
    }

    /// Other ones: another hash seed, a language with letters of its own, a time zone that is no whole number of
    /// hours away, another working directory.
    #[must_use]
    pub fn perturbed(directory: PathBuf) -> Self {
        let variables = vec![("LC_ALL", "tr_TR.UTF-8"), ("TZ", "NPT-5:45"), ("PYTHONHASHSEED", "4242")];
        Self { variables, directory: Some(directory) }
    }

    /// What differs between two surroundings, by name.
    pub const VARIED: [&'static str; 4] = ["LC_ALL", "PYTHONHASHSEED", "TZ", "working directory"];

    /// Lets `command` run here.
    pub(super) fn apply(&self, command: &mut Command) {
        command.envs(self.variables.iter().copied());
        if let Some(directory) = &self.directory {
            command.current_dir(directory);
        }
    }

    /// The words of a command, such that the files they name are found from here too.
    pub(super) fn words(&self, words: &[String]) -> Vec<String> {
        let here = if self.directory.is_some() { std::env::current_dir().ok() } else { None };
        let Some(here) = here else { return words.to_vec() };
        words.iter().enumerate().map(|(place, word)| from(&here, word, place == 0)).collect()
    }
}

/// A word that names a file below `here`, as an absolute path. The program is a path only if it has a slash:
/// otherwise it is looked for on the PATH.
fn from(here: &Path, word: &str, program: bool) -> String {
    let looks_like_a_file = word.contains('/') || (word.contains('.') && !program);
    let path = here.join(word);
    if looks_like_a_file && Path::new(word).is_relative() && path.exists() {
        path.to_string_lossy().into_owned()
    } else {
        word.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_found_from_elsewhere() {
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        let absolute = |word: &str| here.join(word).to_string_lossy().into_owned();
        assert_eq!(from(here, "Cargo.toml", false), absolute("Cargo.toml"));
        assert_eq!(from(here, "src/lib.rs", true), absolute("src/lib.rs"));
        for other in ["src", "nowhere.py", "/bin/sh", "-c", "1.5"] {
            assert_eq!(from(here, other, false), other);
        }
        assert_eq!(from(here, "Cargo.toml", true), "Cargo.toml");
    }
}
