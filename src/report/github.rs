//! Annotations for GitHub's log: one for each rule that is broken, because it shows only ten.

use std::fmt::Write as _;

use super::groups::{Group, groups};
use super::json::{Report, Subject};
use super::shell::again;
use super::visible::visible;
use crate::verdict::Verdict;

/// The annotations, a line each.
pub(super) fn render(report: &Report) -> String {
    let mut out = String::new();
    for subject in &report.subjects {
        for group in groups(report, subject) {
            annotation(&group, subject, &mut out);
        }
        for breakdown in &subject.breakdowns {
            let title = format!("{}: no case or law is to blame", subject.name);
            command("error", &[("title", &title)], breakdown, &mut out);
        }
        for domain in &subject.missing {
            let title = format!("{}: {domain} is incomplete", subject.name);
            let text = "It is required, but not all of it was checked.";
            command("error", &[("title", &title)], text, &mut out);
        }
        let text = format!(
            "{}: {}",
            subject.conclusion.sentence(),
            subject.summary.told()
        );
        command("notice", &[("title", &subject.name)], &text, &mut out);
    }
    if report.selection.skipped > 0 {
        let text = format!(
            "{} cases and laws are skipped: {}",
            report.selection.skipped,
            report.selection.skip.join(", ")
        );
        command(
            "warning",
            &[("title", "not everything was checked")],
            &text,
            &mut out,
        );
    }
    out
}

fn annotation(group: &Group<'_>, subject: &Subject, out: &mut String) {
    let level = match group.verdict {
        Verdict::Warn => "warning",
        Verdict::KnownFailure => "notice",
        _ => "error",
    };
    let entry = group.clearest;
    let rule = group
        .rule
        .map_or(String::new(), |rule| format!(" {} {}", rule.id, rule.title));
    let title = format!("{}: {}{rule}", subject.name, group.verdict);
    let mut text = format!("{}\n{}", entry.id, entry.told());
    if !group.others.is_empty() {
        _ = write!(text, "\nand {} more", group.others.len());
    }
    if group.verdict != Verdict::UnexpectedPass {
        _ = write!(text, "\nagain: {}", again(entry, subject));
    }
    let line = entry.line.map(|line| line.to_string());
    let mut properties = Vec::new();
    properties.extend(entry.file.as_deref().map(|file| ("file", file)));
    properties.extend(line.as_deref().map(|line| ("line", line)));
    properties.push(("title", &title));
    command(level, &properties, &text, out);
}

/// A workflow command. Text cannot end it, nor begin another one.
fn command(name: &str, properties: &[(&str, &str)], text: &str, out: &mut String) {
    let properties = properties
        .iter()
        .map(|(key, value)| {
            let value = data(value).replace(':', "%3A").replace(',', "%2C");
            format!("{key}={value}")
        })
        .collect::<Vec<_>>();
    _ = writeln!(out, "::{name} {}::{}", properties.join(","), data(text));
}

fn data(text: &str) -> String {
    let lines: Vec<String> = text.lines().map(visible).collect();
    lines.join("\n").replace('%', "%25").replace('\n', "%0A")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_from_elsewhere_stays_within_its_command() {
        let mut out = String::new();
        let evil = "a\r\n::set-output name=x::100%,b:c";
        command("error", &[("title", evil)], evil, &mut out);
        assert_eq!(
            out,
            "::error title=a%0A%3A%3Aset-output name=x%3A%3A100%25%2Cb%3Ac::a%0A::set-output name=x::100%25,b:c\n"
        );
    }
}
