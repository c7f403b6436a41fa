//! All animals, by where they misbehave.

mod host;
mod lines;
mod process;
mod start;
mod words;

use crate::animal::Animal;

/// Every animal.
pub(crate) fn all() -> impl Iterator<Item = &'static Animal> {
    [start::ANIMALS, lines::ANIMALS, words::ANIMALS, process::ANIMALS, host::ANIMALS].into_iter().flatten()
}
