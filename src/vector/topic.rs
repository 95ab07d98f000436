//! A file of cases.

use std::collections::{BTreeMap, HashSet};

use serde::Deserialize;
use serde_json::Value;
use serde_saphyr::Spanned;

use super::case::{Alternative, Case, Expectation, Outcome, Step, Versions};
use super::{strict, text};
use crate::error::SourceError;
use crate::rule::{Registry, Rule, RuleId};

/// The cases of one file, and why the file exists.
#[derive(Debug, Clone, PartialEq)]
pub struct Topic {
    /// The domain and the topic, joined by `/`: the beginning of every id in the file.
    pub name: String,
    /// The file, as it was named.
    pub file: String,
    /// Why it exists.
    pub about: String,
    /// Its cases.
    pub cases: Vec<Case>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawTopic {
    about: String,
    cases: Vec<Spanned<RawCase>>,
}

/// A topic as the build embeds it: the same, and the line of each case.
#[derive(Deserialize)]
struct Embedded {
    about: String,
    /// Not in an export.
    #[serde(default)]
    lines: Vec<usize>,
    cases: Vec<Spanned<RawCase>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawCase {
    id: Spanned<String>,
    rules: Vec<Spanned<String>>,
    #[serde(default)]
    needs: Vec<Spanned<String>>,
    since: Option<u32>,
    until: Option<u32>,
    pinned: Option<String>,
    note: Option<String>,
    operation: Option<Spanned<String>>,
    input: Option<Value>,
    expect: Option<Spanned<RawExpectation>>,
    steps: Option<Vec<RawStep>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawStep {
    operation: Spanned<String>,
    input: Value,
    expect: Option<Spanned<RawExpectation>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawExpectation {
    choice: Option<BTreeMap<String, String>>,
    ok: Option<Value>,
    reject: Option<String>,
    any_of: Option<Vec<RawExpectation>>,
}

impl Topic {
    /// Reads a file's text. `name` is its domain and topic.
    ///
    /// # Errors
    ///
    /// Whatever `vectors/README.md` does not allow, with its place.
    pub fn parse(
        name: &str,
        file: &str,
        text: &str,
        registry: &Registry,
    ) -> Result<Self, SourceError> {
        let json = std::path::Path::new(file)
            .extension()
            .is_some_and(|it| it == "json");
        if json {
            return Self::from_json(name, file, text, registry);
        }
        let raw: RawTopic = strict::from_yaml(file, text)?;
        let lines = raw.cases.iter().map(|case| position(case).0).collect();
        Self::from_raw(name, file, text, raw, lines, registry)
    }

    /// Reads what the build made of a file.
    pub(super) fn from_json(
        name: &str,
        file: &str,
        json: &str,
        registry: &Registry,
    ) -> Result<Self, SourceError> {
        let Embedded {
            about,
            mut lines,
            cases,
        } = serde_json::from_str(json).map_err(|error| {
            let message = error.to_string();
            SourceError::new(file, json, error.line(), error.column(), message)
        })?;
        lines.resize(cases.len(), 0);
        let raw = RawTopic { about, cases };
        Self::from_raw(name, file, "", raw, lines, registry)
    }

    fn from_raw(
        name: &str,
        file: &str,
        text: &str,
        raw: RawTopic,
        lines: Vec<usize>,
        registry: &Registry,
    ) -> Result<Self, SourceError> {
        let reader = Reader {
            name,
            file,
            text,
            registry,
            versions: Versions::default(),
        };
        let mut seen = HashSet::new();
        let mut cases = Vec::new();
        for (case, line) in raw.cases.into_iter().zip(lines) {
            let (id, at) = (case.value.id.value.clone(), position(&case.value.id));
            cases.push(reader.case(case.value, line)?);
            if !seen.insert(id.clone()) {
                return Err(reader.fault(at, format!("the id `{id}` is used twice in this file")));
            }
        }
        Ok(Self {
            name: name.to_owned(),
            file: file.to_owned(),
            about: raw.about,
            cases,
        })
    }

    /// The domain: the first part of the name.
    #[must_use]
    pub fn domain(&self) -> &str {
        self.name.split('/').next().unwrap_or_default()
    }
}

type Position = (usize, usize);

fn position<T>(spanned: &Spanned<T>) -> Position {
    let number = |n: u64| usize::try_from(n).unwrap_or(usize::MAX);
    (
        number(spanned.referenced.line()),
        number(spanned.referenced.column()),
    )
}

/// Turns what serde read into cases, and points at what is wrong.
struct Reader<'a> {
    name: &'a str,
    file: &'a str,
    text: &'a str,
    registry: &'a Registry,
    /// Those of the case that is being read.
    versions: Versions,
}

impl Reader<'_> {
    /// Versions that have been, or are.
    fn versions(&self, Versions { since, until }: Versions) -> Result<(), String> {
        let domain = self.name.split('/').next().unwrap_or_default();
        let current = self.registry.page(domain).map_or(1, |page| page.version);
        match (since, until) {
            (Some(since), _) if !(1..=current).contains(&since) => Err(format!(
                "there is no version {since} of {domain}: spec/ is at version {current}"
            )),
            (_, Some(until)) if !(1..current).contains(&until) => Err(format!(
                "`until: {until}` needs a later version of {domain}, but spec/ is at version {current}"
            )),
            (Some(since), Some(until)) if since > until => {
                Err(format!("`since: {since}` comes after `until: {until}`"))
            }
            _ => Ok(()),
        }
    }

    fn case(&self, raw: RawCase, line: usize) -> Result<Case, SourceError> {
        let at = position(&raw.id);
        let name = raw.id.value;
        let word = |word: &str| {
            let plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
            !word.is_empty() && word.bytes().all(plain)
        };
        if !name.split('-').all(word) {
            return Err(self.fault(
                at,
                format!("`{name}` is no case id: expected lower-case words joined by `-`"),
            ));
        }
        if raw.rules.is_empty() {
            return Err(self.fault(at, format!("`{name}` cites no rule")));
        }
        let versions = Versions {
            since: raw.since,
            until: raw.until,
        };
        self.versions(versions)
            .map_err(|message| self.fault(at, format!("`{name}`: {message}")))?;
        let reader = Reader { versions, ..*self };
        let rules = raw
            .rules
            .into_iter()
            .map(|rule| reader.rule(&rule.value, position(&rule)));
        let rules = rules.collect::<Result<_, _>>()?;
        let mut needs = Vec::new();
        for need in raw.needs {
            self.registry
                .need(&need.value)
                .map_err(|message| self.fault(position(&need), message))?;
            needs.push(need.value);
        }
        let steps = match (raw.operation, raw.input, raw.steps) {
            (Some(operation), Some(input), None) => {
                vec![reader.step(RawStep {
                    operation,
                    input,
                    expect: raw.expect,
                })?]
            }
            (None, None, Some(steps)) if raw.expect.is_none() && !steps.is_empty() => steps
                .into_iter()
                .map(|step| reader.step(step))
                .collect::<Result<_, _>>()?,
            _ => {
                let message = format!(
                    "`{name}` has either `operation` and `input` or `steps`, and `expect` beside its input"
                );
                return Err(self.fault(at, message));
            }
        };
        if raw.pinned.is_some() && steps.iter().any(|step| step.expect.is_none()) {
            return Err(self.fault(
                at,
                format!("`{name}` is pinned, so its expectation is written by hand"),
            ));
        }
        let id = format!("{}/{name}", self.name);
        Ok(Case {
            id,
            rules,
            needs,
            versions,
            pinned: raw.pinned,
            note: raw.note,
            steps,
            line,
        })
    }

    fn step(&self, raw: RawStep) -> Result<Step, SourceError> {
        let at = position(&raw.operation);
        let operation = raw.operation.value;
        if self.registry.operation(&operation).is_none() {
            return Err(self.fault(
                at,
                format!("`{operation}` is no operation of any page of spec/"),
            ));
        }
        let input = text::expand(raw.input).map_err(|message| self.fault(at, message))?;
        let expect = match raw.expect {
            Some(expect) => {
                let at = position(&expect);
                Some(
                    self.expectation(expect.value)
                        .map_err(|message| self.fault(at, message))?,
                )
            }
            None => None,
        };
        Ok(Step {
            operation,
            input: input.into(),
            expect,
        })
    }

    fn expectation(&self, raw: RawExpectation) -> Result<Expectation, String> {
        let Some(any_of) = raw.any_of else {
            if raw.choice.is_some() {
                return Err("`choice` belongs to the alternatives of `any_of`".to_owned());
            }
            return Ok(Expectation::One(outcome(raw.ok, raw.reject)?));
        };
        if raw.ok.is_some() || raw.reject.is_some() || raw.choice.is_some() {
            return Err("`any_of` stands alone".to_owned());
        }
        let alternatives = any_of.into_iter().map(|raw| {
            let choice = raw
                .choice
                .ok_or("an alternative names the `choice` that leads to it")?;
            if raw.any_of.is_some() {
                return Err("an alternative has no `any_of` of its own".to_owned());
            }
            let choice = choice
                .into_iter()
                .map(|(rule, name)| self.choice(&rule, name));
            Ok(Alternative {
                choice: choice.collect::<Result<_, String>>()?,
                outcome: outcome(raw.ok, raw.reject)?,
            })
        });
        Ok(Expectation::AnyOf(
            alternatives.collect::<Result<_, String>>()?,
        ))
    }

    fn choice(&self, rule: &str, name: String) -> Result<(RuleId, String), String> {
        let id: RuleId = rule.parse()?;
        let rule = self.cited(id)?;
        if rule.choices.contains(&name) {
            return Ok((id, name));
        }
        let known = rule.choices.join(", ");
        Err(format!(
            "{id} has no choice `{name}`: expected one of {known}"
        ))
    }

    fn rule(&self, rule: &str, at: Position) -> Result<RuleId, SourceError> {
        let id: RuleId = rule.parse().map_err(|message| self.fault(at, message))?;
        match self.cited(id) {
            Ok(_) => Ok(id),
            Err(message) => Err(self.fault(at, message)),
        }
    }

    /// A rule that is in force, or was in the versions that the case is kept for.
    fn cited(&self, id: RuleId) -> Result<&Rule, String> {
        let rule = self.registry.known(id);
        let rule = rule.ok_or_else(|| format!("{id} is no rule in force"))?;
        match (&rule.retired, self.versions.until) {
            (None, _) => Ok(rule),
            (Some(retired), Some(until)) if until < retired.version => Ok(rule),
            (Some(retired), _) => Err(format!(
                "{id} is no rule in force: it was retired in version {}, and only a case that ends before may cite it, with `until`",
                retired.version
            )),
        }
    }

    fn fault(&self, (line, column): Position, message: impl Into<String>) -> SourceError {
        SourceError::new(self.file, self.text, line, column, message)
    }
}

fn outcome(ok: Option<Value>, reject: Option<String>) -> Result<Outcome, String> {
    match (ok, reject) {
        (Some(value), None) => Ok(Outcome::Ok(text::expand(value)?)),
        (None, Some(code)) => Ok(Outcome::Reject(code)),
        _ => Err("expected one of `ok`, `reject` and `any_of`".to_owned()),
    }
}
