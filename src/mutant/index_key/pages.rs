//! Mistakes about pages: IK-106 to IK-110.

use super::store::{Habits, RIGHT, Stored};
use super::tokens::Seen;
use crate::mutant::Mutant;
use crate::rule::rules::{IK_106, IK_108, IK_109, IK_110};

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant {
        id: "index_key/mutant/no-token-before-the-last-row",
        rule: IK_106,
        about: "Gives no token if only one row remains.",
        make: || {
            Habits {
                goes_on: |remain, _| remain > 1,
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "index_key/mutant/token-after-the-end",
        rule: IK_106,
        about: "Gives a token with every page that has rows.",
        make: || {
            Habits {
                goes_on: |_, _| true,
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "index_key/mutant/cursor-inclusive",
        rule: IK_108,
        about: "Begins a page with the last row of the page before.",
        make: || {
            Habits {
                resumes: |rows, seen, reverse| {
                    let from = |row: &Stored| {
                        if reverse {
                            row.key <= seen.key
                        } else {
                            row.key >= seen.key
                        }
                    };
                    Some(rows.iter().position(from).unwrap_or(rows.len()))
                },
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "index_key/mutant/cursor-without-primary-key",
        rule: IK_108,
        about: "Remembers the components of the last row but not its primary key, and skips its ties.",
        make: || {
            Habits {
                resumes: |rows, seen, reverse| {
                    let at = (RIGHT.resumes)(rows, seen, reverse)?;
                    let tie = rows
                        .iter()
                        .find(|row| row.key == seen.key)
                        .map(|row| &row.row.components);
                    let ties = rows[at..]
                        .iter()
                        .take_while(|row| Some(&row.row.components) == tie);
                    Some(at + ties.count())
                },
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "index_key/mutant/cursor-forgets-reverse",
        rule: IK_108,
        about: "Resumes behind the last row in ascending order, whichever way the scan runs.",
        make: || {
            Habits {
                resumes: |rows, seen, _| {
                    let behind = |row: &Stored| row.key > seen.key;
                    Some(rows.iter().position(behind).unwrap_or(rows.len()))
                },
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "index_key/mutant/token-binds-the-limit",
        rule: IK_108,
        about: "Refuses a token if the next page has another limit.",
        make: || {
            Habits {
                honours: |given, limit| given.is_none_or(|given| given.limit == limit),
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "index_key/mutant/deleted-anchor-ends-the-scan",
        rule: IK_109,
        about: "Looks for the last row, and ends if it is gone.",
        make: || {
            Habits {
                resumes: |rows, seen, _| Some(found(rows, seen).map_or(rows.len(), |at| at + 1)),
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "index_key/mutant/deleted-anchor-restarts-the-scan",
        rule: IK_109,
        about: "Looks for the last row, and begins anew if it is gone.",
        make: || {
            Habits {
                resumes: |rows, seen, _| Some(found(rows, seen).map_or(0, |at| at + 1)),
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "index_key/mutant/deleted-anchor-refused",
        rule: IK_109,
        about: "Looks for the last row, and refuses the token if it is gone.",
        make: || {
            Habits {
                resumes: |rows, seen, _| found(rows, seen).map(|at| at + 1),
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "index_key/mutant/cursor-as-offset",
        rule: IK_110,
        about: "Counts the rows that were seen, and skips as many.",
        make: || {
            let mut habits = Habits {
                resumes: |rows, seen, _| Some(seen.rows.min(rows.len())),
                ..RIGHT
            };
            habits.sealing.counts = true;
            habits.subject()
        },
    },
    Mutant {
        id: "index_key/mutant/tokens-used-up",
        rule: IK_110,
        about: "Takes each token once.",
        make: || {
            Habits {
                honours: |given, _| given.is_none_or(|given| !given.used),
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "index_key/mutant/tokens-in-memory",
        rule: IK_110,
        about: "Keeps its tokens in memory, and refuses those that it has not given itself.",
        make: || {
            Habits {
                honours: |given, _| given.is_some(),
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "index_key/mutant/pages-of-a-copy",
        rule: IK_110,
        about: "Keeps a copy of the rows at the first page, and cuts the others from it.",
        make: || {
            Habits {
                copies: true,
                ..RIGHT
            }
            .subject()
        },
    },
];

fn found(rows: &[Stored], seen: &Seen) -> Option<usize> {
    rows.iter().position(|row| row.key == seen.key)
}
