//! A version has the same precedence as itself.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    id: "11.reflexive",
    title: "gives a version the same precedence as itself",
    level: Level::Must,
    source: "11, how versions are compared to each other when ordered",
    statement: "Precedence is an order: no version is higher or lower than itself.",
    checks: &[Check {
        id: "law",
        property: "a version compared with itself is equal",
        methods: &[COMPARE],
        shape: &draw::TEXT,
        edges: || draw::texts(EDGES.iter().copied()),
        arms: &[arm(1, "any version", |draw| draw::text_case(draw::any(draw)))],
        classify,
        labels: &["a normal version", "a pre-release", "a build"],
        exam: law,
        ..Check::NEW
    }],
    mutants: &[
        Mutant::answers("calls the second pre-release lower", |request, answer| {
            let twice = request.params["a"] == request.params["b"] && text(request.params, "a").contains('-');
            if twice { json!({"order": 1}) } else { answer }
        }),
        Mutant::answers("never calls builds equal", |request, answer| {
            let builds = ["a", "b"].iter().all(|name| text(request.params, name).contains('+'));
            if builds && answer["order"] == 0 { json!({"order": -1}) } else { answer }
        }),
        Mutant::answers(
            "never says equal",
            |_, answer| if answer["order"] == 0 { json!({"order": -1}) } else { answer },
        ),
    ],
    corpus: include_str!("../../corpus/11.reflexive.yaml"),
    questions: &[],
};

const EDGES: &[&str] =
    &["0.0.0", "1.2.3", "1.0.0-alpha.1", "1.0.0-0", "1.0.0--", "1.0.0+b", "1.0.0-rc.1+b.2", "10.20.30"];

fn law(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let version = text(case, "text");
    if model::read(version).is_err() {
        return Ok(Judgement::open("only versions have an order"));
    }
    let answer = talk.ask(Call::new(COMPARE, draw::compare_case((version, version))))?;
    Ok(Judgement::equal("not equal to itself", &json!(0), &json!(exam::order_in(answer)?)))
}

fn classify(case: &Value) -> Vec<&'static str> {
    let Ok(version) = model::read(text(case, "text")) else { return Vec::new() };
    let mut labels = vec![if version.pre.is_empty() { "a normal version" } else { "a pre-release" }];
    labels.extend((!version.build.is_empty()).then_some("a build"));
    labels
}
