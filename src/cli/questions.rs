//! `proofmark questions`

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::PathBuf;

use anstyle::Style;
use clap::Args as ClapArgs;
use serde_json::json;

use super::select::SelectArgs;
use super::{CliError, Exit, output, saved, select, target};
use crate::draw::json::size;
use crate::inert;
use crate::proof::{Proof, QuestionResult, Witness, plain};
use crate::rule::{Catalogue, OpenPoint, Rule, Suite};
use crate::run::{Options, Selection, run};

const BOLD: Style = Style::new().bold();
const DIM: Style = Style::new().dimmed();

/// An open point, with where it stands.
struct Open {
    point: OpenPoint,
    /// The smallest case on which its readings part, as far as one is known.
    parts_on: Option<Witness>,
}

#[derive(Debug, ClapArgs)]
pub(super) struct QuestionsArgs {
    #[command(flatten)]
    pub(super) select: SelectArgs,
    /// Saved proofs: what each subject was seen to do
    #[arg(value_name = "PROOF")]
    pub(super) proofs: Vec<PathBuf>,
    /// One JSON object per question
    #[arg(long)]
    pub(super) json: bool,
}

/// Shows what the documents leave open, and how each proof's subject reads it.
pub(super) fn questions(catalogue: &Catalogue, args: &QuestionsArgs) -> Result<Exit, CliError> {
    let asks = |(_, rule): &(&Suite, &Rule)| !rule.questions.is_empty();
    let selection: Selection = select::selection(catalogue, &args.select)?.into_iter().filter(asks).collect();
    let proofs: Vec<(String, Proof)> =
        args.proofs.iter().map(|path| Ok((saved::name(path), saved::proof(path)?))).collect::<Result<_, CliError>>()?;
    let witnesses = witnesses(catalogue, &selection, &proofs)?;
    let of_rule = |(suite, rule): &(&'static Suite, &'static Rule)| {
        let (suite, rule): (&Suite, &Rule) = (suite, rule);
        let witnesses = &witnesses;
        rule.questions.iter().map(move |question| {
            let point = OpenPoint::of(suite, rule, question);
            let parts_on = witnesses.get(&point.question).cloned();
            Open { point, parts_on }
        })
    };
    let open: Vec<Open> = selection.iter().flat_map(of_rule).collect();
    output::to_stdout(|out| {
        open.iter().try_for_each(|open| {
            if args.json { writeln!(out, "{}", as_json(open, &proofs)) } else { as_text(open, &proofs, out) }
        })?;
        let parted = open.iter().filter(|open| open.parts_on.is_some()).count();
        if args.json {
            Ok(())
        } else {
            writeln!(out, "{} questions, {parted} with an input that parts them", open.len())
        }
    })?;
    Ok(Exit::Conforms)
}

/// For every question the smallest case that excludes a reading, on the reference or in a proof.
pub(super) fn witnesses(
    catalogue: &Catalogue,
    selection: &Selection,
    proofs: &[(String, Proof)],
) -> Result<BTreeMap<String, Witness>, CliError> {
    let reference = *catalogue;
    let launcher = move || reference.reference(&[]);
    let options = Options { cases: 0, jobs: target::jobs(None), score: false, ..Options::default() };
    let asked = run(selection, &launcher, &options)?;
    let mut smallest: BTreeMap<String, Witness> = BTreeMap::new();
    for proof in std::iter::once(&asked).chain(proofs.iter().map(|(_, proof)| proof)) {
        for QuestionResult { question, excluded, .. } in &proof.questions {
            for witness in excluded.values() {
                let known = smallest.get(question).is_some_and(|known| size(&known.input) <= size(&witness.input));
                if !known {
                    smallest.insert(question.clone(), witness.clone());
                }
            }
        }
    }
    Ok(smallest)
}

/// The readings that a proof's subject is consistent with; `None` if it was not asked.
fn read<'a>(open: &Open, proof: &'a Proof) -> Option<&'a [String]> {
    proof
        .questions
        .iter()
        .find(|result| result.question == open.point.question)
        .map(|result| result.readings.as_slice())
}

fn as_json(open: &Open, proofs: &[(String, Proof)]) -> String {
    let said = |(file, proof): &(String, Proof)| json!({"proof": file, "subject": proof.subject.name, "version": proof.subject.version, "readings": read(open, proof)});
    let line = json!({
        "question": open.point.question,
        "asks": open.point.asks,
        "readings": open.point.readings,
        "case": open.parts_on.as_ref().map(|witness| &witness.case),
        "input": open.parts_on.as_ref().map(|witness| &witness.input),
        "proofs": proofs.iter().map(said).collect::<Vec<_>>(),
    });
    inert::json(&line.to_string())
}

fn as_text(open: &Open, proofs: &[(String, Proof)], out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{BOLD}{}{BOLD:#}: {}", open.point.question, open.point.asks)?;
    for known in &open.point.readings {
        writeln!(out, "  {:<20} {DIM}{}{DIM:#}", known.reading, known.predicts)?;
    }
    match &open.parts_on {
        Some(witness) => writeln!(out, "  they part on         {}", plain(&witness.input.to_string()))?,
        None => writeln!(out, "  no input is known on which they part")?,
    }
    for (file, proof) in proofs {
        let said = match read(open, proof) {
            None => "was not asked".to_owned(),
            Some([]) => "contradicts itself: no reading is left".to_owned(),
            Some(left) if left.len() == open.point.readings.len() => "was asked, and nothing was learnt".to_owned(),
            Some(left) => format!("reads it as {}", left.join(" or ")),
        };
        let subject = format!("{} {}", proof.subject.name, proof.subject.version);
        writeln!(out, "  {}: {} {}", plain(file), plain(subject.trim()), plain(&said))?;
    }
    writeln!(out)
}
