//! Every check can fail: each mutant is caught by the rule that declares it,
//! and what is shown then is a snapshot.

use libtest_mimic::{Failed, Trial};
use proofmark::proof::{Earlier, Finding, plain};
use proofmark::rule::Declared;
use proofmark::run::{DEFAULT_CASES, hunt};
use proofmark::suites;

use crate::support::{options, snapshot};

/// One test per mutant.
pub(crate) fn trials() -> Vec<Trial> {
    suites::builtin()
        .mutants()
        .map(|declared| {
            let name = format!("mutants::{}::{}::{}", declared.suite.name, declared.rule.id, declared.mutant.slug());
            Trial::test(name, move || is_caught(declared))
        })
        .collect()
}

fn is_caught(declared: Declared) -> Result<(), Failed> {
    let hunted = hunt(declared, &options(0, DEFAULT_CASES, 1))?;
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
