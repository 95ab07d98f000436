//! The manifest: the version of each domain, which versions were released, and the digest of each file.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{from_yaml, yaml};
use crate::error::SourceError;

/// What `vectors/manifest.yaml` holds.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// The domains, by name.
    pub domains: Vec<Entry>,
}

/// A domain in the manifest.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// The domain.
    pub domain: String,
    /// Its version, which is that of its page in `spec/`.
    pub version: u32,
    /// The versions that were released. Their cases are frozen.
    pub released: Vec<u32>,
    /// Topics whose cases hold in every later version too, once they are released.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub forever: Vec<String>,
    /// Cases that were released under another id: from the old id to the new.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub renamed: BTreeMap<String, String>,
    /// The SHA-256 of each file in the domain's folder.
    pub files: BTreeMap<String, String>,
}

impl Manifest {
    /// The file's name in the folder of the vectors.
    pub const FILE: &str = "manifest.yaml";

    /// Reads a manifest. `file` names it in errors.
    ///
    /// # Errors
    ///
    /// Anything but a manifest, with its place.
    pub fn read(file: &str, text: &str) -> Result<Self, SourceError> {
        from_yaml(file, text)
    }

    /// The manifest's canonical text.
    #[must_use]
    pub fn to_yaml(&self) -> String {
        yaml(&json!({"domains": self.domains}))
    }

    /// A domain's entry.
    #[must_use]
    pub fn entry(&self, domain: &str) -> Option<&Entry> {
        self.domains.iter().find(|entry| entry.domain == domain)
    }

    /// The id that a case has now.
    #[must_use]
    pub fn current<'a>(&'a self, id: &'a str) -> &'a str {
        let mut maps = self.domains.iter().map(|entry| &entry.renamed);
        maps.find_map(|map| map.get(id)).map_or(id, String::as_str)
    }
}

impl Entry {
    /// Whether the version that stands in `spec/` was released.
    #[must_use]
    pub fn is_released(&self) -> bool {
        self.released.contains(&self.version)
    }

    /// Whether a case of this id holds in every later version too.
    #[must_use]
    pub fn is_forever(&self, id: &str) -> bool {
        let topic = id.split('/').nth(1).unwrap_or_default();
        self.forever.iter().any(|one| one == topic)
    }
}
