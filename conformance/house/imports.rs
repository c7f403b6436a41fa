//! Who imports whom, read from the sources: paths that begin with `crate` or `super`, wherever they stand.

use std::collections::BTreeSet;
use std::path::Path;

/// One import: the module that has it, and the path that it names, both from the crate's root.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Import {
    pub(crate) from: Vec<String>,
    pub(crate) to: Vec<String>,
}

/// The module that a file of `src` is.
pub(crate) fn module(file: &str) -> Vec<String> {
    let path = Path::new(file).with_extension("");
    let mut parts: Vec<String> = path.iter().map(|part| part.to_string_lossy().into_owned()).collect();
    if matches!(parts.last().map(String::as_str), Some("mod" | "lib" | "main")) {
        parts.pop();
    }
    parts
}

/// The modules in files of their own that a file has for its tests.
pub(crate) fn test_modules(file: &str, text: &str) -> Vec<Vec<String>> {
    let declared = text.split("#[cfg(test)]\nmod ").skip(1);
    let names = declared.filter_map(|rest| rest.split_once(';').filter(|(name, _)| !name.contains(' ')));
    names.map(|(name, _)| [module(file), vec![name.to_owned()]].concat()).collect()
}

/// What a file of `src` imports, but for its tests: they may look at anything.
pub(crate) fn imports(file: &str, text: &str) -> BTreeSet<Import> {
    let from = module(file);
    if from.iter().any(|part| part == "tests") {
        return BTreeSet::new();
    }
    let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let code: String = text.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n");
    let mut found = BTreeSet::new();
    for root in ["crate::", "super::"] {
        for (at, _) in code.match_indices(root) {
            let before = &code[..at];
            // A visibility is no import; and `super::super::` is read from its beginning.
            if before.ends_with("in ") || before.ends_with("::") || before.ends_with(|c: char| c.is_alphanumeric()) {
                continue;
            }
            for path in tree(&code[at..]) {
                if let Some(to) = resolved(&from, &path) {
                    found.insert(Import { from: from.clone(), to });
                }
            }
        }
    }
    found
}

/// The paths that a `use` tree, or a path in code, spells out.
fn tree(text: &str) -> Vec<Vec<String>> {
    let mut paths = Vec::new();
    let mut chars = text.chars().peekable();
    branch(&mut chars, &[], &mut paths);
    paths
}

fn branch(chars: &mut std::iter::Peekable<std::str::Chars<'_>>, above: &[String], paths: &mut Vec<Vec<String>>) {
    let mut path = above.to_vec();
    loop {
        let mut word = String::new();
        while let Some(c) = chars.next_if(|c| c.is_alphanumeric() || *c == '_') {
            word.push(c);
        }
        if !word.is_empty() {
            path.push(word);
        }
        if chars.next_if_eq(&':').is_none() {
            break;
        }
        chars.next_if_eq(&':');
        if chars.next_if_eq(&'{').is_some() {
            while chars.peek().is_some_and(|c| *c != '}') {
                if chars.next_if(|c| !(c.is_alphanumeric() || *c == '_' || *c == '*')).is_none() {
                    branch(chars, &path, paths);
                    // A glob, or a name after `as`.
                    while chars.next_if(|c| !matches!(c, ',' | '}')).is_some() {}
                }
            }
            chars.next();
            return;
        }
    }
    paths.push(path);
}

/// The path from the crate's root.
fn resolved(from: &[String], path: &[String]) -> Option<Vec<String>> {
    let (first, rest) = path.split_first()?;
    let ups = path.iter().take_while(|part| *part == "super").count();
    if first == "crate" {
        return Some(rest.to_vec());
    }
    let base = from.get(..from.len().checked_sub(ups)?)?;
    Some([base, &path[ups..]].concat())
}

#[test]
fn trees_are_spelt_out() {
    let found = imports(
        "a/b/c.rs",
        "use super::{d::{E, F}, self};\nuse crate::g;\npub(in crate::h) fn x() { super::super::i() }",
    );
    let mut paths: Vec<String> = found.into_iter().map(|import| import.to.join("::")).collect();
    paths.sort();
    assert_eq!(paths, ["a::b::d::E", "a::b::d::F", "a::b::self", "a::i", "g"]);
}
