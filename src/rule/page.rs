//! A page of the specification, read from its Markdown.
//!
//! This file is compiled twice: into the library, and into `build.rs`, which makes constants of the ids and codes. So
//! it depends on nothing but `id.rs`, `level.rs` and `markdown.rs`.

use super::id::RuleId;
use super::level::{Basis, Level};
use super::markdown::{Fault, Fields, Prose, fault, table};

/// A page of `spec/` that holds rules.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page {
    /// The domain, which is also the name of the file, the model's module and the vectors' folder.
    pub domain: String,
    /// The two letters that the page's rule ids begin with.
    pub prefix: String,
    /// The version of the domain.
    pub version: u32,
    /// The document that the rules come from.
    pub source: String,
    /// Fields of replies that hold ascending numbers of the implementation's own.
    pub ascending: Vec<String>,
    /// The page's first heading.
    pub title: String,
    /// The operations through which the rules are tested.
    pub operations: Vec<Operation>,
    /// The codes with which its operations reject.
    pub codes: Vec<Code>,
    /// What an implementation may declare of itself.
    pub options: Vec<DeclaredOption>,
    /// The rules, in order, the retired ones included.
    pub rules: Vec<Rule>,
}

/// One rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rule {
    /// Its id.
    pub id: RuleId,
    /// Its title.
    pub title: String,
    /// How strongly it binds.
    pub level: Level,
    /// What it rests on.
    pub basis: Basis,
    /// The document and sections that it comes from.
    pub source: String,
    /// The behaviours that an open rule allows, the reference's own first; empty for every other rule.
    pub choices: Vec<String>,
    /// What it says, in Markdown.
    pub text: String,
    /// Why it was decided so, or how it follows.
    pub reason: Option<String>,
    /// Why it cannot be broken alone, where that is so.
    pub not_isolated: Option<String>,
    /// In which version it went, and why.
    pub retired: Option<Retirement>,
    /// The line of its heading, from 1.
    pub line: usize,
}

/// The end of a rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Retirement {
    /// The first version of the page in which the rule is no longer in force.
    pub version: u32,
    /// Why it went.
    pub why: String,
}

/// An operation that adapters offer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Operation {
    /// Its name, with the domain before a dot.
    pub name: String,
    /// Whether it belongs to a session.
    pub stateful: bool,
    /// Whether an implementation may do without it.
    pub optional: bool,
    /// The input, as the page describes it.
    pub input: String,
    /// The result, as the page describes it.
    pub ok: String,
}

/// A code with which an operation rejects its input.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Code {
    /// The code.
    pub name: String,
    /// How strongly this very code is demanded, once the input is rejected.
    pub level: Level,
    /// What it means.
    pub meaning: String,
}

/// Something that an implementation may declare of itself in its answer to `hello`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeclaredOption {
    /// Its name, with the domain before a dot.
    pub name: String,
    /// The values that may be declared, or of which several may.
    pub values: Vec<String>,
    /// What holds if nothing is declared.
    pub default: Vec<String>,
    /// What it means.
    pub meaning: String,
}

impl Page {
    /// Reads a page. A page without the list of fields under its first heading holds no rules: `None`.
    ///
    /// # Errors
    ///
    /// Whatever breaks the shape that `spec/README.md` describes, with its line.
    pub fn parse(text: &str) -> Result<Option<Self>, Fault> {
        let lines: Vec<&str> = text.lines().collect();
        let Some(title) = lines.first().and_then(|line| line.strip_prefix("# ")) else {
            return Err(fault(0, "a page begins with a heading: `# Title`"));
        };
        let (fields, mut at) = Fields::parse(&lines, 1)?;
        if fields.0.is_empty() {
            return Ok(None);
        }
        let mut page = Self {
            domain: fields.require("Domain", 0)?.to_owned(),
            prefix: fields.require("Prefix", 0)?.to_owned(),
            version: fields
                .require("Version", 0)?
                .parse()
                .map_err(|_| fault(0, "the page's version is no number"))?,
            source: fields.require("Source", 0)?.to_owned(),
            ascending: fields.list("Ascending"),
            title: title.to_owned(),
            operations: Vec::new(),
            codes: Vec::new(),
            options: Vec::new(),
            rules: Vec::new(),
        };
        fields.only(&["Domain", "Prefix", "Version", "Source", "Ascending"])?;
        while at < lines.len() {
            let line = lines[at];
            if let Some(heading) = line.strip_prefix("### ") {
                let rule = page.rule(heading, &lines, &mut at)?;
                page.rules.push(rule);
                continue;
            }
            at += 1;
            match line.strip_prefix("## ") {
                Some("Operations") => page.operations = table(&lines, &mut at, operation)?,
                Some("Reject codes") => page.codes = table(&lines, &mut at, code)?,
                Some("Options") => page.options = table(&lines, &mut at, option)?,
                _ => {}
            }
        }
        page.options.push(page.versions());
        Ok(Some(page))
    }

    /// The option that every page has: the version that an implementation follows.
    fn versions(&self) -> DeclaredOption {
        DeclaredOption {
            name: format!("{}.version", self.domain),
            values: (1..=self.version).map(|n| n.to_string()).collect(),
            default: vec![self.version.to_string()],
            meaning: "the version of this page that the implementation follows".to_owned(),
        }
    }

