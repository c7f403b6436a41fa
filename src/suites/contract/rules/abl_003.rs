//! What is injected fits into the budget: contents, headers, separators and all.
//!
//! One token is four characters. The traps are what is not counted (separators, headers, the core), counting bytes
//! or words, and the last ability that "almost" fits.

use super::super::draw::prompt::{agent, classify, three, with_hardly_any_room, with_room_for_core};
use super::super::judge::budget::{budget, counted, listed, packing, told, truncated, warning};
use super::super::model::prompt::{abilities, tokens};
use super::super::prelude::*;
use super::super::reference::prompt::{Packed, Packing, core, policy, section};

const CHECK: Check = Check {
    methods: &["contract/prompt"],
    shape: &shape::PROMPT,
    edges,
    arms: &[
        arm(2, "any room", |draw| {
            let (core, matching) = (draw.size(0..=2), draw.size(1..=6));
            let (largest, more) = (*draw.pick(&[8, 30, 90]), draw.size(0..=150));
            with_room_for_core(agent(draw, core, matching, largest), more)
        }),
        arm(1, "hardly any room", |draw| {
            let (matching, limit) = (draw.size(1..=5), draw.size(1..=31));
            with_hardly_any_room(agent(draw, 0, matching, 12), limit)
        }),
        arm(1, "many small ones", |draw| {
            let (matching, more) = (draw.size(4..=12), draw.size(0..=60));
            with_room_for_core(agent(draw, 0, matching, 6), more)
        }),
    ],
    classify,
    labels: &["more than fits", "room for all", "matching"],
    ..Check::NEW
};

pub(super) static RULE: Rule = Rule {
    id: "ABL-003",
    title: "Token Budget Respected: injects no more than `tokenLimit` tokens",
    level: Level::Must,
    source: "INV-AGT-ABL-003",
    statement: "The injected text has at most `tokenLimit` tokens, all of it counted; where something had to be left out, the \
                result says so and warns.",
    checks: &[
        CHECK.asserts("budget", "the injected text has at most tokenLimit tokens", budget),
        CHECK.asserts("counted", "tokenCount covers the injected text, and is within the limit", counted),
        CHECK.asserts("listed", "what the result lists as injected is in the text, at least in part", listed),
        CHECK.asserts("told", "what is in the text as a whole is listed as injected", told),
        CHECK.asserts("truncated", "where something was left out, the result says truncated", truncated),
        CHECK.asserts("warning", "where something was left out, there is a warning", warning),
        Check {
            id: "packing",
            property: "what comes after an ability that does not fit is packed in one way or another",
            edges: || (0..3).map(|large| three(&mut Draw::from_seed(3), large)).collect(),
            arms: &[arm(1, "a large one among small ones", |draw| {
                let large = draw.below(3);
                three(draw, large)
            })],
            labels: &["matching"],
            exam: packing,
            cost: 8,
            ..CHECK
        },
    ],
    mutants: &[
        Mutant::doing("does not count separators", |it| policy(it).count = |text, _| tokens(&text.replace("\n\n", ""))),
        Mutant::doing("does not count headers", |it| {
            policy(it).count = |text, packed| {
                let headers: usize = packed.iter().map(|ability| ability.id.chars().count() + 4).sum();
                text.chars().count().saturating_sub(headers).div_ceil(4)
            };
        }),
        Mutant::doing("does not count the core", |it| {
            policy(it).room =
                |limit, known, _| limit + core(known).map(|ability| tokens(&section(ability))).sum::<usize>();
        }),
        Mutant::doing("counts words", |it| policy(it).count = |text, _| text.split_whitespace().count()),
        Mutant::doing("takes five characters for a token", |it| {
            policy(it).count = |text, _| text.chars().count().div_ceil(5);
        }),
        Mutant::doing("rounds tokens down", |it| policy(it).count = |text, _| text.chars().count() / 4),
        Mutant::doing("never makes do with less than 31 tokens", |it| policy(it).room = |limit, _, _| limit.max(31)),
        Mutant::doing("counts what is seen as one character for one", |it| {
            policy(it).count = |text, _| tokens(&text.replace("\u{200d}👩", "").replace("\u{200d}👧", ""));
        }),
        Mutant::answers("lists core abilities only", |request, mut answer| {
            let core = list(&request.params["agent"], "coreAbilities").to_vec();
            answer["injected"].as_array_mut().into_iter().for_each(|ids| ids.retain(|id| core.contains(id)));
            answer
        }),
        Mutant::answers("lists what was left out as injected", |request, mut answer| {
            let known = abilities(request.params);
            answer["injected"] = known.iter().filter(|it| it.core || it.matches).map(|it| json!(it.id)).collect();
            answer
        }),
        Mutant::doing("includes the one that does not fit", |it| policy(it).pack = one_too_many),
        Mutant::doing("reports the tokens of the contents alone", |it| {
            policy(it).reported = |packed| packed.injected.iter().map(|ability| tokens(ability.content)).sum();
        }),
        Mutant::answers("does not say that something was left out", |_, mut answer| {
            answer["truncated"] = json!(false);
            answer
        }),
        Mutant::answers("does not warn", |_, mut answer| {
            answer["warnings"] = json!([]);
            answer
        }),
    ],
    corpus: include_str!("../../../../corpus/contract/ABL-003.yaml"),
    questions: &[Question {
        id: "packing",
        asks: "What happens to the abilities after one that does not fit?",
        readings: &[
            reading("skips", "the one that does not fit is skipped, smaller ones after it are packed"),
            reading("stops", "nothing is packed after the one that does not fit"),
            reading("cuts", "the one that does not fit is cut short, and nothing is packed after it"),
        ],
    }],
};

fn one_too_many<'a>(packing: &Packing<'a>) -> Packed<'a> {
    let mut packed = Packed::default();
    for ability in &packing.wanted {
        if packing.fits(&packed, ability) || packed.left_out == 0 {
            packed.left_out += usize::from(!packing.fits(&packed, ability));
            packed.add(ability);
        } else {
            packed.left_out += 1;
        }
    }
    packed
}

fn edges() -> Vec<Value> {
    let draw = &mut Draw::from_seed(4);
    let mut cases = Vec::new();
    for more in [0, 3, 7, 12, 20, 35, 60, 100, 400] {
        cases.push(with_room_for_core(agent(draw, 1, 6, 12), more));
        cases.push(with_room_for_core(agent(draw, 0, 8, 8), more));
    }
    let mut families = with_hardly_any_room(agent(draw, 0, 0, 12), 40);
    families["task"] = json!("deploy it");
    families["abilities"] = (1..=12)
        .map(|number| {
            let content = format!("Family {number}: {}", "👩\u{200d}👩\u{200d}👧".repeat(number));
            json!({"id": format!("family-{number}"), "content": content, "tags": ["deploy"]})
        })
        .collect();
    cases.push(families);
    cases.extend([1, 5, 12, 20, 30].map(|limit| with_hardly_any_room(agent(draw, 0, 3, 12), limit)));
    cases
}
