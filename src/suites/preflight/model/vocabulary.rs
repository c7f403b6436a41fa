//! The words of the document: seven actions, twenty-six fields, two channels,
//! and which action may use which field.

/// Every field that the document knows, in the order in which it lists misplaced ones.
pub(in super::super) const KNOWN_FIELDS: &[&str] = &[
    "action",
    "graph",
    "graphFile",
    "library",
    "options",
    "runId",
    "cursor",
    "stepId",
    "waitSeconds",
    "maxBytes",
    "preview",
    "debugEvents",
    "kind",
    "channel",
    "text",
    "clientMessageId",
    "reason",
    "objective",
    "agents",
    "steps",
    "synthesis",
    "limits",
    "outputContract",
    "callerSkills",
    "authority",
    "extensionTools",
];

/// The fields that belong inside a graph and are often written beside it.
pub(in super::super) const GRAPH_BODY: &[&str] =
    &["objective", "steps", "limits", "authority", "agents", "synthesis", "outputContract", "callerSkills"];

/// The channels of a message.
pub(in super::super) const CHANNELS: &[&str] = &["steer", "follow_up"];

/// What every denial's code ends with; the name of the action stands before it.
pub(in super::super) const DENIED: &str = "-control-fields-denied";

/// The codes besides the denials, in the order in which they can follow each other.
const CODES: &[&str] = &[
    "action-required",
    "action-invalid",
    "start-graph-required",
    "run-id-required",
    "step_result-step-required",
    "message-step-required",
    "message-channel-required",
    "message-channel-invalid",
    "message-text-required",
];

/// Whether the document has this code.
pub(in super::super) fn is_ours(code: &str) -> bool {
    CODES.contains(&code) || is_denial(code)
}

/// Whether this is the code of a denial, whatever action it names.
pub(in super::super) fn is_denial(code: &str) -> bool {
    code.ends_with(DENIED.trim_start_matches('-'))
}

/// Whether this code says that there is no usable action.
pub(in super::super) fn is_about_action(code: &str) -> bool {
    matches!(code, "action-required" | "action-invalid")
}

/// One action.
#[derive(Debug, PartialEq, Eq)]
pub(in super::super) struct Action {
    /// Its name.
    pub(in super::super) name: &'static str,
    /// The fields it takes besides `action`.
    pub(in super::super) allowed: &'static [&'static str],
    /// The texts it cannot do without, in the order in which they are asked for.
    pub(in super::super) needs: &'static [&'static str],
}

/// Every action, in the document's order.
pub(in super::super) static ACTIONS: [Action; 7] = [
    Action { name: "catalog", allowed: &["library"], needs: &[] },
    Action { name: "start", allowed: &["graph", "graphFile", "options"], needs: &[] },
    Action {
        name: "run_status",
        allowed: &["runId", "cursor", "stepId", "waitSeconds", "maxBytes", "preview", "debugEvents"],
        needs: &["runId"],
    },
    Action { name: "step_result", allowed: &["runId", "stepId", "maxBytes", "preview"], needs: &["runId", "stepId"] },
    Action {
        name: "message",
        allowed: &["runId", "stepId", "channel", "text", "clientMessageId"],
        needs: &["runId", "stepId", "channel", "text"],
    },
    Action { name: "cancel", allowed: &["runId", "reason"], needs: &["runId"] },
    Action { name: "cleanup", allowed: &["runId"], needs: &["runId"] },
];

/// The names of the actions, the simplest first.
pub(in super::super) const ACTION_NAMES: &[&str] =
    &["catalog", "start", "run_status", "step_result", "message", "cancel", "cleanup"];

/// The place of `key` among the document's fields, letter for letter.
pub(in super::super) fn place_of(key: &str) -> Option<usize> {
    KNOWN_FIELDS.iter().position(|known| *known == key)
}

/// Whether `key` is one of the document's fields.
pub(in super::super) fn is_known(key: &str) -> bool {
    place_of(key).is_some()
}

impl Action {
    /// The action of that name, letter for letter.
    pub(in super::super) fn named(name: &str) -> Option<&'static Self> {
        ACTIONS.iter().find(|action| action.name == name)
    }

    /// Whether `field` has its place in an input of this action.
    pub(in super::super) fn allows(&self, field: &str) -> bool {
        field == "action" || self.allowed.contains(&field)
    }

    /// Whether `field` has no place beside this action.
    pub(in super::super) fn denies(&self, field: &str) -> bool {
        is_known(field) && !self.allows(field)
    }

    /// The known fields that have no place beside this action.
    pub(in super::super) fn denied(&self) -> impl Iterator<Item = &'static str> {
        KNOWN_FIELDS.iter().copied().filter(|field| !self.allows(field))
    }

    /// How many they are: all fields but `action` and what it allows.
    pub(in super::super) fn denied_count(&self) -> usize {
        KNOWN_FIELDS.len() - 1 - self.allowed.len()
    }

    /// The code of its denial.
    pub(in super::super) fn denial(&self) -> String {
        format!("{}{DENIED}", self.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_action_takes_known_fields_only_and_what_it_needs() {
        for action in &ACTIONS {
            assert!(action.allowed.iter().all(|field| KNOWN_FIELDS.contains(field)), "{action:?}");
            assert!(action.needs.iter().all(|field| action.allowed.contains(field)), "{action:?}");
            assert!(ACTION_NAMES.contains(&action.name));
        }
        assert_eq!((KNOWN_FIELDS.len(), ACTION_NAMES.len(), GRAPH_BODY.len()), (26, 7, 8));
    }

    #[test]
    fn the_order_of_the_fields_is_not_alphabetical() {
        assert!(!KNOWN_FIELDS.is_sorted(), "or a subject that sorts could not be told from one that does not");
    }
}
