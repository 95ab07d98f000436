//! What is to be checked.

use globset::{GlobBuilder, GlobSet, GlobSetBuilder};

use crate::error::Error;
use crate::rule::{Basis, Registry};
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
#[derive(Debug, Default)]
pub struct Plan {
    /// The cases, by id.
    pub cases: Vec<Case>,
    /// How many `--skip` left out.
    pub skipped: usize,
    /// How many `--basis` left out.
    pub left_out_by_basis: usize,
    /// The required domains.
    pub require: Vec<String>,
    /// Of the required domains, what the selection left out, by domain.
    pub missing: Vec<String>,
}

impl Selection {
    /// Finds the selected cases. Files that cannot hold one are not even parsed.
    ///
    /// # Errors
    ///
    /// A malformed pattern, one that matches nothing, an unknown domain, an empty selection, or a broken file.
    pub fn plan(&self, library: &Library, registry: &Registry) -> Result<Plan, Error> {
        let (only, skip) = (globs(&self.only)?, globs(&self.skip)?);
        if let Some(unknown) = self
            .require
            .iter()
            .find(|domain| !registry.domains().any(|known| known == **domain))
        {
            let known: Vec<&str> = registry.domains().collect();
            return Err(Error::Usage(format!(
                "--require {unknown}: there is no such domain; expected one of {}",
                known.join(", ")
            )));
        }
        let mut plan = Plan {
            require: self.require.clone(),
            ..Plan::default()
        };
        let mut used = vec![false; self.only.len() + self.skip.len()];
        for source in library.sources() {
            let required = self
                .require
                .iter()
                .any(|domain| source.name.starts_with(&format!("{domain}/")));
            if !required
                && !self.only.is_empty()
                && !self
                    .only
                    .iter()
                    .any(|pattern| may_match(pattern, &source.name))
            {
                continue;
            }
            for case in source.parse(registry)?.cases {
                let selected = self.only.is_empty() || only.is_match(&case.id);
                let skipped = skip.is_match(&case.id);
                let decided = self.stated_only && is_decided(&case, registry);
                only.matches(&case.id)
                    .into_iter()
                    .for_each(|at| used[at] = true);
                skip.matches(&case.id)
                    .into_iter()
                    .for_each(|at| used[self.only.len() + at] = true);
                if required && (!selected || skipped) {
                    plan.missing.push(case.domain().to_owned());
                }
                match (selected, skipped, decided) {
                    (false, ..) => {}
                    (true, true, _) => plan.skipped += 1,
                    (true, false, true) => plan.left_out_by_basis += 1,
                    (true, false, false) => plan.cases.push(case),
                }
            }
        }
        plan.missing.dedup();
        let patterns = self.only.iter().chain(&self.skip);
        if let Some((pattern, _)) = patterns.zip(&used).find(|(_, used)| !**used) {
            return Err(Error::Usage(format!(
                "`{pattern}` matches nothing: `proofmark list cases` shows the ids"
            )));
        }
        if plan.cases.is_empty() {
            return Err(Error::Usage(
                "the selection is empty: --skip and --basis leave out everything that is selected"
                    .to_owned(),
            ));
        }
        Ok(plan)
    }
}

/// Whether a case rests on a decision of this project, and not only on its document.
fn is_decided(case: &Case, registry: &Registry) -> bool {
    case.rules
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
