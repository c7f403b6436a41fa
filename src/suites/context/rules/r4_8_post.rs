//! What the reasoner leaves behind is not looked at.
//!
//! The trap is symmetry: that PRE asks for something does not mean that POST does.

use crate::suites::context::prelude::*;

const PLACE: &Place = post(8);

pub(super) static RULE: Rule = Rule {
    id: "4.8.post",
    title: "Reasoner POST: demands nothing",
    level: Level::Must,
    source: "§4.8 Reasoner, POST",
    statement: "The document demands nothing here: every context with a valid core passes.",
    checks: &[Check {
        property: "every context with a valid core is accepted",
        edges: || {
            let mut cases = step_edges(PLACE);
            let broken = [Some(json!({"state": "Error"}))];
            cases.extend(each(&plain::at(PLACE, INITIAL), "context.promptKnowledgeProvider", broken));
            cases
        },
        arms: Post::<8>::SOUND,
        labels: &["accept", INITIAL, FOLLOW_ON, CONTINUATION],
        ..Post::<8>::CHECK
    }],
    mutants: &[
        refusing_at("looks at the provider after reasoning too", PLACE, |context| {
            context["promptKnowledgeProvider"]["state"] != "Ready"
        }),
        refusing_at("minds a provider that broke while reasoning", PLACE, |context| {
            context["promptKnowledgeProvider"]["state"] == "Error"
        }),
        refusing_at("wants a payload after reasoning", PLACE, |context| !has(context, "responsePayload")),
        refusing_at("wants a session after reasoning", PLACE, |context| !has(context, "session")),
    ],
    corpus: include_str!("../../../../corpus/context/4.8.post.yaml"),
    questions: &[],
};
