//! Numbers as they are read by functions that were made for something else.

/// The digits without zeros at their beginning, if there are any.
pub(super) fn without_leading_zeros(text: &str) -> Option<String> {
    let digits = text.trim_start_matches('0');
    let plain = text.len() > 1 && text.starts_with('0') && all_digits(text);
    plain.then(|| if digits.is_empty() { "0" } else { digits }.to_owned())
}

/// The text with ASCII digits for those of some other scripts.
pub(super) fn ascii_digits(text: &str) -> String {
    // The zeros of scripts whose ten digits follow one another.
    const ZEROS: [u32; 6] = [0x0660, 0x06f0, 0x0966, 0x09e6, 0xff10, 0x1d7ce];
    let ascii = |c: char| {
        let digit = ZEROS
            .iter()
            .find_map(|zero| u32::from(c).checked_sub(*zero).filter(|digit| *digit < 10));
        digit
            .and_then(|digit| char::from_digit(digit, 10))
            .unwrap_or(c)
    };
    text.chars().map(ascii).collect()
}

/// The integer that a number with an exponent or a fraction stands for, if it is whole and small.
pub(super) fn whole(text: &str) -> Option<String> {
    let value: f64 = text.parse().ok()?;
    (value.fract() == 0.0 && value.abs() < 1e15).then(|| format!("{value:.0}"))
}

/// The integer that the text begins with, if anything follows it.
pub(super) fn leading_integer(text: &str) -> Option<String> {
    let sign = usize::from(text.starts_with('-'));
    let digits = text[sign..].bytes().take_while(u8::is_ascii_digit).count();
    (digits > 0 && sign + digits < text.len()).then(|| text[..sign + digits].to_owned())
}

/// The integer after it was held in a double.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    reason = "this is the mistake"
)]
pub(super) fn through_f64(text: &str) -> Option<String> {
    let value: i64 = text.parse().ok()?;
    canonical(text).then(|| (value as f64 as i64).to_string())
}

/// The integer of any size after it was added up in 64 bits.
pub(super) fn wrapped(text: &str) -> Option<String> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let value = digits.bytes().fold(0_i64, |value, digit| {
        value.wrapping_mul(10).wrapping_add(i64::from(digit) - 48)
    });
    let value = if digits.len() < text.len() {
        value.wrapping_neg()
    } else {
        value
    };
    canonical(text).then(|| value.to_string())
}

/// The integer of any size, or the nearest that fits.
pub(super) fn clamped(text: &str) -> Option<String> {
    let nearest = if text.starts_with('-') {
        i64::MIN
    } else {
        i64::MAX
    };
    canonical(text).then(|| text.parse().unwrap_or(nearest).to_string())
}

/// Whether the text is an integer of any size in its one form.
fn canonical(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text);
    all_digits(digits) && (!digits.starts_with('0') || text == "0")
}

fn all_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}
