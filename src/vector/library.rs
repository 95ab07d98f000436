//! All vectors: the embedded ones, or those of a folder.

use std::path::{Path, PathBuf};
use std::{fs, io};

use super::{Frozen, Manifest, Promises, Topic};
use crate::error::Error;
use crate::rule::Registry;

/// The largest file that is read.
const MAX_FILE: u64 = 64 << 20;

mod embedded {
    include!(concat!(env!("OUT_DIR"), "/vectors.rs"));
}

/// Where vectors come from. Topics are parsed when they are asked for, and not before.
#[derive(Debug, Clone)]
pub struct Library {
    sources: Vec<Source>,
    /// `None` for the embedded ones.
    folder: Option<PathBuf>,
}

/// A file of vectors that has not been parsed yet.
#[derive(Debug, Clone)]
pub struct Source {
    /// The domain and the topic, joined by `/`.
    pub name: String,
    /// The file.
    pub file: String,
    text: Text,
}

#[derive(Debug, Clone)]
enum Text {
    /// As it is written, and as it is fast to read: the build made one of the other.
    Embedded {
        yaml: &'static str,
        json: &'static str,
    },
    File(PathBuf),
}

impl Library {
    /// The vectors that are built into this version.
    #[must_use]
    pub fn embedded() -> Self {
        let sources = embedded::FILES.iter().map(|(file, yaml, json)| {
            let name = file
                .trim_start_matches("vectors/")
                .trim_end_matches(".yaml");
            Source {
                name: name.to_owned(),
                file: (*file).to_owned(),
                text: Text::Embedded { yaml, json },
            }
        });
        Self {
            sources: sources.collect(),
            folder: None,
        }
    }

    /// The vectors of a folder: `<domain>/<topic>.yaml`.
    ///
    /// # Errors
    ///
    /// A folder that cannot be read, or that holds no vectors.
    pub fn folder(folder: &Path) -> Result<Self, Error> {
        let mut sources = Vec::new();
        for domain in entries(folder)?.into_iter().filter(|path| path.is_dir()) {
            for path in entries(&domain)? {
                if path
                    .extension()
                    .is_some_and(|extension| extension == "yaml")
                {
                    let stem = |path: &Path| {
                        path.file_stem()
                            .unwrap_or_default()
                            .to_string_lossy()
                            .into_owned()
                    };
                    let name = format!("{}/{}", stem(&domain), stem(&path));
                    sources.push(Source {
                        name,
                        file: path.display().to_string(),
                        text: Text::File(path),
                    });
                }
            }
        }
        if sources.is_empty() {
            return Err(Error::Usage(format!(
                "{} holds no vectors: expected DOMAIN/TOPIC.yaml below it",
                folder.display()
            )));
        }
        let folder = Some(folder.to_owned());
        Ok(Self { sources, folder })
    }

    /// The files, sorted by name.
    #[must_use]
    pub fn sources(&self) -> &[Source] {
        &self.sources
    }

    /// The manifest; `None` if there is none.
    ///
    /// # Errors
    ///
    /// If it cannot be read or parsed.
    pub fn manifest(&self) -> Result<Option<Manifest>, Error> {
        let (file, text) = match &self.folder {
            None => (
                "vectors/manifest.yaml".into(),
                embedded::MANIFEST.to_owned(),
            ),
            Some(folder) => {
                let path = folder.join(Manifest::FILE);
                if !path.exists() {
                    return Ok(None);
                }
                let text = read(&path).map_err(|source| Error::read(&path, source))?;
                (path.display().to_string(), text)
            }
        };
        Ok(Some(Manifest::read(&file, &text)?))
    }

    /// What the domains have promised of their cases. The embedded vectors promise nothing: they cannot change.
    ///
    /// # Errors
    ///
    /// If the manifest, or what it names, cannot be read.
    pub fn promises(&self) -> Result<Vec<Promises>, Error> {
        let (Some(folder), Some(manifest)) = (&self.folder, self.manifest()?) else {
            return Ok(Vec::new());
        };
        let mut promises = Vec::new();
        for entry in manifest.domains {
            let mut released = Vec::new();
            for version in &entry.released {
                let path = folder.join(&entry.domain).join(Frozen::file(*version));
                let text = read(&path).map_err(|source| Error::read(&path, source))?;
                let file = path.display().to_string();
                released.push(Frozen::read(*version, &file, &text)?);
            }
            promises.push(Promises { entry, released });
        }
        Ok(promises)
    }

    /// Parses all files.
    ///
    /// # Errors
    ///
    /// The first file that cannot be read or parsed.
    pub fn topics(&self, registry: &Registry) -> Result<Vec<Topic>, Error> {
        self.sources
            .iter()
            .map(|source| source.parse(registry))
            .collect()
    }
}

impl Source {
    /// Parses the file.
    ///
    /// # Errors
    ///
    /// If it cannot be read or parsed.
    pub fn parse(&self, registry: &Registry) -> Result<Topic, Error> {
        let topic = match &self.text {
            Text::Embedded { json, .. } => Topic::from_json(&self.name, &self.file, json, registry),
            Text::File(_) => Topic::parse(&self.name, &self.file, &self.text()?, registry),
        };
        Ok(topic?)
    }

    /// The file's text.
    ///
    /// # Errors
    ///
    /// If it cannot be read.
    pub fn text(&self) -> Result<String, Error> {
        match &self.text {
            Text::Embedded { yaml, .. } => Ok((*yaml).to_owned()),
            Text::File(path) => read(path).map_err(|source| Error::read(path, source)),
        }
    }
}

/// Reads a file, but nothing that might have no end.
pub(super) fn read(path: &Path) -> io::Result<String> {
    let metadata = fs::metadata(path)?;
    if !metadata.is_file() {
        return Err(io::Error::other("it is no file"));
    }
    if metadata.len() > MAX_FILE {
        let message = format!("it is larger than {} MiB", MAX_FILE >> 20);
        return Err(io::Error::other(message));
    }
    fs::read_to_string(path)
}

/// What is in a folder, sorted.
pub(super) fn entries(folder: &Path) -> Result<Vec<PathBuf>, Error> {
    let listing = fs::read_dir(folder).map_err(|source| Error::read(folder, source))?;
    let paths = listing.map(|entry| entry.map(|entry| entry.path()));
    let mut paths: Vec<PathBuf> = paths
        .collect::<Result<_, _>>()
        .map_err(|source| Error::read(folder, source))?;
    paths.sort();
    Ok(paths)
}
