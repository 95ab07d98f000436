//! What a mutant makes of one text within its input, beside what the reference would.

/// What a mutant makes of a name, a value, a component or a number.
pub(super) enum Opinion {
    /// What the reference makes of it.
    Right,
    /// It takes the text for another one, which the reference then judges.
    Reads(String),
    /// It lets the text pass, written so, although the reference might refuse it.
    Keeps(String),
    /// It refuses the text, although the reference might not.
    Refuses,
}

use Opinion::{Keeps, Reads, Refuses, Right};

/// Keeps the text as it is, if the mutant thinks that it can be kept.
pub(super) fn kept_if(acceptable: bool, text: &str) -> Opinion {
    if acceptable {
        Keeps(text.to_owned())
    } else {
        Right
    }
}

/// Refuses what the mutant thinks cannot be.
pub(super) fn refused_if(unacceptable: bool) -> Opinion {
    if unacceptable { Refuses } else { Right }
}

/// Takes the text for another one, if there is another.
pub(super) fn read_as(other: Option<String>) -> Opinion {
    other.map_or(Right, Reads)
}

/// Writes the text another way and lets it pass, if there is another way.
pub(super) fn kept_as(other: Option<String>) -> Opinion {
    other.map_or(Right, Keeps)
}
