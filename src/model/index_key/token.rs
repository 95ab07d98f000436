//! Tokens: IK-111 to IK-116.

use sha2::{Digest as _, Sha256};

use super::bounds::Bounds;
use crate::model::{Answer, Rejection};
use crate::rule::codes::index_key as code;
use crate::rule::rules::{IK_112, IK_113, IK_114, IK_115, IK_116};

/// The version of the layout.
const VERSION: u8 = 1;

/// How many bytes of a hash are kept.
const HASHED: usize = 8;

/// The token of a page whose last row has this key (IK-111).
pub(super) fn token(bounds: &Bounds, reverse: bool, key: &[u8]) -> String {
    let mut bytes = vec![VERSION, u8::from(reverse)];
    bytes.extend(query(bounds));
    bytes.extend(key);
    bytes.extend(hash(&bytes));
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The key that a token resumes after, in a scan of the index whose keys begin with `head`.
///
/// # Errors
///
/// Texts that are no tokens, and tokens of other versions, indexes, directions and queries.
pub(super) fn position(
    token: &str,
    head: &[u8],
    bounds: &Bounds,
    reverse: bool,
) -> Answer<Vec<u8>> {
    let malformed = Rejection::new(code::MALFORMED_TOKEN, IK_112);
    let bytes = bytes(token).ok_or(malformed)?;
    match bytes.first() {
        Some(&VERSION) => {}
        Some(_) => return Err(Rejection::new(code::UNKNOWN_TOKEN_VERSION, IK_113)),
        None => return Err(malformed),
    }
    let (body, checksum) = bytes.split_last_chunk::<HASHED>().ok_or(malformed)?;
    let (&[_, direction], rest) = body.split_first_chunk().ok_or(malformed)?;
    let (given_for, key) = rest.split_first_chunk::<HASHED>().ok_or(malformed)?;
    if *checksum != hash(body) || direction > 1 {
        return Err(malformed);
    }
    let foreign = |rule| Err(Rejection::new(code::FOREIGN_TOKEN, rule));
    if !key.starts_with(head) {
        return foreign(IK_114);
    }
    if direction != u8::from(reverse) {
        return foreign(IK_116);
    }
    let within = bounds.start.as_slice() <= key && key < bounds.end.as_slice();
    if *given_for != query(bounds) || !within {
        return foreign(IK_115);
    }
    Ok(key.to_vec())
}

/// What identifies a query.
fn query(bounds: &Bounds) -> [u8; HASHED] {
    let length = u32::try_from(bounds.start.len()).unwrap_or(u32::MAX);
    hash(&[&length.to_be_bytes(), &bounds.start[..], &bounds.end[..]].concat())
}

fn hash(bytes: &[u8]) -> [u8; HASHED] {
    let digest = Sha256::digest(bytes);
    *digest
        .first_chunk()
        .expect("a SHA-256 has more bytes than that")
}

/// Lower-case hexadecimal, and nothing else.
fn bytes(text: &str) -> Option<Vec<u8>> {
    let digit = |byte: u8| match byte {
        b'0'..=b'9' => Some(byte - b'0'),
        b'a'..=b'f' => Some(byte - b'a' + 10),
        _ => None,
    };
    let digits: Option<Vec<u8>> = text.bytes().map(digit).collect();
    let digits = digits.filter(|digits| digits.len() % 2 == 0)?;
    Some(
        digits
            .chunks(2)
            .map(|pair| pair[0] << 4 | pair[1])
            .collect(),
    )
}
