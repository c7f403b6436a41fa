//! Inputs that hurt: slots of another type, names that no document knows, null. A run sends such things wherever the
//! schema of a method allows them, and any verdict will do; no answer will not.

use std::fmt::Write as _;

use serde_json::{Value, json};

use super::patient::{Cause, Patient};
use super::sample::Sample;
use crate::subject::{Fault, excerpt};

/// The error that says that a runtime has no way to express an input.
const INEXPRESSIBLE: i64 = -32001;
/// How many such calls are put per method.
const MOST: usize = 24;
/// How many that went wrong are shown.
const SHOWN: usize = 3;
/// After so many that went wrong no more are put: each may have cost a process.
const ENOUGH: usize = 6;

/// What came of them, in a sentence: how many were answered, and what a run would make of the others.
pub(super) fn tried(patient: &mut Patient<'_>, sound: &[Sample]) -> Option<String> {
    let (mut put, mut inexpressible, mut wrong) = (0, 0, Vec::new());
    let mut silent = false;
    for sample in sound {
        for params in hard(patient, sample) {
            if silent || wrong.len() == ENOUGH {
                break;
            }
            put += 1;
            match patient.ask(&sample.method, &params) {
                Ok(_) => {}
                Err(trouble) => {
                    silent |= trouble.is_silence();
                    match trouble.cause {
                        Cause::Fault(Fault::Error { code: INEXPRESSIBLE, .. }) => inexpressible += 1,
                        Cause::Fault(fault) => wrong.push((sample.method.clone(), params, fault.to_string())),
                        Cause::Told(what) => wrong.push((sample.method.clone(), params, what)),
                    }
                }
            }
        }
    }
    if put == 0 {
        return None;
    }
    let mut text =
        format!("{} of {put} calls with null, ill-typed slots and unknown names answered", put - wrong.len());
    // Writing to a string cannot fail.
    if inexpressible > 0 {
        let _ = write!(text, " ({inexpressible} of them with {INEXPRESSIBLE}: a run counts those apart)");
    }
    for (method, params, what) in wrong.iter().take(SHOWN) {
        let params = excerpt(params.to_string().as_bytes(), 100);
        let _ = write!(text, "; a run would call it a fault that `{method}` with {params} got: {what}");
    }
    if wrong.len() > SHOWN {
        let _ = write!(text, "; and {} more", wrong.len() - SHOWN);
    }
    Some(text)
}

/// The params of a call with one slot made hard, as far as the schema of the method allows it.
fn hard(patient: &Patient<'_>, sample: &Sample) -> Vec<Value> {
    let method = patient.catalogue.methods().find(|method| method.name == sample.method);
    let schema = method.and_then(|method| serde_json::from_str(method.params).ok());
    let Some(validator) = schema.and_then(|schema: Value| jsonschema::draft202012::new(&schema).ok()) else {
        return Vec::new();
    };
    let mut places = Vec::new();
    for (name, value) in sample.params.as_object().into_iter().flatten() {
        places.push(vec![name.clone()]);
        let inner = value.as_object().into_iter().flatten();
        places.extend(inner.map(|(inner, _)| vec![name.clone(), inner.clone()]));
    }
    let values = [json!(null), json!(7), json!("no such name"), json!([]), json!({}), json!(true)];
    let mut all = Vec::new();
    // Every place once before any place twice.
    for value in &values {
        for place in &places {
            let mut params = sample.params.clone();
            let slot = place.iter().try_fold(&mut params, |at, name| at.get_mut(name.as_str()));
            let Some(slot) = slot.filter(|slot| *slot != value) else { continue };
            slot.clone_from(value);
            if validator.is_valid(&params) {
                all.push(params);
            }
        }
    }
    all.truncate(MOST);
    all
}
