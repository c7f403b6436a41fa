//! All animals, by where they misbehave.

mod appetite;
mod family;
mod host;
mod lines;
mod process;
mod silence;
mod start;
mod words;

use crate::animal::Acts::{FromTheStart, OnCall};
use crate::animal::Outcome::{self, Fault};
use crate::animal::{Animal, Call};
use crate::pen::Pen;

const EXITED: Outcome = Fault("exited");
const HUNG: Outcome = Fault("hung");

/// Every animal.
pub(crate) fn all() -> impl Iterator<Item = &'static Animal> {
    [
        start::ANIMALS,
        lines::ANIMALS,
        words::ANIMALS,
        process::ANIMALS,
        silence::ANIMALS,
        family::ANIMALS,
        appetite::ANIMALS,
        host::ANIMALS,
    ]
    .into_iter()
    .flatten()
}

const fn on_call(name: &'static str, does: &'static str, act: fn(&mut Pen, &Call, u64), outcome: Outcome) -> Animal {
    Animal { name, does, acts: OnCall(act), outcome, flags: "" }
}

const fn at_start(name: &'static str, does: &'static str, act: fn(&mut Pen), outcome: Outcome) -> Animal {
    Animal { name, does, acts: FromTheStart(act), outcome, flags: "" }
}
