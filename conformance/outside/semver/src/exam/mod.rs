//! What the rules ask and how they judge. An exam that serves several rules takes from the case which one it is for.

mod ground;
mod increment;
mod order;
mod parts;
mod reset;
mod series;
mod verdict;

pub(crate) use ground::grounds;
pub(crate) use increment::{PARTS, each_part, normal_and_place, part_and_carry, place, same_numbers, stepped};
pub(crate) use order::{by_clause, decided_or_not, order_in};
pub(crate) use parts::{build, numbers, pre_release};
pub(crate) use reset::{RESETS, keeping, to_reset};
pub(crate) use series::{
    CHARACTERS, EMPTINESS, characters, count, emptiness, empty_identifiers, every_character, maybe_empty,
    series_changed, with_a_stranger,
};
pub(crate) use verdict::{is_valid, verdict};
