//! Runtimes that misread what agents are capable of.

use serde_json::Value;

use super::super::draw::{agent, agents_of, configs, cut};
use super::{accuses, forgives, misread, misread_agents};
use crate::rule::Mutant;
use crate::subject::Request;

/// What a runtime says that sees other capabilities than there are.
pub(in super::super) fn capable(request: Request<'_>, rule: &str, mut change: impl FnMut(&mut Value)) -> Value {
    misread_agents(request, rule, |config| {
        if let Some(capabilities) = config.get_mut("capabilities") {
            change(capabilities);
        }
    })
}

/// A runtime that sees other capabilities than there are.
pub(in super::super) const fn misreading_caps(
    name: &'static str,
    rule: &'static str,
    change: fn(&mut Value),
) -> Mutant {
    Mutant::misreads(name, [rule, ""], change, |request, _, [rule, _], change| capable(request, rule, change))
}

/// The same, for agents in code mode.
pub(in super::super) const fn misreading_coders(
    name: &'static str,
    rule: &'static str,
    change: fn(&mut Value),
) -> Mutant {
    Mutant::misreads(name, [rule, ""], change, |request, _, [rule, _], change| in_code_mode(request, rule, change))
}

/// What a runtime says that sees other capabilities than there are of agents in code mode.
pub(in super::super) fn in_code_mode(request: Request<'_>, rule: &str, mut change: impl FnMut(&mut Value)) -> Value {
    capable(request, rule, |capabilities| {
        if capabilities["codemode"]["enabled"] == true {
            change(capabilities);
        }
    })
}

/// A runtime that accuses projects of breaking `rule` that have an agent with such capabilities.
pub(in super::super) const fn accusing_caps(
    name: &'static str,
    rule: &'static str,
    which: fn(&Value) -> bool,
) -> Mutant {
    Mutant::when(
        name,
        [rule, ""],
        which,
        |request, answer, [rule, _], which| {
            if any_caps(request.params, which) { accuses(&answer, rule) } else { answer }
        },
    )
}

/// The same, with one error of `rule` however many there are.
pub(in super::super) const fn accusing_caps_once(
    name: &'static str,
    rule: &'static str,
    which: fn(&Value) -> bool,
) -> Mutant {
    Mutant::when(name, [rule, ""], which, |request, answer, [rule, _], which| {
        if any_caps(request.params, which) { accuses(&forgives(&answer, rule), rule) } else { answer }
    })
}

/// Whether any agent has such capabilities.
pub(in super::super) fn any_caps(project: &Value, which: impl Fn(&Value) -> bool) -> bool {
    configs(project).filter_map(|config| config.get("capabilities")).any(which)
}

/// What a runtime says that looks at the capabilities of the first agent only.
pub(in super::super) fn only_first(request: Request<'_>, rule: &str) -> Value {
    misread(request, rule, |project| {
        for id in agents_of(project).into_iter().skip(1) {
            cut(project, &agent(&id, "capabilities"));
        }
    })
}
