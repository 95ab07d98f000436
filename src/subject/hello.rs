//! What a subject says of itself: AP-005.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::rule::Registry;

/// The version of the protocol that this runner speaks.
pub const PROTOCOL: u64 = 1;

/// The reply to `hello`. Fields that are not known are ignored.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hello {
    /// The protocol's version.
    pub protocol: u64,
    /// The subject's name.
    pub name: String,
    /// The subject's version.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// The language that it is written in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub language: Option<String>,
    /// The operations that it has; `*` stands for any characters. Absent: all may be tried.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub operations: Option<Vec<String>>,
    /// What it declares further.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub options: BTreeMap<String, String>,
}

impl Hello {
    /// Reads the result of `hello`.
    ///
    /// # Errors
    ///
    /// What AP-005 does not allow.
    pub fn from_value(value: Value) -> Result<Self, String> {
        let hello: Self = serde_json::from_value(value)
            .map_err(|error| format!("its answer to hello does not follow AP-005: {error}"))?;
        if hello.protocol != PROTOCOL {
            return Err(format!(
                "it speaks version {} of the protocol; this runner speaks version {PROTOCOL}",
                hello.protocol
            ));
        }
        Ok(hello)
    }

    /// Whether the subject declares the operation.
    #[must_use]
    pub fn has(&self, operation: &str) -> bool {
        let Some(patterns) = &self.operations else {
            return true;
        };
        patterns.iter().any(|pattern| fits(pattern, operation))
    }
}

impl Hello {
    /// Whether the subject declares, or does by default, what a case or law needs: `option=value`.
    #[must_use]
    pub fn meets(&self, need: &str, registry: &Registry) -> bool {
        let Ok((option, value)) = registry.need(need) else {
            return false;
        };
        match self.options.get(&option.name) {
            Some(declared) => declared.split(',').any(|one| one.trim() == value),
            None => option.default.iter().any(|one| one == value),
        }
    }
}

impl Hello {
    /// The versions of a domain that the subject follows: what it declares, or else the page's own.
    ///
    /// # Errors
    ///
    /// A version that no page had or has.
    pub fn versions(&self, domain: &str, registry: &Registry) -> Result<Vec<u32>, String> {
        let current = registry.page(domain).map_or(1, |page| page.version);
        let Some(declared) = self.options.get(&format!("{domain}.version")) else {
            return Ok(vec![current]);
        };
        let known = |text: &str| {
            let version = text.trim().parse().ok();
            version.filter(|version| (1..=current).contains(version))
        };
        let versions = declared.split(',').map(|text| known(text).ok_or(text));
        versions.collect::<Result<_, _>>().map_err(|unknown| {
            format!("the adapter declares version {unknown} of {domain}, but spec/ is at version {current}")
        })
    }
}

/// Whether a text fits a pattern in which `*` stands for any characters.
fn fits(pattern: &str, text: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == text,
        Some((before, after)) => text.strip_prefix(before).is_some_and(|rest| {
            let mut ends = rest.char_indices().map(|(at, _)| at).chain([rest.len()]);
            ends.any(|at| fits(after, &rest[at..]))
        }),
    }
}
