//! What puts the harness into everyone's hands: cases without it, a memory of failures, workflows checked, adapters begun.

mod cases;
mod check;
mod doctor;
mod init;
mod regressions;

#[path = "../program.rs"]
mod built;
#[path = "../gate/program.rs"]
#[expect(dead_code, reason = "the tests of gates use more of it")]
mod program;