    fn rule(&self, heading: &str, lines: &[&str], at: &mut usize) -> Result<Rule, Fault> {
        let start = *at;
        let (id, title) = heading.split_once(' ').ok_or_else(|| {
            fault(
                start,
                "a rule's heading is its id and a title: `### PK-001 Title`",
            )
        })?;
        let id: RuleId = id
            .parse()
            .map_err(|message: String| fault(start, message))?;
        if id.prefix() != self.prefix {
            return Err(fault(
                start,
                format!("{id} stands on a page whose prefix is {}", self.prefix),
            ));
        }
        if let Some(earlier) = self.rules.iter().find(|rule| rule.id == id) {
            return Err(fault(
                start,
                format!(
                    "{id} is used already, at line {}: an id is never used again",
                    earlier.line
                ),
            ));
        }
        let next = self.rules.len() + 1;
        if usize::from(id.number()) != next {
            return Err(fault(
                start,
                format!(
                    "expected {}-{next:03}, found {id}: ids count up without a gap, and a retired rule keeps its heading",
                    self.prefix
                ),
            ));
        }
        let (fields, body) = Fields::parse(lines, start + 1)?;
        fields.only(&["Level", "Basis", "Source", "Choices", "Retired"])?;
        *at = (body..lines.len())
            .find(|&n| lines[n].starts_with("## ") || lines[n].starts_with("### "))
            .unwrap_or(lines.len());
        let mut prose = Prose::parse(&lines[body..*at]);
        let rule = Rule {
            id,
            title: title.to_owned(),
            level: fields.with("Level", start, Level::parse)?,
            basis: fields.with("Basis", start, Basis::parse)?,
            source: fields.require("Source", start)?.to_owned(),
            choices: fields.list("Choices"),
            reason: prose.take("Reason: "),
            not_isolated: prose.take("Not isolated: "),
            text: prose.0.join("\n\n"),
            retired: match fields.get("Retired") {
                Some(_) => Some(fields.with("Retired", start, Retirement::parse)?),
                None => None,
            },
            line: start + 1,
        };
        rule.check().map_err(|message| fault(start, message))?;
        if let Some(Retirement { version, .. }) = rule.retired
            && version > self.version
        {
            let message = format!(
                "{id} is retired in version {version}, but the page is at version {}",
                self.version
            );
            return Err(fault(start, message));
        }
        Ok(rule)
    }
}

impl Retirement {
    fn parse(text: &str) -> Result<Self, String> {
        let parts = text.split_once(", ").and_then(|(version, why)| {
            let version = version.parse().ok().filter(|version| *version > 0)?;
            let why = why.to_owned();
            Some(Self { version, why })
        });
        parts.ok_or_else(|| {
            format!("`{text}` is no retirement: expected the page's version and a reason, as in `2, why`")
        })
    }
}

impl Rule {
    fn check(&self) -> Result<(), String> {
        let id = self.id;
        if self.text.is_empty() {
            return Err(format!("{id} has no text"));
        }
        if (self.basis == Basis::Open) != (self.choices.len() > 1) {
            return Err(format!(
                "{id}: an open rule, and no other, lists two or more `Choices`"
            ));
        }
        if self.basis == Basis::Open && self.level != Level::May {
            return Err(format!(
                "{id}: an open rule never fails, so its level is MAY"
            ));
        }
        if self.basis != Basis::Stated && self.reason.is_none() {
            return Err(format!(
                "{id}: a rule that is not stated gives its `Reason:`"
            ));
        }
        Ok(())
    }
}

fn operation(cells: &[String]) -> Result<Operation, String> {
    let [name, kind, input, ok] = cells else {
        return Err("an operation has four cells: operation, kind, input, ok".to_owned());
    };
    let (stateful, optional) = match kind.as_str() {
        "pure" => (false, false),
        "pure, optional" => (false, true),
        "stateful" => (true, false),
        "stateful, optional" => (true, true),
        other => {
            return Err(format!(
                "`{other}` is no kind: expected pure or stateful, and perhaps `, optional`"
            ));
        }
    };
    Ok(Operation {
        name: name.trim_matches('`').to_owned(),
        stateful,
        optional,
        input: input.clone(),
        ok: ok.clone(),
    })
}

fn code(cells: &[String]) -> Result<Code, String> {
    let [name, level, meaning] = cells else {
        return Err("a reject code has three cells: code, level, meaning".to_owned());
    };
    Ok(Code {
        name: name.trim_matches('`').to_owned(),
        level: Level::parse(level)?,
        meaning: meaning.clone(),
    })
}

fn option(cells: &[String]) -> Result<DeclaredOption, String> {
    let [name, values, default, meaning] = cells else {
        return Err("an option has four cells: option, values, default, meaning".to_owned());
    };
    let list = |cell: &str| {
        cell.split(", ")
            .map(|value| value.trim_matches('`').to_owned())
            .collect::<Vec<_>>()
    };
    let (values, default) = (list(values), list(default));
    let default = if default == ["all"] {
        values.clone()
    } else {
        default
    };
    if let Some(unknown) = default.iter().find(|value| !values.contains(value)) {
        return Err(format!("the default `{unknown}` is none of the values"));
    }
    Ok(DeclaredOption {
        name: name.trim_matches('`').to_owned(),
        values,
        default,
        meaning: meaning.clone(),
    })
}
