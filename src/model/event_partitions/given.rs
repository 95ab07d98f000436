//! What a client's message holds in a field, of any JSON type.

use crate::model::{Rejection, Stance};
use crate::rule::RuleId;
use crate::rule::codes::event_partitions as code;
use crate::rule::rules::EP_005;

/// A field of a message, before its shape has been checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Given {
    /// The message has no such field.
    Absent,
    /// A text.
    Text(String),
    /// A text with a lone surrogate, which has no UTF-8.
    LoneSurrogate,
    /// A non-negative integer.
    Whole(u64),
    /// An array.
    List(Vec<Given>),
    /// Anything else: null, a truth value, another number, an object.
    Other,
}

/// The refusal of a message of the wrong shape, which `rule` demands.
pub(super) fn misshapen(rule: RuleId, stance: &mut Stance) -> Rejection {
    // EP-005
    if stance.takes(EP_005, "bad_request") {
        Rejection::new(code::BAD_REQUEST, rule)
    } else {
        Rejection::new(code::VALIDATION_FAILED, rule)
    }
}
