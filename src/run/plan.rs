//! Which checks are run, and what their cases are.

use std::collections::BTreeMap;
use std::ops::Deref;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock};

use proptest::strategy::{Strategy, ValueTree};
use serde_json::Value;

use super::Selection;
use super::company::Kinds;
use super::learn::Learned;
use super::words::{self, Closed};
use crate::draw::{Draw, Inputs, case_seed, runner_for};
use crate::mutex::lock;
use crate::rule::{Arm, Check, CheckRef, CorpusError, read_corpus};

/// Plans the checks of some rules, each with no more than its `first` cases.
///
/// # Errors
/// When the corpus of a rule cannot be read.
pub(super) fn plan(selection: &Selection, seed: u64, first: Option<u64>) -> Result<Vec<Planned>, CorpusError> {
    let checks = selection.iter().flat_map(|&(suite, rule)| {
        rule.checks.iter().map(move |check: &'static Check| CheckRef { suite, rule, check })
    });
    let plan: Vec<Planned> = checks.map(|of| Planned::new(of, seed)).collect::<Result<_, _>>()?;
    for planned in &plan {
        planned.keep_first(first.unwrap_or(u64::MAX));
    }
    Ok(plan)
}

/// One check with its cases, in one index space: corpus, then edges, then random ones without end.
#[derive(Debug)]
pub(crate) struct Planned {
    pub(crate) of: CheckRef,
    /// `suite/rule/check`.
    pub(crate) id: String,
    /// Whether another check of the plan is about answering, so that a fault is not this one's.
    pub(crate) left_to_others: AtomicBool,
    /// Whether what is wrong on wrong ground is this one's all the same, because no other rule is broken.
    takes_back: AtomicBool,
    /// Why no recorded answers can show it, where there is nothing else.
    pub(crate) beyond: Option<&'static str>,
    /// No more than so many of its cases are run.
    first: AtomicU64,
    given: Given,
    kinds: GivenKinds,
    seed: u64,
    /// The words that are put where the check has a closed vocabulary.
    words: Arc<[String]>,
    closed: OnceLock<Arc<Closed>>,
    /// What a long run has learned.
    learned: Mutex<Learned>,
}

/// A planned check reads like the check itself: `planned.rule`.
impl Deref for Planned {
    type Target = CheckRef;

    fn deref(&self) -> &CheckRef {
        &self.of
    }
}

/// The name of a case: `CHECK:SEED:INDEX`, with `~PARENT…` where it was made from others, and `:WORD` where the subject's
/// own word is put.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CaseName<'a> {
    /// The check, by its full id.
    pub check: &'a str,
    /// The seed.
    pub seed: u64,
    /// Its number.
    pub index: u64,
    /// The cases that it was made from, the nearest first: `12~3`; empty for most.
    pub parents: &'a str,
    /// The word that it puts.
    pub word: Option<&'a str>,
}

impl<'a> CaseName<'a> {
    /// Reads the name of a case.
    #[must_use]
    pub fn read(name: &'a str) -> Option<Self> {
        let mut parts = name.split(':');
        let (check, seed, index) = (parts.next()?, parts.next()?.parse().ok()?, parts.next()?);
        let (index, parents) = index.split_once('~').unwrap_or((index, ""));
        let (index, word) = (index.parse().ok()?, parts.next());
        let name = Self { check, seed, index, parents, word };
        (parts.next().is_none() && name.lineage().is_some()).then_some(name)
    }

    /// The cases that it was made from, the nearest first, unless what is said is none.
    pub(crate) fn lineage(self) -> Option<Vec<u64>> {
        let parents = self.parents.split('~').filter(|_| !self.parents.is_empty());
        parents.map(|parent| parent.parse().ok()).collect()
    }
}

impl std::fmt::Display for CaseName<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}:{}", self.check, self.seed, self.index)?;
        if !self.parents.is_empty() {
            write!(f, "~{}", self.parents)?;
        }
        self.word.map_or(Ok(()), |word| write!(f, ":{word}"))
    }
}

