//! The report for people at a terminal.

mod besides;

use std::collections::BTreeMap;
use std::io::{self, Write};

use anstyle::{AnsiColor, Style};
use serde_json::Value;

use self::besides::{abandoned, besides};
use super::layout::{excerpt, wrapped};
use super::visible::{compact, visible};
use crate::rule::{Registry, RuleId};
use crate::runner::{Run, Summary};
use crate::verdict::{Detail, Finding, Kind, Verdict};

const BOLD: Style = Style::new().bold();
const DIM: Style = Style::new().dimmed();
const GOOD: Style = AnsiColor::Green.on_default();
const BAD: Style = AnsiColor::Red.on_default().bold();
const MEH: Style = AnsiColor::Yellow.on_default();

/// How many further ids of a group are named.
const NAMED: usize = 5;

/// Who was checked, and how to check it again.
#[derive(Debug)]
pub struct Context<'a> {
    /// The rules.
    pub registry: &'a Registry,
    /// The command of the subject, as a shell would take it; empty for the reference.
    pub command: String,
    /// How many columns there are.
    pub width: usize,
}

/// Writes the whole report.
///
/// # Errors
///
/// If `out` fails.
pub fn write(run: &Run, context: &Context<'_>, out: &mut dyn Write) -> io::Result<()> {
    for (verdict, heading) in [
        (Verdict::Errored, "ERROR"),
        (Verdict::Fail, "FAIL"),
        (Verdict::Warn, "WARN"),
    ] {
        groups(run, verdict, heading, context, out)?;
    }
    abandoned(run, out)?;
    besides(run, out)?;
    unsupported(run, out)?;
    choices(run, context.registry, out)?;
    domains(run, out)?;
    last_line(run, out)
}

/// One block for each rule that is broken: its text, the clearest example, and the ids of the others.
fn groups(
    run: &Run,
    verdict: Verdict,
    heading: &str,
    context: &Context<'_>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut by_rule: BTreeMap<Option<RuleId>, Vec<&Finding>> = BTreeMap::new();
    for finding in run
        .findings
        .iter()
        .filter(|finding| finding.verdict == verdict && !finding.is_abandoned())
    {
        by_rule
            .entry(finding.rules.first().copied())
            .or_default()
            .push(finding);
    }
    let style = if verdict == Verdict::Warn { MEH } else { BAD };
    for (rule, mut findings) in by_rule {
        findings.sort_by_key(|finding| finding.detail.as_ref().map_or(0, size));
        let (clearest, others) = findings.split_first().expect("a group has a member");
        let rule = rule.and_then(|id| context.registry.rule(id));
        if let Some(rule) = rule {
            let (level, basis) = (rule.level.as_str(), rule.basis.as_str());
            writeln!(
                out,
                "{style}{heading}{style:#} {BOLD}{} {}{BOLD:#} {DIM}({level}, {basis}){DIM:#}",
                rule.id, rule.title
            )?;
            for line in wrapped(&rule.text, context.width.saturating_sub(4)) {
                let space = if line.is_empty() { "" } else { " " };
                writeln!(out, "  {DIM}│{DIM:#}{space}{line}")?;
            }
            writeln!(out)?;
        }
        example(clearest, context, out)?;
        if !others.is_empty() {
            writeln!(out, "\n  {BOLD}and {} more{BOLD:#}", others.len())?;
            for finding in others.iter().take(NAMED) {
                writeln!(out, "    {}", finding.id)?;
            }
            if others.len() > NAMED {
                writeln!(out, "    …")?;
            }
        }
        writeln!(out)?;
    }
    Ok(())
}

fn example(finding: &Finding, context: &Context<'_>, out: &mut dyn Write) -> io::Result<()> {
    let also: Vec<String> = finding
        .rules
        .iter()
        .skip(1)
        .map(ToString::to_string)
        .collect();
    let also = if also.is_empty() {
        String::new()
    } else {
        format!(" (also {})", also.join(", "))
    };
    writeln!(out, "  {BOLD}{}{BOLD:#}{also}", finding.id)?;
    if let Some(detail) = &finding.detail {
        let at = detail
            .step
            .map_or(String::new(), |step| format!("step {}: ", step + 1));
        let mut message = detail.message.lines();
        writeln!(out, "  {at}{}", visible(message.next().unwrap_or_default()))?;
        for line in message {
            writeln!(out, "  {}", visible(line))?;
        }
        let operation = detail.operation.rsplit('.').next().unwrap_or_default();
        writeln!(out, "    {operation:<9} {}", compact(&detail.input))?;
        difference(detail, context.width, out)?;
    }
    let replay = match finding
        .search
        .as_ref()
        .and_then(|search| search.smallest.as_ref())
    {
        Some(input) => format!(" --replay {}", quote(&input.to_string())),
        None => String::new(),
    };
    let behind = if context.command.is_empty() {
        String::new()
    } else {
        format!(" -- {}", context.command)
    };
    writeln!(
        out,
        "  {DIM}again:{DIM:#} proofmark check --only '{}'{replay}{}",
        finding.id,
        visible(&behind)
    )
}

