//! Asking every chosen subject, one after the other.

use super::subjects::Chosen;
use crate::cli::progress::Bar;
use crate::error::Error;
use crate::law::{self, Effort};
use crate::report::json::Checked;
use crate::rule::Registry;
use crate::runner::{KnownFailures, Pace, Plan, Run, run_at};
use crate::subject::Hello;
use crate::subject::process::Limits;
use crate::vector::Library;

/// What all subjects are asked, and how.
#[derive(Debug)]
pub(in crate::cli) struct Asking<'a> {
    pub(in crate::cli) plan: &'a Plan,
    pub(in crate::cli) effort: &'a Effort,
    pub(in crate::cli) limits: &'a Limits,
    pub(in crate::cli) pace: &'a Pace,
    pub(in crate::cli) registry: &'a Registry,
}

impl Asking<'_> {
    /// Asks all of them. One that cannot be used is told as such, so that the others are asked nevertheless; after an
    /// interrupt, the rest is not asked.
    pub(in crate::cli) fn all(&self, chosen: &[Chosen]) -> Result<Vec<Checked>, Error> {
        let mut all = Vec::new();
        for one in chosen {
            if self.pace.stop.is_interrupted() {
                break;
            }
            let run = match self.one(one) {
                Err(Error::Unusable(message)) if !self.pace.stop.is_interrupted() => {
                    self.unusable(one, message)
                }
                run => run?,
            };
            all.push(Checked {
                name: one.name.clone().unwrap_or_else(|| run.hello.name.clone()),
                command: one.command(),
                arguments: one.arguments.clone(),
                run,
            });
        }
        Ok(all)
    }

    fn one(&self, chosen: &Chosen) -> Result<Run, Error> {
        let mut subject = chosen.subject(self.limits, &self.pace.stop);
        let total = self.plan.cases.len() + self.plan.laws.len();
        let mut bar = Bar::new(chosen.name.as_deref().unwrap_or_default(), total);
        let run = run_at(
            self.plan,
            subject.as_mut(),
            self.effort,
            self.pace,
            self.registry,
            &mut bar,
        );
        bar.finish();
        run
    }

    /// The run of a subject that could not be asked anything.
    fn unusable(&self, chosen: &Chosen, message: String) -> Run {
        let name = || chosen.command().first().cloned().unwrap_or_default();
        Run {
            hello: Hello {
                name: chosen.name.clone().unwrap_or_else(name),
                ..Hello::default()
            },
            findings: Vec::new(),
            effort: self.effort.clone(),
            share: self.plan.share.clone(),
            skipped: self.plan.skipped,
            left_out_by_basis: self.plan.left_out_by_basis,
            missing: Vec::new(),
            breakdowns: vec![message],
            notes: Vec::new(),
            elapsed: std::time::Duration::ZERO,
        }
    }
}

/// Why the only subject could not be asked anything, if that is so.
pub(in crate::cli) fn refusal(checked: &[Checked]) -> Option<Error> {
    match checked {
        [one] if one.run.findings.is_empty() && !one.run.breakdowns.is_empty() => {
            Some(Error::Unusable(one.run.breakdowns.join("\n")))
        }
        _ => None,
    }
}

/// The known failures of each subject. An entry that is about nothing at all is an error, before anything is asked.
pub(in crate::cli) fn known(
    chosen: &[Chosen],
    library: &Library,
    registry: &Registry,
) -> Result<Vec<KnownFailures>, Error> {
    let manifest = library.manifest()?.unwrap_or_default();
    let mut ids: Vec<String> = Vec::new();
    let mut all = Vec::new();
    for one in chosen {
        let Some(file) = &one.known else {
            all.push(KnownFailures::default());
            continue;
        };
        let known = KnownFailures::load(file)?.follow(&manifest)?;
        if ids.is_empty() {
            let topics = library.topics(registry)?;
            let cases = topics.into_iter().flat_map(|topic| topic.cases);
            ids.extend(cases.map(|case| case.id));
            ids.extend(law::all().map(|law| law.id.to_owned()));
        }
        known.match_against(ids.iter().map(String::as_str))?;
        all.push(known);
    }
    Ok(all)
}
