//! A metric of an unknown kind would never score anything, and nobody would notice.
//!
//! The traps are kinds that are almost right, and a bad metric behind good ones.

use super::prelude::*;

const ID: &str = "R27";

const VERDICT: Check = Check {
    property: "an evaluated workflow is rejected exactly when a metric's kind is none of the five",
    edges,
    arms: &[
        arm(1, "known kinds", |draw| {
            let mut project = evaluation_in(draw);
            for metric in 0..2 {
                put(&mut project, &scored(&format!("metrics/{metric}/kind")), json!(draw.pick(&KINDS)));
            }
            project
        }),
        arm(2, "a kind that is almost known, on or off", |draw| {
            let mut project = plain(draw);
            fault(draw, &mut project);
            if draw.chance(1, 3) {
                put(&mut project, &scored("enabled"), json!(false));
            }
            if draw.chance(1, 3) {
                let first = draw.below(2);
                put(&mut project, &scored("metrics/0/weight"), json!(first));
                put(&mut project, &scored("metrics/1/weight"), json!(1 - first));
            }
            project
        }),
    ],
    ground: |project| {
        let known = changed(project, |project| {
            let metrics = list_at(project, "/workflow/observability/evaluation/metrics");
            for (place, metric) in metrics.into_iter().flatten().enumerate() {
                put(metric, "kind", json!("deterministic"));
                put(metric, "name", json!(format!("metric_{place}")));
            }
        });
        vec![known, without(project.clone(), "workflow/observability/evaluation")]
    },
    exam: verdict,
    ..CHECK
};

static RULE: Rule = Rule {
    id: ID,
    title: "Evaluation Metric Kind Valid: rejects kinds other than the five",
    level: Level::Must,
    source: "R27: Evaluation Metric Kind Valid",
    statement: "While evaluation is on, the `kind` of every metric is `llm_rubric`, `deterministic`, `schema`, \
                `budget` or `policy`, letter for letter.",
    checks: &[VERDICT, named(&VERDICT)],
    mutants: &[
        Mutant::answers("takes any kind", |_, answer| forgives(&answer, ID)),
        rereading("ignores case", str::to_lowercase),
        rereading("trims blanks", |kind| kind.trim().to_owned()),
        rereading("treats hyphens and underscores alike", |kind| kind.replace('-', "_")),
        rereading("takes the plural", |kind| kind.trim_end_matches('s').to_owned()),
        accusing("knows no policy", ID, |project| metrics_of(project).any(|metric| metric["kind"] == "policy")),
        Mutant::answers("looks at the first metric only", |request, _| {
            let mut is_first = true;
            reweighed(request, ID, |metric| {
                if !std::mem::take(&mut is_first) {
                    put(metric, "kind", json!("schema"));
                }
            })
        }),
        Mutant::answers("looks at the first five metrics only", |request, _| {
            rescored(request, ID, |evaluation| {
                if let Some(all) = list_at(evaluation, "/metrics") {
                    all.truncate(5);
                }
            })
        }),
        Mutant::answers("weighs metrics of known kinds only", |request, answer| {
            let known = |metric: &&Value| metric["kind"].as_str().is_some_and(|kind| KINDS.contains(&kind));
            let mut weights = metrics_of(request.params).filter(known).map(|metric| metric["weight"].as_f64());
            let is_weighed = metrics_of(request.params).next().is_none() || weights.any(|weight| weight > Some(0.0));
            if is_weighed { answer } else { accuses(&answer, "R29") }
        }),
        reweighing("skips metrics without weight", ID, |metric| {
            if metric["weight"].as_f64() == Some(0.0) {
                put(metric, "kind", json!("schema"));
            }
        }),
        forgiving("is content with metrics that are all of one kind", ID, |project| {
            let mut kinds = metrics_of(project).map(|metric| &metric["kind"]);
            let first = kinds.next();
            kinds.all(|kind| Some(kind) == first)
        }),
        accusing_once("looks at kinds while evaluation is off", ID, |project| {
            metrics_of(project).any(|metric| metric["kind"].as_str().is_some_and(|kind| !KINDS.contains(&kind)))
        }),
        rereading("knows custom metrics", |kind| if kind == "custom" { "schema".to_owned() } else { kind.to_owned() }),
        wavering("has a kind by default in small projects only", ID, &asks::NO_KIND, is_small),
        wavering("wants distinct metrics in large projects only", ID, &asks::METRIC_IDS, is_small),
        Mutant::answers("numbers its rules by the day of the week", |request, answer| {
            if is_crowded(request.params) { renames(&answer, ID, "R28") } else { answer }
        }),
    ],
    corpus: include_str!("../../../../corpus/awp/R27.yaml"),
    questions: &[
        question(
            &asks::NO_KIND,
            "does a metric need a kind?",
            &[
                reading("must-be-set", "a metric without `kind` is rejected"),
                reading("defaulted", "a metric without `kind` is accepted"),
            ],
        ),
        question(
            &asks::METRIC_IDS,
            "do the names of metrics have to differ, as the summary table has it?",
            &[
                reading("section", "two metrics of the same name are accepted"),
                reading("summary-table", "two metrics of the same name are rejected"),
            ],
        ),
        NUMBERING,
    ],
};

