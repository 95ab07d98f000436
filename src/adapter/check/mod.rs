//! The checks, in the order in which a new adapter meets them.

mod ending;
mod numbers;
mod opening;
mod pace;
mod refusals;
mod spelling;
mod texts;

use super::Check;
use crate::rule::RuleId;
use crate::rule::rules::{AP_001, AP_002, AP_004, AP_005, AP_006, AP_007, AP_008, AP_009};

/// Every check: its name, the rule it stands for, and what it does. The first is the handshake.
pub(super) const ALL: &[(&str, RuleId, Check)] = &[
    ("handshake", AP_005, opening::handshake),
    ("ids", AP_002, opening::ids),
    ("flush", AP_001, pace::flush),
    ("1 in flight", AP_002, pace::one),
    ("16 in flight", AP_002, pace::sixteen),
    ("4096 in flight", AP_002, pace::thousands),
    ("sessions", AP_007, pace::sessions),
    ("operations", AP_005, opening::operations),
    ("unknown operations", AP_006, refusals::unknown),
    ("malformed lines", AP_004, refusals::malformed),
    ("noise", AP_008, refusals::noise),
    ("spelling of JSON", AP_001, spelling::json),
    ("Unicode", AP_001, texts::unicode),
    ("large lines", AP_001, texts::large),
    ("numbers", AP_001, numbers::intact),
    ("end of input", AP_009, ending::end),
];
