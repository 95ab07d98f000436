//! What `proofmark init` writes.

/// A configuration that checks the reference and explains every key. A test keeps it in step with the schema.
pub(in crate::cli) const TEMPLATE: &str = include_str!("template.yaml");
