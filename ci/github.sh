#!/usr/bin/env bash
# What the GitHub action does: check, annotate, summarize. Its inputs are environment variables.
set -uo pipefail

program=${PROOFMARK:-}
[ -n "$program" ] || program=${RUNNER_TEMP:?}/proofmark/bin/proofmark
reports=${REPORTS:-proofmark-reports}
mkdir -p "$reports"

arguments=(check --report "json=$reports/report.json" --report "junit=$reports/junit.xml"
    --report "markdown=$reports/report.md" --report "html=$reports/report.html" --report github=-)
[ -z "${CONFIG:-}" ] || arguments+=(--config "$CONFIG")
[ "${GATE:-true}" != true ] || arguments+=(--gate)
if [ -n "${COMMAND:-}" ]; then
    # The command is the workflow's own; it is split into words as the shell does it.
    eval "words=($COMMAND)"
    arguments+=(-- "${words[@]}")
fi

rm -f "$reports/report.json"
"$program" "${arguments[@]}"
code=$?

verdict=error
if [ -s "$reports/report.json" ]; then
    verdict=$(sed -n 's/^  "conclusion": "\([a-z-]*\)",$/\1/p' "$reports/report.json" | head -n 1)
    cat "$reports/report.md" >>"${GITHUB_STEP_SUMMARY:-/dev/null}"
fi
{
    echo "verdict=${verdict:-error}"
    echo "json=$reports/report.json"
    echo "junit=$reports/junit.xml"
    echo "html=$reports/report.html"
} >>"${GITHUB_OUTPUT:-/dev/stdout}"

# Without the gate, only what makes the run worthless fails the job.
if [ "${GATE:-true}" = true ] || [ "$code" -gt 1 ]; then
    exit "$code"
fi