pub(super) static LOAD: LoadRule = LoadRule {
    help: "use llm_rubric, deterministic, schema, budget or policy",
    needs: Needs::Workflow,
    fault: Some(fault),
    ..LoadRule::of(&RULE)
};

const fn rereading(name: &'static str, read: fn(&str) -> String) -> Mutant {
    Mutant::respells(name, [ID, ""], read, |request, _, _, read| {
        reweighed(request, ID, |metric| {
            if let Some(kind) = metric["kind"].as_str().map(read) {
                put(metric, "kind", json!(kind));
            }
        })
    })
}

/// Kinds as a runtime may have called them before there was a list.
const ELSEWHERE: [&str; 5] =
    ["rubric_judge", "deterministic_test", "deterministic_assertion", "budget_utility", "policy_score"];

fn edges() -> Vec<Value> {
    let kind = |place: usize, kind: Value| with(evaluation(), &scored(&format!("metrics/{place}/kind")), kind);
    let mut values: Vec<Value> = KINDS.iter().map(|kind| json!(kind)).collect();
    for known in KINDS {
        values.extend(near::misses(known).into_iter().map(Value::from));
    }
    values.extend(["", "custom", "llm", "rubric", "llm_judge", "metric"].map(Value::from));
    values.extend(ELSEWHERE.map(Value::from));
    values.extend([json!(3), json!(true), json!(["schema"]), json!({}), json!([])]);
    let mut cases: Vec<Value> = values.into_iter().flat_map(|value| [kind(0, value.clone()), kind(1, value)]).collect();
    // Who has a list of their own instead of these five is asked with nothing else in the way.
    for only in ELSEWHERE.iter().chain(&["custom"]) {
        cases.push(with(kind(0, json!(only)), &scored("metrics/1/kind"), json!(only)));
    }
    cases.extend(and_crowded(kind(0, json!("custom"))));
    cases.extend(and_off(kind(0, json!("custom"))));
    cases.extend(and_off(kind(1, json!("Schema"))));
    let mut weightless = kind(1, json!("custom"));
    put(&mut weightless, &scored("metrics/1/weight"), json!(0));
    put(&mut weightless, &scored("metrics/0/weight"), json!(1));
    cases.push(weightless);
    let mut alone = kind(0, json!("custom"));
    put(&mut alone, &scored("metrics/1/weight"), json!(0));
    put(&mut alone, &scored("metrics/0/weight"), json!(1));
    cases.push(alone);
    for count in [6, 12, 32] {
        let metrics = (1..=count).map(|place| {
            let kind = if place == count { "custom" } else { KINDS[place % KINDS.len()] };
            json!({"name": format!("metric_{place}"), "kind": kind, "weight": i32::from(place == 1)})
        });
        cases.push(with(evaluation(), &scored("metrics"), metrics.collect()));
    }
    cases.extend(and_crowded(without(evaluation(), &scored("metrics/0/kind"))));
    cases.extend(and_crowded(with(evaluation(), &scored("metrics/1/name"), json!("quality"))));
    cases.push(least());
    cases
}

/// Gives some metric an unknown kind.
fn fault(draw: &mut Draw, project: &mut Value) {
    into_evaluation(project);
    let known = *draw.pick(&KINDS);
    let kind = if draw.chance(1, 2) { near::miss(draw, known) } else { "custom".to_owned() };
    put(project, &scored(&format!("metrics/{}/kind", draw.below(2))), json!(kind));
}
