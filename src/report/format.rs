//! The kinds of reports.

use std::path::Path;

use super::json::Report;
use super::{badge, github, html, junit, markdown};
use crate::verdict::words;

/// A kind of report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Format {
    /// For machines: the whole value.
    Json,
    /// For test viewers.
    Junit,
    /// For pull requests and step summaries.
    Markdown,
    /// Annotations for GitHub's log.
    Github,
    /// A badge: SVG, or the endpoint JSON of shields if the file is called `.json`.
    Badge,
    /// A page of its own.
    Html,
}

words!(pub Format, "kind of report", {
    Json = "json",
    Junit = "junit",
    Markdown = "markdown",
    Github = "github",
    Badge = "badge",
    Html = "html",
});

impl Format {
    /// The report as a text for this file.
    #[must_use]
    pub fn render(self, report: &Report, file: &Path) -> String {
        match self {
            Self::Json => report.to_text(),
            Self::Junit => junit::render(report),
            Self::Markdown => markdown::render(report),
            Self::Github => github::render(report),
            Self::Badge if file.extension().is_some_and(|it| it == "json") => {
                badge::endpoint(report)
            }
            Self::Badge => badge::svg(report),
            Self::Html => html::render(report),
        }
    }
}
