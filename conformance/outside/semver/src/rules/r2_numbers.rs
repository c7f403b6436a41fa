//! A version that is accepted is also understood.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    id: "2.numbers",
    title: "reads major, minor and patch as they are written",
    level: Level::Must,
    source: "2, X is the major version, Y the minor, Z the patch",
    statement: "The first number of a version is its major version, the second the minor, the third the patch.",
    checks: &[Check {
        id: "parts",
        property: "the three numbers of a version come back in their places",
        methods: &[PARSE],
        shape: &draw::TEXT,
        edges: || draw::texts(EDGES.iter().copied()),
        arms: &[arm(1, "any version", |draw| draw::text_case(draw::any(draw)))],
        classify,
        labels: &["three different numbers", "several digits", "a pre-release behind", "a build behind"],
        exam: exam::numbers,
        ..Check::NEW
    }],
    mutants: &[
        Mutant::answers("swaps minor and patch", |_, mut answer| {
            let minor = answer["minor"].take();
            answer["minor"] = answer["patch"].take();
            answer["patch"] = minor;
            answer
        }),
        Mutant::answers("reads one digit of the patch", |_, mut answer| {
            if let Some(patch) = answer["patch"].as_str() {
                answer["patch"] = json!(patch.get(..1));
            }
            answer
        }),
        Mutant::answers("takes the number behind the hyphen for the patch", |_, mut answer| {
            let first = answer["prerelease"].get(0).cloned();
            if let Some(first) = first.filter(|first| first.as_str().is_some_and(model::is_digits)) {
                answer["patch"] = first;
            }
            answer
        }),
        Mutant::answers("keeps numbers in 16 bits", |_, mut answer| {
            if let Some(major) = answer["major"].as_str().and_then(|major| major.parse::<u32>().ok()) {
                answer["major"] = json!((major & 0xffff).to_string());
            }
            answer
        }),
    ],
    corpus: include_str!("../../corpus/2.numbers.yaml"),
    questions: &[],
};

const EDGES: &[&str] = &[
    "0.0.0",
    "1.2.3",
    "3.2.1",
    "0.0.7",
    "10.20.30",
    "255.256.257",
    "65535.65536.65537",
    "2147483647.0.1",
    "1.2.3-4.5.6",
    "1.2.3+4.5.6",
    "1.2.30-4+5",
    "7.8.9-rc.1+b.2",
];

fn classify(case: &Value) -> Vec<&'static str> {
    let Ok(version) = model::read(text(case, "text")) else { return Vec::new() };
    let [major, minor, patch] = version.core;
    let label = |is: bool, label| is.then_some(label);
    [
        label(major != minor && minor != patch && patch != major, "three different numbers"),
        label(version.core.iter().any(|number| number.len() > 1), "several digits"),
        label(!version.pre.is_empty(), "a pre-release behind"),
        label(!version.build.is_empty(), "a build behind"),
    ]
    .into_iter()
    .flatten()
    .collect()
}
