//! `proofmark run --events FILE`: how a run goes on, one JSON object a line.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use serde_json::{Value, json};

use super::CliError;
use crate::inert;
use crate::mutex::{lock, unlock};
use crate::proof::{EVENTS_VERSION, Proof, closing_events};
use crate::run::{Options, Progress, Selection};

/// Writes events where they are asked for, and hands on what it hears to what the terminal shows.
pub(super) struct Events<'a> {
    shown: &'a dyn Progress,
    stream: Option<Stream>,
    started: Mutex<BTreeSet<String>>,
}

/// Where the events go; what could not be written is told at the end, not in the middle of a run.
struct Stream {
    path: PathBuf,
    out: Mutex<io::Result<Box<dyn Write + Send>>>,
}

impl<'a> Events<'a> {
    /// Opens the file, or stdout for `-`.
    pub(super) fn open(path: Option<&Path>, shown: &'a dyn Progress) -> Result<Self, CliError> {
        let stream = path.map(Stream::open).transpose()?;
        Ok(Self { shown, stream, started: Mutex::default() })
    }

    /// The run is about to begin.
    pub(super) fn planned(&self, selection: &Selection, options: &Options<'_>) {
        let rule = |(suite, rule): &(&crate::rule::Suite, &crate::rule::Rule)| {
            let id = format!("{}/{}", suite.name, rule.id);
            json!({"rule": id, "suite": suite.name, "level": rule.level, "title": rule.title})
        };
        self.say(&json!({
            "event": "planned",
            "events": EVENTS_VERSION,
            "harness": env!("CARGO_PKG_VERSION"),
            "seed": options.seed,
            "cases": options.cases,
            "rules": selection.iter().map(rule).collect::<Vec<_>>(),
        }));
    }

    /// The run is over and judged.
    pub(super) fn close(self, proof: &Proof) -> Result<(), CliError> {
        for event in closing_events(proof) {
            self.say(&event);
        }
        self.stream.map_or(Ok(()), Stream::close)
    }

    fn say(&self, event: &Value) {
        if let Some(stream) = &self.stream {
            stream.write(event);
        }
    }
}

impl Stream {
    fn open(path: &Path) -> Result<Self, CliError> {
        let out: Box<dyn Write + Send> = if path == Path::new("-") {
            Box::new(io::stdout())
        } else {
            Box::new(File::create(path).map_err(|source| CliError::Write { path: path.to_owned(), source })?)
        };
        Ok(Self { path: path.to_owned(), out: Mutex::new(Ok(out)) })
    }

    /// A whole line at once: somebody may be reading along.
    fn write(&self, event: &Value) {
        let mut out = lock(&self.out);
        let written = match &mut *out {
            Ok(open) => open.write_all((inert::json(&event.to_string()) + "\n").as_bytes()).and_then(|()| open.flush()),
            Err(_) => return,
        };
        if let Err(error) = written {
            *out = Err(error);
        }
    }

    fn close(self) -> Result<(), CliError> {
        match unlock(self.out) {
            Ok(_) => Ok(()),
            Err(error) if self.path == Path::new("-") => Err(CliError::Output(error)),
            Err(source) => Err(CliError::Write { path: self.path, source }),
        }
    }
}

impl Progress for Events<'_> {
    fn next(&self) -> &dyn Progress {
        self.shown
    }

    fn started(&self, rule: &str) {
        self.shown.started(rule);
        if self.stream.is_some() && lock(&self.started).insert(rule.to_owned()) {
            self.say(&json!({"event": "started", "rule": rule}));
        }
    }
}
