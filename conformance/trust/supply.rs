//! What the project depends on, and on what terms: `deny.toml` as `cargo deny check bans licenses sources` reads it,
//! without a tool that would take longer to build than the project.

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

use serde_json::{Value, json};
use toml_edit::{Document, Item};

use crate::documents::project;

/// What `deny.toml` says.
struct Policy {
    licences: BTreeSet<String>,
    /// Crates of which another version may be there as well, as `name@version`.
    skipped: BTreeSet<String>,
}

fn texts(item: &Item, of: impl Fn(&toml_edit::Value) -> Option<&str>) -> BTreeSet<String> {
    item.as_array().unwrap().iter().map(|entry| of(entry).unwrap().to_owned()).collect()
}

fn policy() -> Policy {
    let text = project("deny.toml");
    let document = Document::parse(&text).unwrap();
    // What is not enforced here must not be promised there.
    for (table, key) in [
        ("bans", "multiple-versions"),
        ("bans", "wildcards"),
        ("sources", "unknown-registry"),
        ("sources", "unknown-git"),
    ] {
        assert_eq!(document[table][key].as_str(), Some("deny"), "{table}.{key}");
    }
    Policy {
        licences: texts(&document["licenses"]["allow"], toml_edit::Value::as_str),
        skipped: texts(&document["bans"]["skip"], |entry| entry.as_inline_table()?.get("crate")?.as_str()),
    }
}

/// Whether the terms of a crate are met: `A OR B`, `A AND (B OR C)`, and `A/B` as it was once written.
fn is_allowed(terms: &str, allowed: &BTreeSet<String>) -> bool {
    let spaced = terms.replace('(', " ( ").replace(')', " ) ").replace('/', " OR ").replace(" WITH ", "\u{0}WITH\u{0}");
    let words: Vec<String> = spaced.split_whitespace().map(|word| word.replace('\u{0}', " ")).collect();
    let mut rest = words.iter().map(String::as_str).collect::<Vec<_>>().into_iter().peekable();
    either(&mut rest, allowed) && rest.next().is_none()
}

type Words<'a> = std::iter::Peekable<std::vec::IntoIter<&'a str>>;

fn either(words: &mut Words<'_>, allowed: &BTreeSet<String>) -> bool {
    let mut met = both(words, allowed);
    while words.next_if_eq(&"OR").is_some() {
        met |= both(words, allowed);
    }
    met
}

fn both(words: &mut Words<'_>, allowed: &BTreeSet<String>) -> bool {
    let mut met = one(words, allowed);
    while words.next_if_eq(&"AND").is_some() {
        met &= one(words, allowed);
    }
    met
}

fn one(words: &mut Words<'_>, allowed: &BTreeSet<String>) -> bool {
    match words.next() {
        Some("(") => {
            let met = either(words, allowed);
            words.next() == Some(")") && met
        }
        Some(licence) => allowed.contains(licence),
        None => false,
    }
}

/// What is against the policy in what `cargo metadata` says.
fn objections(policy: &Policy, metadata: &Value) -> Vec<String> {
    let mut found = Vec::new();
    let mut versions: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    let mut sources = BTreeSet::new();
    for package in metadata["packages"].as_array().unwrap() {
        let [name, version, licence] =
            ["name", "version", "license"].map(|member| package[member].as_str().unwrap_or(""));
        versions.entry(name).or_default().insert(version);
        match package["source"].as_str() {
            Some(source) => drop(sources.insert(source)),
            // Our own: what it asks for comes from where cargo looks by itself.
            None => found.extend(package["dependencies"].as_array().unwrap().iter().filter_map(|wanted| {
                let elsewhere = !wanted["registry"].is_null() || !wanted["path"].is_null();
                (elsewhere || wanted["req"] == "*").then(|| format!("{name} asks for {}", wanted["name"]))
            })),
        }
        if !is_allowed(licence, &policy.licences) {
            found.push(format!("{name} {version} is licensed as `{licence}`"));
        }
    }
    if sources.len() > 1 || sources.iter().any(|source| !source.starts_with("registry+")) {
        found.push(format!("not everything comes from one registry: {sources:?}"));
    }
    let mut unused = policy.skipped.clone();
    for (name, mut versions) in versions {
        if versions.len() > 1 {
            versions.retain(|version| !unused.remove(&format!("{name}@{version}")));
            if versions.len() > 1 {
                found.push(format!("{name} is there in {} versions: {versions:?}", versions.len()));
            }
        }
    }
    found.extend(unused.iter().map(|skipped| format!("{skipped} need not be skipped any more")));
    found
}

#[test]
fn nothing_is_against_the_policy() {
    let metadata = |more: &[&str]| {
        Command::new(env!("CARGO"))
            .args(["metadata", "--locked", "--format-version", "1"])
            .args(more)
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .output()
            .unwrap()
    };
    let offline = metadata(&["--offline"]);
    // What other platforms need was not fetched for this one: on a fresh machine it has to be.
    let output = if offline.status.success() { offline } else { metadata(&[]) };
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert!(metadata["packages"].as_array().unwrap().len() > 50);
    assert_eq!(objections(&policy(), &metadata), [""; 0]);
}

#[test]
fn what_is_against_the_policy_is_seen() {
    let policy = Policy {
        licences: BTreeSet::from(["MIT".to_owned(), "Apache-2.0 WITH LLVM-exception".to_owned()]),
        skipped: BTreeSet::from(["twice@1.0.0".to_owned()]),
    };
    let package = |name: &str, version: &str, licence: &str, source: &Value| json!({"name": name, "version": version, "license": licence, "source": source, "dependencies": []});
    let registry = json!("registry+one");
    let fine = [package("twice", "1.0.0", "MIT/GPL-3.0", &registry), package("twice", "2.0.0", "MIT", &registry)];
    let with = |more: Value| {
        let packages: Vec<Value> = fine.iter().cloned().chain([more]).collect();
        objections(&policy, &json!({"packages": packages})).len()
    };
    assert_eq!(with(package("a", "1.0.0", "(GPL-3.0 OR MIT) AND Apache-2.0 WITH LLVM-exception", &registry)), 0);
    for (licence, source) in [
        ("GPL-3.0", &registry),
        ("MIT AND GPL-3.0", &registry),
        ("", &registry),
        ("MIT", &json!("git+x")),
        ("MIT", &json!("registry+two")),
    ] {
        assert_eq!(with(package("a", "1.0.0", licence, source)), 1, "{licence} {source}");
    }
    assert_eq!(with(package("twice", "3.0.0", "MIT", &registry)), 1);
    let mut ours = package("ours", "1.0.0", "MIT", &Value::Null);
    ours["dependencies"] =
        json!([{"name": "a", "req": "*"}, {"name": "b", "req": "^1"}, {"name": "c", "req": "^1", "path": "c"}]);
    assert_eq!(with(ours), 2);
    assert_eq!(objections(&policy, &json!({"packages": []})).len(), 1);
}
