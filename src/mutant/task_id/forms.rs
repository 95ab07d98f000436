//! Mistakes about the forms of internal ids: TI-001 to TI-003.

use super::naming::forming;
use crate::mutant::Mutant;
use crate::rule::rules::{TI_001, TI_002, TI_003};

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant {
        id: "task_id/mutant/dispatch-of-task",
        rule: TI_001,
        about: "Begins dispatches with `task:`.",
        make: || {
            forming(|parts| match parts {
                ["dispatch", rest @ ..] => Some(format!("task:{}", rest.join(":"))),
                _ => None,
            })
        },
    },
    Mutant {
        id: "task_id/mutant/dispatch-parts-swapped",
        rule: TI_001,
        about: "Writes the task key of a dispatch before its run id.",
        make: || {
            forming(|parts| match parts {
                ["dispatch", run, task, attempt] => {
                    Some(format!("dispatch:{task}:{run}:{attempt}"))
                }
                _ => None,
            })
        },
    },
    Mutant {
        id: "task_id/mutant/dispatch-without-attempt",
        rule: TI_001,
        about: "Leaves the attempt out of a dispatch.",
        make: || {
            forming(|parts| match parts {
                ["dispatch", run, task, _] => Some(format!("dispatch:{run}:{task}")),
                _ => None,
            })
        },
    },
    Mutant {
        id: "task_id/mutant/dispatch-attempt-filled",
        rule: TI_001,
        about: "Fills the attempt up with zeros, so that ids sort well.",
        make: || {
            forming(|parts| match parts {
                ["dispatch", run, task, attempt] => {
                    Some(format!("dispatch:{run}:{task}:{attempt:0>3}"))
                }
                _ => None,
            })
        },
    },
    Mutant {
        id: "task_id/mutant/dispatch-with-slashes",
        rule: TI_001,
        about: "Joins the parts of a dispatch with slashes.",
        make: || forming(|parts| (parts[0] == "dispatch").then(|| parts.join("/"))),
    },
    Mutant {
        id: "task_id/mutant/retry-without-epoch",
        rule: TI_002,
        about: "Leaves the due epoch out of a retry timer.",
        make: || {
            forming(|parts| match parts {
                ["timer", "retry", rest @ .., _] => Some(format!("timer:retry:{}", rest.join(":"))),
                _ => None,
            })
        },
    },
    Mutant {
        id: "task_id/mutant/retry-without-attempt",
        rule: TI_002,
        about: "Leaves the attempt out of a retry timer.",
        make: || {
            forming(|parts| match parts {
                ["timer", "retry", run, task, _, due] => {
                    Some(format!("timer:retry:{run}:{task}:{due}"))
                }
                _ => None,
            })
        },
    },
    Mutant {
        id: "task_id/mutant/retry-numbers-swapped",
        rule: TI_002,
        about: "Writes the due epoch of a retry timer before its attempt.",
        make: || {
            forming(|parts| match parts {
                ["timer", "retry", run, task, attempt, due] => {
                    Some(format!("timer:retry:{run}:{task}:{due}:{attempt}"))
                }
                _ => None,
            })
        },
    },
    Mutant {
        id: "task_id/mutant/retry-parts-swapped",
        rule: TI_002,
        about: "Writes the task key of a retry timer before its run id.",
        make: || {
            forming(|parts| match parts {
                ["timer", "retry", run, task, attempt, due] => {
                    Some(format!("timer:retry:{task}:{run}:{attempt}:{due}"))
                }
                _ => None,
            })
        },
    },
    Mutant {
        id: "task_id/mutant/retry-in-milliseconds",
        rule: TI_002,
        about: "Writes the due epoch in milliseconds.",
        make: || {
            forming(|parts| match parts {
                ["timer", "retry", .., due] if *due != "0" => {
                    Some(format!("{}000", parts.join(":")))
                }
                _ => None,
            })
        },
    },
    Mutant {
        id: "task_id/mutant/retry-without-timer",
        rule: TI_002,
        about: "Begins retry timers with `retry:`.",
        make: || {
            forming(|parts| {
                (parts[1] == "retry" && parts[0] == "timer").then(|| parts[1..].join(":"))
            })
        },
    },
    Mutant {
        id: "task_id/mutant/heartbeat-with-attempt",
        rule: TI_003,
        about: "Gives heartbeats an attempt, like all the others.",
        make: || {
            forming(|parts| match parts {
                ["timer", "heartbeat", run, task, check] => {
                    Some(format!("timer:heartbeat:{run}:{task}:1:{check}"))
                }
                _ => None,
            })
        },
    },
    Mutant {
        id: "task_id/mutant/heartbeat-without-epoch",
        rule: TI_003,
        about: "Leaves the check epoch out of a heartbeat, of which there seems to be one.",
        make: || {
            forming(|parts| match parts {
                ["timer", "heartbeat", run, task, _] => {
                    Some(format!("timer:heartbeat:{run}:{task}"))
                }
                _ => None,
            })
        },
    },
    Mutant {
        id: "task_id/mutant/heartbeat-in-milliseconds",
        rule: TI_003,
        about: "Writes the check epoch in milliseconds.",
        make: || {
            forming(|parts| match parts {
                ["timer", "heartbeat", .., check] if *check != "0" => {
                    Some(format!("{}000", parts.join(":")))
                }
                _ => None,
            })
        },
    },
    Mutant {
        id: "task_id/mutant/heartbeat-without-timer",
        rule: TI_003,
        about: "Begins heartbeats with `heartbeat:`.",
        make: || {
            forming(|parts| {
                (parts[1] == "heartbeat" && parts[0] == "timer").then(|| parts[1..].join(":"))
            })
        },
    },
];
