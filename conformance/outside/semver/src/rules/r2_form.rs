//! Three numbers and two dots: who reads more generously reads something else.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    id: "2.form",
    title: "takes exactly three numbers with dots between them",
    level: Level::Must,
    source: "2, X.Y.Z",
    statement: "A normal version is major, minor and patch, three numbers with a dot between each two. With fewer or \
                more of them, or with an empty one, a text is no version.",
    checks: &[Check {
        property: "a text is accepted if and only if it has three numbers",
        methods: &[PARSE],
        shape: &draw::TEXT,
        edges: || draw::texts(EDGES.iter().copied()),
        arms: &[
            arm(1, "three numbers", |draw| draw::text_case(draw::series(draw, 3..=3, draw::digit))),
            arm(1, "another count", |draw| {
                let count = *draw.pick(&[1, 2, 4, 5]);
                draw::text_case(draw::series(draw, count..=count, draw::digit))
            }),
            arm(1, "an empty number", |draw| {
                let mut numbers = draw.list(3..=3, draw::digit);
                let place = draw.below(3);
                numbers[place].clear();
                draw::text_case(numbers.join("."))
            }),
        ],
        classify,
        labels: &["three numbers", "fewer numbers", "more numbers", "an empty number"],
        exam: exam::verdict,
        ..Check::NEW
    }],
    mutants: &[
        Mutant::answers("fills in a missing patch", |request, answer| {
            reading_core(request, answer, |core| match core.matches('.').count() {
                1 => format!("{core}.0"),
                _ => core.to_owned(),
            })
        }),
        Mutant::answers("fills in a missing minor and patch", |request, answer| {
            reading_core(
                request,
                answer,
                |core| if model::is_digits(core) { format!("{core}.0.0") } else { core.to_owned() },
            )
        }),
        Mutant::answers("ignores a fourth number", |request, answer| {
            reading_core(request, answer, |core| core.splitn(4, '.').take(3).collect::<Vec<_>>().join("."))
        }),
        Mutant::answers("takes an empty number for zero", |request, answer| {
            reading_core(request, answer, |core| {
                let numbers = core.split('.').map(|number| if number.is_empty() { "0" } else { number });
                numbers.collect::<Vec<_>>().join(".")
            })
        }),
        Mutant::answers("ignores a sign in front", |request, answer| {
            reading(request, answer, |text| text.trim_start_matches(['-', '+']).to_owned())
        }),
        Mutant::answers("refuses three equal numbers", |request, answer| {
            refusing(request, answer, |version| version.core.windows(2).all(|pair| pair[0] == pair[1]))
        }),
    ],
    corpus: include_str!("../../corpus/2.form.yaml"),
    questions: &[],
};

const EDGES: &[&str] = &[
    "1.1.1",
    "1.2.3",
    "3.2.1",
    "11.22.33",
    "",
    ".",
    "..",
    "...",
    "1",
    "1.",
    "1.2",
    "1.2.",
    ".2.3",
    "1..3",
    "1.2.3.",
    "1.2.3.4",
    "1.2.3.4.5",
    "1-rc",
    "1.2-rc",
    "1.2+b",
    "1.2.3.4-rc",
    "-1.2.3",
    "+1.2.3",
    "-",
    "+",
];

fn classify(case: &Value) -> Vec<&'static str> {
    let text = text(case, "text");
    let core = text.split(['-', '+']).next().unwrap_or_default();
    let count = core.split('.').count();
    let mut labels = vec![match count {
        3 => "three numbers",
        0..3 => "fewer numbers",
        _ => "more numbers",
    }];
    labels.extend(core.split('.').any(str::is_empty).then_some("an empty number"));
    labels
}
