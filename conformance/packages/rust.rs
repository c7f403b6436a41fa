//! The crate: it has every file that is compiled in, and no test or snapshot.

use std::path::{Component, Path, PathBuf};
use std::process::Command;

use libtest_mimic::{Failed, Trial};

use crate::folder::project;

/// The tests of this file.
pub(crate) fn trials() -> Vec<Trial> {
    vec![Trial::test("rust::the crate has what is compiled in, and no more", contents)]
}

fn contents() -> Result<(), Failed> {
    let output = Command::new(env!("CARGO"))
        .args(["package", "--list", "--allow-dirty", "--offline"])
        .current_dir(project(""))
        .output()?;
    let list = String::from_utf8(output.stdout)?;
    let packed: Vec<&str> = list.lines().collect();
    let mut sources = Vec::new();
    find(&project("src"), &mut sources)?;
    let mut missing = vec!["Cargo.toml".to_owned(), "README.md".to_owned(), "askama.toml".to_owned()];
    for source in sources {
        let relative = source.strip_prefix(project(""))?.to_path_buf();
        missing.push(relative.to_string_lossy().into_owned());
        let text = std::fs::read_to_string(&source)?;
        missing.extend(named(&text, "include_str!(\"").map(|path| beside(&relative, path)));
        missing.extend(named(&text, " text!(\"").map(|path| format!("conformance/kits/{path}")));
    }
    missing.retain(|file| !packed.contains(&file.as_str()));
    if !output.status.success() || !missing.is_empty() {
        return Err(format!("missing: {missing:?}\n{}", String::from_utf8_lossy(&output.stderr)).into());
    }
    let unwanted = |file: &&&str| {
        ["snapshots/", "benches/", "conformance/subjects/", "conformance/packages/", ".ci/"]
            .iter()
            .any(|it| file.starts_with(it))
            || (file.starts_with("conformance/")
                && Path::new(file).extension().is_some_and(|it| it == "rs")
                && !file.contains("/template/"))
    };
    match packed.iter().find(unwanted) {
        Some(file) => Err(format!("{file} is in the crate").into()),
        None => Ok(()),
    }
}

fn find(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), Failed> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            find(&path, files)?;
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    Ok(())
}

/// The texts that follow `before`, up to the next quote.
fn named<'a>(text: &'a str, before: &'a str) -> impl Iterator<Item = &'a str> {
    text.split(before).skip(1).filter_map(|rest| rest.split('"').next())
}

/// `path` as it is meant in the file `source`.
fn beside(source: &Path, path: &str) -> String {
    let mut meant = source.parent().map(Path::to_path_buf).unwrap_or_default();
    for part in Path::new(path).components() {
        match part {
            Component::ParentDir => drop(meant.pop()),
            other => meant.push(other),
        }
    }
    meant.to_string_lossy().into_owned()
}
