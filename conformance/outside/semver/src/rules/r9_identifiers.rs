//! Behind the hyphen: identifiers with dots between them.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    id: "9.identifiers",
    title: "takes a pre-release apart at its dots",
    level: Level::Must,
    source: "9, a hyphen and a series of dot separated identifiers",
    statement: "A hyphen right behind the patch version begins a pre-release: identifiers with dots between them. Further \
                hyphens belong to the identifiers.",
    checks: &[
        Check {
            property: "a version with a plain pre-release is accepted",
            methods: &[PARSE],
            shape: &draw::TEXT,
            edges: || draw::texts(["1.0.0-alpha", "1.0.0-a.b", "1.0.0-1", "1.0.0-a.1.b.2.c.3.d.4", "0.0.0-x"]),
            arms: &[arm(1, "plain identifiers", |draw| {
                let pre = draw::series(draw, 1..=5, draw::letters);
                draw::text_case(format!("{}-{pre}", draw::core(draw)))
            })],
            classify: count,
            labels: &["one identifier", "several identifiers"],
            exam: exam::verdict,
            ..Check::NEW
        },
        Check {
            id: "parts",
            property: "the identifiers of a pre-release come back as they are written",
            methods: &[PARSE],
            shape: &draw::TEXT,
            edges: || draw::texts(PARTS.iter().copied()),
            arms: &[arm(1, "any version", |draw| draw::text_case(draw::any(draw)))],
            classify: count,
            labels: &["no identifier", "one identifier", "several identifiers", "a hyphen inside"],
            exam: exam::pre_release,
            ..Check::NEW
        },
    ],
    mutants: &[
        Mutant::answers("refuses pre-releases", |request, answer| {
            refusing(request, answer, |version| !version.pre.is_empty())
        }),
        Mutant::answers("refuses more than two identifiers", |request, answer| {
            refusing(request, answer, |version| version.pre.len() > 2)
        }),
        Mutant::answers("leaves a pre-release in one piece", |_, answer| {
            exam::series_changed(answer, "prerelease", |pre| vec![pre.join(".")])
        }),
        Mutant::answers("begins the pre-release at the last hyphen", |_, answer| {
            exam::series_changed(answer, "prerelease", |pre| {
                let text = pre.join(".");
                let rest = text.rsplit('-').next().unwrap_or_default();
                rest.split('.').map(str::to_owned).collect()
            })
        }),
        Mutant::answers("takes a build for a pre-release", |_, mut answer| {
            if answer["prerelease"] == json!([]) {
                answer["prerelease"] = answer["build"].clone();
            }
            answer
        }),
        Mutant::answers("writes identifiers in small letters", |_, answer| {
            exam::series_changed(answer, "prerelease", |pre| pre.iter().map(|part| part.to_lowercase()).collect())
        }),
    ],
    corpus: include_str!("../../corpus/9.identifiers.yaml"),
    questions: &[],
};

const PARTS: &[&str] = &[
    "1.0.0",
    "1.0.0+a.b",
    "1.0.0-alpha",
    "1.0.0-alpha.1",
    "1.0.0-0.3.7",
    "1.0.0-x.7.z.92",
    "1.0.0-x-y-z.--",
    "1.0.0--",
    "1.0.0-a-b+c-d",
    "1.0.0-RC.1+b",
    "1.0.0-a.a.a",
    "1.0.0-1.2.3",
];

fn count(case: &Value) -> Vec<&'static str> {
    let Ok(version) = model::read(text(case, "text")) else { return Vec::new() };
    exam::count(&version.pre)
}
