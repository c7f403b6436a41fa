//! The packages for Python, Node and Cargo, from clean folders: built around the program that is there, installed, and used as a
//! stranger would, up to a failing test whose text is the finding, and from there to green.

mod folder;
mod npm;
mod python;
mod rust;

use std::process::ExitCode;

use libtest_mimic::{Arguments, run};

fn main() -> ExitCode {
    let trials = [python::trials(), npm::trials(), rust::trials()].into_iter().flatten().collect();
    run(&Arguments::from_args(), trials).exit_code()
}
