//! A folder of vectors: every file as it is and as it should be, and what was promised.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use crate::error::Error;
use crate::generate::{Regenerated, regenerate};
use crate::rule::Registry;
use crate::vector::{BreachKind, Case, Entry, Frozen, Library, Manifest, Promises, Source, digest};

/// All that `generate`, `verify` and `freeze` look at.
pub(super) struct Stock {
    pub(super) folder: PathBuf,
    pub(super) files: Vec<File>,
    /// As it is; `None` if there is none.
    pub(super) manifest: Option<Manifest>,
    /// A domain each, with the version of its page.
    pub(super) promises: Vec<Promises>,
}

/// A file of vectors.
pub(super) struct File {
    pub(super) source: Source,
    pub(super) text: String,
    pub(super) new: Regenerated,
}

impl Stock {
    pub(super) fn load(folder: &Path, spec: Option<&Path>) -> Result<Self, Error> {
        let disk;
        let registry = match spec {
            Some(folder) => {
                disk = Registry::load(folder)?;
                &disk
            }
            None => Registry::embedded(),
        };
        let library = Library::folder(folder)?;
        let manifest = library.manifest()?;
        let promises = promises(&library, registry)?;
        let mut files = Vec::new();
        for source in library.sources() {
            let topic = source.parse(registry)?;
            let of_domain = |promises: &&Promises| promises.entry.domain == topic.domain();
            let own = promises.iter().find(of_domain);
            files.push(File {
                source: source.clone(),
                text: source.text()?,
                new: regenerate(topic, own),
            });
        }
        Ok(Self {
            folder: folder.to_owned(),
            files,
            manifest,
            promises,
        })
    }

    /// How many cases there are.
    pub(super) fn count(&self) -> usize {
        let files = self.files.iter();
        files.map(|file| file.new.topic.cases.len()).sum()
    }

    /// The cases of a domain, as they should be.
    pub(super) fn cases(&self, domain: &str) -> Vec<&Case> {
        let of_domain = |file: &&File| file.new.topic.domain() == domain;
        let files = self.files.iter().filter(of_domain);
        files.flat_map(|file| &file.new.topic.cases).collect()
    }

    /// The manifest of the files, each with the text that is given for it.
    pub(super) fn listed(&self, text: impl Fn(&File) -> String) -> Result<Manifest, Error> {
        let mut domains = Vec::new();
        for Promises { entry, released } in &self.promises {
            let mut files = BTreeMap::new();
            for file in &self.files {
                if file.new.topic.domain() == entry.domain {
                    files.insert(file.name(), digest(text(file)));
                }
            }
            for frozen in released {
                let name = Frozen::file(frozen.version);
                let path = self.folder.join(&entry.domain).join(&name);
                let text = fs::read(&path).map_err(|source| Error::read(&path, source))?;
                files.insert(name, digest(text));
            }
            domains.push(Entry {
                files,
                ..entry.clone()
            });
        }
        Ok(Manifest { domains })
    }

    /// Remembers cases that have another id now: those that are gone, and of which exactly one new one is a copy.
    pub(super) fn follow_renames(&mut self) {
        for at in 0..self.promises.len() {
            let cases = self.cases(&self.promises[at].entry.domain);
            let breaches = self.promises[at].breaches(&cases);
            for breach in breaches {
                if let BreachKind::Gone(Some(new)) = breach.kind {
                    let renamed = &mut self.promises[at].entry.renamed;
                    // Who knew the case by an even older id is led to the newest, too.
                    for known in renamed.values_mut().filter(|known| **known == breach.id) {
                        known.clone_from(&new);
                    }
                    renamed.insert(breach.id, new);
                }
            }
        }
    }
}

impl File {
    /// The name in the folder of the domain.
    fn name(&self) -> String {
        let topic = self.new.topic.name.split('/').nth(1).unwrap_or_default();
        format!("{topic}.yaml")
    }
}

/// What each domain has promised, by the manifest, and which version its page has.
fn promises(library: &Library, registry: &Registry) -> Result<Vec<Promises>, Error> {
    let mut promises = library.promises()?;
    for source in library.sources() {
        let domain = source.name.split('/').next().unwrap_or_default();
        if promises.iter().all(|known| known.entry.domain != domain) {
            let domain = domain.to_owned();
            let entry = Entry {
                domain,
                ..Entry::default()
            };
            promises.push(Promises {
                entry,
                ..Promises::default()
            });
        }
    }
    for Promises { entry, .. } in &mut promises {
        entry.version = registry.page(&entry.domain).map_or(0, |page| page.version);
    }
    promises.sort_by(|a, b| a.entry.domain.cmp(&b.entry.domain));
    Ok(promises)
}
