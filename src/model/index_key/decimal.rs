//! Decimals as numbers: IK-005, IK-021, IK-022 and IK-043.

use std::cmp::Ordering;
use std::fmt;

use crate::model::{Answer, Rejection};
use crate::rule::codes::index_key as code;
use crate::rule::rules::{IK_021, IK_022};

/// The most significant digits.
const MAX_DIGITS: usize = 38;

/// The greatest exponent, and the least but for its sign.
const MAX_EXPONENT: i32 = 6143;

/// A decimal number in its one form (IK-043): no zeros at either end of its digits. Zero has no digits at all.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Decimal {
    pub(super) negative: bool,
    /// The exponent of the first digit.
    pub(super) exponent: i32,
    /// From 0 to 9 each.
    pub(super) digits: Vec<u8>,
}

impl Decimal {
    /// Zero.
    pub(super) const ZERO: Self = Self {
        negative: false,
        exponent: 0,
        digits: Vec::new(),
    };

    /// Reads a decimal: an optional sign, digits, perhaps a fraction, perhaps an exponent.
    ///
    /// # Errors
    ///
    /// Too many digits (IK-021), and exponents out of range (IK-022).
    pub(super) fn parse(text: &str) -> Answer<Self> {
        let out_of_range = Rejection::new(code::DECIMAL_OUT_OF_RANGE, IK_022);
        let (negative, text) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let (mantissa, exponent) = text.split_once('e').unwrap_or((text, "0"));
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let written = whole.bytes().chain(fraction.bytes());
        let written: Vec<u8> = written.map(|digit| digit.wrapping_sub(b'0')).collect();
        let Some(first) = written.iter().position(|digit| *digit != 0) else {
            return Ok(Self::ZERO); // however it is written
        };
        let last = written.iter().rposition(|digit| *digit != 0);
        let digits = written[first..=last.unwrap_or(first)].to_vec();
        let places = i64::try_from(whole.len())
            .ok()
            .zip(i64::try_from(first).ok());
        let (whole, zeros) = places.ok_or(out_of_range)?;
        let shift: i64 = exponent.parse().map_err(|_| out_of_range)?;
        let exponent = shift.saturating_add(whole - 1 - zeros);
        let decimal = Self {
            negative,
            exponent: i32::try_from(exponent).map_err(|_| out_of_range)?,
            digits,
        };
        if decimal.digits.len() > MAX_DIGITS {
            Err(Rejection::new(code::DECIMAL_TOO_PRECISE, IK_021))
        } else if decimal.has_sound_exponent() {
            Ok(decimal)
        } else {
            Err(out_of_range)
        }
    }

    /// IK-022
    pub(super) fn has_sound_exponent(&self) -> bool {
        self.exponent.abs() <= MAX_EXPONENT
    }

    /// IK-043: whether the digits are those of the one form.
    pub(super) fn has_sound_digits(&self) -> bool {
        let ends = [self.digits.first(), self.digits.last()];
        self.digits.len() <= MAX_DIGITS
            && ends.iter().all(|end| end.is_some_and(|digit| *digit != 0))
    }

    fn signum(&self) -> i8 {
        match (self.digits.is_empty(), self.negative) {
            (true, _) => 0,
            (false, true) => -1,
            (false, false) => 1,
        }
    }

    /// The digit at a power of ten.
    fn digit(&self, power: i32) -> u8 {
        let at = usize::try_from(self.exponent - power).ok();
        at.and_then(|at| self.digits.get(at)).copied().unwrap_or(0)
    }

    /// The powers of ten of the first and the last digit.
    fn span(&self) -> (i32, i32) {
        let length = i32::try_from(self.digits.len()).unwrap_or(i32::MAX);
        (self.exponent, self.exponent.saturating_sub(length))
    }

    /// The order of the absolute values, digit by digit under each other, as in school.
    fn compare_magnitude(&self, other: &Self) -> Ordering {
        let ((top, bottom), (other_top, other_bottom)) = (self.span(), other.span());
        let (top, bottom) = (top.max(other_top), bottom.min(other_bottom));
        // Between the numbers there may be thousands of zeros; the first digit that is not zero decides.
        if self.exponent != other.exponent {
            return self.digit(top).cmp(&other.digit(top));
        }
        let mut powers = (bottom..=top).rev();
        powers
            .find_map(|power| match self.digit(power).cmp(&other.digit(power)) {
                Ordering::Equal => None,
                unequal => Some(unequal),
            })
            .unwrap_or(Ordering::Equal)
    }
}

/// IK-005
impl Ord for Decimal {
    fn cmp(&self, other: &Self) -> Ordering {
        let signs = self.signum().cmp(&other.signum());
        signs.then_with(|| match self.signum() {
            -1 => other.compare_magnitude(self),
            _ => self.compare_magnitude(other),
        })
    }
}

impl PartialOrd for Decimal {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// The form in which decimals are answered.
impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut digits = self.digits.iter();
        if self.negative {
            write!(f, "-")?;
        }
        write!(f, "{}", digits.next().unwrap_or(&0))?;
        for (at, digit) in digits.enumerate() {
            write!(f, "{}{digit}", if at == 0 { "." } else { "" })?;
        }
        write!(f, "e{}", self.exponent)
    }
}
