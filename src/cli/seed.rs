//! A seed, given as a number or chosen now.

use std::fmt;
use std::hash::{BuildHasher as _, RandomState};
use std::str::FromStr;

use crate::law::Effort;

/// What random inputs are drawn from.
#[derive(Debug, Clone, Copy)]
pub(super) struct Seed(pub(super) u64);

impl Default for Seed {
    fn default() -> Self {
        Self(Effort::default().seed)
    }
}

impl fmt::Display for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Seed {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            // The standard library seeds its hash tables with randomness from the system.
            "random" => Ok(Self(RandomState::new().hash_one(0) % 1_000_000_000)),
            number => number
                .parse()
                .map(Self)
                .map_err(|_| "expected a number or `random`".to_owned()),
        }
    }
}
