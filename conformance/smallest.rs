//! The smallest input is the smallest: where inputs are so small that all of them can be tried, none that is smaller
//! fails the same check.

mod spaces;

use libtest_mimic::{Failed, Trial};
use proofmark::draw::json::size;
use proofmark::rule::{CheckRef, Declared, Expect};
use proofmark::run::{Company, Options, hunt, replay};
use proofmark::suites;
use serde_json::Value;

use self::spaces::SPACES;
use crate::support::options;

/// So many of a hundred are the smallest; one less where so few are looked at that one missed is more than a hundredth.
const GOAL: usize = 99;

/// Inputs that are all tried.
struct Space {
    /// Which ones, in words.
    name: &'static str,
    /// The suite that they are put to.
    suite: &'static str,
    /// The members that tell such an input from those of other checks of the suite.
    members: &'static [&'static str],
    /// The largest finding that is looked at: what is smaller is in the space, nearly all of it.
    most: usize,
    /// How many findings there have to be.
    at_least: usize,
    /// So many of a hundred have to be the smallest.
    goal: usize,
    /// All of them.
    inputs: fn() -> Vec<Value>,
}

/// The tests of this file.
pub(crate) fn trials() -> Vec<Trial> {
    let trial = |space: &'static Space| {
        Trial::test(format!("cause::no smaller input fails: {}", space.name), move || no_smaller_input_fails(space))
    };
    SPACES.iter().map(trial).collect()
}

fn no_smaller_input_fails(space: &Space) -> Result<(), Failed> {
    let mut small = (space.inputs)();
    small.sort_by_key(size);
    let (mut seen, mut larger) = (0, Vec::new());
    let mutants = suites::builtin().mutants().filter(|declared| declared.suite.name == space.suite);
    for declared in mutants {
        let Some(finding) = hunt(declared, &Options { cases: 20, ..options(0, 20, 1) })?.finding else { continue };
        // What takes several calls, or an order of keys, has more to it than its size.
        let is_one = finding.input.as_object().is_some_and(|members| members.keys().eq(space.members));
        if !is_one || finding.size > space.most || !finding.history.is_empty() {
            continue;
        }
        seen += 1;
        let of = suites::builtin().check(&finding.check).ok_or("no such check")?;
        for input in small.iter().take_while(|input| size(input) < finding.size) {
            if breaks_nothing_else(declared, of, input) && stands(of, input) && fails(declared, of, input)? {
                larger.push(format!("{}: {} fails, and {input} does too", declared.id(), finding.input));
                break;
            }
        }
    }
    let smallest = seen - larger.len();
    let is_reached = seen >= space.at_least && smallest * 100 >= space.goal * seen;
    if is_reached { Ok(()) } else { Err(format!("{smallest} of {seen}:\n{}", larger.join("\n")).into()) }
}

/// Whether no other rule is broken as well: a second oddity makes an input smaller and tells less.
fn breaks_nothing_else(declared: Declared, of: CheckRef, input: &Value) -> bool {
    let said = of.check.methods.first().and_then(|method| (declared.suite.expect)(method, input));
    said.is_none_or(|said| said.rules.iter().all(|rule| rule.rsplit('/').next() == Some(declared.rule.id)))
}

/// Whether the input is one to be accepted once its fault is mended: then nothing else is odd about it.
fn stands(of: CheckRef, input: &Value) -> bool {
    let ground = (of.check.ground)(input).into_iter().next();
    let said = |ground: &Value| of.check.methods.first().and_then(|method| (of.suite.expect)(method, ground));
    ground.is_none_or(|ground| said(&ground).is_none_or(|said| said.expect == Expect::Accept))
}

fn fails(declared: Declared, of: CheckRef, input: &Value) -> Result<bool, Failed> {
    let again = replay(of, input.clone(), Company::default(), &|| declared.reference(), &Options::default())?;
    Ok(again.failure.is_some())
}
