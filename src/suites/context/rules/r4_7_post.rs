//! The provider of prompt knowledge says that it is ready.
//!
//! The trap is to be content that there is one.

use super::prelude::*;

const ID: &str = "4.7.post";

pub(super) static PLACE: Place = Place {
    step: "PromptContentProviderInitializer",
    moment: Moment::Post,
    rule: ID,
    demands: &[READY],
    types: &[INITIAL, FOLLOW_ON, CONTINUATION],
};

pub(super) static RULE: Rule = Rule {
    id: ID,
    title: "wants a provider that is ready after PromptContentProviderInitializer",
    level: Level::Must,
    source: "§4.7 PromptContentProviderInitializer, POST",
    statement: "After PromptContentProviderInitializer the state of the prompt knowledge provider is `Ready`.",
    checks: &[Check {
        property: "a context that meets every demand is accepted, and one with a demand broken is refused",
        edges: || step_edges(&PLACE),
        arms: &[
            arm(2, "one fault", |draw| draw::one_fault(draw, &PLACE)),
            arm(1, "sound", |draw| draw::sound(draw, &PLACE)),
        ],
        labels: &["accept", "reject", INITIAL, FOLLOW_ON, CONTINUATION],
        steps: |case, answers| judge(ID, POST, case, answers),
        ..OF_POST
    }],
    mutants: &[
        Mutant::answers("never looks at the provider", |request, answer| {
            forgets_at(request, answer, &PLACE, READY.fault)
        }),
        Mutant::answers("is content with any provider", |request, answer| {
            if has(&request.params["context"], "promptKnowledgeProvider") {
                forgets_at(request, answer, &PLACE, READY.fault)
            } else {
                answer
            }
        }),
        Mutant::answers("minds a provider in error only", |request, answer| {
            if request.params["context"]["promptKnowledgeProvider"]["state"] == "Error" {
                answer
            } else {
                forgets_at(request, answer, &PLACE, READY.fault)
            }
        }),
        Mutant::answers("wants the session again after the prompt is made", |request, answer| {
            refuses_at(request, answer, &PLACE, |context| !has(context, "session"))
        }),
    ],
    corpus: include_str!("../../../corpus/context/4.7.post.yaml"),
    questions: &[],
};
