//! Text that fits into a number of columns.

use std::io::{self, Write};

use anstyle::Style;

/// The space between columns.
const GAP: usize = 2;

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

/// A table of styled texts: as wide as its widest cells, but the first column gives way where there is no room.
pub(super) fn columns(
    rows: &[Vec<(String, Style)>],
    width: usize,
    out: &mut dyn Write,
) -> io::Result<()> {
    let count = rows.iter().map(Vec::len).max().unwrap_or(0);
    let widest = |at: usize| {
        let cells = rows.iter().filter_map(|row| row.get(at));
        cells.map(|(text, _)| text.chars().count()).max().unwrap_or(0)
    };
    let mut widths: Vec<usize> = (0..count).map(widest).collect();
    let others: usize = widths.iter().skip(1).map(|it| it + GAP).sum();
    if let Some(first) = widths.first_mut() {
        *first = (*first).min(width.min(READABLE + others).saturating_sub(others + GAP).max(12));
    }
    for row in rows {
        for (at, ((text, style), width)) in row.iter().zip(&widths).enumerate() {
            let text = fitted(text, *width);
            let last = at + 1 == row.len();
            let pad = if last { 0 } else { width + GAP - text.chars().count() };
            write!(out, "{style}{text}{style:#}{}", " ".repeat(pad))?;
        }
        writeln!(out)?;
    }
    writeln!(out)
}

/// A text that fits: what is too long ends in `…`.
fn fitted(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return text.to_owned();
    }
    let kept: String = text.chars().take(width.saturating_sub(1)).collect();
    format!("{}…", kept.trim_end())
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