/// Expected and actual, one above the other, with the part that differs marked. Of long ones, only the part around the
/// difference is shown.
fn difference(detail: &Detail, width: usize, out: &mut dyn Write) -> io::Result<()> {
    const LABEL: usize = "    expected  ".len();
    let text = |value: &Value| visible(&value.to_string());
    let (expected, actual) = (
        detail.expected.as_ref().map(text),
        detail.actual.as_ref().map(text),
    );
    let (start, length) = match (&expected, &actual) {
        (Some(expected), Some(actual)) if are_results(detail) => differing(expected, actual),
        _ => (0, 0),
    };
    let room = width.saturating_sub(LABEL);
    let alternatives = detail
        .expected
        .as_ref()
        .and_then(|it| it.get("any_of")?.as_array());
    if let Some(alternatives) = alternatives {
        for (at, alternative) in alternatives.iter().enumerate() {
            let label = if at == 0 { "expected" } else { "      or" };
            let (shown, _) = excerpt(&one_of(alternative), 0, room);
            writeln!(out, "    {GOOD}{label}{GOOD:#}  {shown}")?;
        }
    } else if let Some(expected) = &expected {
        let (shown, _) = excerpt(expected, start, room);
        writeln!(out, "    {GOOD}expected{GOOD:#}  {shown}")?;
    }
    let Some(actual) = &actual else { return Ok(()) };
    let (shown, column) = excerpt(actual, start, room);
    writeln!(out, "    {BAD}actual{BAD:#}    {shown}")?;
    if length > 0 {
        let marks = "^".repeat(length.min(room.saturating_sub(column)).max(1));
        writeln!(out, "{}{BAD}{marks}{BAD:#}", " ".repeat(LABEL + column))?;
    }
    Ok(())
}

/// An argument for a POSIX shell.
fn quote(word: &str) -> String {
    format!("'{}'", word.replace('\'', "'\\''"))
}

/// An outcome that open rules allow, and the choices that lead to it.
fn one_of(alternative: &Value) -> String {
    let mut outcome = alternative.clone();
    let choice = outcome
        .as_object_mut()
        .and_then(|fields| fields.shift_remove("choice"));
    let choice = choice.iter().filter_map(Value::as_object).flatten();
    let choice: Vec<String> = choice
        .map(|(rule, name)| format!("{rule} {}", name.as_str().unwrap_or_default()))
        .collect();
    visible(&format!("{outcome} if {}", choice.join(", ")))
}

/// Whether both are results: a result and a refusal have no part that differs.
fn are_results(detail: &Detail) -> bool {
    let is_result = |value: &Option<Value>| value.as_ref().is_some_and(|it| it.get("ok").is_some());
    is_result(&detail.expected) && is_result(&detail.actual)
}

/// Where `actual` differs from `expected`: from which character on, and how many.
fn differing(expected: &str, actual: &str) -> (usize, usize) {
    let (e, a): (Vec<char>, Vec<char>) = (expected.chars().collect(), actual.chars().collect());
    let start = e.iter().zip(&a).take_while(|(x, y)| x == y).count();
    let room = e.len().min(a.len()) - start;
    let end = e
        .iter()
        .rev()
        .zip(a.iter().rev())
        .take(room)
        .take_while(|(x, y)| x == y)
        .count();
    (start, (a.len() - start - end).max(1))
}

fn size(detail: &Detail) -> usize {
    detail.input.to_string().len()
}

