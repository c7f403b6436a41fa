//! The names that others may build on: a page that changes only on purpose.

use std::collections::BTreeSet;

use super::project;

/// The public names of `lib.rs`, those of an inner module behind its name; what is hidden is nobody's business.
fn public_names(text: &str) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    let (mut inside, mut hidden) = (String::new(), false);
    let mut lines = text.lines().map(str::trim);
    while let Some(line) = lines.next() {
        match line {
            "#[doc(hidden)]" => hidden = true,
            "}" => inside.clear(),
            _ if line.starts_with("pub ") => {
                let mut item = line.trim_start_matches("pub ").to_owned();
                if item.starts_with("mod ") && item.ends_with('{') {
                    inside =
                        format!("{}::", item.trim_matches(|c: char| !c.is_alphanumeric()).trim_start_matches("mod "));
                }
                while item.starts_with("use ") && !item.ends_with(';') {
                    item.push_str(lines.next().unwrap_or(";"));
                }
                if !hidden {
                    names.extend(exported(&item).map(|name| format!("{inside}{name}")));
                }
                hidden = false;
            }
            _ => {}
        }
    }
    names
}

/// The names that a `use` gives.
fn exported(item: &str) -> impl Iterator<Item = String> {
    let path = item.strip_prefix("use ").unwrap_or_default().trim_end_matches(';');
    let list = path.split_once('{').map_or(path, |(_, list)| list.trim_end_matches('}'));
    list.split(',').map(str::trim).filter(|name| !name.is_empty()).map(|name| {
        let name = name.rsplit_once(" as ").map_or(name, |(_, alias)| alias);
        name.rsplit("::").next().unwrap_or(name).to_owned()
    })
}

#[test]
fn the_public_surface_is_chosen() {
    let names = public_names(&std::fs::read_to_string(project("src/lib.rs")).unwrap());
    let of_suites = names.iter().filter(|name| name.starts_with("suite::")).count();
    let mut settings = insta::Settings::new();
    settings.set_snapshot_path(project("snapshots/house"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    let page: Vec<String> = names.into_iter().collect();
    settings.bind(|| insta::assert_snapshot!("public-names", page.join("\n")));
    assert!(of_suites <= 40 && page.len() - of_suites <= 20, "a surface that nobody can keep in mind");
}

#[test]
fn names_are_read_from_any_form() {
    let text = "#[doc(hidden)]\npub mod a;\npub use b::{C, d as e};\npub mod f {\n    pub use crate::g::{\n        H,\n    };\n}\n";
    let names: Vec<String> = public_names(text).into_iter().collect();
    assert_eq!(names, ["C", "e", "f::H"]);
}
