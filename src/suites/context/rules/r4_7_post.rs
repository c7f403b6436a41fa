//! The provider of prompt knowledge says that it is ready.
//!
//! The trap is to be content that there is one.

use crate::suites::context::prelude::*;

const PLACE: &Place = post(7);

pub(super) static RULE: Rule = Rule {
    id: "4.7.post",
    title: "PromptContentProviderInitializer POST: rejects a provider that is not Ready",
    level: Level::Must,
    source: "§4.7 PromptContentProviderInitializer, POST",
    statement: "After PromptContentProviderInitializer the state of the prompt knowledge provider is `Ready`.",
    checks: &[Post::<7>::CHECK],
    mutants: &[
        Mutant::answers("never looks at the provider", |request, answer| {
            forgets_at(request, answer, PLACE, READY.fault)
        }),
        Mutant::answers("is content with any provider", |request, answer| {
            if has(&request.params["context"], "promptKnowledgeProvider") {
                forgets_at(request, answer, PLACE, READY.fault)
            } else {
                answer
            }
        }),
        Mutant::answers("minds a provider in error only", |request, answer| {
            if request.params["context"]["promptKnowledgeProvider"]["state"] == "Error" {
                answer
            } else {
                forgets_at(request, answer, PLACE, READY.fault)
            }
        }),
        Mutant::answers("wants the session again after the prompt is made", |request, answer| {
            refuses_at(request, answer, PLACE, |context| !has(context, "session"))
        }),
    ],
    corpus: include_str!("../../../../corpus/context/4.7.post.yaml"),
    questions: &[],
};
