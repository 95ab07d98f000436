//! The legacy sanitizer: TI-029, TI-030.

/// What the deprecated path made of an internal id.
#[must_use]
pub fn sanitize(internal_id: &str) -> String {
    let allowed = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    internal_id
        .chars()
        .map(|c| if allowed(c) { c } else { '_' })
        .take(500)
        .collect()
}
