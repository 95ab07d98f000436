//! The table's columns: PS-052 to PS-054.

/// A column of `partition_status`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Column {
    /// PS-052
    pub name: &'static str,
    /// PS-053
    pub kind: Type,
    /// PS-054
    pub nullable: bool,
}

/// The type of a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Type {
    /// A text.
    String,
    /// An instant.
    Timestamp,
    /// Texts by name.
    Map,
}

/// The columns, in order.
pub const COLUMNS: &[Column] = &[
    column("tenant_id", Type::String, false),
    column("workspace_id", Type::String, false),
    column("asset_key", Type::String, false),
    column("partition_key", Type::String, false),
    column("last_materialization_run_id", Type::String, true),
    column("last_materialization_at", Type::Timestamp, true),
    column("last_materialization_code_version", Type::String, true),
    column("last_attempt_run_id", Type::String, true),
    column("last_attempt_at", Type::Timestamp, true),
    column("last_attempt_outcome", Type::String, true),
    column("stale_since", Type::Timestamp, true),
    column("stale_reason_code", Type::String, true),
    column("partition_values", Type::Map, false),
    column("row_version", Type::String, false),
];

const fn column(name: &'static str, kind: Type, nullable: bool) -> Column {
    Column {
        name,
        kind,
        nullable,
    }
}

impl Type {
    /// The type as the document writes it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::String => "STRING",
            Self::Timestamp => "TIMESTAMP",
            Self::Map => "MAP<STRING,STRING>",
        }
    }
}