/// The corpus and the edges of a check.
type Given = Arc<[Arc<Value>]>;
/// The same by kind, once somebody asked.
type GivenKinds = Arc<OnceLock<Kinds>>;
/// Both, of a check that was planned before.
type Before = (Given, GivenKinds);

/// What was given when a check was planned before, by the place of its rule and by its id: it never changes, and one
/// program plans the same check often.
static PLANNED: Mutex<BTreeMap<(usize, &'static str), Before>> = Mutex::new(BTreeMap::new());

impl Planned {
    /// Plans one check.
    ///
    /// # Errors
    /// When the rule's corpus cannot be read.
    pub(crate) fn new(of: CheckRef, seed: u64) -> Result<Self, CorpusError> {
        let key = (std::ptr::from_ref(of.rule).addr(), of.check.id);
        let planned = || lock(&PLANNED);
        let known = planned().get(&key).cloned();
        let (given, kinds) = if let Some(known) = known {
            known
        } else {
            let new = (given(of)?, Arc::default());
            planned().insert(key, new.clone());
            new
        };
        Ok(Self {
            of,
            id: of.id(),
            left_to_others: AtomicBool::new(false),
            takes_back: AtomicBool::new(false),
            beyond: None,
            first: AtomicU64::new(u64::MAX),
            given,
            kinds,
            seed,
            words: Arc::default(),
            closed: OnceLock::new(),
            learned: Mutex::default(),
        })
    }

    /// From now on these words are among the cases.
    pub(crate) fn take_words(&mut self, words: &Arc<[String]>) {
        self.words = Arc::clone(words);
    }

    /// The words that are among the cases.
    pub(crate) fn words(&self) -> &[String] {
        &self.words
    }

    /// Where the check has a closed vocabulary.
    pub(crate) fn closed(&self) -> &Closed {
        self.closed.get_or_init(|| words::closed(self.of, &self.given))
    }

    /// How many cases are given: the same for every seed.
    pub(crate) fn given(&self) -> u64 {
        self.given.len() as u64
    }

    /// From now on what is wrong on wrong ground is this one's all the same.
    pub(crate) fn take_back(&self) {
        self.takes_back.store(true, Ordering::Relaxed);
    }

    /// Whether what is wrong on wrong ground is this one's all the same.
    pub(crate) fn takes_back(&self) -> bool {
        self.takes_back.load(Ordering::Relaxed)
    }

    /// From now on no more than the first so many of its cases are run.
    pub(crate) fn keep_first(&self, cases: u64) {
        self.first.store(cases, Ordering::Relaxed);
    }

    /// How many cases a run has that draws `random` of them per ordinary check.
    pub(crate) fn cases(&self, random: u64) -> u64 {
        self.all_cases(random).min(self.first.load(Ordering::Relaxed))
    }

    /// The same where nothing is left out.
    pub(crate) fn all_cases(&self, random: u64) -> u64 {
        let drawn = if self.check.arms.is_empty() { 0 } else { random.div_ceil(self.check.cost.max(1) as u64) };
        self.given().saturating_add(drawn)
    }

    /// Case `index`, drawn from nothing but seed, check, index and words; none where the check draws no random cases.
    pub(crate) fn case(&self, index: u64) -> Option<Arc<Value>> {
        if let Some(given) = usize::try_from(index).ok().and_then(|index| self.given.get(index)) {
            return Some(Arc::clone(given));
        }
        if self.check.arms.is_empty() {
            return None;
        }
        if let Some((case, _)) = self.of_a_word(index) {
            return Some(case);
        }
        self.descendant(index, &self.parents(index))
    }

    /// The case that makes the choices of the last of its `parents`, but for those in which the others and it itself
    /// differ from the one before them.
    pub(crate) fn descendant(&self, index: u64, parents: &[u64]) -> Option<Arc<Value>> {
        if self.check.arms.is_empty() {
            return None;
        }
        let seed = |index: u64| case_seed(self.seed, &self.id, index);
        let strategy = Inputs::new(self.check.shape, |draw| {
            let line = parents.split_last().map(|(_, nearer)| nearer.iter().rev().chain([&index]));
            line.into_iter().flatten().for_each(|one| draw.stray(seed(*one)));
            self.drawn(draw)
        });
        let mut runner = runner_for(seed(*parents.last().unwrap_or(&index)));
        strategy.new_tree(&mut runner).ok().map(|tree| tree.current())
    }

    /// The cases that a random case is made from, the nearest first; none before a run has learned anything.
    fn parents(&self, index: u64) -> Vec<u64> {
        lock(&self.learned).parents(index)
    }

    /// From case `from` on, every second random case is a neighbour of one that made the subject say something new;
    /// `news` are all of those.
    pub(crate) fn learn(&self, from: u64, news: impl Iterator<Item = u64>) {
        let drawn = news.filter(|index| *index >= self.given() && self.of_a_word(*index).is_none());
        lock(&self.learned).add(from, drawn);
    }

    /// A case from the arms or, where the check has company for its given cases, as often one of those in it: neither
    /// way is much worse than the better one.
    fn drawn(&self, draw: &mut Draw) -> Value {
        match self.check.company {
            Some(company) if !self.given.is_empty() && draw.chance(1, 2) => {
                let given = self.kinds.get_or_init(|| Kinds::of(self.check, &self.given)).pick(draw);
                company(draw, given)
            }
            _ => from_arms(self.check.arms, draw),
        }
    }

    /// The case `index` that puts this word; none where no word has its turn.
    pub(crate) fn case_of_word(&self, index: u64, word: &str) -> Option<Arc<Value>> {
        words::case_of_word(self.closed(), word, index.checked_sub(self.given())?)
    }

    fn of_a_word(&self, index: u64) -> Option<(Arc<Value>, &str)> {
        let drawn = index.checked_sub(self.given()).filter(|_| !self.words.is_empty())?;
        words::case(self.closed(), &self.words, drawn)
    }

    /// The name of a case, for ever.
    pub(crate) fn name(&self, index: u64) -> String {
        let name = CaseName { check: &self.id, seed: self.seed, index, parents: "", word: None };
        if index < self.given() || self.check.arms.is_empty() {
            return name.to_string();
        }
        if let Some((_, word)) = self.of_a_word(index) {
            return CaseName { word: Some(word), ..name }.to_string();
        }
        let parents: Vec<String> = self.parents(index).iter().map(u64::to_string).collect();
        CaseName { parents: &parents.join("~"), ..name }.to_string()
    }

    /// What `subject` lacks for this check, if anything.
    pub(crate) fn lacks(&self, methods: &[String], features: &[String]) -> Option<String> {
        let method = self.check.methods.iter().find(|method| !methods.iter().any(|offered| offered == *method));
        let feature = self.check.features.iter().find(|feature| !features.iter().any(|offered| offered == *feature));
        match (method, feature) {
            (Some(method), _) => Some(format!("the subject does not offer {method}")),
            (None, Some(feature)) => Some(format!("the subject does not announce the feature {feature}")),
            (None, None) => self.beyond.map(str::to_owned),
        }
    }
}

fn given(of: CheckRef) -> Result<Given, CorpusError> {
    let CheckRef { rule, check, .. } = of;
    let first = rule.checks.first().map_or("", |check| check.id);
    let corpus = read_corpus(of.suite, rule)?
        .into_iter()
        .filter(|case| case.check.as_deref().unwrap_or(first) == check.id)
        .map(|case| case.case);
    Ok(corpus.chain((check.edges)()).map(Arc::new).collect())
}

fn from_arms(arms: &[Arm], draw: &mut Draw) -> Value {
    let total: usize = arms.iter().map(|arm| arm.weight).sum();
    let mut left = draw.below(total);
    for arm in arms {
        if left < arm.weight {
            return (arm.draw)(draw);
        }
        left -= arm.weight;
    }
    Value::Null
}
