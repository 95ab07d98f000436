//! A seed, given as a number or chosen now.

use std::fmt;
use std::hash::{BuildHasher as _, RandomState};
use std::str::FromStr;

use crate::law::Effort;

/// What random inputs are drawn from.
#[derive(Debug, Clone, Copy)]
pub(super) struct Seed {
    pub(super) number: u64,
    /// Whether it was chosen now.
    pub(super) random: bool,
}

impl Default for Seed {
    fn default() -> Self {
        Self {
            number: Effort::default().seed,
            random: false,
        }
    }
}

impl fmt::Display for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.number.fmt(f)
    }
}

impl FromStr for Seed {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            // The standard library seeds its hash tables with randomness from the system.
            "random" => Ok(Self {
                number: RandomState::new().hash_one(0) % 1_000_000_000,
                random: true,
            }),
            number => match number.parse() {
                Ok(number) => Ok(Self {
                    number,
                    random: false,
                }),
                Err(_) => Err("expected a number or `random`".to_owned()),
            },
        }
    }
}
