//! What all verdicts on a subject come to.

use super::finding::Verdict;
use super::words::words;

/// The result of a run in a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Conclusion {
    /// Nothing speaks against the subject.
    Conforms,
    /// Nothing but known failures speaks against it.
    AsExpected,
    /// Something speaks against it.
    DoesNotConform,
    /// Nothing speaks against it but that some of it was not judged.
    Unfinished,
    /// Nothing could be judged.
    Unusable,
}

words!(pub Conclusion, "conclusion", {
    Conforms = "conforms",
    AsExpected = "as-expected",
    DoesNotConform = "does-not-conform",
    Unfinished = "unfinished",
    Unusable = "unusable",
});

impl Conclusion {
    /// What verdicts come to. Each comes with whether its case or law was abandoned; `flawless` says that nothing
    /// required is missing and nothing broke besides.
    pub fn of(verdicts: impl IntoIterator<Item = (Verdict, bool)>, flawless: bool) -> Self {
        let (mut total, mut judged, mut against, mut known, mut open) = (0, 0, 0, 0, 0);
        for (verdict, abandoned) in verdicts {
            total += 1;
            judged += usize::from(!matches!(verdict, Verdict::Unsupported | Verdict::Errored));
            match verdict {
                Verdict::Errored if abandoned => open += 1,
                Verdict::Fail | Verdict::Errored | Verdict::UnexpectedPass => against += 1,
                Verdict::KnownFailure => known += 1,
                Verdict::Pass | Verdict::Warn | Verdict::Unsupported => {}
            }
        }
        match () {
            // A shard may be empty.
            () if judged == 0 && (total > 0 || !flawless) => Self::Unusable,
            () if against > 0 || !flawless => Self::DoesNotConform,
            () if open > 0 => Self::Unfinished,
            () if known > 0 => Self::AsExpected,
            () => Self::Conforms,
        }
    }

    /// Whether a gate opens.
    #[must_use]
    pub const fn is_good(self) -> bool {
        matches!(self, Self::Conforms | Self::AsExpected)
    }

    /// The conclusion about a subject, as the end of a sentence that begins with its name.
    #[must_use]
    pub const fn sentence(self) -> &'static str {
        match self {
            Self::Conforms => "conforms",
            Self::AsExpected => "is as expected",
            Self::DoesNotConform => "does not conform",
            Self::Unfinished => "was not judged to the end",
            Self::Unusable => "cannot be judged",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(verdicts: &[Verdict]) -> Conclusion {
        Conclusion::of(verdicts.iter().map(|verdict| (*verdict, false)), true)
    }

    #[test]
    fn known_failures_are_expected_but_do_not_conform() {
        use Verdict::{KnownFailure, Pass, UnexpectedPass, Unsupported, Warn};
        assert_eq!(of(&[Pass, Warn, Unsupported]), Conclusion::Conforms);
        assert_eq!(of(&[Pass, KnownFailure]), Conclusion::AsExpected);
        assert_eq!(
            of(&[KnownFailure, UnexpectedPass]),
            Conclusion::DoesNotConform
        );
    }

    #[test]
    fn what_was_not_asked_speaks_against_nobody_but_is_no_pass() {
        let some = [(Verdict::Pass, false), (Verdict::Errored, true)];
        assert_eq!(Conclusion::of(some, true), Conclusion::Unfinished);
        assert_eq!(Conclusion::of(some, false), Conclusion::DoesNotConform);
        let none = [(Verdict::Errored, true), (Verdict::Unsupported, false)];
        assert_eq!(Conclusion::of(none, true), Conclusion::Unusable);
    }

    #[test]
    fn an_empty_shard_conforms() {
        assert_eq!(of(&[]), Conclusion::Conforms);
    }
}
