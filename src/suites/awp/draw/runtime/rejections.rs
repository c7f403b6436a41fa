//! Histories of rejected completions.

use serde_json::{Value, json};

use super::history::{GATES, case};
use crate::rule::Expect;
use crate::suites::awp::model::runtime::delegation::expect_loop;
use crate::suites::awp::model::runtime::params::items;

/// Short histories on either side of every limit.
pub(in crate::suites::awp) fn edges() -> Vec<Value> {
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
        vec![critique(), defect("file"), delegate("ok"), critique(), defect("eval"), delegate("ok"), critique()],
        vec![critique(), defect("file"), json!({"op": "COMPLETE", "rejectedBy": "file", "disobeys": true})],
        vec![critique(), defect("file"), delegate("ok"), critique(), delegate("ok"), critique()],
    ];
    for history in &histories {
        for limit in [None, Some(1), Some(2), Some(3)] {
            cases.push(case(2, limit, &two, history));
        }
        let mut short = case(2, Some(4), &two, history);
        short["maxIterations"] = json!(history.len());
        cases.push(short);
    }
    // A count that is open at the last iteration: whatever it is, nothing was accepted.
    let mut open = case(2, Some(2), &two, &[critique(), delegate("failed"), critique()]);
    open["maxIterations"] = json!(3);
    cases.push(open);
    // A repair that is due when the iterations are used up completes nothing.
    for (limit, history) in [(1, vec![defect("file")]), (2, vec![critique(), defect("file")])] {
        let mut last = case(2, Some(limit), &two, &history);
        last["maxIterations"] = json!(limit);
        cases.push(last);
    }
    // However long ago the first of them was.
    for count in [4, 12] {
        let plans = vec![json!({"op": "PLAN"}); count];
        cases.push(case(60, Some(2), &two, &[vec![critique()], plans, vec![critique()]].concat()));
    }
    // Outputs of one name, in capitals, without an extension, and more of them than a few.
    for gate in GATES {
        let paths = ["out/A.md", "Deep/a.md", "out/b/a.md", "Makefile", "LICENSE", "table.CSV", "out/plot.png"];
        cases.push(case(2, Some(1), &two, &[json!({"op": "COMPLETE", "rejectedBy": gate, "paths": paths})]));
        cases.push(case(2, Some(1), &two, &[json!({"op": "COMPLETE", "rejectedBy": gate, "paths": ["LICENSE"]})]));
    }
    for limit in [12, 25, 60] {
        cases.extend([limit - 1, limit].map(|count| case(2, Some(limit), &two, &vec![critique(); count])));
    }
    cases
}

/// What is noteworthy about a history.
pub(in crate::suites::awp) fn classify(case: &Value) -> Vec<&'static str> {
    let expected = expect_loop(case);
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
    let defects = rejections.iter().filter(|op| op["paths"].is_array()).count();
    labels.extend((defects > 1 && expected.expect == Expect::Accept).then_some("a second repair"));
    labels.extend(expected.reason.starts_with("the iterations").then_some("the last iteration"));
    labels.extend(history.iter().any(|op| op["disobeys"] == true).then_some("not obeyed"));
    labels
}
