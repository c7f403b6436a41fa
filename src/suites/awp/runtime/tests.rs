//! This half tested by itself: the corpus agrees with the model.

use super::super::SUITE;
use crate::rule::{Step, read_corpus};

#[test]
fn the_corpus_agrees_with_the_model() {
    for rule in SUITE.rules {
        let first = rule.checks[0].id;
        for case in read_corpus(&format!("awp/{}", rule.id), rule.corpus).unwrap() {
            let wanted = case.check.as_deref().unwrap_or(first);
            let check = rule.checks.iter().find(|check| check.id == wanted).expect(&case.name);
            let Ok(Step::Ask(calls)) = (check.exam)(&case.case, &[]) else { panic!("{}: {}", rule.id, case.name) };
            let params = if calls[0].world.is_some() { &case.case } else { &calls[0].params };
            let Some(expected) = super::expect(calls[0].method, params) else { continue };
            assert_eq!(expected.expect, case.expect, "{}: {} ({})", rule.id, case.name, expected.reason);
        }
    }
}

#[test]
fn the_model_takes_anything() {
    for seed in 0..300 {
        let mut draw = crate::draw::Draw::from_seed(seed);
        let params = crate::draw::json::any(&mut draw);
        for method in super::METHODS {
            assert!(super::expect(method, &params).is_some());
            super::empty_answers(method, &params, seed % 2 == 0);
            super::answer_alone(&crate::subject::Quirks::default(), method, &params, 0);
        }
    }
}
