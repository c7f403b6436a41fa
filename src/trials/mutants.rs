//! Every check can fail: each mutant is caught by the rule that declares it,
//! and what is shown then is a snapshot.

use std::time::Duration;

use libtest_mimic::{Failed, Trial};

use super::Snapshot;
use crate::proof::{Earlier, Finding, plain};
use crate::rule::{Catalogue, Declared};
use crate::run::{Options, hunt};

/// Many tests run side by side: a slow machine is nobody's fault.
const DEADLINE: Duration = Duration::from_secs(30);

/// One test per mutant.
pub(super) fn trials(catalogue: &Catalogue, snapshot: Snapshot) -> Vec<Trial> {
    let trial = |declared: Declared| {
        let name = format!("mutants::{}::{}::{}", declared.suite.name, declared.rule.id, declared.mutant.slug());
        Trial::test(name, move || is_caught(declared, snapshot))
    };
    catalogue.mutants().map(trial).collect()
}

fn is_caught(declared: Declared, snapshot: Snapshot) -> Result<(), Failed> {
    let hunted = hunt(declared, &Options { deadline: DEADLINE, ..Options::default() })?;
    let finding = hunted.finding.ok_or_else(|| format!("survived {} cases", hunted.cases))?;
    if finding.flaky.is_some() {
        return Err("a deterministic mutant must fail every time".into());
    }
    let folder = format!("mutants/{}", declared.suite.name);
    let name = format!("{}-{}", declared.rule.id.replace('.', "-"), declared.mutant.slug());
    snapshot(&folder, &name, &shown(declared, &finding));
    Ok(())
}

/// The finding as a person reads it.
fn shown(declared: Declared, finding: &Finding) -> String {
    let after = |earlier: &Earlier| format!("after     {}", plain(&earlier.input.to_string()));
    let mut lines =
        vec![format!("a wrong runtime {}", declared.mutant.name), format!("{}: {}", finding.check, finding.kind)];
    lines.extend(finding.history.iter().map(after));
    lines.push(format!("input     {}", plain(&finding.input.to_string())));
    lines.push(format!("expected  {}", plain(&finding.expected.to_string())));
    lines.push(format!("observed  {}", plain(&finding.observed.to_string())));
    lines.join("\n")
}
