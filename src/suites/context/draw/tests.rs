//! What is drawn is what it is called.

use super::*;
use crate::draw::Draw;
use crate::suites::context::methods::{CORE, MANIFEST};
use crate::suites::context::model::place::PLACES;
use crate::suites::context::model::{is_sound, said};

#[test]
fn what_is_drawn_as_sound_is_sound() {
    for seed in 0..200 {
        let mut draw = Draw::from_seed(seed);
        let params = core(&mut draw);
        assert!(is_sound(CORE, &params), "{params} {:?}", said(CORE, &params));
        assert!(is_sound(MANIFEST, &manifest(&mut draw)));
        for place in &PLACES {
            let params = sound(&mut draw, place);
            assert!(is_sound(place.moment.method(), &params), "{} {params}", place.rule);
        }
    }
}

#[test]
fn a_fault_is_nearly_always_found() {
    for place in PLACES.iter().filter(|place| !place.is_free()) {
        let drawn = (0..200).map(|seed| one_fault(&mut Draw::from_seed(seed), place));
        let broken = drawn.filter(|params| !is_sound(place.moment.method(), params)).count();
        assert!(broken > 180, "{}: {broken} of 200", place.rule);
    }
    for breach in breach::CORE {
        let broken = (0..200).filter(|seed| !is_sound(CORE, &core_fault(&mut Draw::from_seed(*seed), breach))).count();
        assert!(broken > 180, "{}: {broken} of 200", breach.rule);
    }
    for breach in mismatch::MANIFEST {
        let drawn = (0..200).map(|seed| manifest_fault(&mut Draw::from_seed(seed), breach));
        let broken = drawn.filter(|params| !is_sound(MANIFEST, params)).count();
        assert!(broken > 160, "{}: {broken} of 200", breach.rule);
    }
}
