//! A rehearsal, written down.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::visible::compact;
use crate::rule::RuleId;
use crate::runner::{ChangedCase, Changes, Fate, Held, Moved};

/// All that a rehearsal found out.
#[derive(Debug, Default)]
pub struct Rehearsal {
    /// What becomes of each domain.
    pub domains: BTreeMap<String, Changes>,
    /// Rules that read otherwise on disk than in this binary, in words.
    pub rules: Vec<String>,
    /// Files that do not keep what was promised, or that were written by hand where nobody should.
    pub promises: Vec<String>,
    /// What is missing in the traceability matrix.
    pub holes: Vec<String>,
    /// What becomes of configured subjects, in words.
    pub subjects: Vec<String>,
    /// What could not be rehearsed, and why.
    pub notes: Vec<String>,
}

impl Rehearsal {
    /// Whether everything would be as before.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        let rest = [&self.rules, &self.promises, &self.holes, &self.subjects];
        self.domains.values().all(Changes::is_empty) && rest.iter().all(|list| list.is_empty())
    }
}

/// The rehearsal as text.
#[must_use]
pub fn text(rehearsal: &Rehearsal) -> String {
    let mut out = String::new();
    list(
        &mut out,
        ["rule reads", "rules read"],
        "otherwise than in this binary",
        &rehearsal.rules,
    );
    for (domain, changes) in &rehearsal.domains {
        if !changes.is_empty() {
            _ = writeln!(out, "{domain}");
            cases(&mut out, &changes.cases);
            laws(&mut out, changes);
            mutants(&mut out, changes);
            out.push('\n');
        }
    }
    list(
        &mut out,
        ["promise is", "promises are"],
        "broken",
        &rehearsal.promises,
    );
    list(
        &mut out,
        ["subject", "subjects"],
        "of the configuration would break",
        &rehearsal.subjects,
    );
    list(
        &mut out,
        ["hole", "holes"],
        "in the coverage",
        &rehearsal.holes,
    );
    for note in &rehearsal.notes {
        _ = writeln!(out, "note: {note}");
    }
    out.push_str(&summary(rehearsal));
    out
}

fn list(out: &mut String, [one, more]: [&str; 2], what: &str, entries: &[String]) {
    if entries.is_empty() {
        return;
    }
    _ = writeln!(out, "{} {what}", counted(entries.len(), one, more));
    for entry in entries {
        _ = writeln!(out, "  {entry}");
    }
    out.push('\n');
}

fn cases(out: &mut String, cases: &[ChangedCase]) {
    if cases.is_empty() {
        return;
    }
    _ = writeln!(
        out,
        "  {}",
        counted(cases.len(), "case changes", "cases change")
    );
    for case in cases {
        _ = write!(out, "    {} ({})", case.id, listed(&case.rules));
        if let Some(step) = case.step {
            _ = write!(out, ", step {}", step + 1);
        }
        match &case.held {
            Some(Held::Pinned(source)) => _ = write!(out, ", but it is pinned: {source}"),
            Some(Held::Frozen(version)) => {
                _ = write!(out, ", but it is frozen with version {version}");
            }
            None => {}
        }
        out.push('\n');
        let before = case
            .before
            .as_ref()
            .map_or("nothing yet".to_owned(), compact);
        _ = writeln!(out, "      before {before}");
        _ = writeln!(out, "      now    {}", compact(&case.now));
    }
}

fn laws(out: &mut String, changes: &Changes) {
    let mut told: Vec<[&str; 2]> = changes.laws.iter().map(|law| words(&law.how)).collect();
    told.sort_unstable();
    told.dedup();
    // What fails comes first.
    told.sort_by_key(|[one, _]| *one != "law fails");
    for [one, more] in told {
        let told = changes
            .laws
            .iter()
            .filter(|law| words(&law.how) == [one, more]);
        _ = writeln!(out, "  {}", counted(told.clone().count(), one, more));
        for law in told {
            _ = writeln!(out, "    {} ({})", law.id, listed(law.rules));
            if let Moved::Fails(message, input) = &law.how {
                _ = writeln!(out, "      {message}: {}", compact(input));
            }
        }
    }
}

/// What becomes of one law, and of several.
const fn words(how: &Moved) -> [&'static str; 2] {
    match how {
        Moved::Fails(..) => ["law fails", "laws fail"],
        Moved::Answers => [
            "law sees other answers, and holds",
            "laws see other answers, and hold",
        ],
        Moved::Inputs => [
            "law draws other inputs than those on record",
            "laws draw other inputs than those on record",
        ],
        Moved::Unknown => ["law is not on record", "laws are not on record"],
    }
}

fn mutants(out: &mut String, changes: &Changes) {
    let sections = [
        (Fate::Proposed, "mutant would be the model"),
        (Fate::Equivalent, "would answer like the model"),
        (Fate::Survives, "would survive"),
    ];
    for (fate, what) in sections {
        let of_fate = changes.mutants.iter().filter(|(_, own)| *own == fate);
        let ids: Vec<&str> = of_fate.map(|(id, _)| *id).collect();
        if !ids.is_empty() {
            let count = ids.len();
            _ = match fate {
                Fate::Proposed => writeln!(out, "  {count} {what}"),
                _ => writeln!(out, "  {} {what}", counted(count, "mutant", "mutants")),
            };
            for id in ids {
                _ = writeln!(out, "    {id}");
            }
        }
    }
}

fn listed(rules: &[RuleId]) -> String {
    let rules: Vec<String> = rules.iter().map(RuleId::to_string).collect();
    rules.join(", ")
}

fn summary(rehearsal: &Rehearsal) -> String {
    if rehearsal.is_empty() {
        return "nothing changes\n".to_owned();
    }
    let domains = rehearsal.domains.values();
    let sum = |of: fn(&Changes) -> usize| domains.clone().map(of).sum::<usize>();
    format!(
        "concerned: {}, {} and {}; {} in the coverage\n",
        counted(sum(|changes| changes.cases.len()), "case", "cases"),
        counted(sum(|changes| changes.laws.len()), "law", "laws"),
        counted(sum(|changes| changes.mutants.len()), "mutant", "mutants"),
        counted(rehearsal.holes.len(), "hole", "holes")
    )
}

fn counted(count: usize, one: &str, more: &str) -> String {
    match count {
        1 => format!("1 {one}"),
        _ => format!("{count} {more}"),
    }
}
