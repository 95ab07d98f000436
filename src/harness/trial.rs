//! A test for each case and law.

use std::sync::Arc;

use globset::GlobSet;
use libtest_mimic::{Arguments, Failed, Trial};

use super::failure;
use super::settings::Settings;
use crate::error::Error;
use crate::law::Law;
use crate::rule::Registry;
use crate::runner::{Plan, Selection, globs, run};
use crate::subject::{Hello, Implementation, InProcess};
use crate::vector::{Case, Library};
use crate::verdict::{Finding, Verdict};

/// What every test shares.
struct Bench<F> {
    subject: F,
    settings: Settings,
    known: GlobSet,
}

/// All tests, or the one that is asked for.
pub(super) fn trials<I, F>(
    subject: F,
    settings: Settings,
    arguments: &Arguments,
) -> Result<Vec<Trial>, Error>
where
    I: Implementation,
    F: Fn() -> I + Send + Sync + 'static,
{
    let registry = Registry::embedded();
    let hello = subject().hello();
    let plan = plan(&settings, arguments, registry)?;
    let manifest = Library::embedded().manifest()?.unwrap_or_default();
    // A case that has another id now is found under that one.
    let patterns: Vec<String> = settings
        .known_failures
        .iter()
        .map(|it| manifest.current(&it.pattern).to_owned())
        .collect();
    let bench = Arc::new(Bench {
        known: globs(&patterns)?,
        settings,
        subject,
    });
    if plan.cases.len() + plan.laws.len() > 1 {
        let ids = plan.cases.iter().map(|case| case.id.as_str());
        let known = &bench.settings.known;
        known.match_against(ids.chain(plan.laws.iter().map(|law| law.id)))?;
    }
    let mut trials = useless_patterns(&bench, &plan);
    for domain in registry.domains() {
        let required = bench.settings.require.iter().any(|it| it == domain);
        let has_some = required || has_any(&hello, domain, registry);
        let cases = plan.cases.iter().filter(|case| case.domain() == domain);
        let laws = plan.laws.iter().filter(|law| law.domain() == domain);
        if !has_some {
            let count = cases.count() + laws.count();
            let name = format!("{domain} ({count} cases and laws, but no operation)");
            trials.push(Trial::test(name, || Ok(())).with_ignored_flag(true));
            continue;
        }
        for case in cases {
            let operations = case.steps.iter().map(|step| step.operation.as_str());
            let needs = case.needs.iter().map(String::as_str);
            let lacks = lacks(&hello, operations, needs, registry);
            let trial = of_case(&bench, case.clone());
            trials.push(trial.with_ignored_flag(lacks && !required));
        }
        for law in laws {
            let (operations, needs) = (law.operations.iter().copied(), law.needs.iter().copied());
            let lacks = lacks(&hello, operations, needs, registry);
            let trial = of_law(&bench, law);
            trials.push(trial.with_ignored_flag(lacks && !required));
        }
    }
    Ok(trials)
}

/// What is to be tested. A runner that starts a process for each test asks for one by its exact name: then only the
/// file that holds it is read.
fn plan(settings: &Settings, arguments: &Arguments, registry: &Registry) -> Result<Plan, Error> {
    let library = Library::embedded();
    let exact = arguments.filter.clone().filter(|_| arguments.exact);
    let all = Selection {
        require: settings.require.clone(),
        ..Selection::default()
    };
    let one = exact.and_then(|id| {
        let only = vec![globset::escape(&id)];
        let one = Selection {
            only,
            ..Selection::default()
        };
        one.plan(&library, registry).ok()
    });
    match one {
        Some(plan) => Ok(plan),
        None => all.plan(&library, registry),
    }
}

