//! Every golden vector as a test of its own: against the reference in this process, against the reference behind the
//! protocol, and against the Python implementation.
//!
//! `cargo test --test vectors partition_key/dates` runs those of a topic, `serve::` those of a subject.

mod support;

use std::collections::HashMap;
use std::process::ExitCode;
use std::sync::{Arc, LazyLock};

use libtest_mimic::{Arguments, Failed, Trial};
use proofmark::Error;
use proofmark::law::Effort;
use proofmark::rule::Registry;
use proofmark::runner::{Plan, run};
use proofmark::subject::process::Limits;
use proofmark::subject::{InProcess, Process, Reference};
use proofmark::vector::Case;
use proofmark::verdict::{Finding, Verdict};

/// The findings of one run over all cases, made when the first of them is asked for.
type Findings =
    LazyLock<Result<HashMap<String, Finding>, Error>, Box<dyn FnOnce() -> Outcome + Send>>;
type Outcome = Result<HashMap<String, Finding>, Error>;

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let cases = support::cases();
    let mut trials = Vec::new();
    for case in &cases {
        let (name, case) = (format!("reference::{}", case.id), case.clone());
        trials.push(Trial::test(name, move || in_process(case)));
    }
    let serve = vec![
        env!("CARGO_BIN_EXE_proofmark").to_owned(),
        "serve".to_owned(),
    ];
    trials.extend(behind_the_protocol("serve", serve, &cases, &arguments));
    let adapter = support::root().join("adapters/python/adapter.py");
    let python = vec!["python3".to_owned(), adapter.display().to_string()];
    let python = behind_the_protocol("python", python, &cases, &arguments);
    match support::python_is_missing() {
        None => trials.extend(python),
        Some(reason) => trials.extend(
            python
                .into_iter()
                .map(|trial| trial.with_kind(&reason).with_ignored_flag(true)),
        ),
    }
    libtest_mimic::run(&arguments, trials).exit_code()
}

fn in_process(case: Case) -> Result<(), Failed> {
    let run = support::check(vec![case], &mut InProcess(Reference::default()));
    passed(&run.findings[0])
}

/// A trial for each case. The first that is asked runs them all, so that they share the pipe.
fn behind_the_protocol(
    subject: &str,
    command: Vec<String>,
    cases: &[Case],
    arguments: &Arguments,
) -> Vec<Trial> {
    // A runner that starts a process for each test asks for one, exactly.
    let one = arguments.filter.clone().filter(|_| arguments.exact);
    let wanted: Vec<Case> = cases
        .iter()
        .filter(|case| {
            one.as_ref()
                .is_none_or(|name| *name == format!("{subject}::{}", case.id))
        })
        .cloned()
        .collect();
    let findings: Box<dyn FnOnce() -> Outcome + Send> = Box::new(move || check(command, wanted));
    let findings: Arc<Findings> = Arc::new(LazyLock::new(findings));
    let trial = |case: &Case| {
        let (id, findings) = (case.id.clone(), Arc::clone(&findings));
        Trial::test(format!("{subject}::{id}"), move || match &**findings {
            Ok(findings) => passed(&findings[&id]),
            Err(error) => Err(error.to_string().into()),
        })
    };
    cases.iter().map(trial).collect()
}

fn check(command: Vec<String>, cases: Vec<Case>) -> Outcome {
    let command = command.into_iter().map(Into::into).collect();
    let mut subject = Process::new(command, Limits::default());
    let plan = Plan {
        cases,
        ..Plan::default()
    };
    let run = run(
        &plan,
        &mut subject,
        &Effort::default(),
        Registry::embedded(),
        &mut (),
    )?;
    let findings = run.findings.into_iter();
    Ok(findings
        .map(|finding| (finding.id.clone(), finding))
        .collect())
}

/// A warning is not good enough here: these implementations are ours.
fn passed(finding: &Finding) -> Result<(), Failed> {
    match (finding.verdict, &finding.detail) {
        (Verdict::Pass, _) => Ok(()),
        (verdict, detail) => Err(format!("{verdict}, {:?}: {detail:#?}", finding.rules).into()),
    }
}
