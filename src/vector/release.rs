//! Pages and vectors that belong together, from wherever they are kept.

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
        let registry = match pages.is_empty() {
            true => None,
            false => Some(Registry::from_pages(pages)?),
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
