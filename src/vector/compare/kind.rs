//! The kinds of changes, and what they do to an implementation that passed before.

use std::fmt;

/// What a change does to an implementation that passed before.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Weight {
    /// It still passes.
    Compatible,
    /// It is asked more than before.
    Additive,
    /// It fails now, or something that it relied on is gone.
    Breaking,
}

/// How a case changed. In the order of reports: the gravest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// It was accepted.
    RejectedNow,
    /// It was rejected.
    AcceptedNow,
    /// Another result.
    OtherResult,
    /// An open rule allows less.
    Narrowed,
    /// Another reject code, which is a MUST.
    OtherCode,
    /// Something else is asked.
    OtherQuestion,
    /// It no longer holds for the current version.
    Ended,
    /// It is gone.
    Removed,
    /// It has another id, of which the manifest knows nothing: lists of known failures do not find it.
    LostId,
    /// It is new.
    Added,
    /// It is asked of more implementations.
    MoreAsked,
    /// Another reject code, which is a SHOULD.
    OtherAdvisedCode,
    /// It has another id, of which the manifest knows.
    Renamed,
    /// An open rule allows more.
    Widened,
    /// It is asked of fewer implementations.
    FewerAsked,
    /// It is pinned now, or no longer, or to another source.
    Pinned,
    /// It cites other rules.
    OtherRules,
    /// Its note is another.
    OtherNote,
}

impl Kind {
    /// What it does to an implementation that passed before.
    #[must_use]
    pub fn weight(self) -> Weight {
        match self {
            kind if kind < Self::Added => Weight::Breaking,
            Self::Added | Self::MoreAsked | Self::OtherAdvisedCode => Weight::Additive,
            _ => Weight::Compatible,
        }
    }

    /// The kind in words.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::RejectedNow => "accepted before, rejected now",
            Self::AcceptedNow => "rejected before, accepted now",
            Self::OtherResult => "another result",
            Self::Narrowed => "less is allowed",
            Self::OtherCode => "another code, which is a MUST",
            Self::OtherQuestion => "something else is asked",
            Self::Ended => "does not hold for the current version",
            Self::Removed => "removed",
            Self::LostId => "another id, which is not in the manifest's map",
            Self::Added => "added",
            Self::MoreAsked => "asked of more implementations",
            Self::OtherAdvisedCode => "another code, which is a SHOULD",
            Self::Renamed => "another id",
            Self::Widened => "more is allowed",
            Self::FewerAsked => "asked of fewer implementations",
            Self::Pinned => "pinned otherwise",
            Self::OtherRules => "other rules are cited",
            Self::OtherNote => "another note",
        }
    }
}

impl Weight {
    /// The weight in a word.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Compatible => "compatible",
            Self::Additive => "additive",
            Self::Breaking => "breaking",
        }
    }
}

impl fmt::Display for Weight {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}
