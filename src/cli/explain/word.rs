//! Words: reject codes and verdicts.

use std::collections::BTreeSet;

use super::ids;
use crate::cli::print;
use crate::error::Error;
use crate::rule::{Registry, RuleId};
use crate::vector::{Case, Expectation, Library, Outcome};
use crate::verdict::Verdict;

/// Whether there was anything to explain.
pub(super) fn explain(word: &str, registry: &Registry) -> Result<bool, Error> {
    let codes = registry.pages().iter();
    let codes = codes.filter_map(|page| Some((page, registry.code(&page.domain, word)?)));
    let codes: Vec<_> = codes.collect();
    let verdict = Verdict::ALL.into_iter().find(|it| it.as_str() == word);
    let cases = if codes.is_empty() {
        Vec::new()
    } else {
        rejected_with(word, registry)?
    };
    print(|out| {
        for (page, code) in &codes {
            let (domain, level) = (&page.domain, code.level.as_str());
            writeln!(
                out,
                "{word}  reject code of {domain} ({level})\n  {}",
                code.meaning
            )?;
            let own = cases.iter().filter(|case| case.domain() == domain);
            let rules: BTreeSet<RuleId> = own.clone().flat_map(|case| case.rules.clone()).collect();
            let rules: Vec<String> = rules.iter().map(RuleId::to_string).collect();
            let rules: Vec<&str> = rules.iter().map(String::as_str).collect();
            ids(out, "rules of its cases", &rules)?;
            ids(
                out,
                "cases",
                &own.map(|case| case.id.as_str()).collect::<Vec<_>>(),
            )?;
        }
        match verdict {
            Some(verdict) => writeln!(out, "{word}  verdict\n  {}", meaning(verdict)),
            None => Ok(()),
        }
    })?;
    Ok(verdict.is_some() || !codes.is_empty())
}

/// The cases in which some step is rejected with the code.
fn rejected_with(code: &str, registry: &Registry) -> Result<Vec<Case>, Error> {
    let topics = Library::embedded().topics(registry)?;
    let cases = topics.into_iter().flat_map(|topic| topic.cases);
    let rejects = |case: &Case| {
        let steps = case.steps.iter().filter_map(|step| step.expect.as_ref());
        let mut outcomes = steps.flat_map(Expectation::outcomes);
        outcomes.any(|outcome| matches!(outcome, Outcome::Reject(known) if known == code))
    };
    Ok(cases.filter(rejects).collect())
}

/// What a verdict means, and what it does to the whole.
const fn meaning(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Pass => "As expected.",
        Verdict::Warn => {
            "Not as a SHOULD asks: rejected, but with another code than the one that is advised; or a rule that only recommends. The implementation still conforms."
        }
        Verdict::Fail => "A MUST is broken. The implementation does not conform.",
        Verdict::Unsupported => {
            "The adapter does not have the operation, or has declared that it lacks what the case needs. It is counted, and fails only where `--require` asks for the domain."
        }
        Verdict::KnownFailure => {
            "Fails, in the way that the list of known failures says. It is shown, and borne."
        }
        Verdict::UnexpectedPass => {
            "Passes, although the list of known failures says otherwise. The entry has to go before the gate opens again."
        }
        Verdict::Errored => {
            "No answer that could be judged: a crash, a hang, an `error`, a line that is no reply. Never a correct answer, not even where a rejection is expected. The implementation does not conform."
        }
    }
}
