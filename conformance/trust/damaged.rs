//! Damaged documents: every reader takes them or says no, and nothing else.

use std::collections::BTreeSet;
use std::io::Write;
use std::panic::catch_unwind;
use std::path::Path;
use std::time::{Duration, Instant};

use proofmark::check::{as_json, as_text, check};
use proofmark::draw::Draw;
use proofmark::readers::{READERS, Reader};
use proofmark::suites::builtin;

use crate::damage::damaged;
use crate::documents::project;
use crate::program::Folder;

/// How many damaged documents each reader gets.
const DOCUMENTS: u64 = 1200;
/// How many damaged projects are checked, for each of their files.
const PROJECTS: u64 = 200;
/// The longest refusal, in bytes: it is for a person to read.
const LONGEST_REFUSAL: usize = 2000;
/// The most memory of this whole process, in KiB.
const MOST_MEMORY: u64 = 200 * 1024;

/// What a reader made of its documents.
struct Read {
    taken: u64,
    slowest: Duration,
}

fn read_all(reader: &Reader) -> Read {
    let (mut taken, mut slowest) = (0, Duration::ZERO);
    let samples = (reader.samples)();
    for (seed, sample) in (0..DOCUMENTS).zip(samples.iter().cycle()) {
        let (document, began) = (damaged(sample, seed), Instant::now());
        let name = reader.name;
        let read = catch_unwind(|| (reader.read)(&document));
        assert!(read.is_ok(), "the reader of {name} panics at seed {seed}: {}", String::from_utf8_lossy(&document));
        match read {
            Ok(Err(why)) => assert!(why.len() < LONGEST_REFUSAL, "{name} refuses seed {seed} at length: {why}"),
            _ => taken += 1,
        }
        slowest = slowest.max(began.elapsed());
    }
    Read { taken, slowest }
}

/// The most memory that this process has had, in KiB.
fn peak() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    line.split_whitespace().next().unwrap().parse().unwrap()
}

#[test]
fn ten_thousand_documents_are_taken_or_refused() {
    let read: Vec<Read> = std::thread::scope(|scope| {
        let readers: Vec<_> = READERS.iter().map(|reader| scope.spawn(|| read_all(reader))).collect();
        readers.into_iter().map(|reader| reader.join().unwrap()).collect()
    });
    let (mut out, documents) = (std::io::stdout(), DOCUMENTS * READERS.len() as u64);
    for (Reader { name, .. }, Read { taken, slowest }) in READERS.iter().zip(&read) {
        writeln!(out, "{name}: {taken} of {DOCUMENTS} taken, the slowest in {slowest:?}").unwrap();
        // Damage that is always or never noticed shows nothing.
        assert!(*taken > 0 && *taken < DOCUMENTS, "{name}: {taken}");
    }
    writeln!(out, "{documents} damaged documents, no panic, {} MiB at most", peak() / 1024).unwrap();
    assert!(documents >= 10_000 && peak() < MOST_MEMORY, "{documents} documents, {} KiB", peak());
}

#[test]
fn every_reader_has_a_fuzz_target() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/fuzz_targets");
    let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let readers: BTreeSet<String> = READERS.iter().map(|reader| format!("{}.rs", reader.name)).collect();
    assert_eq!(files.collect::<BTreeSet<_>>(), readers);
    let (manifest, sources) = (project("fuzz/Cargo.toml"), |file| project(&format!("fuzz/fuzz_targets/{file}")));
    for file in &readers {
        let name = file.trim_end_matches(".rs");
        assert!(manifest.contains(&format!("name = \"{name}\"\npath = \"fuzz_targets/{file}\"")), "{name}");
        assert!(sources(file).contains(&format!("target!(\"{name}\")")), "{name}");
    }
}

#[test]
fn damaged_projects() {
    let folder = Folder::new("damaged-projects");
    let samples = |name: &str| (READERS.iter().find(|reader| reader.name == name).unwrap().samples)();
    let (workflow, agent, python) = (&samples("workflow")[0], &samples("workflow")[1], &samples("python")[0]);
    folder.write("w/agents/writer/agent.awp.yaml", agent.replace("reader", "writer"));
    let path = folder.0.join("w");
    let parts = [
        ("w/workflow.awp.yaml", workflow),
        ("w/agents/reader/agent.awp.yaml", agent),
        ("w/agents/reader/agent.py", python),
    ];
    for (name, text) in parts {
        folder.write(name, text);
    }
    assert!(check(&builtin(), &path).is_ok());
    for (name, text) in parts {
        let taken = (0..PROJECTS).filter(|seed| {
            folder.write(name, damaged(text, *seed));
            let Ok(checked) = check(&builtin(), &path) else { return false };
            let shown = as_text(&checked, false);
            assert!(as_json(std::slice::from_ref(&checked))["remarks"].is_array() && !shown.is_empty());
            true
        });
        assert!(taken.count() > 0, "{name}");
        folder.write(name, text);
    }
}

/// What fuzzing has found, so that it is not found again.
#[test]
fn documents_that_once_did_harm() {
    for (name, document) in [("known", "==\n.="), ("config", "==\n.=")] {
        let reader = READERS.iter().find(|reader| reader.name == name).unwrap();
        assert!((reader.read)(document.as_bytes()).is_err(), "{name}: {document}");
    }
}

#[test]
fn bytes_that_are_no_text() {
    let mut draw = Draw::from_seed(1);
    for _ in 0..200 {
        let bytes: Vec<u8> = (0..draw.below(300)).map(|_| u8::try_from(draw.below(256)).unwrap()).collect();
        for reader in READERS {
            let _ = (reader.read)(&bytes);
        }
    }
}
