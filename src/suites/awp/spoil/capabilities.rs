//! Runtimes that misread what agents are capable of.

use serde_json::Value;

use super::super::draw::{agent, agents_of, cut};
use super::{misread, misread_agents};
use crate::subject::Request;

/// What a runtime says that sees other capabilities than there are.
pub(in super::super) fn capable(request: Request<'_>, rule: &str, mut change: impl FnMut(&mut Value)) -> Value {
    misread_agents(request, rule, |config| {
        if let Some(capabilities) = config.get_mut("capabilities") {
            change(capabilities);
        }
    })
}

/// The same, for agents in code mode.
pub(in super::super) fn in_code_mode(request: Request<'_>, rule: &str, mut change: impl FnMut(&mut Value)) -> Value {
    capable(request, rule, |capabilities| {
        if capabilities["codemode"]["enabled"] == true {
            change(capabilities);
        }
    })
}

/// Whether any agent has such capabilities.
pub(in super::super) fn any_caps(request: Request<'_>, which: impl Fn(&Value) -> bool) -> bool {
    let agents = request.params["agents"].as_object();
    agents.into_iter().flat_map(|agents| agents.values()).filter_map(|config| config.get("capabilities")).any(which)
}

/// What a runtime says that looks at the capabilities of the first agent only.
pub(in super::super) fn only_first(request: Request<'_>, rule: &str) -> Value {
    misread(request, rule, |project| {
        for id in agents_of(project).into_iter().skip(1) {
            cut(project, &agent(&id, "capabilities"));
        }
    })
}
