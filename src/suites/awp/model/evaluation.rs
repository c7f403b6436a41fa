//! R27 to R30: how a run is scored, and what becomes of a low score.

use serde_json::Value;

use super::ask::{
    METRIC_IDS, NO_KIND, NO_METRICS, NO_WEIGHT, POLICY_OFF, THRESHOLD_ABSENT, THRESHOLDS_OFF, WEIGHT_SUM, WEIGHTS_OFF,
};
use super::note::Report;
use super::value::{Number, Switch, member, number, switch};

/// The kinds of metrics.
pub(in super::super) const KINDS: [&str; 5] = ["llm_rubric", "deterministic", "schema", "budget", "policy"];
/// The moments at which a step can be scored.
pub(in super::super) const HOOKS: [&str; 3] = ["worker_result", "generated_tool", "final_answer"];
/// What can be done about a low score.
pub(in super::super) const ACTIONS: [&str; 3] = ["retry_with_repair", "fail_workflow", "accept_with_warning"];

const AT: &str = "/workflow/observability/evaluation";
/// What makes of a fault an open point.
const UNSAID: &str = "but it is not said whether evaluation is on";

/// The number that the document's summary table gives to what the section of `rule` says.
pub(in super::super) fn table_number(rule: &str) -> Option<&'static str> {
    match rule {
        "R27" | "R29" => Some("R28"),
        "R28" => Some("R29"),
        _ => None,
    }
}

pub(super) fn read(workflow: &Value, report: &mut Report) {
    let Some(evaluation) = member(workflow, &["observability", "evaluation"]) else {
        if member(workflow, &["observability"]).is_some_and(|section| !section.is_object()) {
            report.open("R27", "/workflow/observability", "the section is no object");
        }
        return;
    };
    if !evaluation.is_object() {
        return report.open("R27", AT, "the section is no object");
    }
    let enabled = switch(evaluation, &["enabled"]);
    let is_said = evaluation.get("enabled").is_some_and(Value::is_boolean);
    if enabled == Switch::Odd {
        report.open("R27", format!("{AT}/enabled"), "the switch is neither on nor off");
    }
    let mode = match enabled {
        Switch::On => Mode::On,
        Switch::Off if is_said => Mode::Off,
        _ => Mode::Unsaid,
    };
    read_metrics(evaluation, mode, report);
    read_thresholds(evaluation, mode, report);
    read_hooks(evaluation, mode, report);
    read_actions(evaluation, mode, report);
}

/// Whether evaluation is on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mode {
    On,
    Off,
    /// Neither `true` nor `false`, or not there.
    Unsaid,
}

/// R27 and R29.
fn read_metrics(evaluation: &Value, mode: Mode, report: &mut Report) {
    let at = format!("{AT}/metrics");
    let metrics = match member(evaluation, &["metrics"]) {
        Some(Value::Array(metrics)) => metrics.as_slice(),
        None => &[],
        Some(_) => return report.open("R27", at, "the metrics are no list"),
    };
    if metrics.is_empty() {
        match mode {
            Mode::On => report.asks("R29", &NO_METRICS, at, "there is no metric"),
            Mode::Off | Mode::Unsaid => report.open("R29", at, "there is no metric"),
        }
        return;
    }
    for (place, _) in metrics.iter().enumerate().filter(|(_, metric)| !metric.is_object()) {
        report.open("R27", format!("{at}/{place}"), "a metric that is no object has no kind");
        report.open("R29", format!("{at}/{place}"), "a metric that is no object has no weight");
    }
    read_kinds(metrics, mode, report);
    read_weights(metrics, mode, report);
}

