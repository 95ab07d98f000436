//! Every golden vector and every law as a test of its own: against the reference in this process, against the
//! reference behind the protocol, and against the implementations in Python and JavaScript.
//!
//! `cargo test --test vectors partition_key/dates` runs those of a topic, `serve::` those of a subject.

mod support;

use std::collections::HashMap;
use std::ffi::OsString;
use std::process::ExitCode;
use std::sync::{Arc, LazyLock};

use libtest_mimic::{Arguments, Failed, Trial};
use proofmark::Error;
use proofmark::law::{self, Effort, Law};
use proofmark::rule::Registry;
use proofmark::runner::{Plan, run};
use proofmark::subject::process::Limits;
use proofmark::subject::{InProcess, Process, Reference};
use proofmark::vector::Case;
use proofmark::verdict::{Finding, Verdict};

/// The findings of one run over all cases and laws, made when the first of them is asked for.
type Findings = LazyLock<Outcome, Box<dyn FnOnce() -> Outcome + Send>>;
type Outcome = Result<HashMap<String, Finding>, Error>;

/// What a test makes of its finding.
type Judge = Box<dyn Fn(&Finding) -> Result<(), Failed> + Send>;

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let plan = Plan {
        cases: support::cases(),
        laws: law::all().collect(),
        ..Plan::default()
    };
    let mut trials = in_process(&plan);
    let own = |arguments: &[&str]| arguments.iter().map(ToString::to_string).collect();
    let serve = own(&[env!("CARGO_BIN_EXE_proofmark"), "serve"]);
    trials.extend(behind_the_protocol("serve", serve, &plan, &arguments));
    for (name, adapter, missing) in [
        ("python", "python/adapter.py", support::python_is_missing()),
        ("node", "node/adapter.js", support::node_is_missing()),
    ] {
        let program = if name == "python" { "python3" } else { name };
        let adapter = support::root().join("adapters").join(adapter);
        let command = own(&[program, &adapter.display().to_string()]);
        let with_reason = |trial: Trial| match &missing {
            None => trial,
            Some(reason) => trial.with_kind(reason).with_ignored_flag(true),
        };
        let theirs = behind_the_protocol(name, command, &plan, &arguments);
        trials.extend(theirs.into_iter().map(with_reason));
    }
    libtest_mimic::run(&arguments, trials).exit_code()
}

/// Few inputs: searching is the business of `check`.
fn effort() -> Effort {
    Effort {
        cases: 64,
        ..Effort::default()
    }
}

fn in_process(plan: &Plan) -> Vec<Trial> {
    let cases = plan.cases.iter().cloned().map(|case| {
        Trial::test(format!("reference::{}", case.id), move || {
            let run = support::check(vec![case], &mut InProcess(Reference::default()));
            passed(&run.findings[0])
        })
    });
    let laws = plan.laws.iter().map(|law| {
        Trial::test(format!("reference::{}", law.id), || {
            passed(&by_the_reference(law))
        })
    });
    cases.chain(laws).collect()
}

fn by_the_reference(law: &Law) -> Finding {
    law::search(law, &mut InProcess(Reference::default()), &effort())
}

/// A trial for each case and law. The first that is asked runs them all, so that they share the pipe.
fn behind_the_protocol(
    subject: &'static str,
    command: Vec<String>,
    plan: &Plan,
    arguments: &Arguments,
) -> Vec<Trial> {
    // A runner that starts a process for each test asks for one, exactly.
    let one = arguments.filter.clone().filter(|_| arguments.exact);
    let wanted = |id: &str| {
        one.as_ref()
            .is_none_or(|name| *name == format!("{subject}::{id}"))
    };
    let cases = plan.cases.iter().filter(|case| wanted(&case.id));
    let laws = plan.laws.iter().filter(|law| wanted(law.id));
    let asked = Plan {
        cases: cases.cloned().collect(),
        laws: laws.copied().collect(),
        ..Plan::default()
    };
    let findings: Box<dyn FnOnce() -> Outcome + Send> = Box::new(move || check(command, &asked));
    let findings: Arc<Findings> = Arc::new(LazyLock::new(findings));
    let trial = |id: &str, judge: Judge| {
        let (findings, id) = (Arc::clone(&findings), id.to_owned());
        Trial::test(format!("{subject}::{id}"), move || match &**findings {
            Ok(findings) => judge(&findings[&id]),
            Err(error) => Err(error.to_string().into()),
        })
    };
    let case = |case: &Case| trial(&case.id, Box::new(passed));
    let law = |law: &&'static Law| {
        let law = *law;
        trial(law.id, Box::new(|finding| drew_the_same(law, finding)))
    };
    let cases = plan.cases.iter().map(case);
    cases.chain(plan.laws.iter().map(law)).collect()
}

fn check(command: Vec<String>, plan: &Plan) -> Outcome {
    let command: Vec<OsString> = command.into_iter().map(Into::into).collect();
    let mut subject = Process::new(command, Limits::default());
    let run = run(plan, &mut subject, &effort(), Registry::embedded(), &mut ())?;
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

/// A law holds, and was searched with the inputs that the reference got in this process.
fn drew_the_same(law: &Law, finding: &Finding) -> Result<(), Failed> {
    passed(finding)?;
    let digest = |finding: &Finding| finding.search.as_ref().map(|search| search.digest.clone());
    let (theirs, ours) = (digest(finding), digest(&by_the_reference(law)));
    if theirs.is_some() && theirs == ours {
        Ok(())
    } else {
        Err(format!("other inputs: {theirs:?}, and in this process {ours:?}").into())
    }
}
