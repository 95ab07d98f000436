//! Partition ids: PK-031 to PK-034.

use sha2::{Digest as _, Sha256};

use super::parse;
use crate::model::{Answer, Rejection, Stance};
use crate::rule::codes::partition_key as code;
use crate::rule::rules::PK_032;

/// The id of the partition that a canonical key names within an asset.
///
/// # Errors
///
/// An empty asset id (PK-032), and every key that does not parse (PK-033).
pub fn partition_id(asset_id: &str, canonical: &str, stance: &mut Stance) -> Answer<String> {
    if asset_id.is_empty() {
        return Err(Rejection::new(code::EMPTY_ASSET_ID, PK_032));
    }
    parse(canonical, stance)?;
    let digest = Sha256::digest(format!("{asset_id}:{canonical}")); // PK-034 tells why this cannot be ambiguous
    let hex: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
    Ok(format!("part_{}", &hex[..32]))
}