fn read_kinds(metrics: &[Value], mode: Mode, report: &mut Report) {
    let mut names = Vec::new();
    for (place, metric) in metrics.iter().enumerate().filter(|(_, metric)| metric.is_object()) {
        let at = format!("{AT}/metrics/{place}/kind");
        let is_known = |kind: &Value| kind.as_str().is_some_and(|kind| KINDS.contains(&kind));
        match (metric.get("kind"), mode) {
            (Some(kind), _) if is_known(kind) => {}
            (_, Mode::Off) => {}
            (_, Mode::Unsaid) => report.open("R27", at, format!("the kind is not one of the five, {UNSAID}")),
            (None | Some(Value::Null), Mode::On) => report.asks("R27", &NO_KIND, at, "the metric has no kind"),
            (Some(kind), Mode::On) => report.broken("R27", at, format!("{kind} is not one of {}", KINDS.join(", "))),
        }
        match metric.get("name").and_then(Value::as_str) {
            Some(name) if names.contains(&name) && mode == Mode::On => {
                let at = format!("{AT}/metrics/{place}/name");
                report.asks("R27", &METRIC_IDS, at, format!("the name {name:?} is taken"));
            }
            Some(name) if names.contains(&name) => {
                report.open("R27", at_name(place), format!("the name {name:?} is taken, but evaluation is not on"));
            }
            Some(name) if super::names::is_workflow_name(name) => names.push(name),
            Some(name) if mode == Mode::On => {
                report.asks("R27", &METRIC_IDS, at_name(place), format!("the name {name:?} is not well formed"));
            }
            _ => report.open("R27", at_name(place), "the metric has no plain name"),
        }
    }
}

fn at_name(place: usize) -> String {
    format!("{AT}/metrics/{place}/name")
}

fn read_weights(metrics: &[Value], mode: Mode, report: &mut Report) {
    let weights: Vec<(usize, Number)> = metrics
        .iter()
        .enumerate()
        .filter(|(_, metric)| metric.is_object())
        .map(|(place, metric)| (place, number(metric, &["weight"])))
        .collect();
    let is_whole = weights.len() == metrics.len();
    let mut wrong: Vec<(String, String)> = Vec::new();
    for (place, weight) in &weights {
        let at = format!("{AT}/metrics/{place}/weight");
        match weight {
            Number::Is(weight) if *weight < 0.0 => wrong.push((at, format!("the weight {weight} is negative"))),
            Number::No => wrong.push((at, "the weight is no number".to_owned())),
            Number::Almost => report.open("R29", at, "the weight is almost a number"),
            Number::Is(_) | Number::Absent => {}
        }
    }
    if wrong.is_empty() && is_whole && weights.iter().all(|(_, weight)| *weight == Number::Is(0.0)) {
        wrong.push((format!("{AT}/metrics"), "no metric has a weight above 0".to_owned()));
    }
    for (at, why) in &wrong {
        match mode {
            Mode::On => report.broken("R29", at, why),
            Mode::Off => report.asks("R29", &WEIGHTS_OFF, at, format!("{why}, but evaluation is off")),
            Mode::Unsaid => report.open("R29", at, format!("{why}, {UNSAID}")),
        }
    }
    if !wrong.is_empty() {
        return;
    }
    let sum: f64 = weights.iter().map(|(_, weight)| if let Number::Is(weight) = weight { *weight } else { 0.0 }).sum();
    let at = format!("{AT}/metrics");
    if is_whole && mode == Mode::On && matches!(weights[..], [(_, Number::Absent)]) {
        report.asks("R29", &NO_WEIGHT, format!("{at}/0/weight"), "the metric has no weight");
    } else if weights.iter().any(|(_, weight)| *weight == Number::Absent) {
        report.open("R29", at, "a metric has no weight");
    } else if is_whole && (sum - 1.0).abs() > 1e-9 {
        match mode {
            Mode::On => report.asks("R28", &WEIGHT_SUM, at, "the weights do not add up to 1"),
            Mode::Off | Mode::Unsaid => report.open("R28", at, "the weights do not add up to 1"),
        }
    }
}

