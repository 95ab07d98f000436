//! Rows of `partition_status`.

use std::collections::HashMap;

use super::Findings;
use super::cells::Cell;
use super::rows::{self, Row};
use super::task::allowed;
use crate::model::Rejection;
use crate::model::partition_key::{self, Dimension, Value};
use crate::model::partition_status::{
    EventId, Instant, Outcome, Reason, identifier, partition_values,
};
use crate::rule::RuleId;
use crate::rule::rules::{
    PS_001, PS_010, PS_012, PS_016, PS_023, PS_025, PS_026, PS_027, PS_032, PS_033, PS_036, PS_040,
    PS_041, PS_043, PS_044,
};

const IDENTITY: [&str; 4] = ["tenant_id", "workspace_id", "asset_key", "partition_key"];

#[derive(Default)]
pub(super) struct Judge {
    /// The rows of the identities so far.
    seen: HashMap<[String; 4], u64>,
}

impl rows::Judge for Judge {
    fn row(&mut self, row: &Row<'_>, findings: &mut Findings) {
        let mut judged = Judged { row, findings };
        judged.identifiers();
        judged.key();
        judged.attempt();
        judged.materialization();
        judged.staleness();
        judged.version();
        let identity = IDENTITY.map(|column| row.text(column).known().map(str::to_owned));
        if let [Some(tenant), Some(workspace), Some(asset), Some(partition)] = identity
            && let Some(earlier) = self
                .seen
                .insert([tenant, workspace, asset, partition], row.number())
        {
            let problem =
                format!("is that of row {earlier}, and so are tenant, workspace and asset");
            judged.complain(
                "partition_key",
                PS_001,
                problem,
                "Keep one row for each partition.",
            );
        }
    }
}

/// A row under judgement.
struct Judged<'a> {
    row: &'a Row<'a>,
    findings: &'a mut Findings,
}

