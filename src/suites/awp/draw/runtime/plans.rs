//! Histories of plans.

use serde_json::{Value, json};

use super::history::case;
use crate::rule::Expect;
use crate::suites::awp::model::runtime::delegation::expect_loop;
use crate::suites::awp::model::runtime::params::items;

/// Short histories on either side of every limit.
pub(in crate::suites::awp) fn edges() -> Vec<Value> {
    let (plan, ok) = (json!({"op": "PLAN"}), json!({"op": "DELEGATE", "outcome": "ok", "count": 1}));
    let plans = |count: usize| vec![plan.clone(); count];
    let one = |status: &str| json!([{"id": "s1", "status": status}]);
    let two = json!([{"id": "s1", "status": "pending"}, {"id": "s2", "status": "pending"}]);
    let new = |status: &str| json!({"op": "PLAN", "subtasks": [{"id": "n1", "status": status}]});
    let mut cases = vec![case(1, None, &json!([]), &[])];
    for limit in 1..=3 {
        for status in ["pending", "completed", "failed", "skipped"] {
            cases.extend([limit, limit + 1, limit + 2].map(|count| case(limit, Some(2), &one(status), &plans(count))));
        }
        cases.push(case(limit, Some(2), &two, &[plans(limit), vec![ok.clone()], plans(limit)].concat()));
        cases.push(case(limit, Some(2), &two, &[plans(limit), vec![ok.clone()], plans(limit + 1)].concat()));
        cases.push(case(
            limit,
            Some(2),
            &one("pending"),
            &[plans(limit + 1), vec![ok.clone()], plans(limit + 1)].concat(),
        ));
        cases.push(case(limit, Some(2), &one("pending"), &[plans(limit), vec![new("completed")]].concat()));
        cases.push(case(limit, Some(2), &one("completed"), &[plans(limit), vec![new("pending")]].concat()));
        let mut short = case(limit, Some(2), &two, &plans(limit + 2));
        short["maxIterations"] = json!(limit + 1);
        cases.push(short);
    }
    // As many subtasks as have two digits, the id of one of them within that of another.
    let many = |numbers: &mut dyn Iterator<Item = u32>| -> Value {
        numbers.map(|number| json!({"id": format!("s{number}"), "status": "pending"})).collect()
    };
    for subtasks in [many(&mut (1..=10_u32)), many(&mut (1..=10_u32).rev())] {
        cases.push(case(1, Some(2), &subtasks, &plans(2)));
        cases.push(case(1, Some(2), &subtasks, &[vec![ok.clone()], plans(2)].concat()));
    }
    // Without a status a subtask of a new plan is pending, whatever the plan before had there.
    for id in ["s1", "n1"] {
        let bare = json!({"op": "PLAN", "subtasks": [{"id": id}]});
        for status in ["completed", "failed"] {
            cases.push(case(1, Some(2), &one(status), &[plans(1), vec![bare.clone()]].concat()));
        }
        cases.push(case(1, Some(2), &one("pending"), &[vec![ok.clone()], plans(1), vec![bare]].concat()));
    }
    for limit in [12, 25, 60] {
        cases.extend([limit, limit + 1].map(|count| case(limit, Some(2), &two, &plans(count))));
    }
    cases
}

/// The kinds of history that a pass has to have seen.
pub(in super::super::super) const LABELS: &[&str] =
    &["accepted at once", "forced to delegate", "terminated", "delegated", "no iteration left", "a new plan"];

/// What is noteworthy about a history.
pub(in crate::suites::awp) fn classify(case: &Value) -> Vec<&'static str> {
    let mut labels = Vec::new();
    let expected = expect_loop(case);
    let history = items(&case["history"]);
    let plans = history.iter().filter(|op| op["op"] == "PLAN").count();
    labels.extend(history.is_empty().then_some("accepted at once"));
    labels.extend((expected.reason == "plan_loop_stall").then_some("terminated"));
    labels.extend(expected.reason.starts_with("the iterations").then_some("no iteration left"));
    let many = case["maxPreProgressPlans"].as_u64().is_some_and(|limit| plans as u64 > limit);
    labels.extend((many && expected.expect == Expect::Accept).then_some("forced to delegate"));
    let delegates = history.iter().any(|op| op["op"] == "DELEGATE");
    labels.extend((many && delegates).then_some("delegated"));
    labels.extend(history.iter().any(|op| op["subtasks"].is_array()).then_some("a new plan"));
    labels
}
