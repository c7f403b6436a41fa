//! Build identifiers are no numbers: 001 is as good as any other.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    id: "10.leading-zeros",
    title: "takes zeros in front in build metadata",
    level: Level::Must,
    source: "10, without the clause on leading zeroes; example 1.0.0-alpha+001",
    statement: "An identifier of build metadata may begin with zeros, also one of digits alone, and keeps them.",
    checks: &[
        Check { property: "build metadata is accepted with zeros in front and without", exam: exam::verdict, ..CHECK },
        Check { id: "kept", property: "zeros in front come back as they are written", exam: exam::build, ..CHECK },
    ],
    mutants: &[
        Mutant::answers("refuses zeros in front", |request, answer| {
            refusing(request, answer, |version| version.build.iter().any(|part| part.len() > 1 && is_padded(part)))
        }),
        Mutant::answers("refuses zeros in front behind a pre-release", |request, answer| {
            let padded = |part: &&str| part.len() > 1 && is_padded(part);
            refusing(request, answer, |version| !version.pre.is_empty() && version.build.iter().any(padded))
        }),
        Mutant::answers("drops zeros in front", |_, answer| {
            exam::series_changed(answer, "build", |build| {
                let without = |part: &str| part.trim_start_matches('0').to_owned();
                build.iter().map(|part| if is_padded(part) { without(part) } else { (*part).to_owned() }).collect()
            })
        }),
    ],
    corpus: include_str!("../../corpus/10.leading-zeros.yaml"),
    questions: &[],
};

const EDGES: &[&str] = &[
    "1.0.0+0",
    "1.0.0+00",
    "1.0.0+001",
    "1.0.0-alpha+001",
    "1.0.0+01.02",
    "1.0.0+10",
    "1.0.0+0a",
    "1.0.0+a.007",
    "1.0.0+b",
];

/// What both checks have in common: the cases.
const CHECK: Check = Check {
    methods: &[PARSE],
    shape: &draw::TEXT,
    edges: || draw::texts(EDGES.iter().copied()),
    arms: &[arm(1, "zeros in front", |draw| {
        let version = draw::normal(draw);
        draw::text_case(format!("{version}+{}{}", "0".repeat(draw.size(0..=3)), draw::number(draw)))
    })],
    classify,
    labels: &["zero itself", "zeros in front", "no zero in front"],
    ..Check::NEW
};

fn is_padded(part: &str) -> bool {
    model::is_digits(part) && part.starts_with('0')
}

fn classify(case: &Value) -> Vec<&'static str> {
    let Ok(version) = model::read(text(case, "text")) else { return Vec::new() };
    let of_one = |part: &&str| match *part {
        "0" => "zero itself",
        part if part.starts_with('0') => "zeros in front",
        _ => "no zero in front",
    };
    version.build.iter().map(of_one).collect()
}
