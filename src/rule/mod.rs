//! The rules: read from `spec/`, embedded in the library, cited by everything else.

mod id;
mod level;
mod markdown;
pub mod page;
mod registry;
mod source;

pub use id::RuleId;
pub use level::{Basis, Level};
pub use markdown::Fault;
pub use page::{Code, DeclaredOption, Operation, Page, Retirement, Rule};
pub use registry::Registry;
pub use source::{Document, Place, Section, Sentence};

#[allow(
    clippy::doc_markdown,
    reason = "titles and meanings are plain text, taken from the pages"
)]
mod embedded {
    include!(concat!(env!("OUT_DIR"), "/rules.rs"));
}

/// A constant for each rule in force, made by `build.rs`: citing an unknown or retired rule does not compile.
pub mod rules {
    pub use super::embedded::rules::*;
}

/// A constant for each reject code, by domain, made by `build.rs`.
pub mod codes {
    pub use super::embedded::codes::*;
}

/// The pages that are built into this version: their files and texts.
#[must_use]
pub const fn embedded_pages() -> &'static [(&'static str, &'static str)] {
    embedded::PAGES
}

/// The traceability matrix that is built into this version: its file and its text.
#[must_use]
pub const fn embedded_matrix() -> (&'static str, &'static str) {
    ("spec/matrix.md", embedded::MATRIX)
}

/// Whether the model's code cites the rule, by its constant or in a comment.
#[must_use]
pub fn cited_by_model(id: RuleId) -> bool {
    embedded::CITED_BY_MODEL.contains(&id)
}
