//! Cloud task ids: TI-009 to TI-016.

use sha2::{Digest as _, Sha256};

use super::Operation;
use crate::model::{Answer, Rejection, Stance};
use crate::rule::codes::task_id as code;
use crate::rule::rules::{TI_011, TI_012, TI_013};

/// The cloud task id of an internal id, with the letter that the caller asks for.
///
/// # Errors
///
/// An unknown letter (TI-012), a letter that does not fit (TI-011), and perhaps an id of no known form (TI-013).
pub fn cloud_task_id(kind: &str, internal_id: &str, stance: &mut Stance) -> Answer<String> {
    let other = match kind {
        "d" => "timer:",
        "t" => "dispatch:",
        _ => return Err(Rejection::new(code::UNKNOWN_KIND, TI_012)),
    };
    if internal_id.starts_with(other) {
        return Err(Rejection::new(code::KIND_MISMATCH, TI_011));
    }
    let known = Operation::from_internal_id(internal_id, stance).is_some();
    if !known && !stance.takes(TI_013, "hash") {
        return Err(Rejection::new(code::UNKNOWN_FORM, TI_013));
    }
    Ok(format!("{kind}_{}", hash(internal_id)))
}

/// TI-009, and so the form of TI-010. Of the internal id alone, and so always the same (TI-014); never of what the
/// sanitizer makes of it (TI-031).
pub(super) fn hash(internal_id: &str) -> String {
    let digest = Sha256::digest(internal_id);
    base32::encode(base32::Alphabet::Rfc4648Lower { padding: false }, &digest)[..26].to_owned()
}
