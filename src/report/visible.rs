//! Text that comes from elsewhere, made safe to print and its invisible parts visible.

use std::fmt::Write as _;

use serde_json::Value;
use unicode_normalization::char::is_combining_mark;

/// Longer texts are cut in the middle.
const SHOWN: usize = 400;

/// A text with its control, invisible and combining characters written as escapes. No terminal obeys it.
#[must_use]
pub fn visible(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        if is_shown(c) {
            out.push(c);
        } else {
            _ = write!(out, "\\u{{{:04X}}}", u32::from(c));
        }
    }
    out
}

/// JSON on one line, visible, and cut in the middle if it is long.
#[must_use]
pub fn compact(value: &Value) -> String {
    // JSON escapes control characters in its own way; the others are ours to show.
    shortened(&visible(&value.to_string()))
}

/// A text of bearable length: the middle is left out, and how much of it is said.
#[must_use]
pub fn shortened(text: &str) -> String {
    let count = text.chars().count();
    if count <= SHOWN {
        return text.to_owned();
    }
    let head: String = text.chars().take(SHOWN / 2).collect();
    let tail: String = text.chars().skip(count - SHOWN / 4).collect();
    format!(
        "{head} …{} characters… {tail}",
        count - SHOWN / 2 - SHOWN / 4
    )
}

fn is_shown(c: char) -> bool {
    let invisible = matches!(c,
        '\u{00A0}' | '\u{00AD}' | '\u{034F}' | '\u{061C}' | '\u{115F}'..='\u{1160}' | '\u{1680}' | '\u{17B4}'..='\u{17B5}'
        | '\u{180B}'..='\u{180F}' | '\u{2000}'..='\u{200F}' | '\u{2028}'..='\u{202F}' | '\u{205F}'..='\u{206F}'
        | '\u{3000}' | '\u{3164}' | '\u{E000}'..='\u{F8FF}' | '\u{FDD0}'..='\u{FDEF}' | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}' | '\u{FFA0}'
        | '\u{FFF0}'..='\u{FFFF}' | '\u{1D173}'..='\u{1D17A}' | '\u{E0000}'..='\u{10FFFF}');
    !c.is_control() && !invisible && !is_combining_mark(c)
}