fn unsupported(run: &Run, out: &mut dyn Write) -> io::Result<()> {
    let mut by_operation: BTreeMap<&str, usize> = BTreeMap::new();
    for finding in run
        .findings
        .iter()
        .filter(|finding| finding.verdict == Verdict::Unsupported)
    {
        let operation = finding
            .detail
            .as_ref()
            .map_or("", |detail| detail.operation.as_str());
        *by_operation.entry(operation).or_default() += 1;
    }
    for (operation, count) in &by_operation {
        let cases = if *count == 1 { "case" } else { "cases" };
        writeln!(out, "{MEH}not covered{MEH:#} {operation}: {count} {cases}")?;
    }
    end_of_block(by_operation.is_empty(), out)
}

fn choices(run: &Run, registry: &Registry, out: &mut dyn Write) -> io::Result<()> {
    let choices = run.choices();
    for (rule, seen) in &choices {
        let title = registry.rule(*rule).map_or("", |rule| rule.title.as_str());
        let names: Vec<&str> = seen.keys().map(String::as_str).collect();
        let mixed = if names.len() > 1 {
            " (not the same everywhere)"
        } else {
            ""
        };
        writeln!(
            out,
            "{DIM}choice{DIM:#} {rule} {title}: {}{mixed}",
            names.join(" and ")
        )?;
    }
    end_of_block(choices.is_empty(), out)
}

/// A blank line after a block, unless there was none.
fn end_of_block(empty: bool, out: &mut dyn Write) -> io::Result<()> {
    if empty { Ok(()) } else { writeln!(out) }
}

fn domains(run: &Run, out: &mut dyn Write) -> io::Result<()> {
    for domain in run.domains() {
        let findings: Vec<&Finding> = run
            .findings
            .iter()
            .filter(|finding| finding.domain() == domain)
            .collect();
        let rules: std::collections::BTreeSet<RuleId> = findings
            .iter()
            .flat_map(|finding| finding.rules.iter().copied())
            .collect();
        let laws = findings
            .iter()
            .filter(|finding| finding.kind == Kind::Law)
            .count();
        let inputs: usize = findings
            .iter()
            .filter_map(|finding| finding.search.as_ref())
            .map(|search| search.inputs)
            .sum();
        let cases = findings.len() - laws;
        let summary = Summary::of(findings.iter().copied());
        writeln!(
            out,
            "  {domain:<18} {:>3} rules {cases:>6} cases {laws:>3} laws ({inputs} inputs)   {}",
            rules.len(),
            counts(&summary)
        )?;
    }
    Ok(())
}

fn last_line(run: &Run, out: &mut dyn Write) -> io::Result<()> {
    let summary = run.summary();
    let left_out = [
        (run.skipped, "skipped"),
        (run.left_out_by_basis, "left out by --basis"),
    ];
    let left_out = left_out
        .iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, how)| format!(", {count} {how}"));
    let left_out: String = left_out.collect();
    let seconds = run.elapsed.as_secs_f64();
    writeln!(out)?;
    if !run.missing.is_empty() {
        writeln!(
            out,
            "{BAD}incomplete{BAD:#}: required, but not all of it was checked: {}",
            run.missing.join(", ")
        )?;
    }
    let name = visible(&run.hello.name);
    if run.conforms() && run.judged_anything() {
        write!(out, "{GOOD}{name} conforms{GOOD:#}")?;
    } else if run.judged_anything() && run.is_only_unfinished() {
        write!(out, "{BAD}{name} was not judged to the end{BAD:#}")?;
    } else if run.judged_anything() {
        write!(out, "{BAD}{name} does not conform{BAD:#}")?;
    } else {
        write!(out, "{BAD}{name} cannot be judged{BAD:#}")?;
    }
    let laws = run.findings.iter().any(|finding| finding.kind == Kind::Law);
    let seed = laws.then(|| format!("seed {}", run.effort.seed));
    let shard = run.share.as_ref().map(|it| format!("shard {}", it.shard));
    let of: Vec<String> = seed.into_iter().chain(shard).collect();
    let of = if of.is_empty() {
        String::new()
    } else {
        format!(" ({})", of.join(", "))
    };
    writeln!(
        out,
        ": {}{left_out} in {seconds:.2} s{of}",
        counts(&summary)
    )
}

/// The verdicts that occur, with their counts; passes and failures always.
fn counts(summary: &Summary) -> String {
    let shown = Verdict::ALL.into_iter().filter_map(|verdict| {
        let count = summary.count(verdict);
        let always = matches!(verdict, Verdict::Pass | Verdict::Fail);
        (always || count > 0).then(|| format!("{count} {verdict}"))
    });
    shown.collect::<Vec<_>>().join(", ")
}
