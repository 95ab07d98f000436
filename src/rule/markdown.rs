//! The few shapes of Markdown that a page is made of: lists of fields, paragraphs, tables.
//!
//! Compiled twice, like the page itself.

/// What is wrong with a page, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The line, from 1.
    pub line: usize,
    /// What was expected, and what came.
    pub message: String,
}

/// A list of `- Name: value` under a heading.
pub(super) struct Fields<'a>(pub(super) Vec<(usize, &'a str, &'a str)>);

impl<'a> Fields<'a> {
    /// Reads the list that follows `from`, and returns the line after it.
    pub(super) fn parse(lines: &[&'a str], from: usize) -> Result<(Self, usize), Fault> {
        let mut at = from;
        while lines.get(at).is_some_and(|line| line.is_empty()) {
            at += 1;
        }
        let mut fields: Vec<(usize, &str, &str)> = Vec::new();
        while let Some(item) = lines.get(at).and_then(|line| line.strip_prefix("- ")) {
            let (name, value) = item
                .split_once(": ")
                .ok_or_else(|| fault(at, "expected a field: `- Name: value`"))?;
            if fields.iter().any(|(_, known, _)| *known == name) {
                return Err(fault(at, format!("`{name}` is given twice")));
            }
            fields.push((at, name, value));
            at += 1;
        }
        Ok((Self(fields), at))
    }

    pub(super) fn get(&self, name: &str) -> Option<&'a str> {
        self.0
            .iter()
            .find(|(_, known, _)| *known == name)
            .map(|(_, _, value)| *value)
    }

    /// The items of a field that is a list; none if it is absent.
    pub(super) fn list(&self, name: &str) -> Vec<String> {
        self.get(name)
            .map(|list| list.split(", ").map(str::to_owned).collect())
            .unwrap_or_default()
    }

    pub(super) fn require(&self, name: &str, line: usize) -> Result<&'a str, Fault> {
        self.get(name).ok_or_else(|| {
            fault(
                line,
                format!("`- {name}: ...` is missing under this heading"),
            )
        })
    }

    pub(super) fn with<T>(
        &self,
        name: &str,
        line: usize,
        parse: fn(&str) -> Result<T, String>,
    ) -> Result<T, Fault> {
        self.require(name, line)?;
        let (at, _, value) = self
            .0
            .iter()
            .find(|(_, known, _)| *known == name)
            .expect("required above");
        parse(value).map_err(|message| fault(*at, message))
    }

    pub(super) fn only(&self, known: &[&str]) -> Result<(), Fault> {
        match self.0.iter().find(|(_, name, _)| !known.contains(name)) {
            Some((at, name, _)) => Err(fault(
                *at,
                format!(
                    "unknown field `{name}`: expected one of {}",
                    known.join(", ")
                ),
            )),
            None => Ok(()),
        }
    }
}

/// The paragraphs of a rule.
pub(super) struct Prose(pub(super) Vec<String>);

impl Prose {
    pub(super) fn parse(lines: &[&str]) -> Self {
        Self(
            lines
                .split(|line| line.is_empty())
                .filter(|paragraph| !paragraph.is_empty())
                .map(|paragraph| paragraph.join("\n"))
                .collect(),
        )
    }

    /// Takes out the paragraph that begins with `label`.
    pub(super) fn take(&mut self, label: &str) -> Option<String> {
        let at = self
            .0
            .iter()
            .position(|paragraph| paragraph.starts_with(label))?;
        Some(self.0.remove(at)[label.len()..].to_owned())
    }
}

/// Reads the next table, row by row.
pub(super) fn table<T>(
    lines: &[&str],
    at: &mut usize,
    row: fn(&[String]) -> Result<T, String>,
) -> Result<Vec<T>, Fault> {
    while lines
        .get(*at)
        .is_some_and(|line| !line.starts_with('|') && !line.starts_with('#'))
    {
        *at += 1;
    }
    let mut rows = Vec::new();
    let mut number = 0;
    while let Some(line) = lines.get(*at).filter(|line| line.starts_with('|')) {
        // The first two lines are the head and the ruler.
        if number >= 2 {
            rows.push(row(&cells(line)).map_err(|message| fault(*at, message))?);
        }
        number += 1;
        *at += 1;
    }
    if rows.is_empty() {
        return Err(fault(*at - 1, "expected a table here"));
    }
    Ok(rows)
}

fn cells(line: &str) -> Vec<String> {
    let inner = line.trim_matches('|');
    inner
        .split('|')
        .map(|cell| cell.trim().to_owned())
        .collect()
}

/// A fault at a line counted from 0.
pub(super) fn fault(line: usize, message: impl Into<String>) -> Fault {
    Fault {
        line: line + 1,
        message: message.into(),
    }
}
