//! Completions that are rejected again and again lead to a repair, or to the end.
//!
//! Every gate counts, in any mixture, until a delegation succeeds: a counter
//! per gate never trips on alternating ones.

use super::super::prelude::*;
use super::METHOD;
use super::draw::{GATES, SHAPE, case, history, rejected, subtasks};
use super::judge::{Part, examine};

pub(in super::super::super) static RULE: Rule = Rule {
    id: "circuit-breaker",
    title: "breaks off completing after too many rejections",
    level: Level::Must,
    source: "Completion-Retry Circuit Breaker",
    statement: "Every rejection by any gate adds one to a counter that a successful DELEGATE sets to zero. At \
                `maxRejectedCompletions` (2 unless told otherwise) a concrete defect becomes a critical repair subtask \
                with the defect's outputs, DELEGATE is forced and the counter is zero again; without one the run ends as \
                partial for `max_rejected_completions`. Either way an event tells the counter, and the repair subtask.",
    checks: &[Check {
        id: "histories",
        property: "every count, repair, event and end is that of the state machine",
        methods: &[METHOD],
        shape: &SHAPE,
        edges,
        arms: &[
            arm(3, "rejections", |draw| history(draw, [1, 2, 6])),
            arm(2, "rejections only", |draw| {
                let operations = draw.list(1..=5, rejected);
                let (limit, subtasks) = (draw.size(1..=4), subtasks(draw));
                case(3, Some(limit), &subtasks, &operations)
            }),
            arm(2, "everything", |draw| history(draw, [3, 3, 3])),
        ],
        classify,
        labels: &[
            "completed",
            "broken off",
            "a repair",
            "the default limit",
            "alternating gates",
            "the same gate again",
            "a delegation between",
            "a plan between",
            "a repair that fails",
        ],
        steps: |case, answers| examine(Part::Breaker, case, answers),
        ..Check::NEW
    }],
    mutants: &[
        Mutant::quirk("trips one rejection late", "breaker-limit-late"),
        Mutant::quirk("trips one rejection early", "breaker-limit-early"),
        Mutant::quirk("allows three rejections unless told otherwise", "breaker-default-three"),
        Mutant::quirk("does not reset the counter after a delegation", "breaker-never-reset"),
        Mutant::quirk("resets the counter on a plan", "breaker-reset-by-plan"),
        Mutant::quirk("counts only rejections by the same gate", "breaker-equal-gates"),
        Mutant::quirk("does not count the same gate twice", "breaker-distinct-gates"),
        Mutant::quirk("does not count the gates that are a SHOULD", "breaker-ignores-should"),
        Mutant::quirk("does not count the evaluation", "breaker-ignores-eval"),
        Mutant::quirk("counts only rejections with a defect", "breaker-counts-defects"),
        Mutant::quirk("repairs a defect of an earlier rejection", "breaker-old-defect"),
        Mutant::quirk("ends although there is a defect to repair", "breaker-never-repairs"),
        Mutant::quirk("repairs where there is no defect", "breaker-always-repairs"),
        Mutant::quirk("makes a repair subtask without outputs", "breaker-no-outputs"),
        Mutant::quirk("takes over the first output only", "breaker-first-path"),
        Mutant::quirk("makes a repair subtask of high priority", "breaker-high-priority"),
        Mutant::quirk("does not hand the repair subtask to the manager", "breaker-no-repair-subtask"),
        Mutant::quirk("does not force the DELEGATE", "breaker-not-forced"),
        Mutant::quirk("does not reset the counter after a repair", "breaker-not-reset-by-repair"),
        Mutant::quirk("emits no event", "breaker-no-event"),
        Mutant::quirk("reports the counter after its reset", "breaker-event-after-reset"),
        Mutant::quirk("does not name the repair subtask in the event", "breaker-event-without-id"),
        Mutant::quirk("names another repair subtask in the event", "breaker-other-id"),
        Mutant::quirk("ends as failed instead of partial", "loop-fails"),
        Mutant::quirk("gives no reason for its end", "loop-no-reason"),
    ],
    corpus: include_str!("../../../../../corpus/awp/circuit-breaker.yaml"),
    questions: &[],
};

fn edges() -> Vec<Value> {
    let plain = |gate: &str| json!({"op": "COMPLETE", "rejectedBy": gate});
    let defect = |gate: &str| json!({"op": "COMPLETE", "rejectedBy": gate, "paths": ["out/a.md", "out/b.csv"]});
    let delegate = |outcome: &str| json!({"op": "DELEGATE", "outcome": outcome, "count": 1});
    let two = json!([{"id": "s1", "status": "pending"}, {"id": "s2", "status": "pending"}]);
    let mut cases = vec![case(2, None, &two, &[])];
    for gate in GATES {
        for other in [gate, "critique", "file"] {
            cases.push(case(2, Some(2), &two, &[plain(gate), plain(other)]));
            cases.push(case(2, Some(2), &two, &[plain(gate), defect(other)]));
        }
    }
    let critique = || plain("critique");
    let histories = [
        vec![critique()],
        vec![critique(), critique(), critique()],
        vec![critique(), defect("file"), delegate("ok"), critique(), critique()],
        vec![critique(), delegate("ok"), critique()],
        vec![critique(), delegate("ok"), critique(), critique()],
        vec![critique(), json!({"op": "PLAN"}), critique()],
        vec![defect("file"), critique()],
        vec![critique(), defect("file"), delegate("failed"), critique()],
        vec![critique(), defect("file"), delegate("failed"), critique(), critique()],
    ];
    for history in &histories {
        for limit in [None, Some(1), Some(2), Some(3)] {
            cases.push(case(2, limit, &two, history));
        }
    }
    cases
}

fn classify(case: &Value) -> Vec<&'static str> {
    let expected = super::expect_loop(case);
    let history = items(&case["history"]);
    let rejections: Vec<&Value> = history.iter().filter(|op| op["rejectedBy"].is_string()).collect();
    let mut labels = Vec::new();
    labels.extend((expected.expect == Expect::Accept).then_some("completed"));
    labels.extend((expected.reason == "max_rejected_completions").then_some("broken off"));
    labels.extend((expected.expect == Expect::Accept && rejections.len() > 1).then_some("a repair"));
    labels.extend(case.get("maxRejectedCompletions").is_none().then_some("the default limit"));
    let pairs = || rejections.windows(2).map(|pair| pair[0]["rejectedBy"] == pair[1]["rejectedBy"]);
    labels.extend(pairs().any(|equal| !equal).then_some("alternating gates"));
    labels.extend(pairs().any(|equal| equal).then_some("the same gate again"));
    let between = |op: &str| history.windows(2).any(|pair| pair[0]["rejectedBy"].is_string() && pair[1]["op"] == op);
    labels.extend(between("DELEGATE").then_some("a delegation between"));
    labels.extend(between("PLAN").then_some("a plan between"));
    labels.extend(history.iter().any(|op| op["outcome"] == "failed").then_some("a repair that fails"));
    labels
}
