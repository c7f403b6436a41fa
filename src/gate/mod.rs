//! What stands between a proof and a green pipeline: failures that are known,
//! a baseline to compare with, and the certificate at the end.
//!
//! A gate reads proofs and changes nothing about what was found: it marks
//! findings as excused, and says what it objects to.

mod baseline;
mod certificate;
mod certify;
mod date;
mod diff;
mod excuse;
mod extent;
mod known;
mod requirements;
mod update;

pub use baseline::hold_against_baseline;
pub use certificate::{CERTIFICATE, Certificate, CertifiedSuite, Determinism, MutationScore, proof_digest};
pub use certify::{Certification, certify, not_shown};
pub use date::Date;
pub use diff::{Change, Difference, diff};
pub use excuse::excuse_known;
pub use extent::Extent;
pub use known::{Entry, KnownError, KnownFile};
pub use requirements::{frozen, requirements};
pub use update::{Updated, update};
