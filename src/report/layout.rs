//! Text that fits into a number of columns.

use std::io::{self, Write};

use anstyle::Style;

/// The space between columns.
const GAP: usize = 2;

/// No column of a table gets narrower than this.
const NARROWEST: usize = 8;

/// Nobody reads lines that are longer than this.
const READABLE: usize = 100;

/// Paragraphs of Markdown, filled up to the width. Tables, lists and indented blocks stay as they are.
pub(crate) fn wrapped(text: &str, width: usize) -> Vec<String> {
    let width = width.clamp(20, READABLE);
    let mut lines = Vec::new();
    for (at, paragraph) in text.split("\n\n").enumerate() {
        if at > 0 {
            lines.push(String::new());
        }
        if paragraph.starts_with(['|', '-', ' ']) {
            lines.extend(paragraph.lines().map(str::to_owned));
        } else {
            fill(paragraph, width, &mut lines);
        }
    }
    lines
}

fn fill(paragraph: &str, width: usize, lines: &mut Vec<String>) {
    let mut line = String::new();
    let mut length = 0;
    for word in paragraph.split_whitespace() {
        let count = word.chars().count();
        if length > 0 && length + 1 + count > width {
            lines.push(std::mem::take(&mut line));
            length = 0;
        }
        if length > 0 {
            line.push(' ');
            length += 1;
        }
        line.push_str(word);
        length += count;
    }
    lines.push(line);
}

/// A table of styled texts. Where there is no room, the widest columns give way, and their cells take several lines.
pub(super) fn columns(
    rows: &[Vec<(String, Style)>],
    width: usize,
    out: &mut dyn Write,
) -> io::Result<()> {
    let widths = widths(rows, width);
    for row in rows {
        let cells: Vec<Vec<String>> = row
            .iter()
            .zip(&widths)
            .map(|((text, _), width)| lines(text, *width))
            .collect();
        let height = cells.iter().map(Vec::len).max().unwrap_or(0);
        for at in 0..height {
            let mut pad = 0;
            for ((cell, (_, style)), width) in cells.iter().zip(row).zip(&widths) {
                let text = cell.get(at).map_or("", String::as_str);
                if !text.is_empty() {
                    write!(out, "{}{style}{text}{style:#}", " ".repeat(pad))?;
                    pad = 0;
                }
                pad += width + GAP - text.chars().count();
            }
            writeln!(out)?;
        }
    }
    writeln!(out)
}

/// As wide as the widest cell each, unless that is too much.
fn widths(rows: &[Vec<(String, Style)>], width: usize) -> Vec<usize> {
    let count = rows.iter().map(Vec::len).max().unwrap_or(0);
    let widest = |at: usize| {
        let cells = rows.iter().filter_map(|row| row.get(at));
        cells
            .map(|(text, _)| text.chars().count())
            .max()
            .unwrap_or(0)
    };
    let mut widths: Vec<usize> = (0..count).map(widest).collect();
    let room = width.saturating_sub(GAP * count.saturating_sub(1));
    while widths.iter().sum::<usize>() > room {
        match widths.iter_mut().max() {
            Some(widest) if *widest > NARROWEST => *widest -= 1,
            _ => break,
        }
    }
    widths
}

/// A cell on as many lines as it needs; a word that does not fit ends in `…`.
fn lines(text: &str, width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    fill(text, width, &mut lines);
    for line in &mut lines {
        if line.chars().count() > width {
            *line = line
                .chars()
                .take(width.saturating_sub(1))
                .chain(['…'])
                .collect();
        }
    }
    lines
}

/// JSON in lines of so many characters, broken behind a comma where there is one.
pub(super) fn chunks(text: &str, width: usize) -> Vec<String> {
    let (chars, width): (Vec<char>, _) = (text.chars().collect(), width.max(20));
    let (mut lines, mut rest) = (Vec::new(), &chars[..]);
    while rest.len() > width {
        let comma = rest[width / 2..width].iter().rposition(|c| *c == ',');
        let end = comma.map_or(width, |at| width / 2 + at + 1);
        lines.push(rest[..end].iter().collect());
        rest = &rest[end..];
    }
    lines.push(rest.iter().collect());
    lines
}

/// The part of a line around a character, at most `room` characters of it, and the column at which that character now stands. What was left out is marked by `…`.
pub(super) fn excerpt(line: &str, around: usize, room: usize) -> (String, usize) {
    let chars: Vec<char> = line.chars().collect();
    let room = room.max(20);
    if chars.len() <= room {
        return (line.to_owned(), around);
    }
    // A third of the room for what comes before, so that most of it is left for what follows.
    let start = around
        .saturating_sub(room / 3)
        .min(chars.len().saturating_sub(room));
    let end = start + room;
    let mut shown: Vec<char> = chars[start..end].to_vec();
    if start > 0 {
        shown[0] = '…';
    }
    if end < chars.len() {
        shown[room - 1] = '…';
    }
    (shown.into_iter().collect(), around.saturating_sub(start))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(rows: &[&[&str]], width: usize) -> String {
        let cell = |text: &&str| ((*text).to_owned(), Style::new());
        let rows: Vec<Vec<_>> = rows
            .iter()
            .map(|row| row.iter().map(cell).collect())
            .collect();
        let mut out = Vec::new();
        columns(&rows, width, &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn json_is_broken_behind_commas() {
        let text = r#"{"a":"one","b":"two","c":"three"}"#;
        assert_eq!(
            chunks(text, 24),
            [r#"{"a":"one","b":"two","#, r#""c":"three"}"#]
        );
        assert_eq!(chunks("short", 24), ["short"]);
        let long = "x".repeat(45);
        assert_eq!(chunks(&long, 20).concat(), long);
    }

    #[test]
    fn a_table_that_fits_has_a_line_for_each_row() {
        let rows: &[&[&str]] = &[&["domain", "mine"], &["task_id", "3 pass, 1 fail"]];
        assert_eq!(
            table(rows, 40),
            "domain   mine\ntask_id  3 pass, 1 fail\n\n"
        );
    }

    #[test]
    fn what_has_no_room_goes_on_in_the_next_line() {
        let rows: &[&[&str]] = &[
            &["TI-011 The letter fits the id", "ok"],
            &["x", "unsupported"],
        ];
        assert_eq!(
            table(rows, 24),
            "TI-011 The   ok\nletter fits\nthe id\nx            unsupported\n\n"
        );
        assert_eq!(
            table(&[&["a", "an-unbreakable-name"]], 14),
            "a  an-unbreak…\n\n"
        );
    }
}
