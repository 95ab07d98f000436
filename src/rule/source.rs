//! The source documents, sentence by sentence: a page of `spec/sources/`, read from its Markdown.

use std::path::Path;
use std::sync::LazyLock;

use super::id::RuleId;
use super::markdown::{Fault, Fields, fault, table};
use super::{Registry, embedded};
use crate::error::{Error, SourceError};

/// A source document: what each of its sentences asks, and which rules test it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Document {
    /// The domain whose rules come from it.
    pub domain: String,
    /// Its name, as rules cite it.
    pub name: String,
    /// Its sections, in order.
    pub sections: Vec<Section>,
}

/// A section of a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Section {
    /// Its heading, as rules cite it.
    pub name: String,
    /// Its sentences, in order.
    pub sentences: Vec<Sentence>,
}

/// A sentence of a document: whatever asks something, or might.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sentence {
    /// A few of its words, to find it by.
    pub words: String,
    /// What it asks, in our words.
    pub asks: String,
    /// The rules that test it.
    pub rules: Vec<RuleId>,
    /// Why there is nothing to test, where no rule does.
    pub untestable: Option<String>,
}

/// Where a sentence stands: document, section and number from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place<'a> {
    /// The document.
    pub document: &'a Document,
    /// The section.
    pub section: &'a Section,
    /// The number within the section.
    pub number: usize,
}

static EMBEDDED: LazyLock<Vec<Document>> = LazyLock::new(|| {
    let texts = embedded::SOURCES.iter();
    let documents = texts.map(|(file, text)| Document::read(file, text));
    let documents = documents.collect::<Result<_, _>>();
    // A test reads them, so that no version with a fault is released.
    documents.unwrap_or_else(|fault| panic!("{fault}"))
});

impl Document {
    /// The documents that are built into this version.
    #[must_use]
    pub fn embedded() -> &'static [Self] {
        &EMBEDDED
    }

    /// Reads the pages of a folder, `spec/sources`.
    ///
    /// # Errors
    ///
    /// A folder or file that cannot be read, or a fault in a page.
    pub fn load(folder: &Path) -> Result<Vec<Self>, Error> {
        let entries = std::fs::read_dir(folder).map_err(|source| Error::read(folder, source))?;
        let mut paths = Vec::new();
        for entry in entries {
            let path = entry.map_err(|source| Error::read(folder, source))?.path();
            if path.extension().is_some_and(|extension| extension == "md") {
                paths.push(path);
            }
        }
        paths.sort();
        let mut documents = Vec::new();
        for path in paths {
            let text = std::fs::read_to_string(&path);
            let text = text.map_err(|source| Error::read(&path, source))?;
            documents.push(Self::read(&path.display().to_string(), &text)?);
        }
        Ok(documents)
    }

    /// Reads a page. `file` names it in errors.
    ///
    /// # Errors
    ///
    /// Whatever breaks the shape that `spec/README.md` describes, with its line.
    pub fn read(file: &str, text: &str) -> Result<Self, SourceError> {
        Self::parse(text)
            .map_err(|fault| SourceError::new(file, text, fault.line, 1, fault.message.clone()))
    }

    fn parse(text: &str) -> Result<Self, Fault> {
        let lines: Vec<&str> = text.lines().collect();
        let (fields, mut at) = Fields::parse(&lines, 1)?;
        fields.only(&["Domain", "Document"])?;
        let mut document = Self {
            domain: fields.require("Domain", 0)?.to_owned(),
            name: fields.require("Document", 0)?.to_owned(),
            sections: Vec::new(),
        };
        while at < lines.len() {
            let heading = lines[at].strip_prefix("## ");
            at += 1;
            let Some(name) = heading else { continue };
            if document.section(name).is_some() {
                return Err(fault(
                    at - 1,
                    format!("the section `{name}` is there twice"),
                ));
            }
            document.sections.push(Section {
                name: name.to_owned(),
                sentences: table(&lines, &mut at, sentence)?,
            });
        }
        Ok(document)
    }

    /// A section by its heading.
    #[must_use]
    pub fn section(&self, name: &str) -> Option<&Section> {
        self.sections.iter().find(|section| section.name == name)
    }

    /// Every sentence, and where it stands.
    pub fn sentences(&self) -> impl Iterator<Item = (Place<'_>, &Sentence)> {
        self.sections.iter().flat_map(move |section| {
            let sentences = section.sentences.iter().enumerate();
            sentences.map(move |(at, sentence)| {
                let place = Place {
                    document: self,
                    section,
                    number: at + 1,
                };
                (place, sentence)
            })
        })
    }

    /// What does not fit together: sentences that cite what is no rule, rules that no sentence leads to.
    #[must_use]
    pub fn faults(&self, registry: &Registry) -> Vec<String> {
        let mut faults = Vec::new();
        let Some(page) = registry.page(&self.domain) else {
            return vec![format!(
                "{}: there is no page of {}",
                self.name, self.domain
            )];
        };
        for (place, sentence) in self.sentences() {
            for rule in &sentence.rules {
                if registry.rule(*rule).is_none() || rule.prefix() != page.prefix {
                    faults.push(format!(
                        "{place}: {rule} is no rule in force of {}",
                        self.domain
                    ));
                }
            }
        }
        for rule in page.rules.iter().filter(|rule| rule.retired.is_none()) {
            let id = rule.id;
            let Some(sections) = rule.source.strip_prefix(&format!("{}, ", self.name)) else {
                faults.push(format!(
                    "{id}: its source is not a section of {}",
                    self.name
                ));
                continue;
            };
            for name in sections.split("; ") {
                let cites = |sentence: &Sentence| sentence.rules.contains(&id);
                match self.section(name) {
                    None => faults.push(format!("{id}: {} has no section `{name}`", self.name)),
                    Some(section) if !section.sentences.iter().any(cites) => {
                        faults.push(format!("{id}: no sentence of `{name}` leads to it"));
                    }
                    Some(_) => {}
                }
            }
        }
        faults
    }
}

impl std::fmt::Display for Place<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (document, section) = (&self.document.name, &self.section.name);
        write!(f, "{document}, {section}, {}", self.number)
    }
}

fn sentence(cells: &[String]) -> Result<Sentence, String> {
    let [words, asks, rules] = cells else {
        return Err("a sentence has three cells: words, what it asks, rules".to_owned());
    };
    let (rules, untestable) = match rules.strip_prefix("none: ") {
        Some(reason) => (Vec::new(), Some(reason.to_owned())),
        None => {
            let rules = rules.split(", ").map(str::parse);
            (rules.collect::<Result<_, _>>()?, None)
        }
    };
    Ok(Sentence {
        words: words.clone(),
        asks: asks.clone(),
        rules,
        untestable,
    })
}
