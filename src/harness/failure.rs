//! What a failed test says.

use std::fmt::Write as _;

use crate::report::visible::{compact, visible};
use crate::rule::Registry;
use crate::verdict::{Finding, Kind};

/// The rule, what went in, what should have come out and what did, and how to see it again.
pub(super) fn text(finding: &Finding, registry: &Registry) -> String {
    let mut out = String::new();
    if let Some(rule) = finding.rules.first().and_then(|id| registry.rule(*id)) {
        let (level, basis) = (rule.level.as_str(), rule.basis.as_str());
        _ = writeln!(out, "{} {} ({level}, {basis})", rule.id, rule.title);
        for line in rule.text.lines() {
            _ = writeln!(out, "  │ {line}");
        }
    }
    _ = writeln!(out, "{}: {}", finding.id, finding.verdict);
    if let Some(detail) = &finding.detail {
        let at = detail.step.map(|step| format!("step {}: ", step + 1));
        _ = writeln!(
            out,
            "  {}{}",
            at.unwrap_or_default(),
            visible(&detail.message)
        );
        _ = writeln!(out, "  {:<9} {}", detail.operation, compact(&detail.input));
        for (label, value) in [("expected", &detail.expected), ("actual", &detail.actual)] {
            if let Some(value) = value {
                _ = writeln!(out, "  {label:<9} {}", compact(value));
            }
        }
    }
    if finding.kind == Kind::Law {
        _ = writeln!(out, "  The input is the smallest that was found.");
    }
    _ = writeln!(out, "  again: cargo test -- --exact {}", finding.id);
    out
}
