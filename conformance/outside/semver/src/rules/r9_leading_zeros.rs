//! A pre-release identifier of digits alone is a number, and a number has no zero in front.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    id: "9.leading-zeros",
    title: "refuses zeros in front of a pre-release number",
    level: Level::Must,
    source: "9, numeric identifiers must not include leading zeroes",
    statement: "A pre-release identifier of digits alone has no zero in front of other digits. An identifier with a letter \
                or a hyphen in it is no number, and may begin with any digits.",
    checks: &[Check {
        property: "a pre-release is accepted if and only if no number in it has a zero in front",
        methods: &[PARSE],
        shape: &draw::TEXT,
        edges: || {
            let odd =
                ["0", "00", "01", "007", "10", "100", "0a", "00a", "01a", "0-", "-0", "-01", "0-1", "a0", "0a-", "1"];
            draw::texts(
                odd.iter()
                    .flat_map(|part| ["", "a.", "0."].map(|before| format!("1.0.0-{before}{part}")))
                    .chain(odd.iter().map(|part| format!("1.0.0-{part}.a"))),
            )
        },
        arms: &[
            arm(1, "a number", |draw| draw::text_case(format!("1.0.0-{}", draw::number(draw)))),
            arm(2, "zeros in front", |draw| {
                let rest = if draw.chance(1, 2) { draw::number(draw) } else { draw::letters(draw) };
                draw::text_case(format!("1.0.0-{}{rest}", "0".repeat(draw.size(1..=3))))
            }),
        ],
        classify,
        labels: &[
            "zero itself",
            "zeros in front of a number",
            "zeros in front of a letter",
            "zeros in front of a hyphen",
        ],
        exam: exam::verdict,
        ..Check::NEW
    }],
    mutants: &[
        Mutant::answers("lets zeros in front through", |request, answer| {
            reading_pre(request, answer, |pre| Some(each_number(pre, |part| part.trim_start_matches('0'))))
        }),
        Mutant::answers("takes 00 for a number", |request, answer| {
            reading_pre(request, answer, |pre| Some(each_number(pre, |part| if part == "00" { "0" } else { part })))
        }),
        Mutant::answers("looks at the first identifier alone", |request, answer| {
            reading_pre(request, answer, |pre| match pre.split_once('.') {
                Some((first, rest)) => {
                    Some(format!("{first}.{}", each_number(rest, |part| part.trim_start_matches('0'))))
                }
                None => Some(pre.to_owned()),
            })
        }),
        Mutant::answers("refuses a zero in front of letters", |request, answer| {
            refusing(request, answer, |version| version.pre.iter().any(|part| part.len() > 1 && part.starts_with('0')))
        }),
        Mutant::answers("refuses zero", |request, answer| {
            refusing(request, answer, |version| version.pre.contains(&"0"))
        }),
    ],
    corpus: include_str!("../../corpus/9.leading-zeros.yaml"),
    questions: &[],
};

/// The pre-release with every number in it changed; an empty one is zero.
fn each_number(pre: &str, change: impl Fn(&str) -> &str) -> String {
    let changed = |part| match part {
        number if model::is_digits(number) => Some(change(number)).filter(|rest| !rest.is_empty()).unwrap_or("0"),
        other => other,
    };
    pre.split('.').map(changed).collect::<Vec<_>>().join(".")
}

fn classify(case: &Value) -> Vec<&'static str> {
    let Some((_, pre)) = text(case, "text").split_once('-') else { return Vec::new() };
    let of_one = |part: &str| match part.trim_start_matches('0').chars().next() {
        _ if part == "0" => Some("zero itself"),
        _ if !part.starts_with('0') => None,
        Some('-') => Some("zeros in front of a hyphen"),
        Some(char) if char.is_alphabetic() => Some("zeros in front of a letter"),
        _ => Some("zeros in front of a number"),
    };
    pre.split('.').filter_map(of_one).collect()
}
