//! Case numbers, written as ranges: `0-3 17 40-41`.

use serde::{Deserialize, Serialize};

/// A set of case numbers.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Ranges(Vec<(u64, u64)>);

impl Ranges {
    /// The set of these numbers.
    pub fn of(numbers: impl IntoIterator<Item = u64>) -> Self {
        let mut numbers: Vec<u64> = numbers.into_iter().collect();
        numbers.sort_unstable();
        let mut ranges: Vec<(u64, u64)> = Vec::new();
        for number in numbers {
            match ranges.last_mut() {
                Some((_, last)) if number == *last => {}
                Some((_, last)) if number == *last + 1 => *last = number,
                _ => ranges.push((number, number)),
            }
        }
        Self(ranges)
    }

    /// How many numbers there are.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.0.iter().map(|(first, last)| last - first + 1).sum()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The smallest number.
    #[must_use]
    pub fn first(&self) -> Option<u64> {
        self.0.first().map(|(first, _)| *first)
    }

    /// The numbers that `other` has not.
    #[must_use]
    pub fn without(&self, other: &Self) -> Self {
        let mut left = Vec::new();
        for &(first, last) in &self.0 {
            let mut from = Some(first);
            for &(gone, up_to) in other.0.iter().filter(|(gone, up_to)| *gone <= last && *up_to >= first) {
                let Some(begin) = from else { break };
                if gone > begin {
                    left.push((begin, gone - 1));
                }
                from = (up_to < last).then_some(begin.max(up_to + 1));
            }
            left.extend(from.map(|begin| (begin, last)));
        }
        Self(left)
    }
}

impl std::fmt::Display for Ranges {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (place, (first, last)) in self.0.iter().enumerate() {
            let space = if place == 0 { "" } else { " " };
            if first == last { write!(f, "{space}{first}")? } else { write!(f, "{space}{first}-{last}")? }
        }
        Ok(())
    }
}

impl From<Ranges> for String {
    fn from(ranges: Ranges) -> Self {
        ranges.to_string()
    }
}

impl TryFrom<String> for Ranges {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let wrong = || format!("`{text}` is no list of case numbers; write `0-3 17`");
        let number = |text: &str| text.parse::<u64>().ok().filter(|number| *number < u64::MAX);
        let range = |word: &str| match word.split_once('-') {
            Some((first, last)) => Some((number(first)?, number(last)?)),
            None => number(word).map(|one| (one, one)),
        };
        let mut ranges = text.split_whitespace().map(range).collect::<Option<Vec<_>>>().ok_or_else(wrong)?;
        ranges.sort_unstable();
        let ordered = ranges.iter().all(|(first, last)| first <= last);
        let apart = ranges.array_windows().all(|[(_, last), (first, _)]| last < first);
        if ordered && apart { Ok(Self(ranges)) } else { Err(wrong()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ranges(text: &str) -> Ranges {
        Ranges::try_from(text.to_owned()).unwrap()
    }

    #[test]
    fn numbers_are_written_as_ranges_and_read_again() {
        let set = Ranges::of([41, 0, 1, 2, 3, 17, 40, 2]);
        assert_eq!(set.to_string(), "0-3 17 40-41");
        assert_eq!(ranges("0-3 17 40-41"), set);
        assert_eq!((set.count(), set.first()), (7, Some(0)));
        for wrong in ["x", "3-1", "1-5 4", "1,2", "18446744073709551615"] {
            assert!(Ranges::try_from(wrong.to_owned()).is_err(), "{wrong}");
        }
    }

    #[test]
    fn what_the_other_has_not_is_left() {
        let left = |one: &str, other: &str| ranges(one).without(&ranges(other)).to_string();
        assert_eq!(left("0-9", "3-4 7"), "0-2 5-6 8-9");
        assert_eq!(left("0-9", "0-9"), "");
        assert_eq!(left("5", "0-3 9"), "5");
        assert_eq!(left("2-4 8-9", "4-8"), "2-3 9");
        assert_eq!(left("", "1"), "");
    }
}
