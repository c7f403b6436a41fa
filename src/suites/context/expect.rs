//! What the document says of a call, as `proofmark expect` prints it.

use serde_json::Value;

use super::model::{Truth, Verdict, said};
use crate::rule::{Expect, Expected};

/// What the document says of a call.
pub(super) fn expect(method: &str, params: &Value) -> Option<Expected> {
    let said = said(method, params)?;
    let (expect, reason) = match said.verdict {
        Verdict::Accept => (Expect::Accept, "every condition that counts here holds".to_owned()),
        Verdict::Reject => (Expect::Reject, said.broken().map(|one| one.fault).collect::<Vec<_>>().join("; ")),
        Verdict::Unspecified(why) => (Expect::Unspecified, why.to_owned()),
    };
    let mut rules: Vec<String> = Vec::new();
    for one in &said.conditions {
        let counts = match said.verdict {
            Verdict::Accept => false,
            Verdict::Reject => one.is_broken(),
            Verdict::Unspecified(_) => one.truth != Truth::Holds,
        };
        for rule in [Some(one.rule), one.spelt_out_by].into_iter().flatten().filter(|_| counts) {
            let id = format!("context/{rule}");
            if !rules.contains(&id) {
                rules.push(id);
            }
        }
    }
    Some(Expected { expect, rules, reason, answer: None })
}
