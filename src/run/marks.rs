//! How every case of a check ended, in a few bytes each: a long run has millions of cases, and few ways to end.

use super::ending::{Signature, Unjudged};

/// How one case ended, as far as adding up is concerned.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Mark {
    pub(crate) end: End,
    /// The process was of no more use.
    pub(crate) broke: bool,
    /// The deadline passed, or a flood had to be read.
    pub(crate) hung: bool,
}

/// An [`Ending`](super::ending::Ending) without its story.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum End {
    Held,
    Unjudged(Unjudged),
    /// Left to another rule, and a failure of this kind if none turns out to be broken.
    Left(Unjudged, Signature),
    Failed(Signature),
}

impl Mark {
    /// The kind of fault that the case met, if it did.
    pub(crate) fn fault(&self) -> Option<&str> {
        match &self.end {
            End::Held | End::Unjudged(_) => None,
            End::Left(_, signature) | End::Failed(signature) => signature.fault(),
        }
    }

    /// Whether the document decides the case and the subject answered.
    pub(crate) fn is_judged(&self) -> bool {
        matches!(self.end, End::Held | End::Failed(Signature::Disagreement(_)))
    }
}

/// How cases ended, by their index.
#[derive(Debug, Clone, Default)]
pub(crate) struct Marks {
    /// The index of the first place.
    begin: u64,
    /// Per index from there on: 0 for none, otherwise one more than the place of its mark among all.
    places: Vec<u32>,
    /// All marks that differ.
    kinds: Vec<Mark>,
    /// How many cases there are.
    len: usize,
}

impl Marks {
    /// Files how one case ended.
    pub(crate) fn insert(&mut self, index: u64, mark: Mark) {
        let kind = self.place_of(mark);
        self.set(index, kind);
    }

    /// Adds those of other cases.
    pub(crate) fn extend(&mut self, other: Self) {
        let kinds: Vec<u32> = other.kinds.into_iter().map(|mark| self.place_of(mark)).collect();
        for (index, place) in (other.begin..).zip(other.places) {
            if let Some(kind) = kind(place) {
                self.set(index, kinds[kind]);
            }
        }
    }

    /// How a case ended, if it did.
    pub(crate) fn get(&self, index: u64) -> Option<&Mark> {
        let place = usize::try_from(index.checked_sub(self.begin)?).ok()?;
        self.kinds.get(kind(*self.places.get(place)?)?)
    }

    /// All cases, in the order of their indices.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (u64, &Mark)> {
        (self.begin..).zip(&self.places).filter_map(|(index, place)| Some((index, &self.kinds[kind(*place)?])))
    }

    /// How many cases there are.
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The last case.
    pub(crate) fn last(&self) -> Option<u64> {
        // Nothing is ever taken out of the middle: what is longest is as long as the last case needs.
        self.places.len().checked_sub(1).map(|place| self.begin + place as u64)
    }

    fn place_of(&mut self, mark: Mark) -> u32 {
        let known = self.kinds.iter().position(|kind| *kind == mark);
        let place = known.unwrap_or_else(|| {
            self.kinds.push(mark);
            self.kinds.len() - 1
        });
        u32::try_from(place + 1).unwrap_or(u32::MAX)
    }

    fn set(&mut self, index: u64, place: u32) {
        if self.places.is_empty() {
            self.begin = index;
        }
        if let Some(before) = self.begin.checked_sub(index).filter(|before| *before > 0) {
            let before = usize::try_from(before).unwrap_or(usize::MAX);
            self.places.splice(0..0, std::iter::repeat_n(0, before));
            self.begin = index;
        }
        let at = usize::try_from(index - self.begin).unwrap_or(usize::MAX);
        if at >= self.places.len() {
            self.places.resize(at + 1, 0);
        }
        self.len += usize::from(self.places[at] == 0);
        self.places[at] = place;
    }
}

/// The place of a mark among all, unless there is none.
fn kind(place: u32) -> Option<usize> {
    place.checked_sub(1).and_then(|place| usize::try_from(place).ok())
}

impl FromIterator<(u64, Mark)> for Marks {
    fn from_iter<T: IntoIterator<Item = (u64, Mark)>>(cases: T) -> Self {
        let mut marks = Self::default();
        for (index, mark) in cases {
            marks.insert(index, mark);
        }
        marks
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn held() -> Mark {
        Mark { end: End::Held, broke: false, hung: false }
    }

    fn hung() -> Mark {
        Mark { end: End::Failed(Signature::Fault("hung")), broke: true, hung: true }
    }

    #[test]
    fn cases_are_kept_in_their_order_whichever_comes_first() {
        let mut marks: Marks = [(7, held()), (5, hung()), (9, held()), (7, held())].into_iter().collect();
        assert_eq!((marks.len(), marks.last(), marks.is_empty()), (3, Some(9), false));
        assert_eq!(marks.iter().map(|(index, _)| index).collect::<Vec<_>>(), [5, 7, 9]);
        assert_eq!((marks.get(5), marks.get(6), marks.get(4), marks.get(10)), (Some(&hung()), None, None, None));
        marks.extend([(2, hung()), (6, held()), (12, hung())].into_iter().collect());
        let ends: Vec<(u64, bool)> = marks.iter().map(|(index, mark)| (index, mark.hung)).collect();
        assert_eq!(ends, [(2, true), (5, true), (6, false), (7, false), (9, false), (12, true)]);
    }

    #[test]
    fn none_is_none() {
        let mut marks = Marks::default();
        assert_eq!((marks.last(), marks.get(0), marks.iter().next()), (None, None, None));
        marks.extend(Marks::default());
        assert!(marks.is_empty());
    }
}
