//! The suite as a whole.
