//! The report for pull requests and step summaries.

use std::fmt::Write as _;

use super::difference::Difference;
use super::groups::{Group, groups};
use super::json::{Counts, Report, Subject};
use super::shell::again;
use super::sides::{agreement, choices, rules};
use super::visible::{shortened, visible};
use crate::verdict::{Conclusion, Verdict};

/// How many blocks of a subject are shown: a step summary has a limit, and so has a reader.
const BLOCKS: usize = 30;

/// The report as Markdown.
pub(super) fn render(report: &Report) -> String {
    let mut out = String::from("# proofmark\n\n");
    for subject in &report.subjects {
        let mark = mark(subject.conclusion);
        let (name, sentence) = (code(&subject.name), subject.conclusion.sentence());
        _ = writeln!(
            out,
            "- {mark} **{name} {sentence}**: {}",
            subject.summary.told()
        );
        for domain in &subject.missing {
            _ = writeln!(
                out,
                "  - {domain} is required, but not all of it was checked"
            );
        }
    }
    out.push('\n');
    left_out(report, &mut out);
    domains(report, &mut out);
    if report.subjects.len() > 1 {
        side_by_side(report, &mut out);
    }
    for subject in &report.subjects {
        failures(report, subject, &mut out);
    }
    open_rules(report, &mut out);
    _ = writeln!(
        out,
        "proofmark {}, seed {}, {} inputs a law",
        report.proofmark, report.seed, report.cases
    );
    out
}

fn left_out(report: &Report, out: &mut String) {
    let selection = &report.selection;
    if selection.skipped > 0 {
        let skip: Vec<String> = selection.skip.iter().map(|it| code(it)).collect();
        _ = writeln!(
            out,
            "> ⚠️ {} cases and laws are **skipped**: {}\n",
            selection.skipped,
            skip.join(", ")
        );
    }
    if !selection.only.is_empty() {
        let only: Vec<String> = selection.only.iter().map(|it| code(it)).collect();
        _ = writeln!(
            out,
            "> ⚠️ Only **a part** was checked: {}\n",
            only.join(", ")
        );
    }
    if selection.left_out_by_basis > 0 {
        let count = selection.left_out_by_basis;
        _ = writeln!(
            out,
            "> {count} cases and laws rest on decisions, and are left out\n"
        );
    }
    if let Some(shard) = &report.shard {
        _ = writeln!(out, "> This is shard {} of {}\n", shard.index, shard.of);
    }
}

fn domains(report: &Report, out: &mut String) {
    heading_row("domain", report, out);
    for domain in report.domains() {
        let cells = report.subjects.iter().map(|subject| {
            let counts = subject.domains.get(domain);
            counts.map_or("–".to_owned(), Counts::told)
        });
        row(domain, cells, out);
    }
    out.push('\n');
}

fn side_by_side(report: &Report, out: &mut String) {
    let rows = rules(report);
    let clean = rows.iter().filter(|row| row.is_clean()).count();
    let (same, other) = agreement(report);
    _ = writeln!(
        out,
        "## Side by side\n\nThey agree on {same} cases and laws, and differ on {other}. Nobody fails on {clean} of {} rules.\n",
        rows.len()
    );
    if clean == rows.len() {
        return;
    }
    heading_row("rule", report, out);
    for matrix_row in rows.iter().filter(|row| !row.is_clean()) {
        let cells = matrix_row.cells.iter().map(|cell| match cell.worst {
            Some(Verdict::Pass) => "✅".to_owned(),
            Some(Verdict::Fail | Verdict::Errored | Verdict::UnexpectedPass) => {
                format!("❌ {}", cell.shown())
            }
            _ => cell.shown(),
        });
        let rule = matrix_row.rule;
        row(
            &format!("{} {}", rule.id, cell_text(&rule.title)),
            cells,
            out,
        );
    }
    out.push('\n');
}

fn failures(report: &Report, subject: &Subject, out: &mut String) {
    let groups = groups(report, subject);
    if groups.is_empty() && subject.breakdowns.is_empty() {
        return;
    }
    _ = writeln!(out, "## {}\n", code(&subject.name));
    for breakdown in &subject.breakdowns {
        _ = writeln!(
            out,
            "No case or law is to blame for this:\n\n{}",
            block(breakdown)
        );
    }
    for group in groups.iter().take(BLOCKS) {
        failure(group, subject, out);
    }
    if let Some(more) = groups.len().checked_sub(BLOCKS).filter(|more| *more > 0) {
        _ = writeln!(out, "… and {more} more rules\n");
    }
}

