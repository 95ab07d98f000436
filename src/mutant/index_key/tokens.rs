//! Tokens in which each decision can be got wrong: IK-111 to IK-116.

use super::store::{Habits, RIGHT as STORE};
use crate::mutant::Mutant;
use crate::mutant::hash::sha256;
use crate::rule::codes::index_key as code;
use crate::rule::rules::{IK_111, IK_112, IK_113, IK_114, IK_115, IK_116};
use crate::subject::{Implementation, index_key as read};

/// What a token tells.
pub(super) struct Seen {
    /// The key of the last row.
    pub(super) key: Vec<u8>,
    /// How many rows were seen.
    pub(super) rows: usize,
}

/// How tokens are written and read.
#[derive(Clone, Copy)]
pub(super) struct Sealing {
    /// Whether the number of rows is written too, after the key.
    pub(super) counts: bool,
    /// The checksum of a token.
    pub(super) checksum: fn(&[u8]) -> Vec<u8>,
    /// What identifies a query.
    pub(super) query: fn(&Bounds) -> Vec<u8>,
    /// What is looked at when a token is read.
    pub(super) looks: Looks,
}

type Bounds = (Vec<u8>, Vec<u8>);

/// What is looked at when a token is read.
#[allow(
    clippy::struct_excessive_bools,
    reason = "each is a decision of its own"
)]
#[derive(Clone, Copy)]
pub(super) struct Looks {
    pub(super) checksum: bool,
    pub(super) case: bool,
    pub(super) version: bool,
    pub(super) index: bool,
    pub(super) query: bool,
    pub(super) within: bool,
    pub(super) direction: bool,
}

/// The tokens of the reference.
pub(super) const RIGHT: Sealing = Sealing {
    counts: false,
    checksum: |body| sha256(body)[..8].to_vec(),
    query: |(start, end)| {
        let length = u32::try_from(start.len()).unwrap_or(u32::MAX).to_be_bytes();
        sha256([&length[..], start, end].concat())[..8].to_vec()
    },
    looks: EVERYWHERE,
};

const EVERYWHERE: Looks = Looks {
    checksum: true,
    case: true,
    version: true,
    index: true,
    query: true,
    within: true,
    direction: true,
};

impl Sealing {
    pub(super) fn seal(self, seen: &Seen, bounds: &Bounds, reverse: bool) -> String {
        let mut body = vec![1, u8::from(reverse)];
        body.extend((self.query)(bounds));
        body.extend(&seen.key);
        if self.counts {
            body.extend(u32::try_from(seen.rows).unwrap_or(u32::MAX).to_be_bytes());
        }
        body.extend((self.checksum)(&body));
        read::hex(&body)
    }

    pub(super) fn open(
        self,
        token: &str,
        head: &[u8],
        bounds: &Bounds,
        reverse: bool,
    ) -> Result<Seen, &'static str> {
        let token = if self.looks.case {
            token.to_owned()
        } else {
            token.trim().to_lowercase()
        };
        let bytes = read::bytes(&token).map_err(|_| code::MALFORMED_TOKEN)?;
        match bytes.first() {
            Some(1) => {}
            Some(_) if !self.looks.version => {}
            Some(_) => return Err(code::UNKNOWN_TOKEN_VERSION),
            None => return Err(code::MALFORMED_TOKEN),
        }
        if bytes.len() < 18 {
            return Err(code::MALFORMED_TOKEN);
        }
        let (body, checksum) = bytes.split_at(bytes.len() - 8);
        let (query, mut key) = (&body[2..10], &body[10..]);
        if self.looks.checksum && checksum != (self.checksum)(body) || body[1] > 1 {
            return Err(code::MALFORMED_TOKEN);
        }
        let mut rows = 0;
        if let (true, Some((shorter, count))) = (self.counts, key.split_last_chunk::<4>()) {
            key = shorter;
            rows = usize::try_from(u32::from_be_bytes(*count)).unwrap_or(0);
        }
        let within = bounds.0.as_slice() <= key && key < bounds.1.as_slice();
        let foreign = self.looks.index && !key.starts_with(head)
            || self.looks.direction && body[1] != u8::from(reverse)
            || self.looks.query && query != (self.query)(bounds)
            || self.looks.within && !within;
        if foreign {
            return Err(code::FOREIGN_TOKEN);
        }
        Ok(Seen {
            key: key.to_vec(),
            rows,
        })
    }
}

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant {
        id: "index_key/mutant/query-hash-without-length",
        rule: IK_111,
        about: "Hashes the bounds without the length of the first.",
        make: || {
            let query = |(start, end): &Bounds| sha256([&start[..], end].concat())[..8].to_vec();
            sealing(Sealing { query, ..RIGHT })
        },
    },
    Mutant {
        id: "index_key/mutant/query-hash-of-the-start",
        rule: IK_111,
        about: "Hashes the start of the bounds and not their end.",
        make: || {
            let query = |(start, _): &Bounds| sha256(start)[..8].to_vec();
            sealing(Sealing { query, ..RIGHT })
        },
    },
    Mutant {
        id: "index_key/mutant/checksum-from-the-end",
        rule: IK_111,
        about: "Takes the last bytes of the hash for the checksum.",
        make: || {
            let checksum = |body: &[u8]| sha256(body)[24..].to_vec();
            sealing(Sealing { checksum, ..RIGHT })
        },
    },
    Mutant {
        id: "index_key/mutant/checksum-unchecked",
        rule: IK_112,
        about: "Does not check the checksum.",
        make: || {
            looking(Looks {
                checksum: false,
                ..EVERYWHERE
            })
        },
    },
    Mutant {
        id: "index_key/mutant/tokens-in-any-case",
        rule: IK_112,
        about: "Reads tokens in upper case and with blanks around them.",
        make: || {
            looking(Looks {
                case: false,
                ..EVERYWHERE
            })
        },
    },
    Mutant {
        id: "index_key/mutant/token-version-unchecked",
        rule: IK_113,
        about: "Reads tokens of any version.",
        make: || {
            looking(Looks {
                version: false,
                ..EVERYWHERE
            })
        },
    },
    Mutant {
        id: "index_key/mutant/foreign-index-accepted",
        rule: IK_114,
        about: "Resumes with a token of another index.",
        make: || {
            looking(Looks {
                index: false,
                query: false,
                within: false,
                ..EVERYWHERE
            })
        },
    },
    Mutant {
        id: "index_key/mutant/foreign-query-accepted",
        rule: IK_115,
        about: "Resumes with a token of another prefix or range.",
        make: || {
            looking(Looks {
                query: false,
                ..EVERYWHERE
            })
        },
    },
    Mutant {
        id: "index_key/mutant/position-outside-accepted",
        rule: IK_115,
        about: "Resumes at a position outside of the bounds.",
        make: || {
            looking(Looks {
                within: false,
                ..EVERYWHERE
            })
        },
    },
    Mutant {
        id: "index_key/mutant/direction-unchecked",
        rule: IK_116,
        about: "Resumes with a token of the other direction.",
        make: || {
            looking(Looks {
                direction: false,
                ..EVERYWHERE
            })
        },
    },
];

fn sealing(sealing: Sealing) -> Box<dyn Implementation> {
    Habits { sealing, ..STORE }.subject()
}

fn looking(looks: Looks) -> Box<dyn Implementation> {
    sealing(Sealing { looks, ..RIGHT })
}
