//! Parts of versions: numbers and identifiers.

use std::ops::RangeInclusive;

use proofmark::suite::Draw;

/// Characters that no identifier may hold: marks, blanks, letters and digits that ASCII has not.
pub(crate) const STRANGERS: &[&str] = &[
    "_", "!", "\"", "#", "$", "%", "&", "'", "(", ")", "*", ",", "/", ":", ";", "<", "=", ">", "?", "@", "[", "\\",
    "]", "^", "`", "{", "|", "}", "~", " ", "\t", "\n", "\u{7f}", "\u{a0}", "é", "ß", "µ", "Ａ", "λ", "日", "٣", "９",
    "²", "–", "\u{2010}", "\u{200b}", "🦀",
];

/// Every character that an identifier may hold.
pub(crate) fn alphabet() -> impl Iterator<Item = char> {
    ('0'..='9').chain('A'..='Z').chain('a'..='z').chain(['-'])
}

/// A number without a zero in front, small ones often.
pub(crate) fn number(draw: &mut Draw) -> String {
    let below = *draw.weighted(&[(4, 10), (2, 100), (1, 100_000), (1, 2_000_000_000)]);
    draw.below(below).to_string()
}

/// A number of one digit.
pub(crate) fn digit(draw: &mut Draw) -> String {
    draw.size(1..=8).to_string()
}

/// Plain small letters.
pub(crate) fn letters(draw: &mut Draw) -> String {
    draw.list(1..=4, |draw| char::from(*draw.pick(b"abcxy"))).into_iter().collect()
}

/// Any identifier that a pre-release may have.
pub(crate) fn mixed(draw: &mut Draw) -> String {
    match draw.below(3) {
        0 => number(draw),
        1 => letters(draw),
        _ => {
            let characters: Vec<char> = alphabet().collect();
            let mut text: String = draw.list(0..=3, |draw| *draw.pick(&characters)).into_iter().collect();
            text.push(*draw.pick(&['-', 'Q', 'q']));
            text
        }
    }
}

/// Identifiers with dots between them.
pub(crate) fn series(draw: &mut Draw, count: RangeInclusive<usize>, part: fn(&mut Draw) -> String) -> String {
    draw.list(count, part).join(".")
}
