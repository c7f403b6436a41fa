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
        forgetting_at("never looks at the provider", PLACE, READY.fault),
        forgetting_if("is content with any provider", PLACE, READY.fault, |context| {
            has(context, "promptKnowledgeProvider")
        }),
        forgetting_if("takes any state with Ready in its name", PLACE, READY.fault, |context| {
            context["promptKnowledgeProvider"]["state"].as_str().is_some_and(|state| state.contains("Ready"))
        }),
        forgetting_if("minds a provider in error only", PLACE, READY.fault, |context| {
            context["promptKnowledgeProvider"]["state"] != "Error"
        }),
        refusing_at("wants the session again after the prompt is made", PLACE, |context| !has(context, "session")),
    ],
    corpus: include_str!("../../../../corpus/context/4.7.post.yaml"),
    questions: &[],
};
