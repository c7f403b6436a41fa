//! The ground of a case: its text with what the rule is about made plain. A subject that treats the ground wrongly has
//! another fault, and another rule speaks about it.

use crate::model::{Pieces, pieces, read};

/// The text with the matter of `rule` made plain, and without the part that holds it, where that leaves other versions.
pub(crate) fn grounds(rule: &str, text: &str) -> Vec<String> {
    let whole = pieces(text);
    let mut grounds = vec![made_plain(rule, whole)];
    match rule.split_once('.') {
        Some(("9", part)) => {
            if part != "identifiers" {
                grounds.push(Pieces { pre: whole.pre.map(all_plain).as_deref(), ..whole }.joined());
            }
            grounds.push(Pieces { pre: None, ..whole }.joined());
        }
        Some(("10", part)) => {
            if part != "identifiers" {
                grounds.push(Pieces { build: whole.build.map(all_plain).as_deref(), ..whole }.joined());
            }
            grounds.push(Pieces { build: None, ..whole }.joined());
        }
        _ => {}
    }
    grounds.retain(|ground| ground != text && read(ground).is_ok());
    grounds
}

fn made_plain(rule: &str, whole: Pieces<'_>) -> String {
    let without_zeros = |piece: &str| piece.replace('0', "1");
    let Pieces { core, pre, build } = whole;
    match rule {
        "2.digits" => Pieces { core: &core.split('.').map(|_| "1").collect::<Vec<_>>().join("."), ..whole }.joined(),
        "2.leading-zeros" => Pieces { core: &without_zeros(core), ..whole }.joined(),
        "9.leading-zeros" => Pieces { pre: pre.map(without_zeros).as_deref(), ..whole }.joined(),
        "10.leading-zeros" => Pieces { build: build.map(without_zeros).as_deref(), ..whole }.joined(),
        _ => whole.joined(),
    }
}

/// As many identifiers as there are, all of one letter.
fn all_plain(series: &str) -> String {
    series.split('.').map(|_| "x").collect::<Vec<_>>().join(".")
}

#[cfg(test)]
mod tests {
    use super::grounds;

    #[test]
    fn only_the_matter_of_the_rule_is_made_plain() {
        for (rule, text, plain) in [
            ("2.form", "1.2", vec![]),
            ("2.digits", "1.x.3", vec!["1.1.1"]),
            ("2.leading-zeros", "01.2.3-0", vec!["11.2.3-0"]),
            ("9.identifiers", "1.2.3-a+b", vec!["1.2.3+b"]),
            ("9.empty", "1.2.3-a..b", vec!["1.2.3-x.x.x", "1.2.3"]),
            ("9.alphabet", "1.2.3-x", vec!["1.2.3"]),
            ("10.alphabet", "1.2.3-a+b+c", vec!["1.2.3-a+x", "1.2.3-a"]),
            ("10.leading-zeros", "1.0.0+00a", vec!["1.0.0+11a", "1.0.0+x", "1.0.0"]),
        ] {
            assert_eq!(grounds(rule, text), plain, "{rule} {text}");
        }
    }
}
