//! What is to be checked.

use globset::{GlobBuilder, GlobSet, GlobSetBuilder};

use super::shard::Share;
use crate::error::Error;
use crate::law::{self, Law};
use crate::rule::{Basis, Registry, RuleId};
use crate::vector::{Case, Library};

/// What the user asked for.
#[derive(Debug, Clone, Default)]
pub struct Selection {
    /// Patterns of ids; none: everything.
    pub only: Vec<String>,
    /// Patterns of ids that are left out.
    pub skip: Vec<String>,
    /// Leaves out what rests on decisions of this project.
    pub stated_only: bool,
    /// Domains of which nothing may be missing.
    pub require: Vec<String>,
}

/// What will be checked, and how much was left out.
#[derive(Debug, Default, Clone)]
pub struct Plan {
    /// The cases, file by file.
    pub cases: Vec<Case>,
    /// The laws.
    pub laws: Vec<&'static Law>,
    /// How many `--skip` left out.
    pub skipped: usize,
    /// How many `--basis` left out.
    pub left_out_by_basis: usize,
    /// The required domains.
    pub require: Vec<String>,
    /// The required domains of which the selection leaves something out.
    pub missing: Vec<String>,
    /// Which part of the selection this is; `None` for all of it.
    pub share: Option<Share>,
}

impl Selection {
    /// Finds what is selected. Files that cannot hold a selected case are not even parsed.
    ///
    /// # Errors
    ///
    /// A malformed pattern, one that matches nothing, an unknown domain, an empty selection, or a broken file.
    pub fn plan(&self, library: &Library, registry: &Registry) -> Result<Plan, Error> {
        let mut sieve = Sieve::new(self, registry)?;
        for source in library.sources() {
            if !sieve.may_hold(&source.name) {
                continue;
            }
            for case in source.parse(registry)?.cases {
                if sieve.takes(&case.id, &case.rules) {
                    sieve.plan.cases.push(case);
                }
            }
        }
        for law in law::all() {
            if sieve.takes(law.id, law.rules) {
                sieve.plan.laws.push(law);
            }
        }
        sieve.finish()
    }
}

/// Decides id by id, and counts what it leaves out.
struct Sieve<'a> {
    selection: &'a Selection,
    registry: &'a Registry,
    only: GlobSet,
    skip: GlobSet,
    /// For each pattern, `only` first and then `skip`, whether it matched anything.
    used: Vec<bool>,
    plan: Plan,
}

impl<'a> Sieve<'a> {
    fn new(selection: &'a Selection, registry: &'a Registry) -> Result<Self, Error> {
        let known: Vec<&str> = registry.domains().collect();
        if let Some(unknown) = selection
            .require
            .iter()
            .find(|domain| !known.contains(&domain.as_str()))
        {
            let known = known.join(", ");
            return Err(Error::Usage(format!(
                "--require {unknown}: there is no such domain; expected one of {known}"
            )));
        }
        Ok(Self {
            selection,
            registry,
            only: globs(&selection.only)?,
            skip: globs(&selection.skip)?,
            used: vec![false; selection.only.len() + selection.skip.len()],
            plan: Plan {
                require: selection.require.clone(),
                ..Plan::default()
            },
        })
    }

    /// Whether a file of this name could hold anything of interest.
    fn may_hold(&self, name: &str) -> bool {
        let required = self
            .selection
            .require
            .iter()
            .any(|domain| name.starts_with(&format!("{domain}/")));
        let only = &self.selection.only;
        required || only.is_empty() || only.iter().any(|pattern| may_match(pattern, name))
    }

    fn takes(&mut self, id: &str, rules: &[RuleId]) -> bool {
        self.only
            .matches(id)
            .into_iter()
            .for_each(|at| self.used[at] = true);
        let offset = self.selection.only.len();
        self.skip
            .matches(id)
            .into_iter()
            .for_each(|at| self.used[offset + at] = true);
        let selected = self.selection.only.is_empty() || self.only.is_match(id);
        let skipped = self.skip.is_match(id);
        let domain = id.split('/').next().unwrap_or_default();
        if (!selected || skipped) && self.plan.require.iter().any(|required| required == domain) {
            self.plan.missing.push(domain.to_owned());
        }
        if !selected {
            return false;
        }
        if skipped {
            self.plan.skipped += 1;
            return false;
        }
        let decided = self.selection.stated_only && rests_on_decisions(rules, self.registry);
        self.plan.left_out_by_basis += usize::from(decided);
        !decided
    }

    fn finish(mut self) -> Result<Plan, Error> {
        let patterns = self.selection.only.iter().chain(&self.selection.skip);
        if let Some((pattern, _)) = patterns.zip(&self.used).find(|(_, used)| !**used) {
            return Err(Error::Usage(format!(
                "`{pattern}` matches nothing: `proofmark list cases` and `proofmark list laws` show the ids"
            )));
        }
        if self.plan.cases.is_empty() && self.plan.laws.is_empty() {
            return Err(Error::Usage(
                "the selection is empty: --skip and --basis leave out everything that is selected"
                    .to_owned(),
            ));
        }
        self.plan.missing.sort_unstable();
        self.plan.missing.dedup();
        Ok(self.plan)
    }
}

/// Whether any of the rules rests on a decision of this project, and not only on its document.
fn rests_on_decisions(rules: &[RuleId], registry: &Registry) -> bool {
    rules
        .iter()
        .filter_map(|id| registry.rule(*id))
        .any(|rule| rule.basis == Basis::Decided)
}

/// A set of patterns of ids.
///
/// # Errors
///
/// A malformed pattern.
pub fn globs(patterns: &[String]) -> Result<GlobSet, Error> {
    let mut set = GlobSetBuilder::new();
    for pattern in patterns {
        // A `*` also stands for several parts of an id, so that `partition_key/*` means the whole domain.
        let glob = GlobBuilder::new(pattern).literal_separator(false).build();
        set.add(glob.map_err(|error| Error::Usage(format!("`{pattern}` is no pattern: {error}")))?);
    }
    set.build().map_err(|error| Error::Usage(error.to_string()))
}

/// Whether a pattern could match an id in the file, judging by the text before its first special character.
fn may_match(pattern: &str, name: &str) -> bool {
    let literal = pattern
        .split(['*', '?', '[', '{', '\\'])
        .next()
        .unwrap_or_default();
    let prefix = format!("{name}/");
    literal.starts_with(&prefix) || prefix.starts_with(literal)
}
