//! The suite as a whole: readings are named, freedoms cost nothing, and nothing panics.

use serde_json::{Map, Value, json};

use super::SUITE;
use super::reference::{delegation, parallel, prompt, registry, selection, tools};
use crate::draw::{Draw, json as values};
use crate::proof::{Outcome, Proof};
use crate::rule::CheckRef;
use crate::run::{Options, Selection, run};
use crate::subject::{Policies, Spoils};

/// What a run of some rules (all, if none is named) says about a reference runtime that is spoiled.
fn prove(rules: &[&str], spoils: Spoils, cases: u64, investigate: bool) -> Proof {
    let chosen = SUITE.rules.iter().filter(|rule| rules.is_empty() || rules.contains(&rule.id));
    let selection: Selection = chosen.map(|rule| (&SUITE, *rule)).collect();
    let launcher = move || SUITE.spoiled(spoils);
    let options = Options { cases, investigate, ..Options::default() };
    run(&selection, &launcher, &options).unwrap()
}

fn blamed(proof: &Proof) -> Vec<&str> {
    let failed = proof.rules.iter().filter(|rule| matches!(rule.outcome, Outcome::Fail | Outcome::Fault));
    failed.map(|rule| rule.rule.as_str()).collect()
}

/// A reading that the reference does not follow: how a runtime that does differs from it.
type Change = fn(&mut Policies);

const NO_CHANGE: Change = |_| {};

#[test]
fn every_reading_is_named_and_none_fails() {
    let cases: &[(&str, &str, &str, Change)] = &[
        ("AGT-002", "update", "replaces", NO_CHANGE),
        ("AGT-002", "update", "merges", |all| all.change(&registry::DOCUMENT).update = merges),
        ("DT-002", "both-reasons", "cycle", NO_CHANGE),
        ("DT-002", "both-reasons", "depth", |all| {
            all.change(&delegation::DOCUMENT).reason = |circular, too_deep| too_deep.or(circular);
        }),
        ("TOOL-002", "freeze", "deep", NO_CHANGE),
        ("TOOL-002", "freeze", "shallow", |all| all.change(&tools::DOCUMENT).gives_way = |attempt| attempt.is_nested()),
        ("PE-002", "dependents", "skipped", NO_CHANGE),
        ("PE-002", "dependents", "cancelled", |all| all.change(&parallel::DOCUMENT).unmet = "cancelled"),
        ("PE-002", "dependents", "failed", |all| all.change(&parallel::DOCUMENT).unmet = "failed"),
        ("PE-002", "dependents", "run", |all| all.change(&parallel::DOCUMENT).is_ready = whatever_was_answered),
        ("ABL-003", "packing", "skips", NO_CHANGE),
        ("ABL-003", "packing", "stops", |all| all.change(&prompt::DOCUMENT).pack = stops),
        ("ABL-003", "packing", "cuts", |all| all.change(&prompt::DOCUMENT).pack = cuts),
        ("SEL-004", "disabled-agents", "hidden", NO_CHANGE),
        ("SEL-004", "disabled-agents", "listed", |all| all.change(&selection::DOCUMENT).is_eligible = |_| true),
        ("SEL-005", "exact-and-substring", "replaces", NO_CHANGE),
        ("SEL-005", "exact-and-substring", "adds", |all| {
            all.change(&selection::DOCUMENT).worth = |matched| match matched {
                selection::Match::Whole => 1.0,
                other => selection::worth(other),
            };
        }),
        ("SEL-005", "several-examples", "best", NO_CHANGE),
        ("SEL-005", "several-examples", "first", |all| {
            all.change(&selection::DOCUMENT).examples =
                |worths| worths.iter().copied().find(|worth| *worth > 0.0).unwrap_or(0.0);
        }),
        ("SEL-005", "several-examples", "sum", |all| {
            all.change(&selection::DOCUMENT).examples = |worths| worths.iter().sum();
        }),
        ("SEL-006", "several-exclusions", "once", NO_CHANGE),
        ("SEL-006", "several-exclusions", "each", |all| {
            all.change(&selection::DOCUMENT).exclusion = |exclusions| exclusions.times() * 0.5;
        }),
    ];
    for (rule, question, reading, change) in cases {
        let proof = prove(&[rule], Spoils::Policy(*change), 40, true);
        assert_eq!(blamed(&proof), Vec::<&str>::new(), "{question}: {reading}");
        let id = format!("contract/{rule}/{question}");
        let found = proof.questions.iter().find(|result| result.question == id);
        let readings = found.map(|result| result.readings.as_slice());
        assert_eq!(readings, Some(&[(*reading).to_owned()][..]), "{question}: {reading}");
    }
}

