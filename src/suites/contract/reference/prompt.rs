//! Abilities in front of the system prompt: the core ones first, then what
//! matches the task, as far as the budget goes.

use serde_json::{Value, json};

use super::super::model::prompt::{Ability, abilities, limit, tokens};
use crate::subject::{Host, Policies, Refusal};

/// What preparing a prompt decides.
#[derive(Debug, Clone)]
pub(crate) struct Policy {
    /// The abilities to inject, the most important first.
    pub(crate) wanted: for<'a> fn(&'a [Ability<'a>]) -> Vec<&'a Ability<'a>>,
    /// How many tokens a text has, made of these abilities.
    pub(crate) count: fn(&str, &[&Ability<'_>]) -> usize,
    /// How many tokens there is room for, of the limit that was set: beside the agent's own prompt, which is free.
    pub(crate) room: fn(usize, &[Ability<'_>], &str) -> usize,
    /// Packs what is wanted.
    pub(crate) pack: for<'a> fn(&Packing<'a>) -> Packed<'a>,
    /// What is sent to the provider, call by call.
    pub(crate) calls: fn(&Ready<'_>) -> Vec<Value>,
    /// The tokens that the result reports.
    pub(crate) reported: fn(&Packed<'_>) -> usize,
}

/// As the document says; of the ways to pack, the one that skips what does not fit.
pub(crate) static DOCUMENT: Policy = Policy {
    wanted: |known| core(known).chain(extra(known)).collect(),
    count: |text, _| tokens(text),
    room: |limit, _, _| limit,
    pack,
    calls: |ready| vec![ready.call(&format!("{}{}", ready.packed.text, ready.own))],
    reported: |packed| tokens(&packed.text),
};

/// The same, to change it.
pub(crate) fn policy(policies: &mut Policies) -> &mut Policy {
    policies.change(&DOCUMENT)
}

/// The abilities that an agent always has, in its own order.
pub(crate) fn core<'a>(known: &'a [Ability<'a>]) -> impl Iterator<Item = &'a Ability<'a>> {
    known.iter().filter(|ability| ability.core)
}

/// The abilities that are there for the task.
pub(crate) fn extra<'a>(known: &'a [Ability<'a>]) -> impl Iterator<Item = &'a Ability<'a>> {
    known.iter().filter(|ability| !ability.core && ability.matches)
}

/// What is to be packed, and how much room there is.
#[derive(Debug)]
pub(crate) struct Packing<'a> {
    /// How tokens are counted.
    pub(crate) count: fn(&str, &[&Ability<'_>]) -> usize,
    /// What is wanted, the most important first.
    pub(crate) wanted: Vec<&'a Ability<'a>>,
    /// The room, in tokens.
    pub(crate) room: usize,
}

impl<'a> Packing<'a> {
    /// Whether one more ability fits.
    pub(crate) fn fits(&self, packed: &Packed<'a>, ability: &'a Ability<'a>) -> bool {
        let mut longer = packed.clone();
        longer.add(ability);
        (self.count)(longer.text.trim_end(), &longer.injected) <= self.room
    }
}

/// What was packed.
#[derive(Debug, Clone, Default)]
pub(crate) struct Packed<'a> {
    /// The text to inject.
    pub(crate) text: String,
    /// The abilities in it.
    pub(crate) injected: Vec<&'a Ability<'a>>,
    /// How many did not fit.
    pub(crate) left_out: usize,
}

impl<'a> Packed<'a> {
    /// Packs one more ability.
    pub(crate) fn add(&mut self, ability: &'a Ability<'a>) {
        self.text.push_str(&section(ability));
        self.injected.push(ability);
    }
}

fn pack<'a>(packing: &Packing<'a>) -> Packed<'a> {
    let mut packed = Packed::default();
    for ability in &packing.wanted {
        if packing.fits(&packed, ability) {
            packed.add(ability);
        } else {
            packed.left_out += 1;
        }
    }
    packed
}

/// An ability as it stands in the text.
pub(crate) fn section(ability: &Ability<'_>) -> String {
    format!("## {}\n{}\n\n", ability.id, ability.content)
}

/// A prompt that is ready to be sent.
#[derive(Debug)]
pub(crate) struct Ready<'a> {
    /// What is injected.
    pub(crate) packed: &'a Packed<'a>,
    /// The agent's own system prompt.
    pub(crate) own: &'a str,
    /// The task.
    pub(crate) task: &'a str,
    /// Every ability there is.
    pub(crate) known: &'a [Ability<'a>],
}

impl Ready<'_> {
    /// A call of the provider with that system text.
    pub(crate) fn call(&self, system: &str) -> Value {
        json!({"system": system, "prompt": self.task})
    }
}

/// Prepares a prompt and sends it to the provider.
pub(super) fn prompt(policy: &Policy, params: &Value, host: &Host) -> Result<Value, Refusal> {
    let (known, limit) = (abilities(params), limit(params));
    let own = params["agent"]["systemPrompt"].as_str().unwrap_or_default();
    let room = (policy.room)(limit, &known, own);
    let packing = Packing { count: policy.count, wanted: (policy.wanted)(&known), room };
    let packed = (policy.pack)(&packing);
    let ready = Ready { packed: &packed, own, task: params["task"].as_str().unwrap_or_default(), known: &known };
    for call in (policy.calls)(&ready) {
        host.call("host/provider", call)?;
    }
    let injected: Vec<&str> = packed.injected.iter().map(|ability| ability.id).collect();
    let left_out = packed.left_out;
    let warnings: Vec<String> =
        (left_out > 0).then(|| format!("{left_out} abilities did not fit into {limit} tokens")).into_iter().collect();
    Ok(json!({"injected": injected, "tokenCount": (policy.reported)(&packed), "truncated": left_out > 0,
        "warnings": warnings}))
}
