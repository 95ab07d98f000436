//! The smallest set of cases that still kills everything, written down.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::runner::Cover;
use crate::vector::Case;

/// The set, and what is not in it, file by file.
#[must_use]
pub fn text(cover: &Cover, cases: &[Case], mutants: usize) -> String {
    let mut out = String::new();
    let is_pinned = |id: &String| {
        let case = cases.iter().find(|case| case.id == *id);
        case.is_some_and(|case| case.pinned.is_some())
    };
    for id in &cover.cases {
        match cover.alone.get(id) {
            Some(killed) => _ = writeln!(out, "{id}  alone kills {}", killed.join(", ")),
            None => _ = writeln!(out, "{id}"),
        }
    }
    _ = writeln!(out);
    let mut topics: BTreeMap<&str, (usize, usize, usize)> = BTreeMap::new();
    for case in cases {
        let topic = case.id.rsplit_once('/').unwrap_or_default().0;
        let counts = topics.entry(topic).or_default();
        counts.0 += 1;
        counts.1 += usize::from(!cover.alone.contains_key(&case.id));
        counts.2 += usize::from(!cover.alone.contains_key(&case.id) && is_pinned(&case.id));
    }
    let width = topics.keys().map(|topic| topic.len()).max().unwrap_or(0);
    _ = writeln!(
        out,
        "{:<width$}  cases  kill nothing that no other kills  of them pinned",
        "file"
    );
    for (topic, (all, replaceable, pinned)) in &topics {
        _ = writeln!(
            out,
            "{topic:<width$}  {all:>5}  {replaceable:>32}  {pinned:>14}"
        );
    }
    let killed = mutants - cover.by_laws_only.len();
    let how = if cover.smallest {
        "no smaller set does it"
    } else {
        "a smaller set may do it: the search was given up"
    };
    _ = writeln!(
        out,
        "\n{} of {} cases kill {killed} of {mutants} mutants: {how}. {} are left to laws.",
        cover.cases.len(),
        cases.len(),
        cover.by_laws_only.len(),
    );
    let alone = cover.alone.len();
    _ = writeln!(
        out,
        "{alone} cases kill something that no other case kills; {} kill something, but nothing that no other kills; {} kill nothing.",
        cover.replaceable.len(),
        cases.len() - alone - cover.replaceable.len(),
    );
    out.push_str("A case that nothing here speaks for may still be pinned, frozen, or the clearest one to read.\n");
    out
}
