//! A law: what it says, and how its inputs are drawn. That is measured, and so it is always true.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};

use super::headline;
use crate::error::Error;
use crate::law::{Effort, Law, search};
use crate::report::visible::compact;
use crate::rule::Registry;
use crate::subject::{Answer, Hello, InProcess, Reference, Reply, Request, Subject};

pub(super) fn explain(law: &Law, registry: &Registry, out: &mut dyn Write) -> io::Result<()> {
    let (oracle, operations) = (law.oracle.as_str(), law.operations.join(", "));
    writeln!(
        out,
        "{}\n  {}\n  {oracle}; asks {operations}",
        law.id, law.about
    )?;
    if !law.needs.is_empty() {
        writeln!(out, "  needs {}", law.needs.join(", "))?;
    }
    writeln!(out)?;
    for rule in law.rules.iter().filter_map(|id| registry.rule(*id)) {
        writeln!(out, "{}", headline(rule))?;
    }
    let Drawn {
        inputs,
        different,
        shortest,
        longest,
        accepted,
        rejected,
    } = Drawn::measure(law);
    let seed = Effort::default().seed;
    writeln!(
        out,
        "\nhow inputs are drawn: {inputs} of them from the seed {seed}, {different} different, {shortest} to {longest} characters long"
    )?;
    let refused: usize = rejected.values().sum();
    let codes = rejected
        .iter()
        .map(|(code, count)| format!("{code} {count}"));
    let codes = codes.collect::<Vec<_>>().join(", ");
    let asked = accepted + refused;
    write!(
        out,
        "  they make {asked} requests, of which the reference accepts {accepted}"
    )?;
    match refused {
        0 => writeln!(out)?,
        _ => writeln!(out, " and rejects {refused}: {codes}")?,
    }
    writeln!(out, "\nthree of its inputs:")?;
    law.examples(3)
        .iter()
        .try_for_each(|input| writeln!(out, "  {}", compact(input)))
}

/// What comes out of drawing.
struct Drawn {
    inputs: usize,
    different: usize,
    shortest: usize,
    longest: usize,
    accepted: usize,
    rejected: BTreeMap<String, usize>,
}

impl Drawn {
    fn measure(law: &Law) -> Self {
        let effort = Effort::default();
        let inputs = law.examples(effort.cases.div_ceil(law.cost));
        let texts: Vec<String> = inputs.iter().map(ToString::to_string).collect();
        let lengths = texts.iter().map(|text| text.chars().count());
        let mut counter = Counter {
            subject: InProcess(Reference::default()),
            accepted: 0,
            rejected: BTreeMap::new(),
        };
        search(law, &mut counter, &effort);
        Self {
            inputs: inputs.len(),
            different: texts.iter().collect::<BTreeSet<_>>().len(),
            shortest: lengths.clone().min().unwrap_or(0),
            longest: lengths.max().unwrap_or(0),
            accepted: counter.accepted,
            rejected: counter.rejected,
        }
    }
}

/// A subject whose answers are counted.
struct Counter {
    subject: InProcess<Reference>,
    accepted: usize,
    rejected: BTreeMap<String, usize>,
}

impl Subject for Counter {
    fn hello(&mut self) -> Result<Hello, Error> {
        self.subject.hello()
    }

    fn answer(&mut self, requests: &[Request]) -> Vec<Answer> {
        let answers = self.subject.answer(requests);
        for answer in answers.iter().flatten() {
            match answer {
                Reply::Reject { code, .. } => *self.rejected.entry(code.clone()).or_default() += 1,
                _ => self.accepted += 1,
            }
        }
        answers
    }
}
