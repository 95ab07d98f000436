//! Display status: PS-046 to PS-051.

use super::{Instant, Outcome};

/// What is shown of a partition.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Status {
    /// There is no data.
    NeverMaterialized,
    /// There is data, and a later attempt has failed.
    MaterializedButLastAttemptFailed,
    /// There is data, but it is not current.
    Stale,
    /// There is data.
    Materialized,
}

/// The status of a partition, from when its data was made, its last attempt, and whether it is stale.
#[must_use]
pub fn status(
    materialized_at: Option<Instant>,
    attempt: Option<(Instant, Outcome)>,
    stale: bool,
) -> Status {
    match (materialized_at, attempt) {
        (None, _) => Status::NeverMaterialized, // PS-046
        // PS-047 to PS-049
        (Some(made), Some((tried, Outcome::Failed))) if tried > made => {
            Status::MaterializedButLastAttemptFailed
        }
        _ if stale => Status::Stale, // PS-050
        _ => Status::Materialized,   // PS-051
    }
}

impl Status {
    /// The status as answers write it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::NeverMaterialized => "NEVER_MATERIALIZED",
            Self::MaterializedButLastAttemptFailed => "MATERIALIZED_BUT_LAST_ATTEMPT_FAILED",
            Self::Stale => "STALE",
            Self::Materialized => "MATERIALIZED",
        }
    }
}
