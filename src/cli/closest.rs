//! What was probably meant.

/// The three names that are most like this one, if any are like it at all.
pub(super) fn closest(name: &str, known: impl Iterator<Item = String>) -> Vec<String> {
    let likeness =
        |other: &str| strsim::normalized_levenshtein(&name.to_lowercase(), &other.to_lowercase());
    let mut scored: Vec<(f64, String)> = known
        .map(|other| (likeness(&other), other))
        .filter(|(score, _)| *score > 0.5)
        .collect();
    scored.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
    scored.dedup_by(|a, b| a.1 == b.1);
    scored.into_iter().take(3).map(|(_, other)| other).collect()
}
