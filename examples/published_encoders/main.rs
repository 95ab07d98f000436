//! Judges two published encoders by the laws of index keys.
//!
//!     cargo run --example published_encoders

mod encoders;

use encoders::{Encoder, Keys, Memcomparable, Ordcode};
use proofmark::law::Effort;
use proofmark::rule::Registry;
use proofmark::runner::{Selection, run};
use proofmark::subject::InProcess;
use proofmark::vector::Library;
use proofmark::verdict::{Finding, Verdict};

fn main() -> Result<(), proofmark::Error> {
    judge(Memcomparable)?;
    judge(Ordcode)
}

fn judge<E: Encoder>(encoder: E) -> Result<(), proofmark::Error> {
    let registry = Registry::embedded();
    let laws = Selection {
        only: vec!["index_key/law/*".to_owned()],
        ..Selection::default()
    };
    let plan = laws.plan(&Library::embedded(), registry)?;
    let mut subject = InProcess(Keys(encoder));
    let run = run(&plan, &mut subject, &Effort::default(), registry, &mut ())?;
    let count = |verdict| run.summary().count(verdict);
    println!(
        "{}: {} laws hold, {} do not, {} ask for what it does not have",
        run.hello.name,
        count(Verdict::Pass),
        count(Verdict::Fail),
        count(Verdict::Unsupported),
    );
    let failed = |finding: &&Finding| finding.verdict == Verdict::Fail;
    for finding in run.findings.iter().filter(failed) {
        let detail = finding
            .detail
            .as_ref()
            .expect("a failure tells what happened");
        println!(
            "\n  {} ({})\n    {}",
            finding.id, finding.rules[0], detail.message
        );
        println!("    input     {}", detail.input);
        for (name, value) in [("expected", &detail.expected), ("actual", &detail.actual)] {
            if let Some(value) = value {
                println!("    {name:<9} {value}");
            }
        }
    }
    println!();
    Ok(())
}