/// R28.
fn read_thresholds(evaluation: &Value, mode: Mode, report: &mut Report) {
    const NAMES: [&str; 3] = ["accept", "retry", "fail"];
    let at = format!("{AT}/thresholds");
    let thresholds = match member(evaluation, &["thresholds"]) {
        None => return report.open("R28", at, "there are no thresholds"),
        Some(thresholds) if thresholds.is_object() => thresholds,
        Some(_) => return report.open("R28", at, "the thresholds are no object"),
    };
    let values = NAMES.map(|name| (name, number(thresholds, &[name])));
    let mut wrong = Vec::new();
    for (name, value) in values {
        match value {
            Number::Is(value) if !(0.0..=1.0).contains(&value) => {
                wrong.push((format!("{at}/{name}"), format!("{name} is {value}, not within 0 and 1")));
            }
            Number::No => wrong.push((format!("{at}/{name}"), format!("{name} is no number"))),
            Number::Almost => report.open("R28", format!("{at}/{name}"), format!("{name} is almost a number")),
            Number::Is(_) | Number::Absent => {}
        }
    }
    for pair in values.windows(2) {
        if let [(above, Number::Is(high)), (below, Number::Is(low))] = pair
            && high < low
        {
            wrong.push((format!("{at}/{below}"), format!("{above} ({high}) is lower than {below} ({low})")));
        }
    }
    for (place, why) in &wrong {
        match mode {
            Mode::On => report.broken("R28", place, why),
            Mode::Off => report.asks("R28", &THRESHOLDS_OFF, place, format!("{why}, but evaluation is off")),
            Mode::Unsaid => report.open("R28", place, format!("{why}, {UNSAID}")),
        }
    }
    if wrong.is_empty() && values.iter().any(|(_, value)| *value == Number::Absent) {
        let present: Vec<f64> = values
            .iter()
            .filter_map(|(_, value)| if let Number::Is(value) = value { Some(*value) } else { None })
            .collect();
        if mode == Mode::On && present.len() == 2 && present.is_sorted_by(|high, low| high >= low) {
            report.asks("R28", &THRESHOLD_ABSENT, at, "one of the thresholds is absent");
        } else {
            report.open("R28", at, "thresholds are absent");
        }
    }
}

/// R30, its first half.
fn read_hooks(evaluation: &Value, mode: Mode, report: &mut Report) {
    let at = format!("{AT}/step_scores/hooks");
    let hooks = match member(evaluation, &["step_scores"]) {
        None => return,
        Some(scores) if scores.is_object() => match member(scores, &["hooks"]) {
            None => return,
            Some(Value::Array(hooks)) => hooks,
            Some(_) => return report.open("R30", at, "the hooks are no list"),
        },
        Some(_) => return report.open("R30", at, "the section is no object"),
    };
    for (place, hook) in hooks.iter().enumerate() {
        let at = format!("{at}/{place}");
        if hook.as_str().is_some_and(|hook| HOOKS.contains(&hook)) {
            continue;
        }
        if mode == Mode::On && !hook.is_null() {
            report.broken("R30", at, format!("{hook} is not one of {}", HOOKS.join(", ")));
        } else {
            report.open("R30", at, format!("{hook} is no hook, but evaluation is not on, or it is null"));
        }
    }
}

/// R30, its second half.
fn read_actions(evaluation: &Value, mode: Mode, report: &mut Report) {
    let at = format!("{AT}/retry_policy");
    let policy = match member(evaluation, &["retry_policy"]) {
        None => return,
        Some(policy) if policy.is_object() => policy,
        Some(_) => return report.open("R30", at, "the section is no object"),
    };
    if switch(policy, &["enabled"]) == Switch::Odd {
        report.open("R30", format!("{at}/enabled"), "the switch is neither on nor off");
    }
    if !member(policy, &["actions"]).is_some_and(Value::is_object) {
        return report.open("R30", at, "the policy has no actions");
    }
    for name in ["below_retry", "below_fail"] {
        let at = format!("{at}/actions/{name}");
        let action = match member(policy, &["actions", name]) {
            Some(Value::String(action)) if ACTIONS.contains(&action.as_str()) => continue,
            Some(action) => action,
            None => {
                report.open("R30", at, "the action is absent");
                continue;
            }
        };
        let why = format!("{action} is not one of {}", ACTIONS.join(", "));
        match (mode, policy.get("enabled")) {
            (Mode::On, Some(Value::Bool(true))) => report.broken("R30", at, why),
            (Mode::On, Some(Value::Bool(false))) => {
                report.asks("R30", &POLICY_OFF, at, format!("{why}, but the retry policy is off"));
            }
            (Mode::On, _) => report.open("R30", at, format!("{why}, but it is not said whether the policy is on")),
            (Mode::Off, _) => report.open("R30", at, format!("{why}, but evaluation is off")),
            (Mode::Unsaid, _) => report.open("R30", at, format!("{why}, {UNSAID}")),
        }
    }
}
