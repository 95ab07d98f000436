//! The vectors for those who want them without the runner: files that describe themselves, the same bytes every time.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde_json::{Value, json};

use crate::error::Error;
use crate::rule::{Page, Registry, Rule, embedded_pages};
use crate::vector::{Entry, Library, Manifest, Topic, digest, yaml};

/// How the data is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// As in `vectors/`.
    Yaml,
    /// The same in JSON, which every language reads.
    Json,
}

const SCHEMAS: [(&str, &str); 3] = [
    (
        "schema/manifest.json",
        include_str!("../../../spec/schema/manifest.json"),
    ),
    (
        "schema/rules.json",
        include_str!("../../../spec/schema/rules.json"),
    ),
    (
        "schema/vectors.json",
        include_str!("../../../spec/schema/vectors.json"),
    ),
];

/// The files of an export, by path, sorted.
///
/// # Errors
///
/// Vectors that cannot be read.
pub fn files(
    library: &Library,
    registry: &Registry,
    format: Format,
) -> Result<BTreeMap<String, String>, Error> {
    let topics = library.topics(registry)?;
    let mut files = BTreeMap::new();
    for topic in &topics {
        let path = format!("vectors/{}.{}", topic.name, format.extension());
        files.insert(path, format.of_topic(topic));
    }
    let manifest = listed(&library.manifest()?.unwrap_or_default(), &files);
    let name = |stem: &str| format!("{stem}.{}", format.extension());
    files.insert(
        name("vectors/manifest"),
        format.write(&json!({"domains": manifest.domains})),
    );
    files.insert(name("rules"), format.write(&rules(registry)));
    files.insert("README.md".to_owned(), readme(&topics, format));
    for (path, text) in SCHEMAS.iter().chain(embedded_pages()) {
        files.insert((*path).to_owned(), (*text).to_owned());
    }
    let mut sums = String::new();
    for (path, text) in &files {
        _ = writeln!(sums, "{}  {path}", digest(text));
    }
    files.insert("SHA256SUMS".to_owned(), sums);
    Ok(files)
}

impl Format {
    /// The extension of its files.
    #[must_use]
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Yaml => "yaml",
            Self::Json => "json",
        }
    }

    fn write(self, value: &Value) -> String {
        match self {
            Self::Yaml => yaml(value),
            Self::Json => {
                let text = serde_json::to_string_pretty(value);
                text.expect("values always serialize") + "\n"
            }
        }
    }

    fn of_topic(self, topic: &Topic) -> String {
        match self {
            Self::Yaml => topic.to_yaml(),
            Self::Json => self.write(&topic.to_json()),
        }
    }
}

/// The manifest with the digests of the files that are exported.
fn listed(manifest: &Manifest, files: &BTreeMap<String, String>) -> Manifest {
    let of_domain = |entry: &Entry| {
        let folder = format!("vectors/{}/", entry.domain);
        let own = files.iter().filter_map(|(path, text)| {
            let name = path.strip_prefix(&folder)?;
            Some((name.to_owned(), digest(text)))
        });
        Entry {
            files: own.collect(),
            ..entry.clone()
        }
    };
    Manifest {
        domains: manifest.domains.iter().map(of_domain).collect(),
    }
}

fn readme(topics: &[Topic], format: Format) -> String {
    let cases: usize = topics.iter().map(|topic| topic.cases.len()).sum();
    include_str!("README.md")
        .replace("{version}", env!("CARGO_PKG_VERSION"))
        .replace("{cases}", &cases.to_string())
        .replace("{files}", &topics.len().to_string())
        .replace("{format}", format.extension())
}

/// Rules, operations, codes and options as data.
fn rules(registry: &Registry) -> Value {
    let pages = registry.pages().iter();
    let pages = pages.filter(|page| page.domain != "protocol");
    json!({"domains": pages.map(of_page).collect::<Value>()})
}

fn of_page(page: &Page) -> Value {
    let operations = page.operations.iter().map(|it| {
        json!({"name": it.name, "stateful": it.stateful, "optional": it.optional, "input": it.input, "ok": it.ok})
    });
    let codes = page
        .codes
        .iter()
        .map(|it| json!({"name": it.name, "level": it.level.as_str(), "meaning": it.meaning}));
    let options = page.options.iter().map(|it| {
        json!({"name": it.name, "values": it.values, "default": it.default, "meaning": it.meaning})
    });
    json!({
        "domain": page.domain,
        "version": page.version,
        "source": page.source,
        "ascending": page.ascending,
        "operations": operations.collect::<Value>(),
        "codes": codes.collect::<Value>(),
        "options": options.collect::<Value>(),
        "rules": page.rules.iter().map(of_rule).collect::<Value>(),
    })
}

fn of_rule(rule: &Rule) -> Value {
    let mut value = json!({
        "id": rule.id.to_string(),
        "title": rule.title,
        "level": rule.level.as_str(),
        "basis": rule.basis.as_str(),
        "source": rule.source,
        "text": rule.text,
    });
    if let Some(reason) = &rule.reason {
        value["reason"] = json!(reason);
    }
    if !rule.choices.is_empty() {
        value["choices"] = json!(rule.choices);
    }
    if let Some(retired) = &rule.retired {
        value["retired"] = json!({"version": retired.version, "why": retired.why});
    }
    value
}
