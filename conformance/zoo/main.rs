//! A zoo of subjects that misbehave, each by its name, and the keeper who looks at how the program takes it.
//!
//! This one program is both: called as `zoo animal NAME` it is the subject. Every animal is put to the built
//! `proofmark` as a real subprocess; its outcome, its time, the memory of the program, and the processes and files
//! that are left have to be as declared. `cargo test --test zoo -- --table` prints the table of `README.md`, `--soak 10m` soaks
//! the program for ten minutes.

mod animal;
mod animals;
mod cage;
mod keeper;
mod moments;
mod pen;
mod run;
mod signals;
mod soak;
mod suite;
mod table;

use std::process::ExitCode;

use libtest_mimic::{Arguments, Trial};

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    match words.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        ["animal", name, more @ ..] => return pen::live(name, more),
        ["--table"] => {
            table::print();
            return ExitCode::SUCCESS;
        }
        ["--soak", length] => return soak::long(length),
        _ => {}
    }
    let arguments = Arguments::from_args();
    let mut trials: Vec<Trial> =
        animals::all().map(|animal| Trial::test(format!("zoo::{}", animal.name), || keeper::look_at(animal))).collect();
    trials.push(Trial::test("zoo::the table is that of the animals", table::is_up_to_date));
    trials.extend(signals::trials());
    trials.extend(moments::trials());
    trials.extend(suite::trials());
    trials.push(Trial::test("zoo::a soak: crashes change no verdict and nothing grows", soak::short));
    trials.push(Trial::test("zoo::a soak can fail", soak::can_fail));
    libtest_mimic::run(&arguments, trials).exit_code()
}
