//! What becomes of the subjects of the configuration: who meets what is expected, and would not meet what would be.

use crate::cli::check::{Asking, of_names};
use crate::config::Config;
use crate::error::Error;
use crate::law::Effort;
use crate::rule::Registry;
use crate::runner::{ChangedCase, Pace, Plan, Run};
use crate::subject::process::Limits;
use crate::verdict::Verdict;

/// So many cases are named; the rest is counted.
const NAMED: usize = 5;

/// A line for each subject that breaks, or that cannot be asked.
pub(super) fn broken(
    config: &Config,
    changed: &[&ChangedCase],
    registry: &Registry,
) -> Result<Vec<String>, Error> {
    if config.subjects.is_empty() || changed.is_empty() {
        return Ok(Vec::new());
    }
    let chosen = of_names(&[], config, None)?;
    let ask = |which: usize| {
        let plan = Plan {
            cases: changed.iter().map(|it| it.cases[which].clone()).collect(),
            ..Plan::default()
        };
        let asking = Asking {
            plan: &plan,
            effort: &Effort::default(),
            limits: &Limits::default(),
            pace: &Pace::default(),
            registry,
        };
        asking.all(&chosen)
    };
    let both = ask(0)?.into_iter().zip(ask(1)?);
    let lines = both.filter_map(|(before, now)| line(&now.name, &before.run, &now.run));
    Ok(lines.collect())
}

fn line(name: &str, before: &Run, now: &Run) -> Option<String> {
    if let Some(message) = now.breakdowns.first() {
        return Some(format!("{name} cannot be asked: {message}"));
    }
    let meets = |verdict: Verdict| matches!(verdict, Verdict::Pass | Verdict::Warn);
    let both = before.findings.iter().zip(&now.findings);
    let lost = both.filter(|(before, now)| meets(before.verdict) && !meets(now.verdict));
    let lost: Vec<&str> = lost.map(|(_, now)| now.id.as_str()).collect();
    let more = match lost.len().saturating_sub(NAMED) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let named: Vec<&str> = lost.iter().copied().take(NAMED).collect();
    (!lost.is_empty()).then(|| {
        let (count, all) = (lost.len(), now.findings.len());
        format!(
            "{name}, on {count} of {all} cases that change: {}{more}",
            named.join(", ")
        )
    })
}
