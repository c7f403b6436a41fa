//! The source of choices: a small, fast, reproducible random stream.

use std::ops::RangeInclusive;

/// Makes the choices of one case. The same seed makes the same choices on
/// every machine and in every version of the toolchain.
#[derive(Debug, Clone)]
pub struct Draw {
    state: u64,
    strays: Vec<Stray>,
}

/// Now and then a choice of its own.
#[derive(Debug, Clone)]
struct Stray {
    state: u64,
    /// Of how many choices one is changed.
    one_of: u64,
}

impl Draw {
    /// A source whose choices follow from `seed` alone.
    #[must_use]
    pub fn from_seed(seed: u64) -> Self {
        Self { state: seed, strays: Vec::new() }
    }

    /// From now on a few choices differ: which ones, and what is chosen instead, follows from `seed`. What is drawn then is
    /// a neighbour of what would have been drawn, and as well formed.
    pub(crate) fn stray(&mut self, seed: u64) {
        let mut state = seed;
        let one_of = [4, 16, 64][usize::try_from(next(&mut state) % 3).unwrap_or(0)];
        self.strays.push(Stray { state, one_of });
    }

    /// The next 64 bits.
    pub fn bits(&mut self) -> u64 {
        let bits = next(&mut self.state);
        self.strays.iter_mut().fold(bits, |bits, stray| {
            let (chance, other) = (next(&mut stray.state), next(&mut stray.state));
            if chance.is_multiple_of(stray.one_of) { other } else { bits }
        })
    }

    /// A number below `bound`, each equally likely; 0 when `bound` is 0.
    pub fn below(&mut self, bound: usize) -> usize {
        // The high half of a 128-bit product: unbiased enough (2^-64 per value) and without a loop.
        let product = u128::from(self.bits()) * bound as u128;
        usize::try_from(product >> 64).unwrap_or(0)
    }

    /// A length or count within `range`.
    pub fn size(&mut self, range: RangeInclusive<usize>) -> usize {
        let (low, high) = range.into_inner();
        low + self.below(high.saturating_sub(low) + 1)
    }

    /// A length within `range` or, in one of eight cases, one beyond the defaults that programs have: 12, 25, 60.
    pub fn length(&mut self, range: RangeInclusive<usize>) -> usize {
        if self.chance(1, 8) { *self.pick(&[12, 25, 60]) } else { self.size(range) }
    }

    /// An integer within `range`.
    pub fn int(&mut self, range: RangeInclusive<i64>) -> i64 {
        let (low, high) = range.into_inner();
        let span = usize::try_from(high.saturating_sub(low)).unwrap_or(0);
        low.saturating_add(i64::try_from(self.below(span.saturating_add(1))).unwrap_or(0))
    }

    /// True in `times` of `of` cases.
    pub fn chance(&mut self, times: usize, of: usize) -> bool {
        self.below(of) < times
    }

    /// One of `options`, each equally likely.
    ///
    /// # Panics
    /// When there is no option: a generator with nothing to choose from is a bug.
    pub fn pick<'a, T>(&mut self, options: &'a [T]) -> &'a T {
        assert!(!options.is_empty(), "nothing to pick from");
        &options[self.below(options.len())]
    }

    /// One of `options`, as likely as its weight says.
    ///
    /// # Panics
    /// When no option has a weight.
    pub fn weighted<'a, T>(&mut self, options: &'a [(usize, T)]) -> &'a T {
        let total: usize = options.iter().map(|(weight, _)| weight).sum();
        let mut left = self.below(total);
        for (weight, option) in options {
            if left < *weight {
                return option;
            }
            left -= weight;
        }
        panic!("no option has a weight");
    }

    /// A list of items, its length within `range`.
    pub fn list<T>(&mut self, range: RangeInclusive<usize>, mut item: impl FnMut(&mut Self) -> T) -> Vec<T> {
        let count = self.size(range);
        (0..count).map(|_| item(self)).collect()
    }

    /// The same with a [length](Self::length).
    pub fn long_list<T>(&mut self, range: RangeInclusive<usize>, item: impl FnMut(&mut Self) -> T) -> Vec<T> {
        let count = self.length(range);
        self.list(count..=count, item)
    }

    /// Some of `items`, in their order: each is in with the same chance, and
    /// that chance is itself drawn, so that none and all come up often.
    pub fn subset<'a, T>(&mut self, items: &'a [T]) -> Vec<&'a T> {
        let out_of_eight = self.size(0..=8);
        items.iter().filter(|_| self.chance(out_of_eight, 8)).collect()
    }

    /// Exactly `count` of `items` (all of them if there are fewer), in their order.
    pub fn sample<'a, T>(&mut self, items: &'a [T], count: usize) -> Vec<&'a T> {
        let mut left = count.min(items.len());
        let mut rest = items.len();
        let mut out = Vec::with_capacity(left);
        for item in items {
            if self.chance(left, rest) {
                out.push(item);
                left -= 1;
            }
            rest -= 1;
        }
        out
    }

    /// Puts `items` into a random order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }

    /// `Some` in one of two cases.
    pub fn maybe<T>(&mut self, item: impl FnOnce(&mut Self) -> T) -> Option<T> {
        self.chance(1, 2).then(|| item(self))
    }
}

/// The next number of a stream (`SplitMix64`: one addition and a finaliser, no bad seeds).
fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::Draw;

    #[test]
    fn same_seed_same_choices() {
        let mut a = Draw::from_seed(7);
        let mut b = Draw::from_seed(7);
        let of_a: Vec<_> = (0..100).map(|_| a.below(1000)).collect();
        let of_b: Vec<_> = (0..100).map(|_| b.below(1000)).collect();
        assert_eq!(of_a, of_b);
        assert_ne!(of_a[..50], of_a[50..]);
    }

    #[test]
    fn every_value_of_a_range_comes_up_and_none_outside() {
        let mut draw = Draw::from_seed(1);
        let mut seen = [0; 5];
        for _ in 0..500 {
            seen[usize::try_from(draw.int(-2..=2) + 2).unwrap()] += 1;
        }
        assert!(seen.iter().all(|n| *n > 50), "{seen:?}");
    }

    #[test]
    fn a_sample_has_exactly_the_count_asked_for() {
        let mut draw = Draw::from_seed(3);
        for count in 0..=6 {
            assert_eq!(draw.sample(&[1, 2, 3, 4, 5], count).len(), count.min(5));
        }
    }

    #[test]
    fn a_stray_makes_most_of_the_choices_as_before() {
        let numbers = |strays: &[u64]| {
            let mut draw = Draw::from_seed(7);
            for seed in strays {
                draw.stray(*seed);
            }
            (0..400).map(|_| draw.bits()).collect::<Vec<u64>>()
        };
        let same = |other: &[u64]| numbers(&[]).iter().zip(other).filter(|(a, b)| a == b).count();
        let kept: Vec<usize> = (0..30).map(|seed| same(&numbers(&[seed]))).collect();
        assert!(kept.iter().all(|kept| (250..400).contains(kept)), "{kept:?}");
        assert_eq!(numbers(&[1, 2]), numbers(&[1, 2]));
        assert_ne!(numbers(&[1, 2]), numbers(&[1]));
    }
}
