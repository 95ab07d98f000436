//! Judging the answers to a case.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::rule::{Level, Registry, RuleId};
use crate::subject::{Answer, Reply};
use crate::vector::{Case, Expectation, Outcome, Step, fold};
use crate::verdict::ascending::Ascending;
use crate::verdict::finding::{Detail, Finding, Kind, Verdict};

type Choices = BTreeMap<RuleId, String>;

/// The verdict on a case, from the answers to its steps.
#[must_use]
pub fn judge(case: &Case, answers: &[Answer], registry: &Registry) -> Finding {
    let mut verdict = Verdict::Pass;
    let mut detail = None;
    // The combinations of choices that explain everything seen so far.
    let mut stances: Vec<Choices> = vec![Choices::new()];
    let page = registry.page(case.domain());
    let mut ascending = Ascending::new(page.map_or(&[], |page| &page.ascending));
    for (at, (step, answer)) in case.steps.iter().zip(answers).enumerate() {
        let counted = ascending.counted(answer);
        let answer = counted.as_ref().unwrap_or(answer);
        let judged = judge_step(case, step, answer, &mut stances, registry);
        if judged.verdict > verdict {
            verdict = judged.verdict;
            // What is not supported was not judged: there is nothing to compare.
            let judged_at_all = verdict != Verdict::Unsupported;
            detail = Some(Detail {
                message: judged.message,
                step: case.is_scenario().then_some(at),
                operation: step.operation.clone(),
                input: if judged_at_all {
                    Value::clone(&step.input)
                } else {
                    Value::Null
                },
                expected: step
                    .expect
                    .as_ref()
                    .filter(|_| judged_at_all)
                    .map(Expectation::value),
                // Long texts are told as the expectation tells them, or the two could not be compared.
                actual: answer.as_ref().ok().map(|reply| fold(&reply.to_value())),
                fault: answer.as_ref().err().map(|fault| fault.kind),
            });
        }
        // What comes after a wrong step says nothing more about the subject.
        if verdict > Verdict::Warn {
            break;
        }
    }
    Finding {
        id: case.id.clone(),
        kind: Kind::Case,
        rules: case.rules.clone(),
        verdict,
        detail,
        choices: common(&stances),
        search: None,
        known: None,
    }
}

struct Judged {
    verdict: Verdict,
    message: String,
}

fn judge_step(
    case: &Case,
    step: &Step,
    answer: &Answer,
    stances: &mut Vec<Choices>,
    registry: &Registry,
) -> Judged {
    let judged = |verdict, message: &str| Judged {
        verdict,
        message: message.to_owned(),
    };
    let reply = match answer {
        Err(fault) => return judged(Verdict::Errored, &fault.message),
        Ok(Reply::Error { message }) => {
            let message = format!(
                "the adapter answered with an error, which is never a correct answer: {message}"
            );
            return Judged {
                verdict: Verdict::Errored,
                message,
            };
        }
        Ok(Reply::Unsupported { reason }) => {
            return judged(
                Verdict::Unsupported,
                reason
                    .as_deref()
                    .unwrap_or("the adapter does not support the operation"),
            );
        }
        Ok(reply) => reply,
    };
    let Some(expect) = &step.expect else {
        return judged(
            Verdict::Errored,
            "the case has no expectation: run `proofmark vectors generate`",
        );
    };
    let mut closest = Match::None;
    match expect {
        Expectation::One(outcome) => closest = compare(outcome, reply),
        Expectation::AnyOf(alternatives) => {
            let mut explained = Vec::new();
            for alternative in alternatives {
                let matched = compare(&alternative.outcome, reply);
                if matched == Match::None || matched < closest {
                    continue;
                }
                let consistent = stances
                    .iter()
                    .filter_map(|stance| merged(stance, &alternative.choice));
                let consistent: Vec<Choices> = consistent.collect();
                if consistent.is_empty() {
                    continue;
                }
                if matched > closest {
                    explained.clear();
                }
                closest = matched;
                explained.extend(consistent);
            }
            if closest != Match::None {
                *stances = explained;
            }
        }
    }
    match (closest, reply) {
        (Match::Exact, _) => judged(Verdict::Pass, ""),
        (Match::OtherCode, Reply::Reject { code, .. }) => {
            let level = expected_code(expect)
                .and_then(|code| registry.code(case.domain(), code))
                .map(|code| code.level);
            let verdict = if level == Some(Level::Must) {
                failure(case, registry)
            } else {
                Verdict::Warn
            };
            Judged {
                verdict,
                message: format!("rejected, as it should be, but with the code `{code}`"),
            }
        }
        (_, Reply::Reject { .. }) => {
            judged(failure(case, registry), "rejected, but should be accepted")
        }
        _ if expect
            .outcomes()
            .all(|outcome| matches!(outcome, Outcome::Reject(_))) =>
        {
            judged(failure(case, registry), "accepted, but should be rejected")
        }
        _ => judged(
            failure(case, registry),
            "the result is not the expected one",
        ),
    }
}

/// How well a reply fits an outcome. Ordered: the greater, the better.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Match {
    None,
    OtherCode,
    Exact,
}

fn compare(outcome: &Outcome, reply: &Reply) -> Match {
    match (outcome, reply) {
        (Outcome::Ok(expected), Reply::Ok(actual)) if expected == actual => Match::Exact,
        (Outcome::Reject(expected), Reply::Reject { code, .. }) if expected == code => Match::Exact,
        (Outcome::Reject(_), Reply::Reject { .. }) => Match::OtherCode,
        _ => Match::None,
    }
}

fn expected_code(expect: &Expectation) -> Option<&str> {
    expect.outcomes().find_map(|outcome| match outcome {
        Outcome::Reject(code) => Some(code.as_str()),
        Outcome::Ok(_) => None,
    })
}

/// A case that only stands for recommendations can only warn.
fn failure(case: &Case, registry: &Registry) -> Verdict {
    let strongest = case
        .rules
        .iter()
        .filter_map(|id| registry.rule(*id))
        .map(|rule| rule.level)
        .max();
    if strongest == Some(Level::Should) {
        Verdict::Warn
    } else {
        Verdict::Fail
    }
}

/// Both, unless they contradict each other.
fn merged(a: &Choices, b: &Choices) -> Option<Choices> {
    if a.iter()
        .any(|(rule, name)| b.get(rule).is_some_and(|other| other != name))
    {
        return None;
    }
    Some(
        a.iter()
            .chain(b)
            .map(|(rule, name)| (*rule, name.clone()))
            .collect(),
    )
}

/// What all explanations agree on.
fn common(stances: &[Choices]) -> Choices {
    let Some((first, rest)) = stances.split_first() else {
        return Choices::new();
    };
    let agreed = first
        .iter()
        .filter(|(rule, name)| rest.iter().all(|stance| stance.get(rule) == Some(name)));
    agreed.map(|(rule, name)| (*rule, name.clone())).collect()
}
