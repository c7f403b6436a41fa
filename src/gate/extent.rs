//! How far a failure reaches: which cases fail, and whether they are more than before.

use crate::proof::{Finding, Proof, Ranges};

/// Which cases of a check failed, and under what conditions they were drawn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Extent {
    /// The seed of the run.
    pub seed: u64,
    /// How many random cases an ordinary check drew.
    pub cases: u64,
    /// The version of the harness.
    pub harness: String,
    /// How many cases failed.
    pub failed: u64,
    /// Of how many.
    pub of: u64,
    /// Which ones, where they are known.
    pub which: Option<Ranges>,
}

/// How two extents of one failure compare.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Reach {
    /// As far as before, or so nearly that chance explains it.
    Same,
    /// Further: how.
    Further(String),
    /// Less far: how.
    LessFar(String),
}

impl Extent {
    /// How far `finding` of `proof` reaches.
    #[must_use]
    pub fn of(proof: &Proof, finding: &Finding) -> Self {
        let of_check = |rule: &crate::proof::RuleResult| {
            let local = finding.check.strip_prefix(&rule.rule)?.strip_prefix('/')?;
            rule.checks.iter().find(|check| check.check == local).map(|check| check.cases)
        };
        Self {
            seed: proof.seed,
            cases: proof.cases,
            harness: proof.harness.clone(),
            failed: finding.count,
            of: proof.rules.iter().find_map(of_check).unwrap_or(finding.count),
            which: finding.failing.clone(),
        }
    }

    /// How `now` compares with this.
    pub(super) fn compare(&self, now: &Self) -> Reach {
        let same_cases = (self.seed, self.cases, &self.harness) == (now.seed, now.cases, &now.harness);
        if let (true, Some(before), Some(after)) = (same_cases, &self.which, &now.which) {
            let (more, fewer) = (after.without(before), before.without(after));
            return match (more.first(), fewer.is_empty()) {
                (Some(first), _) => {
                    Reach::Further(format!("it fails in {} more cases, case {first} first", more.count()))
                }
                (None, false) => Reach::LessFar(format!("it fails in {} fewer cases", fewer.count())),
                (None, true) => Reach::Same,
            };
        }
        match self.beyond_chance(now) {
            Some(true) => Reach::Further(format!("it fails in {}, and before in {}", now.share(), self.share())),
            Some(false) => Reach::LessFar(format!("it fails in {}, and before in {}", now.share(), self.share())),
            None => Reach::Same,
        }
    }

    /// Whether the share of failing cases rose (or fell) by more than drawing other cases explains: three standard
    /// deviations, and two cases in a hundred.
    fn beyond_chance(&self, now: &Self) -> Option<bool> {
        if self.of == 0 || now.of == 0 {
            return None;
        }
        #[expect(clippy::cast_precision_loss, reason = "shares of case counts")]
        let [failed, of, failed_now, of_now] = [self.failed, self.of, now.failed, now.of].map(|count| count as f64);
        let (before, after) = (failed / of, failed_now / of_now);
        let common = (failed + failed_now) / (of + of_now);
        let deviation = (common * (1.0 - common) * (1.0 / of + 1.0 / of_now)).sqrt();
        ((after - before).abs() > 3.0 * deviation + 0.02).then_some(after > before)
    }

    fn share(&self) -> String {
        format!("{} of {} cases", self.failed, self.of)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn extent(seed: u64, failed: u64, which: &[u64]) -> Extent {
        let which = (!which.is_empty()).then(|| Ranges::of(which.iter().copied()));
        Extent { seed, cases: 200, harness: "1".to_owned(), failed, of: 296, which }
    }

    #[test]
    fn under_equal_conditions_every_case_counts() {
        let before = extent(0, 3, &[4, 5, 9]);
        assert_eq!(before.compare(&before), Reach::Same);
        assert!(matches!(before.compare(&extent(0, 3, &[4, 5, 10])), Reach::Further(how) if how.contains("case 10")));
        assert!(matches!(before.compare(&extent(0, 2, &[4, 5])), Reach::LessFar(_)));
    }

    #[test]
    fn under_other_conditions_the_share_counts_beyond_chance() {
        let before = extent(0, 18, &[4]);
        assert_eq!(before.compare(&extent(1, 25, &[7])), Reach::Same);
        assert!(matches!(before.compare(&extent(1, 296, &[7])), Reach::Further(_)));
        assert!(matches!(extent(0, 200, &[]).compare(&extent(0, 20, &[])), Reach::LessFar(_)));
    }
}
