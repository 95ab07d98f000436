//! A badge: what a run came to, in two words.

use serde_json::json;

use super::json::Report;
use super::xml::escaped;
use crate::verdict::{Conclusion, Verdict};

const LABEL: &str = "proofmark";

/// The badge as a picture.
pub(super) fn svg(report: &Report) -> String {
    let (message, (_, colour)) = (message(report), colours(report.conclusion));
    let (left, right) = (width(LABEL), width(&message));
    let all = left + right;
    let (label_at, message_at) = (left * 5, left * 10 + right * 5);
    let (label_length, message_length) = ((left - 10) * 10, (right - 10) * 10);
    let message = escaped(&message);
    format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" width="{all}" height="20" role="img" aria-label="{LABEL}: {message}">
<title>{LABEL}: {message}</title>
<linearGradient id="s" x2="0" y2="100%"><stop offset="0" stop-color="#bbb" stop-opacity=".1"/><stop offset="1" stop-opacity=".1"/></linearGradient>
<clipPath id="r"><rect width="{all}" height="20" rx="3" fill="#fff"/></clipPath>
<g clip-path="url(#r)"><rect width="{left}" height="20" fill="#555"/><rect x="{left}" width="{right}" height="20" fill="{colour}"/><rect width="{all}" height="20" fill="url(#s)"/></g>
<g fill="#fff" text-anchor="middle" font-family="Verdana,Geneva,DejaVu Sans,sans-serif" font-size="110">
<text x="{label_at}" y="140" transform="scale(.1)" textLength="{label_length}">{LABEL}</text>
<text x="{message_at}" y="140" transform="scale(.1)" textLength="{message_length}">{message}</text>
</g>
</svg>
"##
    )
}

/// The badge as shields.io wants it from an endpoint.
pub(super) fn endpoint(report: &Report) -> String {
    let (name, _) = colours(report.conclusion);
    let badge = json!({
        "schemaVersion": 1,
        "label": LABEL,
        "message": message(report),
        "color": name,
        "isError": !report.conclusion.is_good(),
    });
    format!("{badge:#}\n")
}

fn message(report: &Report) -> String {
    let selection = &report.selection;
    let whole = selection.only.is_empty() && selection.skipped == 0 && report.shard.is_none();
    if whole {
        conclusion(report)
    } else {
        format!("{}, of a part", conclusion(report))
    }
}

fn conclusion(report: &Report) -> String {
    if let [subject] = &report.subjects[..] {
        let counts = &subject.summary;
        let wrong = [Verdict::Fail, Verdict::Errored, Verdict::UnexpectedPass];
        let wrong: usize = wrong.iter().map(|verdict| counts.count(*verdict)).sum();
        return match report.conclusion {
            Conclusion::AsExpected => {
                format!("{} known failures", counts.count(Verdict::KnownFailure))
            }
            Conclusion::DoesNotConform if wrong > 0 => format!("{wrong} failing"),
            conclusion => conclusion.as_str().replace('-', " "),
        };
    }
    let good = report.subjects.iter().filter(|it| it.conclusion.is_good());
    format!("{} of {} pass", good.count(), report.subjects.len())
}

/// The colour's name for shields, and for the picture.
const fn colours(conclusion: Conclusion) -> (&'static str, &'static str) {
    match conclusion {
        Conclusion::Conforms => ("brightgreen", "#3a9d23"),
        Conclusion::AsExpected => ("yellow", "#a67f00"),
        Conclusion::DoesNotConform => ("red", "#c6412a"),
        Conclusion::Unfinished | Conclusion::Unusable => ("lightgrey", "#6e6e6e"),
    }
}

/// How wide a text is in Verdana 11, roughly; the picture stretches it to fit.
fn width(text: &str) -> usize {
    let tenths: usize = text
        .chars()
        .map(|c| match c {
            'i' | 'j' | 'l' | 'I' | '.' | ',' | '\'' => 32,
            'f' | 'r' | 't' | ' ' | '(' | ')' | '-' => 43,
            'm' | 'w' | 'M' | 'W' => 105,
            'A'..='Z' => 78,
            _ => 68,
        })
        .sum();
    tenths.div_ceil(10) + 10
}
