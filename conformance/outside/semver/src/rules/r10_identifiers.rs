//! Behind the plus sign: identifiers with dots between them.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    id: "10.identifiers",
    title: "takes build metadata apart at its dots",
    level: Level::Must,
    source: "10, a plus sign and a series of dot separated identifiers",
    statement: "A plus sign behind the patch version or the pre-release begins build metadata: identifiers with dots between \
                them. A hyphen behind the plus sign begins no pre-release.",
    checks: &[
        Check {
            property: "a version with plain build metadata is accepted, with a pre-release before it or without",
            methods: &[PARSE],
            shape: &draw::TEXT,
            edges: || draw::texts(["1.0.0+b", "1.0.0+a.b", "1.0.0-rc+b", "1.0.0-rc.1+a.b.c.d.e", "0.0.0+x"]),
            arms: &[
                arm(1, "behind the patch", |draw| {
                    let build = draw::series(draw, 1..=5, draw::letters);
                    draw::text_case(format!("{}+{build}", draw::core(draw)))
                }),
                arm(1, "behind a pre-release", |draw| {
                    let build = draw::series(draw, 1..=5, draw::letters);
                    draw::text_case(format!("{}-rc+{build}", draw::core(draw)))
                }),
            ],
            classify: count,
            labels: &["one identifier", "several identifiers", "behind a pre-release"],
            exam: exam::verdict,
            ..Check::NEW
        },
        Check {
            id: "parts",
            property: "the identifiers of build metadata come back as they are written",
            methods: &[PARSE],
            shape: &draw::TEXT,
            edges: || draw::texts(PARTS.iter().copied()),
            arms: &[arm(1, "any version", |draw| draw::text_case(draw::any(draw)))],
            classify: count,
            labels: &[
                "no identifier",
                "one identifier",
                "several identifiers",
                "a hyphen inside",
                "behind a pre-release",
            ],
            exam: exam::build,
            ..Check::NEW
        },
    ],
    mutants: &[
        Mutant::answers("refuses build metadata", |request, answer| {
            refusing(request, answer, |version| !version.build.is_empty())
        }),
        Mutant::answers("refuses build metadata behind a pre-release", |request, answer| {
            refusing(request, answer, |version| !version.build.is_empty() && !version.pre.is_empty())
        }),
        Mutant::answers("leaves build metadata in one piece", |_, answer| {
            exam::series_changed(answer, "build", |build| vec![build.join(".")])
        }),
        Mutant::answers("splits build metadata at hyphens", |_, answer| {
            exam::series_changed(answer, "build", |build| {
                build.iter().flat_map(|part| part.split('-')).map(str::to_owned).collect()
            })
        }),
        Mutant::answers("forgets build metadata", |_, mut answer| {
            answer["build"] = json!([]);
            answer
        }),
    ],
    corpus: include_str!("../../corpus/10.identifiers.yaml"),
    questions: &[],
};

const PARTS: &[&str] = &[
    "1.0.0",
    "1.0.0-a.b",
    "1.0.0+20130313144700",
    "1.0.0-beta+exp.sha.5114f85",
    "1.0.0+21AF26D3---117B344092BD",
    "1.0.0+-",
    "1.0.0+a-b",
    "1.0.0-a-b+c-d.e",
    "1.0.0+a.a.a",
    "1.0.0+1.2.3",
];

fn count(case: &Value) -> Vec<&'static str> {
    let Ok(version) = model::read(text(case, "text")) else { return Vec::new() };
    let mut labels = exam::count(&version.build);
    labels.extend((!version.build.is_empty() && !version.pre.is_empty()).then_some("behind a pre-release"));
    labels
}