/// Members that an update lacks are kept.
fn merges(registry: &mut registry::Registry<'_>, profile: &Value) -> Result<(), String> {
    registry.validate(profile)?;
    registry.known(profile)?;
    let mut merged = registry.profiles.remove(&registry.id(profile)).unwrap_or_default();
    for (key, value) in profile.as_object().into_iter().flatten() {
        merged[key] = value.clone();
    }
    registry.store(&merged);
    Ok(())
}

fn whatever_was_answered(run: &parallel::Executor<'_>, at: usize) -> bool {
    use parallel::Status::{Completed, Failed};
    run.needs(at).iter().all(|on| matches!(run.status_of(on), Some(Completed | Failed)))
}

/// Packs up to the first ability that does not fit.
fn stops<'a>(packing: &prompt::Packing<'a>) -> prompt::Packed<'a> {
    let mut packed = prompt::Packed::default();
    for (at, ability) in packing.wanted.iter().enumerate() {
        if !packing.fits(&packed, ability) {
            packed.left_out = packing.wanted.len() - at;
            break;
        }
        packed.add(ability);
    }
    packed
}

/// The same, and as much of that ability as there is room for.
fn cuts<'a>(packing: &prompt::Packing<'a>) -> prompt::Packed<'a> {
    let mut packed = stops(packing);
    let next = packing.wanted.len() - packed.left_out;
    if let Some(ability) = packing.wanted.get(next) {
        let room = (packing.room * 4).saturating_sub(packed.text.chars().count());
        packed.text.extend(prompt::section(ability).chars().take(room));
        if room > 20 {
            packed.injected.push(ability);
        }
    }
    packed
}

#[test]
fn running_one_step_at_a_time_is_allowed() {
    let one = Spoils::Policy(|all| all.change(&parallel::DOCUMENT).limit = |_| 1);
    assert_eq!(blamed(&prove(&[], one, 40, false)), Vec::<&str>::new());
}

#[test]
fn merging_updates_is_allowed() {
    let merging = Spoils::Policy(|all| all.change(&registry::DOCUMENT).update = merges);
    assert_eq!(blamed(&prove(&["AGT-001", "AGT-002"], merging, 100, false)), Vec::<&str>::new());
}

#[test]
fn what_the_protocol_leaves_free_costs_a_subject_nothing() {
    let free = Spoils::Answer(|request, mut answer| {
        // Memory as a map, whole numbers with a fraction of zero, errors as objects, defaults in profiles, reasons, and members of one's own.
        for checkpoint in answer["checkpoints"].as_array_mut().into_iter().flatten() {
            // A resumed run has the map already, from the checkpoint that it was given.
            if let Some(entries) = checkpoint["memorySnapshot"].as_array() {
                let map: Map<String, Value> = entries
                    .iter()
                    .filter_map(|entry| Some((entry["key"].as_str()?.to_owned(), entry["value"].clone())))
                    .collect();
                checkpoint["memorySnapshot"] = Value::Object(map);
            }
            checkpoint["stepIndex"] = json!(checkpoint["stepIndex"].as_f64());
        }
        for result in answer["results"].as_array_mut().into_iter().flatten() {
            if let Some(error) = result["error"].as_str() {
                result["error"] = json!({"message": error, "code": "E1"});
            }
            if let Some(profile) = result["profile"].as_object_mut() {
                profile.entry("enabled").or_insert(json!(true));
                profile.entry("tags").or_insert(json!([]));
            }
        }
        if let Some(count) = answer["tokenCount"].as_f64() {
            answer["tokenCount"] = json!(count);
        }
        if request.method == "contract/delegate" && answer["allowed"] == false {
            answer["error"] = json!({ "message": answer["error"], "code": "REFUSED" });
        }
        answer["took"] = json!(0.1);
        answer
    });
    assert_eq!(blamed(&prove(&[], free, 40, false)), Vec::<&str>::new());
}

#[test]
fn the_model_has_something_to_say_about_anything() {
    let mut draw = Draw::from_seed(11);
    for method in SUITE.methods.iter().map(|method| method.name) {
        for _ in 0..200 {
            assert!((SUITE.expect)(method, &values::any(&mut draw)).is_some());
        }
    }
    for rule in SUITE.rules {
        for check in rule.checks {
            for mut case in (check.edges)().into_iter().take(5) {
                for key in
                    case.as_object().map(|members| members.keys().cloned().collect::<Vec<_>>()).unwrap_or_default()
                {
                    let kept = case[&key].clone();
                    case[&key] = values::any(&mut draw);
                    assert!((SUITE.expect)(check.methods[0], &case).is_some());
                    // An exam puts any case to a subject, or says why not.
                    let _ = CheckRef { suite: &SUITE, rule, check }.step(&case, &[]);
                    case[&key] = kept;
                }
            }
        }
    }
}