fn failure(group: &Group<'_>, subject: &Subject, out: &mut String) {
    let entry = group.clearest;
    let title = group
        .rule
        .map_or(String::new(), |rule| format!(" {} {}", rule.id, rule.title));
    let many = match group.len() {
        1 => String::new(),
        many => format!(" ({many})"),
    };
    let title = super::xml::escaped(&title);
    _ = writeln!(
        out,
        "<details><summary><b>{}</b>{title}{many}</summary>\n",
        group.verdict
    );
    if let Some(rule) = group.rule {
        for line in rule.text.lines() {
            _ = writeln!(out, "> {line}");
        }
        out.push('\n');
    }
    _ = writeln!(out, "{}\n", code(&entry.id));
    let mut text = entry.told();
    text.push('\n');
    if let Some(input) = entry.input.as_ref().filter(|input| !input.is_null()) {
        let operation = entry.operation.as_deref().unwrap_or_default();
        _ = writeln!(text, "{operation} {}", shortened(&input.to_string()));
    }
    let difference = Difference::of(entry);
    for expected in &difference.expected {
        _ = writeln!(text, "- {}", shortened(expected));
    }
    if let Some(actual) = &difference.actual {
        _ = writeln!(text, "+ {}", shortened(actual));
    }
    out.push_str(&fenced("diff", &text));
    if group.verdict != Verdict::UnexpectedPass {
        out.push_str(&fenced("sh", &again(entry, subject)));
    }
    out.push_str("</details>\n\n");
}

fn open_rules(report: &Report, out: &mut String) {
    let choices = choices(report);
    if choices.is_empty() {
        return;
    }
    out.push_str("<details><summary>Choices at open rules</summary>\n\n");
    heading_row("rule", report, out);
    for choice in &choices {
        let cells = choice.names.iter().map(|names| match names.is_empty() {
            true => "–".to_owned(),
            false => names
                .iter()
                .map(|name| code(name))
                .collect::<Vec<_>>()
                .join(" and "),
        });
        let mark = if choice.agree() { "" } else { " ≠" };
        let first = format!("{} {}{mark}", choice.rule, cell_text(choice.title));
        row(&first, cells, out);
    }
    out.push_str("\n</details>\n\n");
}

fn heading_row(first: &str, report: &Report, out: &mut String) {
    row(first, report.subjects.iter().map(|it| code(&it.name)), out);
    row("---", report.subjects.iter().map(|_| "---".to_owned()), out);
}

fn row(first: &str, cells: impl Iterator<Item = String>, out: &mut String) {
    let cells: Vec<String> = std::iter::once(first.to_owned()).chain(cells).collect();
    _ = writeln!(out, "| {} |", cells.join(" | "));
}

const fn mark(conclusion: Conclusion) -> &'static str {
    match conclusion {
        Conclusion::Conforms => "✅",
        Conclusion::AsExpected => "☑️",
        Conclusion::DoesNotConform => "❌",
        Conclusion::Unfinished | Conclusion::Unusable => "⛔",
    }
}

/// Our own prose, within a table.
fn cell_text(text: &str) -> String {
    text.replace('|', "\\|")
}

/// Any text as code: neither Markdown nor HTML, and on one line.
fn code(text: &str) -> String {
    let text = visible(text).replace('|', "¦");
    let fence = "`".repeat(longest_run(&text) + 1);
    let space = if text.starts_with('`') || text.ends_with('`') || text.is_empty() {
        " "
    } else {
        ""
    };
    format!("{fence}{space}{text}{space}{fence}")
}

fn block(text: &str) -> String {
    fenced("text", text)
}

/// Any text as a block of code.
fn fenced(language: &str, text: &str) -> String {
    let lines: Vec<String> = text.lines().map(visible).collect();
    let text = lines.join("\n");
    let fence = "`".repeat((longest_run(&text) + 1).max(3));
    format!("{fence}{language}\n{text}\n{fence}\n\n")
}

/// The most backticks in a row.
fn longest_run(text: &str) -> usize {
    let runs = text.split(|c| c != '`').map(str::len);
    runs.max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_cannot_be_left() {
        assert_eq!(code("a`b"), "``a`b``");
        assert_eq!(code("`<script>|x"), "`` `<script>¦x ``");
        assert_eq!(code("a\nb"), "`a\\u{000A}b`");
        assert_eq!(
            fenced("text", "```\n</details>"),
            "````text\n```\n</details>\n````\n\n"
        );
    }
}
