//! The report as a page: one file, no network, nothing but what is in it.

use super::json::Report;

const PAGE: &str = include_str!("page.html");
const STYLE: &str = include_str!("style.css");

/// One after the other, in a scope of their own.
const SCRIPTS: [&str; 12] = [
    include_str!("script/dom.js"),
    include_str!("script/data.js"),
    include_str!("script/text.js"),
    include_str!("script/list.js"),
    include_str!("script/filters.js"),
    include_str!("script/overview.js"),
    include_str!("script/rules.js"),
    include_str!("script/verdicts.js"),
    include_str!("script/choices.js"),
    include_str!("script/coverage.js"),
    include_str!("script/kills.js"),
    include_str!("script/main.js"),
];

/// The whole page. The data stands in it as JSON that no name or output can end.
pub(super) fn render(report: &Report) -> String {
    let data = serde_json::to_string(report).expect("texts and numbers always serialize");
    let script = format!("(() => {{\n\"use strict\";\n{}\n}})();", SCRIPTS.join("\n"));
    PAGE.replace("/*style*/", STYLE)
        .replace("/*script*/", &script)
        .replacen("\"data\"</script>", &format!("{}</script>", inert(&data)), 1)
}

/// JSON that HTML takes for nothing but text: within strings, which are the only place where these characters can
/// stand, an escape means the same.
fn inert(json: &str) -> String {
    let mut out = String::with_capacity(json.len());
    for c in json.chars() {
        match c {
            '<' => out.push_str("\\u003c"),
            '>' => out.push_str("\\u003e"),
            '&' => out.push_str("\\u0026"),
            '\u{2028}' => out.push_str("\\u2028"),
            '\u{2029}' => out.push_str("\\u2029"),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_ends_the_script() {
        let json = serde_json::json!({"a": "</script><!--\u{2028}&amp;"}).to_string();
        let safe = inert(&json);
        assert!(!safe.contains(['<', '>', '&', '\u{2028}']), "{safe}");
        let back: serde_json::Value = serde_json::from_str(&safe).unwrap();
        assert_eq!(back.to_string(), json);
    }
}
