//! Text for XML and HTML.

use super::visible::visible;

/// A text that stands for itself in content and in attributes with double quotes. What XML cannot hold is made visible
/// first; lines stay lines.
pub(super) fn escaped(text: &str) -> String {
    let lines: Vec<String> = text.lines().map(visible).collect();
    let mut out = String::new();
    for c in lines.join("\n").chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_ends_what_it_stands_in() {
        assert_eq!(
            escaped("]]></failure>\"'&\u{0}\u{fffe}\nnext"),
            "]]&gt;&lt;/failure&gt;&quot;&#39;&amp;\\u{0000}\\u{FFFE}\nnext"
        );
    }
}
