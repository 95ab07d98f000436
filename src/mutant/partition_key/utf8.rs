//! UTF-8 as it is read and written by those who got it nearly right.

/// The UTF-8 of UTF-16 units: characters beyond U+FFFF become two surrogates of three bytes each.
pub(super) fn with_surrogates(text: &str) -> Vec<u8> {
    let units = text.encode_utf16().map(u32::from);
    units
        .flat_map(|unit| match char::from_u32(unit) {
            Some(c) => c.to_string().into_bytes(),
            None => three_bytes(unit).to_vec(),
        })
        .collect()
}

/// The characters whose bits stand in the bytes. What `accept` makes of a value and the number of its bytes is all that
/// is checked beside the lead bytes and the number of continuation bytes.
pub(super) fn decoded(bytes: &[u8], accept: fn(u32, usize) -> Option<char>) -> Option<String> {
    let mut text = String::new();
    let mut rest = bytes;
    while let Some(&lead) = rest.first() {
        let (length, bits) = match lead {
            0x00..=0x7f => (1, lead),
            0xc0..=0xdf => (2, lead & 0x1f),
            0xe0..=0xef => (3, lead & 0x0f),
            0xf0..=0xf7 => (4, lead & 0x07),
            _ => return None,
        };
        let (character, after) = rest.split_at_checked(length)?;
        let mut scalar = u32::from(bits);
        for byte in &character[1..] {
            if byte & 0xc0 != 0x80 {
                return None;
            }
            scalar = scalar << 6 | u32::from(byte & 0x3f);
        }
        text.push(accept(scalar, length)?);
        rest = after;
    }
    Some(text)
}

/// The character of a value that is written in as few bytes as it needs.
pub(super) fn shortest(scalar: u32, length: usize) -> Option<char> {
    char::from_u32(scalar).filter(|c| c.len_utf8() == length)
}

fn three_bytes(unit: u32) -> [u8; 3] {
    [
        0xe0 | unit >> 12,
        0x80 | unit >> 6 & 0x3f,
        0x80 | unit & 0x3f,
    ]
    .map(|byte| byte.to_le_bytes()[0])
}
