//! Two versions that differ in their builds alone have the same precedence.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    id: "10.weightless",
    title: "orders versions as if they had no build metadata",
    level: Level::Must,
    source: "10, build metadata is ignored when determining precedence",
    statement: "Build metadata has no weight: with it or without it, two versions are in the same order.",
    checks: &[Check {
        id: "order",
        property: "the order of two versions is that of the same two without build metadata",
        methods: &[COMPARE],
        shape: &draw::PAIR,
        edges: || draw::pairs(EDGES),
        arms: &[arm(1, "builds", draw::builds)],
        classify,
        labels: &["lower", "equal", "higher", "one build", "two builds"],
        exam: order,
        ..Check::NEW
    }],
    mutants: &[
        Mutant::answers("lets the build decide", |request, answer| {
            comparing(request, answer, |a, b| {
                model::order(a, b).then_with(|| model::compare_series(&a.build, &b.build))
            })
        }),
        Mutant::answers("puts a version with a build above one without", |request, answer| {
            comparing(request, answer, |a, b| model::order(a, b).then(b.build.is_empty().cmp(&a.build.is_empty())))
        }),
        Mutant::answers("takes a build for a part of the pre-release", |request, answer| {
            mistaking(request, answer, |version| {
                if !version.pre.is_empty() {
                    version.pre.append(&mut version.build);
                }
            })
        }),
        Mutant::answers("looks at the build first", |request, answer| {
            comparing(request, answer, |a, b| {
                model::compare_series(&a.build, &b.build).then_with(|| model::order(a, b))
            })
        }),
    ],
    corpus: include_str!("../../corpus/10.weightless.yaml"),
    questions: &[],
};

const EDGES: &[(&str, &str)] = &[
    ("1.0.0", "1.0.0+a"),
    ("1.0.0+a", "1.0.0+b"),
    ("1.0.0+1", "1.0.0+10"),
    ("1.0.0+a", "1.0.0+a.b"),
    ("1.0.0-rc+a", "1.0.0-rc+b"),
    ("1.0.0-rc", "1.0.0-rc+b"),
    ("1.0.0+z", "1.0.1+a"),
    ("1.0.0-a+z", "1.0.0-b+a"),
    ("1.0.0-rc+z", "1.0.0+a"),
    ("1.0.0+a", "1.0.0+a"),
];

fn order(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let plain = |name| text(case, name).split('+').next().unwrap_or_default();
    if [text(case, "a"), text(case, "b")].iter().any(|version| model::read(version).is_err()) {
        return Ok(Judgement::open("only versions have an order"));
    }
    let answers =
        talk.ask_all(vec![case.call(COMPARE), Call::new(COMPARE, draw::compare_case((plain("a"), plain("b"))))])?;
    let [with, without] = [exam::order_in(&answers[0])?, exam::order_in(&answers[1])?];
    if plain("a") == plain("b") && without != 0 {
        return Ok(Judgement::blocked("not equal to itself", &draw::text_case(plain("a"))));
    }
    Ok(Judgement::equal("the build decides", &json!(without), &json!(with)))
}

fn classify(case: &Value) -> Vec<&'static str> {
    let mut labels = exam::decided_or_not(case);
    let builds = ["a", "b"].iter().filter(|name| text(case, name).contains('+')).count();
    labels.extend(["no build", "one build", "two builds"].get(builds));
    labels
}
