//! Damage to documents, the same for the same seed.

use proofmark::draw::Draw;

/// What damage is made of, beside the document itself.
const DEBRIS: &[&str] = &[
    "\u{0}",
    "\u{feff}",
    "\u{202e}",
    "\"",
    "'",
    "{",
    "}",
    "[",
    "]",
    ":",
    ",",
    "\n",
    "\t",
    "  ",
    "-",
    "- ",
    "&a ",
    "*a",
    "<<: *a",
    "!!binary ",
    "|",
    ">",
    "---\n",
    "...",
    "%YAML 1.2\n",
    "# ",
    "null",
    "true",
    "-1",
    "1e999",
    "99999999999999999999999999",
    "0x",
    "NaN",
    "\\u0000",
    "\\ud800",
    "\\",
    "💥",
    "é",
    "[[[[[[[[[[[[[[[[[[[[",
    "{\"a\":",
    "@app.tool(\"",
    "@property\n",
    "def name(self):\n",
    "return \"",
    "[[known]]\n",
    "reason = \"",
    "\"\"\"",
    "'''",
];

/// `text`, damaged in up to five places.
pub(crate) fn damaged(text: &str, seed: u64) -> Vec<u8> {
    let mut draw = Draw::from_seed(seed);
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..=draw.below(4) {
        let at = draw.below(bytes.len() + 1);
        let until = (at + draw.below(40)).min(bytes.len());
        match draw.below(6) {
            0 => bytes.truncate(at),
            1 => drop(bytes.drain(at..until)),
            2 => {
                let copy = bytes[at..until].to_vec();
                let to = draw.below(bytes.len() + 1);
                bytes.splice(to..to, copy);
            }
            3 => {
                if let Some(byte) = bytes.get_mut(at) {
                    *byte ^= 1 << draw.below(8);
                }
            }
            4 => {
                let debris = draw.pick(DEBRIS).repeat(1 + draw.below(3));
                bytes.splice(at..at, debris.into_bytes());
            }
            _ => {
                let debris = draw.pick(DEBRIS).as_bytes().to_vec();
                bytes.splice(at..until, debris);
            }
        }
    }
    bytes
}
