//! A project in other company: more agents around what a rule is about, settings that other rules are about, and texts
//! where no rule looks.
//!
//! Few of the settings, and seldom: a subject that is wrong about one of them must not be kept from being judged on
//! all the others.

use serde_json::{Map, Value, json};

use super::edit::{list_at, put};
use super::plain::leave_code_mode;
use super::random::{plain_of, rich};
use super::relate::union;
use crate::draw::{Draw, text};

/// The settings that a project gets where it has none of its own.
const SETTINGS: [&str; 3] = ["dynamic_tools", "observability", "orchestration/delegation_loop"];

/// Draws company for a project: none, a few, or more than any default that a runtime might have.
pub(in super::super) fn in_company(draw: &mut Draw, project: &Value) -> Value {
    let agents = match draw.below(16) {
        0..=7 => 0,
        8..=13 => draw.size(1..=3),
        14 => 12,
        _ => *draw.pick(&[25, 60]),
    };
    let mut company = if agents == 0 { project.clone() } else { union(project, &plain_of(draw, agents)) };
    if draw.chance(1, 6) {
        add_settings(draw, &mut company);
    }
    for list in ["/workflow/orchestration/graph", "/files", "/tools"] {
        if let Some(list) = list_at(&mut company, list).filter(|_| draw.chance(1, 2)) {
            draw.shuffle(list);
        }
    }
    if company["workflow"]["workflow"].is_object() && (company == *project || draw.chance(1, 4)) {
        put(&mut company, "workflow/workflow/description", json!(text::tempting(draw)));
    }
    if draw.chance(1, 12) {
        name_agents(&mut company);
    }
    company
}

/// Agents that call themselves what their configurations call them, where nothing is said of it.
fn name_agents(project: &mut Value) {
    let Some(agents) = project["agents"].as_object().filter(|_| project.get("names").is_none()) else { return };
    let names: Map<String, Value> = agents.keys().map(|id| (id.clone(), json!(id))).collect();
    project["names"] = Value::Object(names);
}

/// What a project with something of everything has: its agents, its tools, and one of its settings.
fn add_settings(draw: &mut Draw, project: &mut Value) {
    let mut other = rich(draw);
    let setting = *draw.pick(&SETTINGS);
    let pointer = format!("/workflow/{setting}");
    if let Some(value) = other.pointer(&pointer).filter(|_| project["workflow"]["orchestration"].is_object())
        && project.pointer(&pointer).is_none()
    {
        put(project, &format!("workflow/{setting}"), value.clone());
    }
    if draw.chance(1, 2) {
        // What may be done in code mode depends on the workflow, and that is the project's own.
        leave_code_mode(&mut other);
        *project = union(project, &other);
    }
}

#[cfg(test)]
mod tests {
    use super::super::project::{code_mode, evaluation, least};
    use super::super::random::agents_of;
    use super::*;
    use crate::suites::awp::model::{Standing, report};

    #[test]
    fn company_is_valid_if_the_project_is_and_never_leaves_it_as_it_was() {
        let mut most = 0;
        for seed in 0..400 {
            for project in [least(), code_mode(), evaluation()] {
                let company = in_company(&mut Draw::from_seed(seed), &project);
                let notes = report(&company).notes;
                assert!(notes.iter().all(|note| note.standing == Standing::Warns), "{notes:?} {company:#}");
                assert_ne!(company, project);
                most = most.max(agents_of(&company).len());
            }
        }
        assert!(most > 60, "{most}");
    }

    #[test]
    fn anything_can_be_put_into_company() {
        for project in [json!(null), json!([]), json!({"workflow": 3}), json!({"workflow": {"workflow": []}})] {
            for seed in 0..50 {
                in_company(&mut Draw::from_seed(seed), &project);
            }
        }
    }
}
