//! Drawing workflows whose dependencies form a ring.

use serde_json::{Value, json};

use super::super::model::workflow::Workflow;
use super::notation::{classify_run, long, parallel};
use super::run::{ids, peaceful};
use crate::draw::Draw;

/// Rings of one to four steps and of many, with innocent steps beside them or without.
pub(crate) fn rings() -> Vec<Value> {
    let run = |steps: &[&str]| parallel(steps, 5, "failFast", &[0], &[]);
    vec![
        run(&["s1<-s1"]),
        run(&["s1", "s2<-s2"]),
        run(&["s1<-s2", "s2<-s1"]),
        run(&["s1", "s2<-s3", "s3<-s2"]),
        run(&["s1<-s3", "s2<-s1", "s3<-s2"]),
        run(&["s1", "s2<-s1,s5", "s3<-s2", "s4<-s3", "s5<-s4", "s6"]),
        long_ring(12),
        long_ring(40),
    ]
}

/// A ring of so many steps, and an innocent one.
fn long_ring(steps: usize) -> Value {
    let mut ring = long(steps, 5);
    ring["steps"][0]["dependencies"] = json!([format!("s{steps}")]);
    if let Some(steps) = ring["steps"].as_array_mut() {
        steps.insert(0, json!({"stepId": "innocent"}));
    }
    ring
}

/// A workflow with a ring of one to five steps somewhere in it.
pub(crate) fn ring(draw: &mut Draw) -> Value {
    let mut run = peaceful(draw);
    let ids = ids(run["steps"].as_array().map_or(&[], Vec::as_slice));
    let count = draw.size(1..=5);
    let mut chosen: Vec<usize> = draw.sample(&(0..ids.len()).collect::<Vec<_>>(), count).into_iter().copied().collect();
    draw.shuffle(&mut chosen);
    for (at, step) in chosen.iter().enumerate() {
        let next = &ids[chosen[(at + 1) % chosen.len()]];
        let step = &mut run["steps"][*step];
        let mut on = step["dependencies"].as_array().cloned().unwrap_or_default();
        if !on.contains(&json!(next)) {
            on.push(json!(next));
            step["dependencies"] = json!(on);
        }
    }
    run
}

/// Labels a run, and the ring that it has.
pub(crate) fn classify_rings(case: &Value) -> Vec<&'static str> {
    let workflow = Workflow::of(case);
    let mut labels = classify_run(case);
    labels.extend(workflow.shortest_ring().map(|length| match length {
        1 => "self-dependency",
        2 => "ring of two",
        _ => "ring of three or more",
    }));
    labels.extend((workflow.stuck().len() < workflow.steps.len()).then_some("innocent steps"));
    labels
}
