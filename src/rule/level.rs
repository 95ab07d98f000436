//! How strongly a rule binds, and what it rests on.
//!
//! Like `page.rs`, this file is compiled twice.

/// How strongly a rule binds. Ordered: the greater, the stronger.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// Nothing depends on it.
    May,
    /// Breaking it is a warning.
    Should,
    /// Breaking it is a failure.
    Must,
}

/// What a rule rests on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Basis {
    /// The document says so.
    Stated,
    /// It follows from what the document says.
    Implied,
    /// The document is silent or contradicts itself.
    Decided,
    /// Several behaviours are allowed.
    Open,
}

impl Level {
    /// The level as the page writes it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::May => "MAY",
            Self::Should => "SHOULD",
            Self::Must => "MUST",
        }
    }

    pub(super) fn parse(text: &str) -> Result<Self, String> {
        [Self::May, Self::Should, Self::Must]
            .into_iter()
            .find(|level| level.as_str() == text)
            .ok_or_else(|| format!("`{text}` is no level: expected MUST, SHOULD or MAY"))
    }
}

impl Basis {
    /// The basis as the page writes it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Stated => "stated",
            Self::Implied => "implied",
            Self::Decided => "decided",
            Self::Open => "open",
        }
    }

    pub(super) fn parse(text: &str) -> Result<Self, String> {
        [Self::Stated, Self::Implied, Self::Decided, Self::Open]
            .into_iter()
            .find(|basis| basis.as_str() == text)
            .ok_or_else(|| {
                format!("`{text}` is no basis: expected stated, implied, decided or open")
            })
    }
}
