//! A delegation may go as many hops deep as the root's limit says, and not one more.
//!
//! The root is at depth 0, so the first delegation is hop 1. The traps are the hop at the limit itself, and an agent
//! further down that asks for a limit of its own.

use super::super::draw::delegation::{chain_of, fan, hop_number, tree};
use super::super::draw::hops::{classify_depth, classify_reach};
use super::super::judge::depth::{allowed, reach, refusals, says_why, whole_reach};
use super::super::prelude::*;
use super::super::reference::delegation::policy;

const CHECK: Check =
    Check { methods: &["contract/delegate"], shape: &shape::DELEGATION, classify: classify_depth, ..Check::NEW };

const RUN: Check = Check {
    methods: &["contract/delegation_run"],
    shape: &shape::DELEGATIONS,
    edges: runs,
    arms: &[arm(1, "a tree of agents", tree)],
    classify: classify_reach,
    labels: &["refused", "all allowed", "asks for more", "asks for less", "default limit"],
    ..Check::NEW
};

pub(super) static RULE: Rule = Rule {
    id: "DT-001",
    title: "Maximum Delegation Depth: refuses delegation deeper than the root's `maxDepth`",
    level: Level::Must,
    source: "INV-DT-001",
    statement: "A delegation is allowed as long as its number of hops from the root is at most `maxDepth`, five unless \
                said otherwise; a refusal comes with a message; nobody further down can raise the limit.",
    checks: &[
        Check {
            id: "limit",
            property: "the hop at the limit is allowed and the next one is not",
            edges: || {
                let pairs = (1..=10_usize)
                    .flat_map(|limit| [limit.saturating_sub(1), limit, limit + 1].map(|hop| (limit, hop)));
                let far = [(25, 25), (25, 26), (60, 60), (60, 61), (300, 300)];
                let all = pairs.filter(|(_, hop)| *hop > 0).chain(far);
                all.map(|(limit, hop)| hop_number(Some(limit), hop)).collect()
            },
            arms: &[arm(1, "any limit, any depth", |draw| {
                let limit = draw.size(1..=12);
                let around = draw.size(limit.saturating_sub(2).max(1)..=limit + 2);
                hop_number(Some(limit), around)
            })],
            labels: &["at the limit", "one beyond", "within", "limit of one"],
            exam: allowed,
            ..CHECK
        },
        Check {
            id: "default",
            property: "without a limit the fifth hop is allowed and the sixth is not",
            edges: || (1..=8).map(|hop| hop_number(None, hop)).collect(),
            labels: &["at the limit", "one beyond", "within"],
            exam: allowed,
            ..CHECK
        },
        Check {
            id: "message",
            property: "a refusal says why",
            edges: || (1..=3).map(|limit| hop_number(Some(limit), limit + 1)).chain([hop_number(None, 6)]).collect(),
            labels: &["one beyond"],
            exam: says_why,
            ..CHECK
        },
        RUN.asserts("reach", "in a run no agent is reached beyond the root's limit, whatever agents ask for", reach),
        RUN.asserts("whole-reach", "in a run every agent within the limit is reached", whole_reach),
        RUN.asserts("refusals", "in a run every delegation beyond the limit is reported with a message", refusals),
    ],
    mutants: &[
        Mutant::doing("allows one hop too many", |it| policy(it).is_too_deep = |hop, limit| hop > limit + 1),
        Mutant::doing("allows one hop too few", |it| policy(it).is_too_deep = |hop, limit| hop >= limit),
        Mutant::doing("has no limit", |it| policy(it).is_too_deep = |_, _| false),
        Mutant::doing("takes ten for the default", |it| policy(it).default_depth = 10),
        Mutant::doing("lets an agent further down widen the limit", |it| policy(it).narrowed = |_, own| own),
        Mutant::doing("lets an agent narrow the limit of its siblings", |it| policy(it).in_force = usize::min),
        Mutant::doing("counts the hops of the whole run", |it| policy(it).hop = |journey| journey.visited.len()),
        Mutant::answers("refuses without a message", |_, mut answer| {
            if answer["allowed"] == false {
                answer["error"] = json!("");
            }
            for refusal in answer["refused"].as_array_mut().into_iter().flatten() {
                refusal["error"] = json!({"message": ""});
            }
            answer
        }),
        Mutant::doing("follows ten delegations of a run at most", |it| {
            policy(it).hop = |journey| if journey.visited.len() > 10 { usize::MAX } else { journey.chain.len() };
        }),
        Mutant::answers("reports ten refusals at most", |_, mut answer| {
            if let Some(refused) = answer["refused"].as_array_mut() {
                refused.truncate(10);
            }
            answer
        }),
        Mutant::answers("does not report what was refused in a run", |request, answer| {
            if request.method == "contract/delegation_run" { json!({"refused": []}) } else { answer }
        }),
    ],
    corpus: include_str!("../../../../corpus/contract/DT-001.yaml"),
    questions: &[],
};

fn runs() -> Vec<Value> {
    let mut runs = vec![chain_of(1, None, None), chain_of(8, None, None), chain_of(8, None, Some(2))];
    for limit in 1..=4 {
        runs.push(chain_of(limit + 1, Some(limit), None));
        runs.push(chain_of(limit + 3, Some(limit), None));
        runs.push(chain_of(limit + 3, Some(limit), Some(1)));
    }
    runs.push(json!({"root": "a1", "maxDepth": 2, "world": {"agents": {
        "a1": {"delegateTo": ["a2", "a3", "a4"]}, "a2": {"delegateTo": ["a5"]}, "a3": {"delegateTo": ["a6"]},
        "a4": {"delegateTo": ["a7"]}, "a7": {"delegateTo": ["a8"]}}}}));
    // The first branch narrows the limit for itself; the second does not know of that.
    runs.push(json!({"root": "a1", "maxDepth": 4, "world": {"agents": {
        "a1": {"delegateTo": ["a2", "a3"]}, "a2": {"delegateTo": ["a4"], "maxDepth": 1}, "a3": {"delegateTo": ["a5"]},
        "a5": {"delegateTo": ["a6"]}}}}));
    runs.push(fan(25));
    runs
}
