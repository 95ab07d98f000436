//! The report of a run, of one subject or several.

use std::collections::{BTreeSet, HashMap};

use super::{Choice, Counts, Entry, FORMAT, Report, Rule, Selected, Shard, Subject, blame};
use crate::mutant;
use crate::rule::{Registry, RuleId};
use crate::runner::{Plan, Run, Selection};
use crate::vector::{Case, Library};
use crate::verdict::{Conclusion, Finding, Kind};

/// A subject that was checked.
#[derive(Debug)]
pub struct Checked {
    /// What the report calls it.
    pub name: String,
    /// The adapter and its arguments; empty for what is built in.
    pub command: Vec<String>,
    /// The arguments of `proofmark check` that lead to it.
    pub arguments: Vec<String>,
    /// What was found out.
    pub run: Run,
}

/// What the subjects were measured by.
#[derive(Debug, Clone, Copy)]
pub struct Sources<'a> {
    /// The rules.
    pub registry: &'a Registry,
    /// The vectors.
    pub library: &'a Library,
    /// What the user asked for.
    pub selection: &'a Selection,
    /// What that came to.
    pub plan: &'a Plan,
}

impl Report {
    /// The report of a run: each subject was asked the same, with the same effort.
    #[must_use]
    pub fn of_runs(checked: &[Checked], sources: &Sources<'_>) -> Self {
        let places = sources.places();
        let subjects: Vec<Subject> = checked
            .iter()
            .map(|checked| Subject::of(checked, sources, &places))
            .collect();
        let effort = checked.first().map(|it| it.run.effort.clone());
        let effort = effort.unwrap_or_default();
        Self {
            format: FORMAT,
            proofmark: env!("CARGO_PKG_VERSION").to_owned(),
            selection: sources.selected(),
            seed: effort.seed,
            cases: effort.cases,
            shard: sources.plan.share.as_ref().map(|share| Shard {
                index: share.shard.index(),
                of: share.shard.of(),
                total: share.total,
                places: share.places.clone(),
            }),
            conclusion: Self::worst(&subjects),
            subjects,
            rules: sources.rules(),
            kills: None,
        }
    }
}

impl Subject {
    fn of(
        checked: &Checked,
        sources: &Sources<'_>,
        places: &HashMap<&str, (String, usize)>,
    ) -> Self {
        let run = &checked.run;
        let place = |finding: &Finding| match finding.kind {
            Kind::Case => places.get(finding.id.as_str()).cloned(),
            Kind::Law => sources.place_of(*finding.rules.first()?),
        };
        let choices = run.choices().into_iter().map(|(rule, choices)| Choice {
            rule: rule.to_string(),
            choices,
        });
        let verdicts = run.findings.iter();
        let verdicts = verdicts.map(|finding| Entry::of(finding, place(finding)));
        let mut subject = Self {
            name: checked.name.clone(),
            hello: run.hello.clone(),
            command: checked.command.clone(),
            arguments: checked.arguments.clone(),
            conclusion: Conclusion::Unusable,
            missing: run.missing.clone(),
            summary: Counts::default(),
            domains: std::collections::BTreeMap::new(),
            choices: choices.collect(),
            breakdowns: run.breakdowns.clone(),
            notes: run.notes.clone(),
            verdicts: verdicts.collect(),
            seconds: run.elapsed.as_secs_f64(),
        };
        if sources.plan.share.is_none() {
            blame::settle(&mut subject.verdicts);
        }
        subject.recount();
        subject
    }
}

impl Sources<'_> {
    fn selected(&self) -> Selected {
        let (selection, plan) = (self.selection, self.plan);
        Selected {
            only: selection.only.clone(),
            skip: selection.skip.clone(),
            basis: if selection.stated_only {
                "stated".to_owned()
            } else {
                "all".to_owned()
            },
            require: selection.require.clone(),
            skipped: plan.skipped,
            left_out_by_basis: plan.left_out_by_basis,
        }
    }

    /// The file and the line of each case.
    fn places(&self) -> HashMap<&str, (String, usize)> {
        let files: HashMap<&str, &str> = self
            .library
            .sources()
            .iter()
            .map(|source| (source.name.as_str(), source.file.as_str()))
            .collect();
        let cases = self.plan.cases.iter().filter_map(|case| {
            let (topic, _) = case.id.rsplit_once('/')?;
            let file = files.get(topic)?;
            Some((case.id.as_str(), ((*file).to_owned(), case.line)))
        });
        cases.collect()
    }

    /// The page and the line of a rule.
    fn place_of(&self, rule: RuleId) -> Option<(String, usize)> {
        let page = self
            .registry
            .pages()
            .iter()
            .find(|page| page.prefix == rule.prefix())?;
        let file = self.registry.file(&page.domain)?;
        Some((file.to_owned(), self.registry.rule(rule)?.line))
    }

    /// All rules in force of the domains that are checked.
    fn rules(&self) -> Vec<Rule> {
        let cases = self.plan.cases.iter().map(Case::domain);
        let domains: BTreeSet<&str> = cases
            .chain(self.plan.laws.iter().map(|law| law.domain()))
            .collect();
        let pages = self.registry.pages().iter();
        let pages = pages.filter(|page| domains.contains(page.domain.as_str()));
        let rules = pages.flat_map(|page| page.rules.iter().map(move |rule| (page, rule)));
        let mut rules: Vec<Rule> = rules
            .filter(|(_, rule)| rule.retired.is_none())
            .map(|(page, rule)| Rule {
                id: rule.id.to_string(),
                domain: page.domain.clone(),
                title: rule.title.clone(),
                level: rule.level.as_str().to_owned(),
                basis: rule.basis.as_str().to_owned(),
                text: rule.text.clone(),
                mutants: mutant::all()
                    .filter(|mutant| mutant.rule == rule.id)
                    .count(),
            })
            .collect();
        rules.sort_by(|a, b| a.id.cmp(&b.id));
        rules
    }
}
