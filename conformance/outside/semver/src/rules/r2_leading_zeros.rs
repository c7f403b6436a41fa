//! One number, one way to write it.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    id: "2.leading-zeros",
    title: "refuses zeros in front of a number",
    level: Level::Must,
    source: "2, no leading zeroes",
    statement: "Major, minor and patch have no zero in front of other digits. Zero itself is written `0`.",
    checks: &[Check {
        property: "a text is accepted if and only if no number has a zero in front",
        methods: &[PARSE],
        shape: &draw::TEXT,
        edges: || {
            let numbers = ["0", "00", "000", "01", "08", "007", "0123", "10", "100", "101", "7"];
            draw::texts(numbers.iter().flat_map(|number| draw::number_places(number)).chain(["00.00.00".to_owned()]))
        },
        arms: &[
            arm(1, "no zero in front", |draw| draw::text_case(draw::core(draw))),
            arm(2, "a zero in front", |draw| {
                let number = format!("{}{}", "0".repeat(draw.size(1..=3)), draw::number(draw));
                let places = draw::number_places(&number);
                draw::text_case(draw.pick(&places).clone())
            }),
        ],
        classify,
        labels: &["in front of major", "in front of minor", "in front of patch", "zero itself", "nothing in front"],
        exam: exam::verdict,
        ..Check::NEW
    }],
    mutants: &[
        Mutant::answers("drops zeros in front", |request, answer| {
            reading_core(request, answer, |core| without_zeros(core, |_, number| number.len() > 1))
        }),
        Mutant::answers("drops zeros in front of the patch", |request, answer| {
            reading_core(request, answer, |core| without_zeros(core, |place, number| place == 2 && number.len() > 1))
        }),
        Mutant::answers("takes 00 for zero", |request, answer| {
            reading_core(request, answer, |core| {
                without_zeros(core, |_, number| number.bytes().all(|byte| byte == b'0') && number.len() > 1)
            })
        }),
        Mutant::answers("refuses zero", |request, answer| {
            refusing(request, answer, |version| version.core.contains(&"0"))
        }),
        Mutant::answers("refuses a zero at the end", |request, answer| {
            refusing(request, answer, |version| {
                version.core.iter().any(|number| number.len() > 1 && number.ends_with('0'))
            })
        }),
    ],
    corpus: include_str!("../../corpus/2.leading-zeros.yaml"),
    questions: &[],
};

/// The numbers of a version, those without zeros in front that `forgives` names.
fn without_zeros(core: &str, forgives: impl Fn(usize, &str) -> bool) -> String {
    let numbers = core.split('.').enumerate().map(|(place, number)| match number.trim_start_matches('0') {
        _ if !forgives(place, number) => number,
        "" => "0",
        rest => rest,
    });
    numbers.collect::<Vec<_>>().join(".")
}

fn classify(case: &Value) -> Vec<&'static str> {
    const PLACES: [&str; 3] = ["in front of major", "in front of minor", "in front of patch"];
    let numbers: Vec<&str> = text(case, "text").split('.').collect();
    let mut labels: Vec<&str> = numbers
        .iter()
        .zip(PLACES)
        .filter(|(number, _)| number.len() > 1 && number.starts_with('0'))
        .map(|(_, label)| label)
        .collect();
    if labels.is_empty() {
        labels.push(if numbers.contains(&"0") { "zero itself" } else { "nothing in front" });
    }
    labels
}
