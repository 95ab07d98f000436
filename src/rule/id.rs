//! The id of a rule: a page's prefix and a number, written `PK-007`.

use std::fmt;
use std::str::FromStr;

/// The id of a rule. It is never used for another rule, not even after the rule is retired.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RuleId {
    prefix: [u8; 2],
    number: u16,
}

impl RuleId {
    /// The id with two capital letters and a number from 1 to 999.
    #[must_use]
    pub const fn new(prefix: [u8; 2], number: u16) -> Self {
        Self { prefix, number }
    }

    /// The prefix, which all rules of a page share.
    #[must_use]
    pub fn prefix(self) -> String {
        self.prefix.iter().copied().map(char::from).collect()
    }

    /// The number within the page.
    #[must_use]
    pub const fn number(self) -> u16 {
        self.number
    }
}

impl fmt::Display for RuleId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a, b] = self.prefix.map(char::from);
        f.pad(&format!("{a}{b}-{:03}", self.number))
    }
}

impl fmt::Debug for RuleId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for RuleId {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.as_bytes() {
            [a, b, b'-', digits @ ..]
                if a.is_ascii_uppercase()
                    && b.is_ascii_uppercase()
                    && digits.len() == 3
                    && digits.iter().all(u8::is_ascii_digit)
                    && digits != b"000" =>
            {
                let number = digits.iter().fold(0, |n, d| n * 10 + u16::from(d - b'0'));
                Ok(Self::new([*a, *b], number))
            }
            _ => Err(format!(
                "`{text}` is no rule id: expected two capital letters, `-` and three digits, as in PK-007"
            )),
        }
    }
}