/// A pattern of known failures that matches nothing is a test that fails.
fn useless_patterns<F>(bench: &Arc<Bench<F>>, plan: &Plan) -> Vec<Trial> {
    if plan.cases.len() + plan.laws.len() == 1 {
        return Vec::new();
    }
    let mut used = vec![false; bench.settings.known_failures.len()];
    let ids = plan.cases.iter().map(|case| case.id.as_str());
    for id in ids.chain(plan.laws.iter().map(|law| law.id)) {
        for at in bench.known.matches(id) {
            used[at] = true;
        }
    }
    let known = bench.settings.known_failures.iter().zip(used);
    known
        .filter(|(_, used)| !used)
        .map(|(known, _)| {
            let name = format!("known_failure {}", known.pattern);
            Trial::test(
                name,
                || Err("the pattern matches nothing: remove it".into()),
            )
        })
        .collect()
}

fn has_any(hello: &Hello, domain: &str, registry: &Registry) -> bool {
    let page = registry.page(domain);
    page.is_some_and(|page| page.operations.iter().any(|it| hello.has(&it.name)))
}

/// Whether the subject lacks something, by its own declaration.
fn lacks<'a>(
    hello: &Hello,
    mut operations: impl Iterator<Item = &'a str>,
    mut needs: impl Iterator<Item = &'a str>,
    registry: &Registry,
) -> bool {
    operations.any(|operation| !hello.has(operation))
        || needs.any(|need| !hello.meets(need, registry))
}

fn of_case<I, F>(bench: &Arc<Bench<F>>, case: Case) -> Trial
where
    I: Implementation,
    F: Fn() -> I + Send + Sync + 'static,
{
    let bench = Arc::clone(bench);
    Trial::test(case.id.clone(), move || {
        bench.judge(Plan {
            cases: vec![case],
            ..Plan::default()
        })
    })
}

fn of_law<I, F>(bench: &Arc<Bench<F>>, law: &'static Law) -> Trial
where
    I: Implementation,
    F: Fn() -> I + Send + Sync + 'static,
{
    let bench = Arc::clone(bench);
    Trial::test(law.id, move || {
        bench.judge(Plan {
            laws: vec![law],
            ..Plan::default()
        })
    })
}

impl<I, F> Bench<F>
where
    I: Implementation,
    F: Fn() -> I + Send + Sync + 'static,
{
    /// Runs one case or law against a subject of its own.
    fn judge(&self, plan: Plan) -> Result<(), Failed> {
        let mut subject = InProcess((self.subject)());
        let registry = Registry::embedded();
        let run = run(
            &plan,
            &mut subject,
            &self.settings.effort,
            registry,
            &mut (),
        );
        let mut run = run.map_err(|error| error.to_string())?;
        let unfounded = self.settings.known.apply(&mut run.findings);
        if let Some(message) = unfounded.first() {
            return Err(message.clone().into());
        }
        let finding = run.findings.first().ok_or("nothing was asked")?;
        self.conclude(finding)
    }

    fn conclude(&self, finding: &Finding) -> Result<(), Failed> {
        if let Some(listed) = &finding.known {
            return match finding.verdict {
                Verdict::KnownFailure => Ok(()),
                Verdict::UnexpectedPass => Err(format!(
                    "an unexpected pass: it is listed as known to fail ({}), and no longer does",
                    listed.reason
                )
                .into()),
                _ => Err(failure::text(finding, Registry::embedded()).into()),
            };
        }
        let failed = !matches!(finding.verdict, Verdict::Pass | Verdict::Warn);
        let known = self.known.matches(&finding.id).first().copied();
        match known.map(|at| &self.settings.known_failures[at]) {
            None if failed => Err(failure::text(finding, Registry::embedded()).into()),
            None => {
                if finding.verdict == Verdict::Warn {
                    eprintln!("{}", failure::text(finding, Registry::embedded()));
                }
                Ok(())
            }
            Some(_) if failed => Ok(()),
            Some(known) => Err(format!(
                "an unexpected pass: `{}` is known to fail ({}), and no longer does; remove it",
                known.pattern, known.reason
            )
            .into()),
        }
    }
}
