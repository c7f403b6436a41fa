//! The suite tested by itself: the reference passes, every required label
//! comes up, every mutant is caught by its own rule, the corpus is right.
