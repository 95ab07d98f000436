//! All pages together: where ids, codes and operations are looked up.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::LazyLock;

use super::id::RuleId;
use super::page::{Code, DeclaredOption, Operation, Page, Rule};
use crate::error::{Error, SourceError};

/// The rules, codes and operations of all pages.
#[derive(Debug)]
pub struct Registry {
    pages: Vec<Page>,
    rules: BTreeMap<RuleId, (usize, usize)>,
    files: Vec<String>,
}

static EMBEDDED: LazyLock<Registry> = LazyLock::new(|| {
    // `build.rs` has read the same pages with the same parser, so a fault here cannot be.
    Registry::from_pages(
        super::embedded::PAGES
            .iter()
            .map(|(file, text)| ((*file).to_owned(), (*text).to_owned())),
    )
    .expect("the embedded pages were checked when this was built")
});

impl Registry {
    /// The registry that is built into this version.
    #[must_use]
    pub fn embedded() -> &'static Self {
        &EMBEDDED
    }

    /// Reads the pages of a folder.
    ///
    /// # Errors
    ///
    /// A file that cannot be read, or a fault in a page, with file and line.
    pub fn load(folder: &Path) -> Result<Self, Error> {
        let mut files = Vec::new();
        let entries = std::fs::read_dir(folder).map_err(|source| Error::read(folder, source))?;
        for entry in entries {
            let path = entry.map_err(|source| Error::read(folder, source))?.path();
            if path.extension().is_some_and(|extension| extension == "md") {
                files.push(path);
            }
        }
        files.sort();
        let mut texts = Vec::new();
        for path in files {
            let text =
                std::fs::read_to_string(&path).map_err(|source| Error::read(&path, source))?;
            texts.push((path.display().to_string(), text));
        }
        Self::from_pages(texts)
    }

    /// Reads pages from their texts.
    ///
    /// # Errors
    ///
    /// A fault in a page, or a prefix, code or operation that two pages claim.
    pub fn from_pages(texts: impl IntoIterator<Item = (String, String)>) -> Result<Self, Error> {
        let mut registry = Self {
            pages: Vec::new(),
            rules: BTreeMap::new(),
            files: Vec::new(),
        };
        for (file, text) in texts {
            let page = Page::parse(&text).map_err(|fault| {
                SourceError::new(&file, &text, fault.line, 1, fault.message.clone())
            })?;
            let Some(page) = page else { continue };
            if let Some(other) = registry
                .pages
                .iter()
                .find(|p| p.prefix == page.prefix || p.domain == page.domain)
            {
                let message = format!(
                    "the prefix {} or the domain {} is used by {} already",
                    page.prefix, page.domain, other.title
                );
                return Err(SourceError::new(&file, &text, 1, 1, message).into());
            }
            for (at, rule) in page.rules.iter().enumerate() {
                registry.rules.insert(rule.id, (registry.pages.len(), at));
            }
            registry.pages.push(page);
            registry.files.push(file);
        }
        Ok(registry)
    }

    /// The pages that hold rules.
    #[must_use]
    pub fn pages(&self) -> &[Page] {
        &self.pages
    }

    /// The page of a domain.
    #[must_use]
    pub fn page(&self, domain: &str) -> Option<&Page> {
        self.pages.iter().find(|page| page.domain == domain)
    }

    /// The file that a page came from.
    #[must_use]
    pub fn file(&self, domain: &str) -> Option<&str> {
        let at = self.pages.iter().position(|page| page.domain == domain)?;
        Some(&self.files[at])
    }

    /// The domains that implementations are tested on: every page but the protocol's.
    pub fn domains(&self) -> impl Iterator<Item = &str> {
        self.pages
            .iter()
            .map(|page| page.domain.as_str())
            .filter(|domain| *domain != "protocol")
    }

    /// Every rule in force, page by page.
    pub fn rules(&self) -> impl Iterator<Item = &Rule> {
        self.pages
            .iter()
            .flat_map(|page| &page.rules)
            .filter(|rule| rule.retired.is_none())
    }

    /// A rule in force.
    #[must_use]
    pub fn rule(&self, id: RuleId) -> Option<&Rule> {
        let (page, at) = *self.rules.get(&id)?;
        Some(&self.pages[page].rules[at]).filter(|rule| rule.retired.is_none())
    }

    /// A rule, also if it is retired.
    #[must_use]
    pub fn known(&self, id: RuleId) -> Option<&Rule> {
        let (page, at) = *self.rules.get(&id)?;
        Some(&self.pages[page].rules[at])
    }

    /// A code of a domain.
    #[must_use]
    pub fn code(&self, domain: &str, code: &str) -> Option<&Code> {
        self.page(domain)?
            .codes
            .iter()
            .find(|known| known.name == code)
    }

    /// An operation, by its full name.
    #[must_use]
    pub fn operation(&self, name: &str) -> Option<&Operation> {
        let (domain, _) = name.split_once('.')?;
        self.page(domain)?
            .operations
            .iter()
            .find(|operation| operation.name == name)
    }

    /// An option, by its full name.
    #[must_use]
    pub fn option(&self, name: &str) -> Option<&DeclaredOption> {
        let (domain, _) = name.split_once('.')?;
        self.page(domain)?
            .options
            .iter()
            .find(|option| option.name == name)
    }

    /// Reads a need, `option=value`: the option, and the value that must be among those declared.
    ///
    /// # Errors
    ///
    /// An option or value that no page lists.
    pub fn need<'a>(&self, need: &'a str) -> Result<(&DeclaredOption, &'a str), String> {
        let (name, value) = need
            .split_once('=')
            .ok_or_else(|| format!("`{need}` is no need: expected `option=value`"))?;
        let option = self
            .option(name)
            .ok_or_else(|| format!("`{name}` is no option of any page of spec/"))?;
        if option.values.iter().any(|known| known == value) {
            Ok((option, value))
        } else {
            Err(format!(
                "`{name}` has no value `{value}`: expected one of {}",
                option.values.join(", ")
            ))
        }
    }
}
