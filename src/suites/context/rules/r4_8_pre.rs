//! The reasoner starts from a whole context and a prompt that is ready.
//!
//! The trap is to add what sounds right: the session is not asked for here, the core is.

use crate::suites::context::prelude::*;

const PLACE: &Place = pre(8);

pub(super) static RULE: Rule = Rule {
    id: "4.8.pre",
    title: "Reasoner PRE: rejects an invalid core or a provider that is not Ready",
    level: Level::Must,
    source: "§4.8 Reasoner, PRE",
    statement: "Before Reasoner everything in section 3 holds and the prompt knowledge provider is `Ready`. Nothing else is asked for: a context without a session passes.",
    checks: &[
        Check {
            methods: &[PRE, CORE],
            property: "a broken core or a provider that is not ready is refused; whatever else is there or not, a context with both is accepted",
            ..Pre::<8>::CHECK
        },
        Check {
            id: "core-elsewhere",
            property: "whether the other steps look at the core is reported, and no answer is wrong",
            methods: &[PRE, POST],
            edges: core_elsewhere,
            classify: |case| vec![if case["moment"] == "pre" { "PRE" } else { "POST" }],
            labels: &["PRE", "POST"],
            exam: looks_at_core,
            ..OPEN_POINTS
        },
    ],
    mutants: &[
        forgetting_at("reasons although the provider is not ready", PLACE, READY.fault),
        misreading_at("reasons on a broken core", PLACE, |params| {
            if has(params, "context") {
                let provider = params["context"]["promptKnowledgeProvider"].clone();
                *params = plain::at(PLACE, INITIAL);
                params["context"]["promptKnowledgeProvider"] = provider;
            }
        }),
        forgetting_at("reasons for nobody", PLACE, "the envelope has no org"),
        refusing_at("wants a session before reasoning", PLACE, |context| !has(context, "session")),
        refusing_at("wants an agent context before reasoning", PLACE, |context| !has(context, "agentContext")),
        refusing_at("forbids a payload before reasoning", PLACE, |context| has(context, "responsePayload")),
    ],
    corpus: include_str!("../../../../corpus/context/4.8.pre.yaml"),
    questions: &[Question {
        id: "core",
        asks: "is the core looked at before and after every step, or only where the document names it?",
        readings: &[
            reading("where-named", "elsewhere a broken core is accepted"),
            reading("everywhere", "elsewhere a broken core is refused"),
            reading("in-part", "some steps, or some rules of the core, make a difference"),
        ],
    }],
};

/// Every rule of the core broken alone, wherever the document does not name the core and the step's own demands hold.
fn core_elsewhere() -> Vec<Value> {
    let mut cases = Vec::new();
    for place in PLACES.iter().filter(|place| !place.names_core()) {
        for kind in place.types {
            let sound = plain::at(place, kind);
            for breach in breach::CORE {
                let open = |params: &Value| {
                    let verdict = said(place.moment.method(), params).map(|said| said.verdict);
                    let core = said(CORE, params).is_some_and(|said| said.breaks_only(breach.rule));
                    core && matches!(verdict, Some(Verdict::Unspecified(_)))
                };
                let Some(mut params) = (breach.faults)(&sound).into_iter().find(open) else { continue };
                params["moment"] = json!(if place.moment == Moment::Pre { "pre" } else { "post" });
                cases.push(params);
            }
        }
    }
    cases
}

/// Read where the core itself is refused, and the step accepts what is plain.
fn looks_at_core(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let moment = if case["moment"] == "pre" { Moment::Pre } else { Moment::Post };
    let params = json!({"context": case["context"], "step": case["step"]});
    let core = json!({"context": case["context"]});
    let ok = is_ok(talk.ask(Call::new(moment.method(), params.clone()))?)?;
    if is_ok(talk.ask(Call::new(CORE, core.clone()).remembered())?)? {
        return Ok(Judgement::blocked("accepts this core itself: section 3 says so", &core));
    }
    if let (Some(place), Some(kind), false) = (Place::named(moment, &params), type_of(&params), ok) {
        let plain = plain::at(place, kind);
        if !is_ok(talk.ask(Call::new(moment.method(), plain.clone()).remembered())?)? {
            return Ok(Judgement::blocked("refuses what is plain at this step", &plain));
        }
    }
    let readings: &[&str] = if ok { &["where-named", "in-part"] } else { &["everywhere", "in-part"] };
    let judgement = Judgement::open("the document names the core at two steps and is silent at the others");
    Ok(judgement.consistent_with("core", readings))
}
