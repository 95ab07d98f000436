//! Exit codes.

use crate::error::Error;
use crate::verdict::Conclusion;

/// The subject conforms, or what was asked for was done.
pub(super) const CONFORMS: u8 = 0;
/// The subject does not conform, or a check of files failed.
pub(super) const DOES_NOT: u8 = 1;
/// Wrong usage or configuration.
pub(super) const USAGE: u8 = 2;
/// The adapter is unusable: nothing could be judged.
pub(super) const UNUSABLE: u8 = 3;
/// `vectors diff`: an implementation is asked more than before.
pub(super) const ADDITIVE: u8 = 4;
/// Interrupted, as shells say it.
pub(super) const INTERRUPTED: u8 = 130;

pub(super) const HELP: &str = "\
Exit codes: 0 conforms, 1 does not, 2 wrong usage or configuration, 3 the adapter is unusable, 130 interrupted.";

/// The exit code of an error.
pub(super) fn code(error: &Error) -> u8 {
    match error {
        Error::Unusable(_) => UNUSABLE,
        Error::Source(_) | Error::Read { .. } | Error::Write { .. } | Error::Usage(_) => USAGE,
    }
}

/// The exit code of what a run comes to.
pub(super) const fn of(conclusion: Conclusion) -> u8 {
    match conclusion {
        Conclusion::Conforms | Conclusion::AsExpected => CONFORMS,
        Conclusion::DoesNotConform | Conclusion::Unfinished => DOES_NOT,
        Conclusion::Unusable => UNUSABLE,
    }
}
