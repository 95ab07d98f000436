//! Pages and vectors that belong together, from wherever they are kept.

use std::path::Path;

use super::library::entries as listing;
use super::{Manifest, Topic};
use crate::error::Error;
use crate::rule::Registry;

/// Pages and vectors of one time.
#[derive(Debug)]
pub struct Release {
    /// `None` where the vectors came without pages.
    registry: Option<Registry>,
    /// The manifest, if there is one.
    pub manifest: Option<Manifest>,
    /// The vectors.
    pub topics: Vec<Topic>,
}

impl Release {
    /// Picks pages, manifest and vectors out of files, by their paths: `spec/<page>.md`, `vectors/manifest.yaml` and
    /// `vectors/<domain>/<topic>.yaml`, whatever comes before. An export has JSON in the place of YAML, perhaps.
    ///
    /// # Errors
    ///
    /// A file that is malformed, or no vectors at all.
    pub fn from_files(files: &[(String, String)]) -> Result<Self, Error> {
        let mut pages = Vec::new();
        let (mut manifest, mut vectors) = (None, Vec::new());
        for (path, text) in files {
            let mut parts: Vec<&str> = path.rsplit('/').take(3).collect();
            parts.reverse();
            let name = path.rsplit('/').next().unwrap_or_default();
            let (stem, extension) = name.rsplit_once('.').unwrap_or_default();
            let is_data = ["yaml", "json"].contains(&extension);
            match parts[..] {
                [.., "spec", _] if extension == "md" => pages.push((path.clone(), text.clone())),
                [.., "vectors", _] if stem == "manifest" && is_data => {
                    manifest = Some(Manifest::read(path, text)?);
                }
                ["vectors", domain, _] if is_data => {
                    vectors.push((format!("{domain}/{stem}"), path, text));
                }
                _ => {}
            }
        }
        if vectors.is_empty() {
            return Err(Error::Usage(
                "there are no vectors: expected vectors/DOMAIN/TOPIC.yaml".to_owned(),
            ));
        }
        pages.sort();
        vectors.sort();
        let registry = if pages.is_empty() {
            None
        } else {
            Some(Registry::from_pages(pages)?)
        };
        let known = registry.as_ref().unwrap_or(Registry::embedded());
        let topics = vectors
            .iter()
            .map(|(name, path, text)| Topic::parse(name, path, text, known));
        let topics = topics.collect::<Result<_, _>>()?;
        Ok(Self {
            registry,
            manifest,
            topics,
        })
    }

    /// The rules that these vectors cite: their own, or those of this version if they came without.
    #[must_use]
    pub fn registry(&self) -> &Registry {
        self.registry.as_ref().unwrap_or(Registry::embedded())
    }
}

/// The files of a folder that belong to a release, by their paths from the folder: of a project, of an export, or of
/// the vectors alone, beside which the pages may lie.
///
/// # Errors
///
/// A folder or file that cannot be read.
pub fn release_files(folder: &Path) -> Result<Vec<(String, String)>, Error> {
    let whole = folder.join("vectors");
    let (vectors, spec) = if whole.is_dir() {
        (whole, folder.join("spec"))
    } else {
        (folder.to_owned(), folder.join("../spec"))
    };
    let mut files = Vec::new();
    for path in listing(&vectors)? {
        let name = format!("vectors/{}", file_name(&path));
        if path.is_dir() {
            for file in listing(&path)? {
                let name = format!("{name}/{}", file_name(&file));
                files.extend(read(&file, name)?);
            }
        } else {
            files.extend(read(&path, name)?);
        }
    }
    if spec.is_dir() {
        for path in listing(&spec)? {
            let name = format!("spec/{}", file_name(&path));
            files.extend(read(&path, name)?);
        }
    }
    Ok(files)
}

fn file_name(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}

/// A file that may belong to a release, under a name.
fn read(path: &Path, name: String) -> Result<Option<(String, String)>, Error> {
    let known = ["md", "yaml", "json"];
    let extension = path.extension().and_then(|extension| extension.to_str());
    if !path.is_file() || !extension.is_some_and(|extension| known.contains(&extension)) {
        return Ok(None);
    }
    let text = super::library::read(path).map_err(|source| Error::read(path, source))?;
    Ok(Some((name, text)))
}
