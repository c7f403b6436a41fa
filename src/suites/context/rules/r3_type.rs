//! A context says which of three kinds it is; everything else depends on it.
//!
//! The trap is a parser of enumerations that is too kind: it takes any number,
//! or falls back to the first value when it meets a name it does not know.

use crate::suites::context::prelude::*;

pub(super) static RULE: Rule = Rule {
    id: "3.type",
    title: "Core Context Invariants: rejects a `type` other than the three",
    level: Level::Must,
    source: "§3, ctx.Type",
    statement: "`type` is `Initial`, `FollowOn` or `ClientToolCallContinuation`. A missing type, any other text and any \
                number beyond 0 to 2 fail.",
    checks: &[
        Check {
            property: "the core is refused exactly when the type is none of the three",
            edges: || {
                let mut cases: Vec<Value> = TYPES.iter().map(|kind| plain::core(kind)).collect();
                cases.extend(core_faults(&breach::TYPE));
                cases
            },
            arms: &[
                arm(3, "one fault", |draw| draw::core_fault(draw, &breach::TYPE)),
                arm(1, "another word for a type", another_word),
            ],
            labels: &["accept", "reject", INITIAL, FOLLOW_ON, CONTINUATION],
            ..OF_CORE
        },
        Check {
            methods: &[CORE],
            edges: || {
                let lower = json!({"question": "letter-case", "context": plain::core(INITIAL)["context"]});
                let number = json!({"question": "numbers", "context": plain::core(INITIAL)["context"]});
                let mut cases = each(&lower, "context.type", [Some(json!("initial"))]);
                cases.extend(each(&number, "context.type", [Some(json!(0))]));
                cases
            },
            ..OPEN_POINTS
        },
    ],
    mutants: &[
        forgetting("takes any text for a type", NO_TYPE, |params| {
            slot::present(params, "context.type") == Truth::Holds
        }),
        forgetting("takes any number for a type", NO_TYPE, |params| params["context"]["type"].is_number()),
        misreading("reads a number from a text", |params| {
            change_text(params, "context.type", |text| {
                let named = text.parse::<usize>().ok().and_then(|number| TYPES.get(number));
                named.map_or(text.to_owned(), |known| (*known).to_owned())
            });
        }),
        misreading("takes a missing type for Initial", |params| {
            if slot::present(params, "context.type") == Truth::Broken {
                put(params, "context.type", Some(json!(INITIAL)));
            }
        }),
        misreading("keeps the lowest byte of a number", |params| {
            let byte = params["context"]["type"].as_i64().map(|number| number & 0xff);
            let named = byte.and_then(|byte| usize::try_from(byte).ok()).and_then(|byte| TYPES.get(byte));
            if let Some(named) = named {
                put(params, "context.type", Some(json!(named)));
            }
        }),
        misreading("knows the continuation by its short name as well", |params| {
            change_text(params, "context.type", |text| {
                if text == "ToolContinuation" { CONTINUATION.to_owned() } else { text.to_owned() }
            });
        }),
        misreading("reads wide letters like others", |params| {
            change_text(params, "context.type", |text| text.replace('\u{ff29}', "I"));
        }),
        refusing("does not know the continuation", NO_TYPE, |params| type_of(params) == Some(CONTINUATION)),
        misreading("takes a part of a name for the name", |params| {
            change_text(params, "context.type", |text| {
                let whole = TYPES.iter().find(|known| known.ends_with(text));
                whole.map_or(text.to_owned(), |known| (*known).to_owned())
            });
        }),
    ],
    corpus: include_str!("../../../../corpus/context/3.type.yaml"),
    questions: &[
        Question {
            id: "letter-case",
            asks: "is `initial`, in small letters, a type?",
            readings: &[reading("ignored", "it is: letter case does not matter"), reading("exact", "it is not")],
        },
        Question {
            id: "numbers",
            asks: "does 0 stand for the first type?",
            readings: &[reading("ordinal", "it does"), reading("names-only", "it does not")],
        },
    ],
};

fn another_word(draw: &mut Draw) -> Value {
    let kind = *draw.pick(TYPES);
    let other = if draw.chance(1, 2) { text::word(draw) } else { crate::draw::near::miss(draw, kind) };
    let mut params = plain::core(kind);
    put(&mut params, "context.type", Some(json!(other)));
    params
}
