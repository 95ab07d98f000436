//! The hash and its printed form, for those who then get the rest wrong.

use sha2::{Digest as _, Sha256};

/// The SHA-256 of some bytes.
pub(super) fn sha256(bytes: impl AsRef<[u8]>) -> Vec<u8> {
    Sha256::digest(bytes).to_vec()
}

/// Lower-case hexadecimal.
pub(super) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
