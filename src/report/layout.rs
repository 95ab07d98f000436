//! Text that fits into a number of columns.

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
