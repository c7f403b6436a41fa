//! Files travel as base64.

const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// The bytes in base64.
pub(in crate::suites::awp) fn encode(bytes: &[u8]) -> String {
    let mut text = String::new();
    for chunk in bytes.chunks(3) {
        let group =
            chunk.iter().fold(0_usize, |group, byte| group << 8 | usize::from(*byte)) << (8 * (3 - chunk.len()));
        for place in 0..4 {
            let digit = char::from(DIGITS[group >> (18 - 6 * place) & 63]);
            text.push(if place <= chunk.len() { digit } else { '=' });
        }
    }
    text
}

/// The bytes of a base64 text; none where it is no base64.
pub(in crate::suites::awp) fn decode(text: &str) -> Option<Vec<u8>> {
    if !text.len().is_multiple_of(4) {
        return None;
    }
    let mut bytes = Vec::new();
    for chunk in text.trim_end_matches('=').as_bytes().chunks(4) {
        let mut group = 0_u32;
        for byte in chunk {
            group = group << 6 | u32::from(value_of(*byte)?);
        }
        let bytes_in_group = chunk.len() * 6 / 8;
        group <<= 6 * (4 - chunk.len());
        bytes.extend(&group.to_be_bytes()[1..=bytes_in_group]);
    }
    Some(bytes)
}

fn value_of(digit: u8) -> Option<u8> {
    match digit {
        b'A'..=b'Z' => Some(digit - b'A'),
        b'a'..=b'z' => Some(digit - b'a' + 26),
        b'0'..=b'9' => Some(digit - b'0' + 52),
        b'+' => Some(62),
        b'/' => Some(63),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_there_and_back() {
        assert_eq!(encode(b"M"), "TQ==");
        assert_eq!(encode(b"Ma"), "TWE=");
        assert_eq!(encode(b"Man"), "TWFu");
        for length in 0..20_u8 {
            let bytes: Vec<u8> = (0..length).map(|byte| byte.wrapping_mul(37)).collect();
            assert_eq!(decode(&encode(&bytes)), Some(bytes));
        }
        assert_eq!(decode("a"), None);
        assert_eq!(decode("a.b="), None);
    }
}
