//! Mistakes about draft ids: EP-033 to EP-037.

use std::collections::BTreeSet;

use super::server::{Habits, RIGHT, texts};
use super::state::Event;
use crate::mutant::Mutant;
use crate::rule::codes::event_partitions as code;
use crate::rule::rules::{EP_033, EP_034, EP_035, EP_037};

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant {
        id: "event_partitions/mutant/repeated-commits-again",
        rule: EP_033,
        about: "Does not look for draft ids.",
        make: || {
            Habits {
                repeats: |_, _, _| None,
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/repeated-on-another-connection",
        rule: EP_033,
        about: "Looks for draft ids on the same connection.",
        make: || {
            Habits {
                repeats: |_, on, earlier| (earlier.origin == on).then(|| earlier.clone()),
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/repeated-compared-as-written",
        rule: EP_033,
        about: "Compares the partitions of a repeated draft as they are written.",
        make: || {
            Habits {
                same: |earlier, draft| {
                    earlier.written["partitions"] == draft.written["partitions"]
                        && earlier.content == draft.content
                },
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/repeated-compared-unnormalized",
        rule: EP_033,
        about: "Compares sorted but not normalized partitions of a repeated draft.",
        make: || {
            Habits {
                same: |earlier, draft| {
                    texts(&earlier.written["partitions"]).map(BTreeSet::from_iter)
                        == texts(&draft.written["partitions"]).map(BTreeSet::from_iter)
                        && earlier.content == draft.content
                },
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/repeated-is-refused",
        rule: EP_033,
        about: "Rejects every draft id that it knows.",
        make: || {
            Habits {
                same: |_, _| false,
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/repeated-gets-a-new-number",
        rule: EP_033,
        about: "Answers a repeated draft with the next number.",
        make: || {
            Habits {
                repeats: |server, _, event| {
                    Some(Event {
                        committed_id: server.log.len() as u64 + 1,
                        ..event.clone()
                    })
                },
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/repeated-is-broadcast",
        rule: EP_034,
        about: "Broadcasts a repeated draft again.",
        make: || {
            Habits {
                repeats: |server, on, event| {
                    server.broadcast(on, event);
                    Some(event.clone())
                },
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/other-content-answered",
        rule: EP_035,
        about: "Answers a draft with other content by the event of its id.",
        make: || {
            Habits {
                conflicts: |_, earlier, _| Ok(Some(earlier.clone())),
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/other-content-overwrites",
        rule: EP_035,
        about: "Stores what is submitted last under a draft id.",
        make: || {
            Habits {
                conflicts: |server, earlier, draft| {
                    let new = Event {
                        committed_id: earlier.committed_id,
                        ..draft
                    };
                    server.log.retain(|event| event.id != new.id);
                    server.log.push(new.clone());
                    server.log.sort_by_key(|event| event.committed_id);
                    Ok(Some(new))
                },
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/other-content-commits-again",
        rule: EP_035,
        about: "Commits a draft with other content as another event.",
        make: || {
            Habits {
                conflicts: |_, _, _| Ok(None),
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/other-content-is-a-bad-request",
        rule: EP_035,
        about: "Rejects a draft with other content as a bad request.",
        make: || {
            Habits {
                conflicts: |_, _, _| Err(code::BAD_REQUEST),
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/other-content-not-compared",
        rule: EP_035,
        about: "Compares partitions and not content.",
        make: || {
            Habits {
                same: |earlier, draft| earlier.partitions == draft.partitions,
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/other-partitions-not-compared",
        rule: EP_035,
        about: "Compares content and not partitions.",
        make: || {
            Habits {
                same: |earlier, draft| earlier.content == draft.content,
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/other-partitions-among-them",
        rule: EP_035,
        about: "Takes a draft for the same if its partitions are among those committed.",
        make: || {
            Habits {
                same: |earlier, draft| {
                    earlier.content == draft.content
                        && draft
                            .partitions
                            .iter()
                            .all(|name| earlier.partitions.contains(name))
                },
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/refused-id-is-taken",
        rule: EP_037,
        about: "Notes the draft id before it checks.",
        make: || {
            Habits {
                refused: |server, _, event| _ = server.count(&event.id),
                taken: |server, event| server.counters.contains_key(&event.id),
                ..RIGHT
            }
            .subject()
        },
    },
];
