//! A delegation never leads back: not to oneself, not to whoever led here.
//!
//! Only the chain counts. An agent that was visited on another branch is no ancestor, and a runtime that remembers
//! everybody it has seen refuses too much.

use super::super::draw::delegation::{ALIKE, agents, among_alike, both, graph, to_number};
use super::super::draw::hops::{classify_journey, classify_target};
use super::super::judge::cycle::{chain, leads_back, no_way_back, other_branches, says_why, which_reason};
use super::super::judge::delegation::ONE;
use super::super::prelude::*;
use super::super::reference::delegation::policy;

const CHECK: Check = Check {
    methods: &[ONE],
    shape: &shape::DELEGATION,
    classify: classify_target,
    on_fault: OnFault::Fails,
    ..Check::NEW
};

const RUN: Check = Check {
    methods: &["contract/delegation_run"],
    shape: &shape::DELEGATIONS,
    edges: runs,
    arms: &[arm(1, "any delegations", graph)],
    classify: classify_journey,
    labels: &["leads back", "meets again", "leads back to the root", "leads back by three or more"],
    on_fault: OnFault::Fails,
    ..Check::NEW
};

pub(super) static RULE: Rule = Rule {
    id: "DT-002",
    title: "No Circular Delegation: refuses delegation to an agent of the chain",
    level: Level::Must,
    source: "INV-DT-002",
    statement: "An agent may delegate to nobody in the chain from the root to itself, and to everybody else, also to one that \
                another branch has visited; a refusal is an answer and not an exception.",
    checks: &[
        Check {
            id: "chain",
            property: "a delegation is refused exactly when it leads to somebody in the chain",
            edges: || {
                let all = (1..=5).flat_map(|length| (0..=length).map(move |at| to_number(length, at)));
                let alike = ["writer", "writer-21", "iter-2"];
                let alike =
                    alike.map(|to| json!({"maxDepth": 20, "chain": ["reader", "writer-2", "critic"], "to": to}));
                let far = [(20, 0), (20, 1), (20, 20)].map(|(length, at)| to_number(length, at));
                let others = ALIKE.iter().map(|to| json!({"maxDepth": 20, "chain": but(to), "to": to}));
                all.chain(alike).chain(far).chain(others).chain([to_constructor()]).collect()
            },
            arms: &[
                arm(3, "any place of the chain", |draw| {
                    let length = draw.size(1..=8);
                    let at = draw.size(0..=length);
                    to_number(length, at)
                }),
                arm(1, "names that are alike", among_alike),
            ],
            labels: &["oneself", "parent", "root", "in between", "somebody new"],
            exam: chain,
            ..CHECK
        },
        Check {
            id: "message",
            property: "a refusal says why",
            edges: || (1..=4).flat_map(|length| (0..length).map(move |at| to_number(length, at))).collect(),
            labels: &["oneself", "parent", "root"],
            exam: says_why,
            ..CHECK
        },
        RUN.asserts("no-way-back", "in a run nobody is asked whose chain holds somebody twice", no_way_back),
        RUN.asserts(
            "other-branches",
            "in a run everybody is reached by every way that does not lead back",
            other_branches,
        ),
        Check {
            id: "reason",
            property: "a delegation that is too deep and leads back is refused, for one of the two reasons",
            edges: || (1..=4).map(both).collect(),
            classify: |_| vec!["both"],
            labels: &["both"],
            exam: which_reason,
            ..CHECK
        },
    ],
    mutants: &[
        Mutant::doing("looks at the parent and no further", |it| {
            policy(it).is_in_chain = |chain, to| chain.iter().rev().take(2).any(|agent| agent == to);
        }),
        Mutant::doing("looks at itself only", |it| {
            policy(it).is_in_chain = |chain, to| chain.last().is_some_and(|agent| agent == to);
        }),
        Mutant::doing("lets an agent delegate to itself", |it| {
            policy(it).is_in_chain = |chain, to| chain.iter().rev().skip(1).any(|agent| agent == to);
        }),
        Mutant::doing("forgets the root", |it| {
            policy(it).is_in_chain = |chain, to| chain.iter().skip(1).any(|agent| agent == to);
        }),
        Mutant::doing("takes an agent for another one whose name begins alike", |it| {
            policy(it).is_in_chain =
                |chain, to| chain.iter().any(|agent| agent.starts_with(to) || to.starts_with(agent.as_str()));
        }),
        Mutant::doing("takes names for one that differ in hyphens only", |it| {
            policy(it).is_in_chain =
                |chain, to| chain.iter().any(|agent| agent.replace('-', "") == to.replace('-', ""));
        }),
        Mutant::doing("takes names for one that are alike for long", |it| {
            policy(it).is_in_chain =
                |chain, to| chain.iter().any(|agent| agent.chars().take(30).eq(to.chars().take(30)));
        }),
        Mutant::doing("finds in every chain what every object has", |it| {
            policy(it).is_in_chain = |chain, to| to == "constructor" || chain.iter().any(|agent| agent == to);
        }),
        Mutant::doing("looks at sixteen ancestors at most", |it| {
            policy(it).is_in_chain = |chain, to| chain.iter().rev().take(16).any(|agent| agent == to);
        }),
        Mutant::doing("refuses whoever was visited on another branch", |it| {
            policy(it).ancestors = |journey, _| journey.visited.to_vec();
        }),
        Mutant::doing("hands on a chain of two", |it| {
            policy(it).ancestors = |journey, _| journey.chain[journey.chain.len().saturating_sub(2)..].to_vec();
        }),
        Mutant::throws("throws when a delegation leads back", |request| {
            request.method == ONE && leads_back(request.params)
        }),
        Mutant::answers("refuses without saying why", |request, mut answer| {
            if answer["allowed"] == false && leads_back(request.params) {
                answer["error"] = json!(null);
            }
            answer
        }),
    ],
    corpus: include_str!("../../../../corpus/contract/DT-002.yaml"),
    questions: &[Question {
        id: "both-reasons",
        asks: "Which reason does a refusal give when a delegation is too deep and leads back as well?",
        readings: &[
            reading("cycle", "the refusal reads like one for a delegation that leads back"),
            reading("depth", "the refusal reads like one for a delegation that is too deep"),
            reading("own", "the refusal reads like neither of the two"),
        ],
    }],
};

/// All names that are alike, without this one.
fn but(to: &str) -> Vec<&'static str> {
    ALIKE.iter().copied().filter(|name| *name != to).collect()
}

/// A delegation back to an agent whose name every object has in some languages.
fn to_constructor() -> Value {
    json!({"maxDepth": 20, "chain": ["constructor", "writer"], "to": "constructor"})
}

fn runs() -> Vec<Value> {
    vec![
        agents(&[("a1", &["a1"])]),
        agents(&[("a1", &["a2"]), ("a2", &["a1"])]),
        agents(&[("a1", &["a2"]), ("a2", &["a3"]), ("a3", &["a1", "a2", "a3"])]),
        agents(&[("a1", &["a2"]), ("a2", &["a3"]), ("a3", &["a4"]), ("a4", &["a1"])]),
        agents(&[("a1", &["a2", "a3"]), ("a2", &["a4"]), ("a3", &["a4"])]),
        agents(&[("a1", &["a2", "a3"]), ("a2", &["a3"]), ("a3", &["a2"])]),
    ]
}