impl Judged<'_> {
    fn complain(&mut self, column: &str, rule: RuleId, problem: impl Into<String>, advice: &str) {
        let row = self.row.number();
        self.findings.value(column, row, rule, problem, advice);
    }

    /// PS-008
    fn identifiers(&mut self) {
        let runs = ["last_materialization_run_id", "last_attempt_run_id"];
        for column in IDENTITY[..3].iter().chain(&runs) {
            if let Cell::Is(text) = self.row.text(column)
                && let Err(rejection) = identifier(text)
            {
                self.complain(
                    column,
                    rejection.rule,
                    "is the empty text",
                    "Write who or what it is.",
                );
            }
        }
    }

    /// PS-010
    fn key(&mut self) {
        let Cell::Is(key) = self.row.text("partition_key") else {
            return;
        };
        match allowed(|stance| partition_key::parse(key, stance)) {
            Ok(dimensions) => self.values(key, dimensions),
            Err(Rejection { rule, code }) => {
                let problem = format!("is `{key}`, which breaks {rule} ({code})");
                let advice = "Write the canonical key, as `partition_key.encode` gives it.";
                self.complain("partition_key", PS_010, problem, advice);
            }
        }
    }

    /// PS-025 to PS-027
    fn values(&mut self, key: &str, dimensions: Vec<Dimension<Value>>) {
        let Cell::Is(entries) = self.row.entries("partition_values") else {
            return;
        };
        let each = "Write one entry for each dimension of the key, and no other.";
        let is_text = |dimension: &Dimension<Value>| matches!(dimension.value, Value::String(_));
        let texts = dimensions.iter().filter(|dimension| is_text(dimension));
        let texts: Vec<String> = texts.map(|dimension| dimension.key.clone()).collect();
        let mut expected = partition_values(dimensions);
        for (name, value) in entries {
            let Some(right) = expected.remove(name) else {
                let problem = format!(
                    "has an entry `{name}` too many: the key `{key}` has no such dimension, or the entry stands twice"
                );
                self.complain("partition_values", PS_025, problem, each);
                continue;
            };
            let (rule, advice) = if texts.contains(name) {
                (PS_026, "Write the string itself, decoded from base64url.")
            } else {
                (PS_027, "Write the text after the tag's colon in the key.")
            };
            if let Cell::Is(value) = value
                && *value != right
            {
                let problem =
                    format!("has `{value}` for `{name}`, but the key `{key}` says `{right}`");
                self.complain("partition_values", rule, problem, advice);
            }
        }
        for name in expected.into_keys() {
            let problem = format!("has no entry for `{name}`, a dimension of the key `{key}`");
            self.complain("partition_values", PS_025, problem, each);
        }
    }

    /// PS-007, PS-012, PS-023
    fn attempt(&mut self) {
        let outcome = self.row.text("last_attempt_outcome");
        if let Cell::Is(text) = outcome
            && let Err(rejection) = Outcome::parse(text)
        {
            let problem = format!("is `{text}`");
            self.complain(
                "last_attempt_outcome",
                rejection.rule,
                problem,
                "Write SUCCEEDED, FAILED or CANCELLED.",
            );
        }
        let nulls = [
            (
                "last_attempt_run_id",
                self.row.text("last_attempt_run_id") == Cell::Null,
            ),
            (
                "last_attempt_at",
                self.row.instant("last_attempt_at") == Cell::Null,
            ),
            ("last_attempt_outcome", outcome == Cell::Null),
        ];
        if nulls.iter().all(|(_, null)| *null) {
            self.complain(
                "last_attempt_at",
                PS_023,
                "is null, and so are run and outcome: there is no attempt",
                "A row is made by an attempt: write it, or leave out the row.",
            );
            return;
        }
        for (column, _) in nulls.iter().filter(|(_, null)| *null) {
            self.complain(
                column,
                PS_012,
                "is null, although there is an attempt",
                "Write run, instant and outcome of the same attempt.",
            );
        }
    }

    /// PS-016
    fn materialization(&mut self) {
        let advice = "Write run, instant and code version of the same materialization.";
        let run = self.row.text("last_materialization_run_id");
        let at = self.row.instant("last_materialization_at");
        let version = self.row.text("last_materialization_code_version");
        match (run, &at) {
            (Cell::Null, Cell::Is(_)) => self.complain(
                "last_materialization_run_id",
                PS_016,
                "is null, although there is a materialization",
                advice,
            ),
            (Cell::Is(_), Cell::Null) => self.complain(
                "last_materialization_at",
                PS_016,
                "is null, although there is a materialization",
                advice,
            ),
            _ => {}
        }
        if at == Cell::Null && matches!(version, Cell::Is(_)) {
            self.complain(
                "last_materialization_code_version",
                PS_016,
                "is there, although there is no materialization",
                advice,
            );
        }
    }

    /// PS-028, PS-032, PS-033, PS-036, PS-040, PS-041, PS-043, PS-044
    fn staleness(&mut self) {
        let (since, reason) = (
            self.row.instant("stale_since"),
            self.row.text("stale_reason_code"),
        );
        match (&since, &reason) {
            (Cell::Is(_), Cell::Null) => self.complain(
                "stale_reason_code",
                PS_043,
                "is null, although the row is stale",
                "Write instant and reason of the same cause.",
            ),
            (Cell::Null, Cell::Is(text)) => {
                let problem = format!("is `{text}`, although the row is not stale");
                self.complain(
                    "stale_reason_code",
                    PS_043,
                    problem,
                    "Clear the reason together with the instant.",
                );
            }
            _ => {}
        }
        let reason = reason.known().and_then(|text| {
            let known = Reason::named(text);
            if known.is_none() {
                let problem = format!("is `{text}`");
                self.complain(
                    "stale_reason_code",
                    PS_044,
                    problem,
                    "Write FRESHNESS_POLICY, UPSTREAM_CHANGED or CODE_CHANGED.",
                );
            }
            known
        });
        let Cell::Is(since) = since else { return };
        match self.row.instant("last_materialization_at") {
            Cell::Is(made) => self.not_before(since, made, reason),
            Cell::Null => self.complain(
                "stale_since",
                PS_032,
                "is there, although nothing was ever materialized",
                "Write null: what is not there cannot be stale.",
            ),
            Cell::Unknown => {}
        }
        let version = self.row.text("last_materialization_code_version");
        if reason == Some(Reason::CodeChanged) && version == Cell::Null {
            self.complain(
                "stale_reason_code",
                PS_040,
                "is CODE_CHANGED, although the code version of the data is not known",
                "Compare code versions only where both are known.",
            );
        }
    }

    /// No cause sets in before the data is there; an upstream that is newer, only after.
    fn not_before(&mut self, since: Instant, made: Instant, reason: Option<Reason>) {
        let (rule, wrong) = match reason {
            Some(Reason::UpstreamChanged) => (PS_036, "not after"),
            Some(Reason::CodeChanged) => (PS_041, "before"),
            Some(Reason::FreshnessPolicy) | None => (PS_033, "before"),
        };
        if since < made || (since == made && rule == PS_036) {
            let problem = format!("is {since}, {wrong} the data was made at {made}");
            let advice = "Derive staleness from the materialization that stands in the row, and clear it when there is a new one.";
            self.complain("stale_since", rule, problem, advice);
        }
    }

    /// PS-003, PS-021
    fn version(&mut self) {
        if let Cell::Is(text) = self.row.text("row_version")
            && let Err(rejection) = EventId::parse(text)
        {
            let problem = format!("is `{text}`, and no canonical ULID");
            self.complain(
                "row_version",
                rejection.rule,
                problem,
                "Write the greatest event id of the row, in upper case.",
            );
        }
    }
}
