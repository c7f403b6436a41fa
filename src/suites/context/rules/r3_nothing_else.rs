//! The core is about type, stamp, id and envelope; what the steps add is not its business.
//!
//! The trap is to validate what happens to be there: a manifest without
//! results, a provider in error, a payload that is not due yet.

use crate::suites::context::judge::style::minded;
use crate::suites::context::prelude::*;

pub(super) static RULE: Rule = Rule {
    id: "3.nothing-else",
    title: "Core Context Invariants: demands nothing that is not listed",
    level: Level::Must,
    source: "§3, the list of invariants",
    statement: "Whether the core is valid depends on the listed fields alone. Session, turn, agent and conversation \
                context, provider, manifest, payload and response type make no difference.",
    checks: &[Check {
        property: "a sound core stays sound whatever the other members hold, and a broken one stays broken",
        edges,
        arms: &[
            arm(3, "sound, with anything besides", draw::core),
            arm(1, "broken, with anything besides", draw::any_core_fault),
        ],
        exam,
        ..OF_CORE
    }],
    mutants: &[
        Mutant::answers("wants a session in every core", |request, answer| {
            refuses(answer, is_core(request) && !has(&request.params["context"], "session"), "no session")
        }),
        Mutant::answers("forbids a session in the core", |request, answer| {
            refuses(answer, is_core(request) && has(&request.params["context"], "session"), "a session")
        }),
        Mutant::answers("validates the manifest with the core", |request, answer| {
            let broken = has_broken_manifest(&request.params["context"]);
            refuses(answer, is_core(request) && broken, "the manifest is not valid")
        }),
        Mutant::answers("minds a provider in error in the core", |request, answer| {
            let error = request.params["context"]["promptKnowledgeProvider"]["state"] == "Error";
            refuses(answer, is_core(request) && error, "the provider is in error")
        }),
        Mutant::answers("takes a payload for a sign that all is well", |request, answer| {
            let paid = is_core(request) && has(&request.params["context"], "responsePayload");
            if paid { json!({"ok": true, "errors": []}) } else { answer }
        }),
        Mutant::answers("wants session and envelope to agree", |request, answer| {
            let [session, named] = ["session.id", "envelope.sessionId"]
                .map(|field| slot::text(request.params, &format!("context.{field}")));
            let differ = slot::equal(session, named) == Truth::Broken && session != Text::Empty;
            refuses(answer, is_core(request) && differ, "another session")
        }),
    ],
    corpus: include_str!("../../../../corpus/context/3.nothing-else.yaml"),
    questions: &[],
};

/// The context as it is, with nothing but what section 3 looks at, and with everything besides: the answers agree.
fn exam(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let Some(due) = due(CORE, case) else { return Ok(Judgement::open("the document leaves this core open")) };
    let (mut bare, mut laden) = (case.input.clone(), case.input.clone());
    for field in draw::STEP_FIELDS {
        let path = format!("context.{field}");
        put(&mut bare, &path, None);
        put(&mut laden, &path, Some(plain::member(field)));
    }
    let calls = vec![case.call(CORE), Call::new(CORE, bare.clone()), Call::new(CORE, laden)];
    let [itself, plain, laden] = talk.ask_all(calls)? else { return Ok(Judgement::open("an answer is missing")) };
    let (ok, bare_ok, laden_ok) = (is_ok(itself)?, is_ok(plain)?, is_ok(laden)?);
    if ok == due {
        return Ok(Judgement::held());
    }
    if bare_ok != due && laden_ok != due {
        return Ok(Judgement::blocked("errs on the core itself: the rule of that field says so", &bare));
    }
    // A session beside it excuses the ids of a first request: a type that is taken for another shows so.
    let unnamed = each(&each(&bare, path::SESSION_ID, [None]).swap_remove(0), path::TURN_ID, [None]).swap_remove(0);
    if due && !bare_ok && unnamed != bare && is_ok(talk.ask(Call::new(CORE, unnamed.clone()).remembered())?)? {
        return Ok(Judgement::blocked("minds the ids of the envelope: the rule of the type says so", &unnamed));
    }
    for elsewhere in [disturbed, minded] {
        if let Some(blocked) = elsewhere(talk, CORE, case, ok)? {
            return Ok(blocked);
        }
    }
    let refused = ("refuses a sound core because of what is beside it or not", "accept");
    let (kind, expected) = if due { refused } else { ("accepts a broken core because of what is beside it", "reject") };
    Ok(Judgement::failed(kind, expected, observed(itself)))
}

/// Every member that the steps add, by itself, beside a sound core and beside a broken one.
fn edges() -> Vec<Value> {
    let mut cases: Vec<Value> = TYPES.iter().map(|kind| plain::core(kind)).collect();
    for kind in TYPES {
        let sound = plain::core(kind);
        let broken = each(&sound, "context.correlationId", [None]).swap_remove(0);
        for field in draw::STEP_FIELDS {
            for core in [&sound, &broken] {
                cases.extend(each(core, &format!("context.{field}"), [Some(plain::member(field))]));
            }
        }
        let unanswered = json!({"toolCalls": [plain::client_call("c1", "grep")]});
        cases.extend(each(&sound, "context.toolCallManifest", [Some(unanswered)]));
        cases.extend(each(&sound, "context.promptKnowledgeProvider", [Some(json!({"state": "Error"}))]));
    }
    cases
}
