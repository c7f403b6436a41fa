//! AGN-029: what providers contribute to one turn, and how the request is
//! put together from it.
//!
//! Two small programs are the model: [`record`] says which provider owns which
//! item of a turn, [`composition`] that every contribution comes out once, as
//! it is, in the order of invocation. What the document leaves to providers
//! (their labels, their own order) and to later documents is judged nowhere.

mod composition;
mod draw;
mod expect;
mod hostile;
mod methods;
mod prelude;
mod record;
mod shape;
mod vocabulary;

mod absence;
mod additive;
mod empty;
mod ephemeral;
mod equivariance;
mod frame;
mod isolation;
mod kfr_active;
mod metadata_informs;
mod no_dedupe;
mod no_merge;
mod order;
mod ownership;
mod rag_optional;
mod session_boundary;
mod user_authority;

use serde_json::{Value, json};

use crate::rule::{Deferred, Suite};
use crate::subject::{Refusal, Request};

/// The suite.
pub static SUITE: Suite = Suite {
    name: "turn",
    title: "turn-level contribution providers",
    document: "AGN-029",
    version: 1,
    requirements: &[(1, "f5ad9dc8b2ff0cbfc63b0930f9cdbb7eee1efad923aed85768d91583476cf8e3")],
    rules: &[
        &additive::RULE,
        &no_merge::RULE,
        &no_dedupe::RULE,
        &order::RULE,
        &equivariance::RULE,
        &frame::RULE,
        &absence::RULE,
        &rag_optional::RULE,
        &isolation::RULE,
        &ownership::RULE,
        &user_authority::RULE,
        &kfr_active::RULE,
        &session_boundary::RULE,
        &metadata_informs::RULE,
        &ephemeral::RULE,
        &empty::RULE,
    ],
    methods: methods::METHODS,
    features: &[],
    deferred: &[
        Deferred { topic: "algorithms by which a request is assembled or reordered", source: "§1" },
        Deferred { topic: "token budgets: what is shortened or evicted before it is contributed", source: "§1" },
        Deferred { topic: "the reasoner's control flow and loops", source: "§1" },
        Deferred { topic: "how long short-term memory is kept", source: "§5" },
        Deferred { topic: "by which mechanism content is retrieved, and when", source: "§6" },
        Deferred { topic: "tool results and continuation artifacts as contributions", source: "§7" },
        Deferred { topic: "a global prioritisation of providers or contributions", source: "§9" },
        Deferred { topic: "what session identity consists of (AGN-028)", source: "§9" },
    ],
    expect: expect::expect,
    answer: |_, request, _| answer(request),
    empty_answers,
    reply: |_| None,
    lint: None,
    bases: "",
};

fn answer(request: Request<'_>) -> Result<Value, Refusal> {
    let params = request.params;
    match request.method {
        composition::COMPOSE => {
            let given = composition::Composition::read(params).map_err(Refusal::Failed)?;
            Ok(composition::Composed { entries: given.due(), session: given.session }.to_answer())
        }
        record::CONTRIBUTE => {
            let provider = params["provider"].as_str().unwrap_or_default();
            let list = record::contributions(provider, &params["turn"]).map_err(Refusal::Failed)?;
            Ok(json!({"contributions": record::to_json(&list)}))
        }
        _ => Err(Refusal::NotOffered),
    }
}

/// A request without entries and a provider without contributions; who rejects forgets the session as well.
fn empty_answers(method: &str, params: &Value, accept: bool) -> Option<Value> {
    match method {
        composition::COMPOSE => {
            let session = if accept { params["session"].clone() } else { json!({}) };
            Some(json!({"session": session, "request": []}))
        }
        record::CONTRIBUTE => Some(json!({"contributions": []})),
        _ => None,
    }
}
