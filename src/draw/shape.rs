//! What the parts of an input mean: the one declaration that the reducer,
//! the fault injector and the edge phase read.

/// The meaning of one place in an input. An input need not fit its shape
/// (faults are drawn on purpose); where it does not, it is treated as [`Shape::Any`].
#[derive(Debug)]
pub enum Shape {
    /// Any JSON: shrinks to `null`, or the simplest value that still fails.
    Any,
    /// `true` or `false`; `false` is simpler.
    Bool,
    /// A whole number that shrinks towards `least` (and no further).
    Integer {
        /// The simplest value.
        least: i64,
    },
    /// A whole number that limits the length of a list elsewhere: it is lowered together with that list.
    Limit {
        /// The simplest value.
        least: i64,
        /// JSON Pointer of the list, from the root of the input.
        of: &'static str,
    },
    /// Any number; shrinks towards 0, and to fewer digits.
    Number,
    /// Text that is not shrunk below `least` characters.
    Text {
        /// The fewest characters.
        least: usize,
    },
    /// One of a few texts, the simplest first.
    Enum(&'static [&'static str]),
    /// The name by which other places refer to the list entry that holds it.
    Id(&'static str),
    /// Names an entity of this kind.
    Ref(&'static str),
    /// Text that holds the name of an entity between two fixed parts (a path, say).
    RefText {
        /// The kind of entity named.
        kind: &'static str,
        /// What stands before the name.
        before: &'static str,
        /// What stands after it.
        after: &'static str,
    },
    /// A list whose entries can be deleted down to `least`.
    List {
        /// The shape of every entry.
        of: &'static Shape,
        /// The fewest entries.
        least: usize,
    },
    /// An object used as a map: every entry can be deleted.
    Map {
        /// The kind of entity that the keys name, if they name any.
        keys: Option<&'static str>,
        /// The shape of every value.
        of: &'static Shape,
    },
    /// An object with known fields. Fields it does not list are optional and [`Shape::Any`].
    Object(&'static [Field]),
    /// Never changed by the reducer.
    Fixed,
}

/// One known field of an object.
#[derive(Debug)]
pub struct Field {
    /// Its key.
    pub name: &'static str,
    /// Whether it may be deleted.
    pub need: Need,
    /// What its value means.
    pub shape: Shape,
}

/// Whether a field may be deleted while shrinking.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Need {
    /// The input makes sense without it.
    Optional,
    /// It stays.
    Required,
}

/// A field that may be deleted.
#[must_use]
pub const fn optional(name: &'static str, shape: Shape) -> Field {
    Field { name, need: Need::Optional, shape }
}

/// A field that stays.
#[must_use]
pub const fn required(name: &'static str, shape: Shape) -> Field {
    Field { name, need: Need::Required, shape }
}
