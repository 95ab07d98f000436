//! `proofmark coverage`

use std::fs;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use super::{exit, print};
use crate::error::Error;
use crate::report::coverage as written;
use crate::rule::{Document, Registry, RuleId, embedded_matrix};
use crate::runner::{Coverage, Record, coverage, globs};
use crate::vector::Library;

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Only rules that match. May be given again
    #[arg(long, value_name = "GLOB")]
    only: Vec<String>,
    /// From rules to what stands for them, or from the sentences of the source documents
    #[arg(long, value_enum, default_value_t = By::Rules)]
    by: By,
    /// How to write it
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Take pages, sources and the matrix from this folder instead of the embedded ones
    #[arg(long, value_name = "FOLDER")]
    spec: Option<PathBuf>,
    /// Take the vectors from this folder instead of the embedded ones
    #[arg(long, value_name = "FOLDER")]
    vectors: Option<PathBuf>,
    /// Accept what stands for the rules now: write `matrix.md` of the folder of `--spec`, which is `spec` if it is not given
    #[arg(long)]
    write: bool,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum By {
    Rules,
    Sentences,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Format {
    Text,
    Markdown,
}

pub(super) fn run(arguments: &Arguments) -> Result<u8, Error> {
    let spec = Spec::load(arguments.spec.as_deref())?;
    let library = match &arguments.vectors {
        Some(folder) => Library::folder(folder)?,
        None => Library::embedded(),
    };
    let topics = library.topics(spec.registry())?;
    let cases: Vec<_> = topics.into_iter().flat_map(|topic| topic.cases).collect();
    let rows = coverage(&cases, spec.registry());
    if arguments.write {
        return write(&spec, &rows, arguments.spec.as_deref());
    }
    let domains: Vec<&str> = spec.registry().domains().collect();
    let holes = spec.holes(&rows, &domains)?;
    let chosen = globs(&arguments.only)?;
    let mut shown = rows;
    shown.retain(|row| arguments.only.is_empty() || chosen.is_match(row.rule.id.to_string()));
    if shown.is_empty() {
        return Err(Error::Usage(
            "the selection is empty: `proofmark list rules` shows the ids".to_owned(),
        ));
    }
    let documents = spec.documents();
    let text = match (arguments.by, arguments.format) {
        (By::Rules, Format::Text) => written::rules_text(&shown),
        (By::Rules, Format::Markdown) => written::rules_markdown(&shown, documents),
        (By::Sentences, Format::Text) => written::sentences_text(&shown, documents),
        (By::Sentences, Format::Markdown) => written::sentences_markdown(&shown, documents),
    };
    let sentences: usize = documents.iter().map(|it| it.sentences().count()).sum();
    print(|out| {
        writeln!(out, "{text}")?;
        for hole in &holes {
            writeln!(out, "HOLE {hole}")?;
        }
        writeln!(
            out,
            "{} rules, {sentences} sentences, {} holes",
            shown.len(),
            holes.len()
        )
    })?;
    Ok(if holes.is_empty() {
        exit::CONFORMS
    } else {
        exit::DOES_NOT
    })
}

fn write(spec: &Spec, rows: &[Coverage<'_>], folder: Option<&Path>) -> Result<u8, Error> {
    let file = folder.unwrap_or(Path::new("spec")).join("matrix.md");
    let matrix = Record::of(rows, spec.documents()).to_markdown(spec.registry());
    fs::write(&file, matrix).map_err(|source| Error::write(&file, source))?;
    print(|out| writeln!(out, "{} rules in {}", rows.len(), file.display()))?;
    Ok(exit::CONFORMS)
}

/// Pages, sources and matrix: the embedded ones, or those of a folder.
pub(super) struct Spec {
    folder: Option<(Registry, Vec<Document>)>,
    matrix: (String, String),
}

impl Spec {
    pub(super) fn load(folder: Option<&Path>) -> Result<Self, Error> {
        let Some(folder) = folder else {
            let (file, text) = embedded_matrix();
            return Ok(Self {
                folder: None,
                matrix: (file.to_owned(), text.to_owned()),
            });
        };
        let file = folder.join("matrix.md");
        // A matrix that is not there yet lists nothing.
        let text = fs::read_to_string(&file).unwrap_or_default();
        let documents = Document::load(&folder.join("sources"))?;
        Ok(Self {
            folder: Some((Registry::load(folder)?, documents)),
            matrix: (file.display().to_string(), text),
        })
    }

    pub(super) fn registry(&self) -> &Registry {
        match &self.folder {
            Some((registry, _)) => registry,
            None => Registry::embedded(),
        }
    }

    pub(super) fn documents(&self) -> &[Document] {
        match &self.folder {
            Some((_, documents)) => documents,
            None => Document::embedded(),
        }
    }

    /// Everything that is missing, or was lost, in these domains.
    pub(super) fn holes(
        &self,
        rows: &[Coverage<'_>],
        domains: &[&str],
    ) -> Result<Vec<String>, Error> {
        let pages = domains.iter().filter_map(|it| self.registry().page(it));
        let prefixes: Vec<&str> = pages.map(|page| page.prefix.as_str()).collect();
        let asked = |rule: &RuleId| prefixes.contains(&rule.prefix().as_str());
        let rows = rows.iter().filter(|row| asked(&row.rule.id));
        let rows: Vec<&Coverage<'_>> = rows.collect();
        let of_row = |row: &&Coverage<'_>| {
            let (id, title) = (row.rule.id, row.rule.title.clone());
            let holes = row.holes().into_iter();
            holes.map(move |hole| format!("{id} {title}: {hole}"))
        };
        let mut holes: Vec<String> = rows.iter().flat_map(of_row).collect();
        for domain in domains {
            let mut documents = self.documents().iter();
            match documents.find(|document| document.domain == *domain) {
                Some(document) => holes.extend(document.faults(self.registry())),
                None => {
                    let what = "there is no list of its document's sentences";
                    holes.push(format!("{domain}: {what}"));
                }
            }
        }
        let (file, text) = &self.matrix;
        let now = Record::of(rows.iter().copied(), self.documents());
        let losses = Record::read(file, text)?.losses(&now);
        let losses = losses.iter().filter(|loss| asked(&loss.rule));
        holes.extend(losses.map(ToString::to_string));
        Ok(holes)
    }
}
