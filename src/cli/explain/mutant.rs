//! A mutant: what is wrong with it, and what catches it.

use super::{headline, ids};
use crate::cli::print;
use crate::error::Error;
use crate::law::Effort;
use crate::mutant::Mutant;
use crate::rule::Registry;
use crate::runner::{Depth, Selection, kills};
use crate::vector::Library;

pub(super) fn explain(
    mutant: &'static Mutant,
    library: &Library,
    registry: &Registry,
) -> Result<(), Error> {
    let selection = Selection {
        only: vec![format!("{}/*", mutant.domain())],
        ..Selection::default()
    };
    let plan = selection.plan(library, registry)?;
    let (depth, effort) = (Depth::Everything, Effort::default());
    let kill = kills(&[mutant], &plan, depth, &effort, registry, &|| ())?.remove(0);
    print(|out| {
        writeln!(out, "{}\n  {}\n", mutant.id, mutant.about)?;
        if let Some(rule) = registry.rule(mutant.rule) {
            writeln!(out, "breaks {}", headline(rule))?;
            let mut lines = rule.text.lines();
            lines.try_for_each(|line| writeln!(out, "  {line}"))?;
        }
        let cases: Vec<&str> = kill.cases.iter().map(|killer| killer.id.as_str()).collect();
        ids(out, "cases kill it", &cases)?;
        writeln!(out, "\n{} laws kill it", kill.laws.len())?;
        kill.laws
            .iter()
            .try_for_each(|killer| writeln!(out, "  {} after {} inputs", killer.id, killer.inputs))
    })
}
