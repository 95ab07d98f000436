//! Staleness, as it is derived when someone asks: PS-032 to PS-045.

use super::Instant;
use crate::model::{Answer, Rejection};
use crate::rule::codes::partition_status as code;
use crate::rule::rules::PS_034;

/// What staleness depends on, beside the row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Circumstances {
    /// How old the data may become, in microseconds, if there is a policy.
    pub max_age: Option<i64>,
    /// When each upstream was last materialized, if ever.
    pub upstreams: Vec<Option<Instant>>,
    /// The asset's code, if it is known.
    pub current_code: Option<Code>,
    /// When someone asks.
    pub now: Instant,
}

/// A version of an asset's code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Code {
    /// The version.
    pub version: String,
    /// When it took effect.
    pub since: Instant,
}

/// That data is stale: since when, and why.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Staleness {
    /// The instant at which the cause set in.
    pub since: Instant,
    /// The cause.
    pub reason: Reason,
}

/// The causes of staleness, in the order in which ties go (PS-044).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Reason {
    /// The data is older than the policy allows.
    FreshnessPolicy,
    /// An upstream is newer.
    UpstreamChanged,
    /// The code is another.
    CodeChanged,
}

/// The staleness of data of that instant and code version.
///
/// A query takes what this derives, never what is stored (PS-045).
#[must_use]
pub fn staleness(
    materialized_at: Option<Instant>,
    code_version: Option<&str>,
    circumstances: &Circumstances,
) -> Option<Staleness> {
    let made = materialized_at?; // PS-032
    let causes = [
        (Reason::FreshnessPolicy, freshness(made, circumstances)),
        (Reason::UpstreamChanged, upstream(made, circumstances)),
        (Reason::CodeChanged, code(made, code_version, circumstances)),
    ];
    causes
        .into_iter()
        .filter_map(|(reason, since)| Some((since?, reason)))
        .min() // PS-043, PS-044
        .map(|(since, reason)| Staleness { since, reason })
}

/// PS-033, PS-035
fn freshness(made: Instant, circumstances: &Circumstances) -> Option<Instant> {
    let deadline = made.after(circumstances.max_age?)?;
    (circumstances.now > deadline).then_some(deadline)
}

/// PS-036, PS-037, PS-038
fn upstream(made: Instant, circumstances: &Circumstances) -> Option<Instant> {
    let known = circumstances.upstreams.iter().copied().flatten();
    let earliest = known.filter(|upstream| *upstream > made).min()?;
    (circumstances.now >= earliest).then_some(earliest) // PS-042
}

/// PS-039, PS-040, PS-041
fn code(made: Instant, made_with: Option<&str>, circumstances: &Circumstances) -> Option<Instant> {
    let (current, made_with) = (circumstances.current_code.as_ref()?, made_with?);
    let since = current.since.max(made);
    (current.version != made_with && circumstances.now >= since).then_some(since) // PS-042
}

impl Reason {
    /// Every reason that there is.
    pub const ALL: [Self; 3] = [
        Self::FreshnessPolicy,
        Self::UpstreamChanged,
        Self::CodeChanged,
    ];

    /// The reason that a row writes so.
    #[must_use]
    pub fn named(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|reason| reason.as_str() == text)
    }

    /// The reason as rows write it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::FreshnessPolicy => "FRESHNESS_POLICY",
            Self::UpstreamChanged => "UPSTREAM_CHANGED",
            Self::CodeChanged => "CODE_CHANGED",
        }
    }
}

/// PS-034
///
/// # Errors
///
/// A text that is no age.
pub fn max_age(text: &str) -> Answer<i64> {
    let plain = text.bytes().all(|byte| byte.is_ascii_digit());
    let leading_zero = text.starts_with('0') && text != "0";
    match text.parse() {
        Ok(age) if plain && !leading_zero => Ok(age),
        _ => Err(Rejection::new(code::INVALID_MAX_AGE, PS_034)),
    }
}
