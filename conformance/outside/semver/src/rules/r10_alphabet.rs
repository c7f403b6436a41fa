//! The alphabet of a pre-release is also that of build metadata.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    id: "10.alphabet",
    title: "takes letters, digits and hyphens of ASCII in build metadata, and nothing else",
    level: Level::Must,
    source: "10, identifiers comprise only ASCII alphanumerics and hyphens",
    statement: "The identifiers of build metadata are made of 0 to 9, A to Z, a to z and hyphens, at any place. A second \
                plus sign is none of these.",
    checks: &[Check {
        property: "build metadata is accepted if and only if its characters are of the alphabet",
        methods: &[PARSE],
        shape: &draw::TEXT,
        edges: || [exam::every_character("1.0.0+"), draw::texts(["1.0.0+a+b", "1.0.0-a+b+c", "1.0.0++a"])].concat(),
        arms: &[arm(1, "maybe a stranger", |draw| exam::with_a_stranger(draw, "1.0.0+"))],
        classify: |case| exam::characters(text(case, "text"), '+'),
        labels: exam::CHARACTERS,
        exam: exam::verdict,
        ..Check::NEW
    }],
    mutants: &[
        Mutant::answers("lets underscores through", |request, answer| {
            reading_build(request, answer, |build| Some(build.replace('_', "-")))
        }),
        Mutant::answers("lets a second plus sign through", |request, answer| {
            reading_build(request, answer, |build| Some(build.replace('+', "-")))
        }),
        Mutant::answers("lets letters of other scripts through", |request, answer| {
            reading_build(request, answer, |build| {
                Some(build.replace(|char: char| !char.is_ascii() && char.is_alphabetic(), "a"))
            })
        }),
        Mutant::answers("looks at the first character alone", |request, answer| {
            reading_build(request, answer, |build| {
                let mend = |part: &str| match part.chars().next() {
                    Some(first) if first.is_ascii_alphanumeric() && part.trim() == part => {
                        part.replace(|char: char| !char.is_ascii_alphanumeric() && char != '-', "-")
                    }
                    _ => part.to_owned(),
                };
                Some(build.split('.').map(mend).collect::<Vec<_>>().join("."))
            })
        }),
        Mutant::answers("refuses hyphens", |request, answer| {
            refusing(request, answer, |version| version.build.iter().any(|part| part.contains('-')))
        }),
        Mutant::answers("refuses capitals", |request, answer| {
            refusing(request, answer, |version| {
                version.build.iter().any(|part| part.contains(|char: char| char.is_uppercase()))
            })
        }),
    ],
    corpus: include_str!("../../corpus/10.alphabet.yaml"),
    questions: &[],
};
