//! The advice that a denial gives: ten texts, of which the first that fits is chosen.

use super::vocabulary::{Action, GRAPH_BODY};

/// One piece of advice for misplaced fields.
#[derive(Debug)]
pub(in super::super) struct Branch {
    /// What it is about, for reports.
    pub(in super::super) name: &'static str,
    /// Whether it fits an action and its misplaced fields.
    pub(in super::super) fits: fn(&Action, &[&str]) -> bool,
    /// The prescribed text.
    pub(in super::super) text: &'static str,
    /// What gives it away in other words.
    phrase: &'static str,
}

/// The ten branches, the most urgent first. The last one always fits.
pub(in super::super) static BRANCHES: [Branch; 10] = [
    Branch {
        name: "graph body fields of start",
        fits: |action, fields| action.name == "start" && fields.iter().any(|field| GRAPH_BODY.contains(field)),
        text: r#"Move graph body fields under graph: {"action":"start","graph":{"objective":"...","authority":{"allowFilesystemRead":true},"steps":[...]}}. Put start sources in graph.library; top-level library is catalog-only."#,
        phrase: "under graph",
    },
    Branch {
        name: "extensionTools",
        fits: |_, fields| fields.contains(&"extensionTools"),
        text: "Place extensionTools under steps[].agent.extensionTools with catalog-copied provenance; agent.tools accepts only built-in child tools.",
        phrase: "steps[].agent.extensionTools",
    },
    Branch {
        name: "maxBytes of catalog",
        fits: |action, fields| action.name == "catalog" && fields.contains(&"maxBytes"),
        text: "Remove maxBytes; use library.query to narrow catalog results. maxBytes is valid only on run_status/step_result: it bounds assistant previews when preview:true and raw debug events when debugEvents:true.",
        phrase: "library.query",
    },
    Branch {
        name: "preview",
        fits: |_, fields| fields.contains(&"preview"),
        text: "Use preview only on run_status or step_result; it defaults to false and opts into bounded assistant text previews. Use maxBytes there only to bound those previews or run_status debug events.",
        phrase: "opts into",
    },
    Branch {
        name: "kind of message",
        fits: |action, fields| action.name == "message" && fields.contains(&"kind"),
        text: r#"Replace kind with channel:"steer" or channel:"follow_up"; accepted means queued/delivered to Pi, not child compliance."#,
        phrase: "Replace kind",
    },
    Branch {
        name: "waitSeconds",
        fits: |_, fields| fields.contains(&"waitSeconds"),
        text: "Use waitSeconds only on run_status for a bounded wait/read snapshot that wakes on material parent-visible events or timeout.",
        phrase: "Use waitSeconds",
    },
    Branch {
        name: "debugEvents",
        fits: |_, fields| fields.contains(&"debugEvents"),
        text: "Use debugEvents only on run_status when raw background events are needed; maxBytes may bound raw debug event previews there.",
        phrase: "Use debugEvents",
    },
    Branch {
        name: "cursor",
        fits: |_, fields| fields.contains(&"cursor"),
        text: "Use cursor only on run_status for debug/backfill pagination.",
        phrase: "Use cursor",
    },
    Branch {
        name: "library of start",
        fits: |action, fields| action.name == "start" && fields.contains(&"library"),
        text: "Move start library source selection to graph.library; top-level library is catalog-only.",
        phrase: "graph.library",
    },
    Branch {
        name: "the list of controls",
        fits: |_, _| true,
        text: "Use action-specific controls: catalog {library}; start exactly one of {graph,graphFile} plus options; run_status {runId,cursor?,stepId?,waitSeconds?,preview?,maxBytes?,debugEvents?}; step_result {runId,stepId,preview?,maxBytes?}; message {runId,stepId,channel,text,clientMessageId?}; cancel {runId,reason?}; cleanup {runId}.",
        phrase: "action-specific controls",
    },
];

/// The index of the branch for these misplaced fields: the first that fits.
pub(in super::super) fn choose(action: &Action, misplaced: &[&str]) -> usize {
    BRANCHES.iter().position(|branch| (branch.fits)(action, misplaced)).unwrap_or(BRANCHES.len() - 1)
}

/// The indices of the branches that a text can be taken for: one if it is a
/// prescribed text, else every branch whose telling phrase it holds.
pub(in super::super) fn recognise(text: &str) -> Vec<usize> {
    if let Some(exact) = BRANCHES.iter().position(|branch| branch.text == text) {
        return vec![exact];
    }
    let (graph_body, library) = (0, 8);
    let told: Vec<usize> = (0..BRANCHES.len()).filter(|index| text.contains(BRANCHES[*index].phrase)).collect();
    // The advice on graph bodies speaks of `graph.library` too.
    if told.contains(&graph_body) { told.into_iter().filter(|index| *index != library).collect() } else { told }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn branch(action: &str, fields: &[&str]) -> usize {
        // Numbered from 1, as the readings of the document do.
        choose(Action::named(action).unwrap(), fields) + 1
    }

    #[test]
    fn the_first_branch_that_fits_is_chosen() {
        assert_eq!(branch("start", &["extensionTools", "objective"]), 1);
        assert_eq!(branch("cancel", &["extensionTools", "objective"]), 2);
        assert_eq!(branch("catalog", &["maxBytes", "preview"]), 3);
        assert_eq!(branch("cleanup", &["maxBytes", "preview"]), 4);
        assert_eq!(branch("message", &["kind", "waitSeconds"]), 5);
        assert_eq!(branch("cancel", &["kind", "waitSeconds"]), 6);
        assert_eq!(branch("cancel", &["debugEvents", "cursor"]), 7);
        assert_eq!(branch("start", &["cursor", "library"]), 8);
        assert_eq!(branch("start", &["library", "runId"]), 9);
        assert_eq!(branch("cancel", &["library", "maxBytes", "kind", "objective"]), 10);
    }

    #[test]
    fn every_prescribed_text_is_told_by_its_own_phrase_alone() {
        for (index, branch) in BRANCHES.iter().enumerate() {
            assert_eq!(recognise(branch.text), [index]);
            assert_eq!(recognise(&format!("{} ", branch.text)), [index], "{}", branch.name);
        }
        assert!(recognise("read the manual").is_empty());
    }
}
