//! A broken law's smallest input, as cases that can be added to the vectors.

use crate::generate::regenerate;
use crate::subject::Request;
use crate::vector::{Case, Step, Topic, Versions};
use crate::verdict::{Finding, Verdict};

/// The requests behind every broken law, as a file of cases with the model's expectations.
#[must_use]
pub fn counterexamples(findings: &[Finding]) -> Topic {
    let broken = findings
        .iter()
        .filter(|finding| finding.verdict == Verdict::Fail);
    let cases = broken.filter_map(|finding| Some((finding, finding.search.as_ref()?)));
    let cases = cases.flat_map(|(finding, search)| cases_of(finding, &search.requests));
    let topic = Topic {
        name: "found/by-laws".to_owned(),
        file: String::new(),
        about: "The smallest inputs that were found to break laws.".to_owned(),
        cases: cases.collect(),
    };
    regenerate(topic, None).topic
}

/// One scenario for a session; else a case for each request, without repetitions.
fn cases_of(finding: &Finding, requests: &[Request]) -> Vec<Case> {
    let name = finding.id.rsplit('/').next().unwrap_or_default();
    let case = |id: String, steps| Case {
        id: format!("{}/found/{id}", finding.domain()),
        rules: finding.rules.iter().copied().take(1).collect(),
        needs: Vec::new(),
        versions: Versions::default(),
        pinned: None,
        note: finding
            .detail
            .as_ref()
            .map(|detail| format!("Found by the law {name}: {}", detail.message)),
        steps,
        line: 0,
    };
    let step = |request: &Request| Step {
        operation: request.operation.clone(),
        input: request.input.clone(),
        expect: None,
    };
    if requests.iter().any(|request| request.session.is_some()) {
        return vec![case(name.to_owned(), requests.iter().map(step).collect())];
    }
    let mut steps: Vec<Step> = Vec::new();
    for step in requests.iter().map(step) {
        if !steps.contains(&step) {
            steps.push(step);
        }
    }
    let alone = steps.len() == 1;
    let numbered = |at: usize| {
        if alone {
            name.to_owned()
        } else {
            format!("{name}-{}", at + 1)
        }
    };
    steps
        .into_iter()
        .enumerate()
        .map(|(at, step)| case(numbered(at), vec![step]))
        .collect()
}
