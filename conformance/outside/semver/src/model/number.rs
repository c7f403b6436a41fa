//! Numbers of any size, as the digits they are written in. None of them has a zero in front.

use std::cmp::Ordering;

/// The order of two numbers: the longer one is larger, and digits of equal length are in order as they stand.
pub(crate) fn compare(a: &str, b: &str) -> Ordering {
    a.len().cmp(&b.len()).then_with(|| a.cmp(b))
}

/// The number after this one.
pub(crate) fn successor(number: &str) -> String {
    let kept = number.trim_end_matches('9');
    let nines = "0".repeat(number.len() - kept.len());
    let mut digits: Vec<char> = kept.chars().collect();
    match digits.pop() {
        None => digits.push('1'),
        Some(last) => digits.extend(char::from_digit(last.to_digit(10).unwrap_or_default() + 1, 10)),
    }
    digits.into_iter().collect::<String>() + &nines
}

/// How many bits it takes to hold the number; 129 stands for anything above 128.
pub(crate) fn bits(number: &str) -> u32 {
    number.parse::<u128>().map_or(u128::BITS + 1, |number| u128::BITS - number.leading_zeros())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn order_is_that_of_numbers_and_not_of_texts() {
        assert_eq!(compare("9", "10"), Ordering::Less);
        assert_eq!(compare("18446744073709551616", "18446744073709551615"), Ordering::Greater);
        assert_eq!(compare("0", "0"), Ordering::Equal);
    }

    #[test]
    fn a_successor_carries() {
        for (number, next) in [("0", "1"), ("9", "10"), ("199", "200"), ("999", "1000"), ("41", "42")] {
            assert_eq!(successor(number), next);
        }
    }

    #[test]
    fn bits_of_the_usual_limits() {
        let limits = ["0", "2147483647", "4294967296", "9007199254740991", "9007199254740992", "18446744073709551616"];
        assert_eq!(limits.map(bits), [0, 31, 33, 53, 54, 65]);
        assert_eq!(bits(&"9".repeat(60)), 129);
    }
}
