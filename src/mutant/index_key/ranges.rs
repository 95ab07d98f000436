//! Mistakes in bounds: IK-082 to IK-095.

use serde_json::json;

use super::bounds::{Ends, RIGHT as ENDS, with_ff};
use super::encoder::{Habits, RIGHT, inverted, right};
use crate::model::index_key::{Bound, Value};
use crate::mutant::Mutant;
use crate::mutant::deviation::instead;
use crate::rule::codes::index_key as code;
use crate::rule::rules::{
    IK_082, IK_083, IK_084, IK_085, IK_086, IK_087, IK_088, IK_089, IK_090, IK_091, IK_092, IK_093,
    IK_094, IK_095,
};
use crate::subject::{Implementation, Reply};

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant {
        id: "index_key/mutant/prefix-ends-at-its-start",
        rule: IK_082,
        about: "Ends a prefix with 00, before every key of it.",
        make: || {
            ending(Ends {
                after_prefix: |mut bytes| {
                    bytes.push(0);
                    bytes
                },
                ..ENDS
            })
        },
    },
    Mutant {
        id: "index_key/mutant/prefix-ends-at-80",
        rule: IK_082,
        about: "Ends a prefix with 80, because tags are below; inverted tags are not.",
        make: || {
            ending(Ends {
                after_prefix: |mut bytes| {
                    bytes.push(0x80);
                    bytes
                },
                ..ENDS
            })
        },
    },
    Mutant {
        id: "index_key/mutant/at-least-is-more-than",
        rule: IK_083,
        about: "Leaves the bound out of >=.",
        make: || {
            ending(Ends {
                inclusive: |first, inclusive| inclusive && !first,
                ..ENDS
            })
        },
    },
    Mutant {
        id: "index_key/mutant/more-than-is-at-least",
        rule: IK_084,
        about: "Takes > for >=.",
        make: || {
            ending(Ends {
                inclusive: |first, inclusive| inclusive || first,
                ..ENDS
            })
        },
    },
    Mutant {
        id: "index_key/mutant/more-than-is-one-byte-later",
        rule: IK_084,
        about: "Begins behind the bound's own bytes, which all keys with the bound are.",
        make: || {
            ending(Ends {
                behind: |mut bytes| {
                    bytes.push(0);
                    bytes
                },
                ..ENDS
            })
        },
    },
    Mutant {
        id: "index_key/mutant/at-most-is-less-than",
        rule: IK_085,
        about: "Takes <= for <.",
        make: || {
            ending(Ends {
                inclusive: |first, inclusive| inclusive && first,
                ..ENDS
            })
        },
    },
    Mutant {
        id: "index_key/mutant/less-than-is-at-most",
        rule: IK_086,
        about: "Takes < for <=.",
        make: || {
            ending(Ends {
                inclusive: |first, inclusive| inclusive || !first,
                ..ENDS
            })
        },
    },
    Mutant {
        id: "index_key/mutant/between-without-upper",
        rule: IK_087,
        about: "Forgets the upper bound where there is a lower one.",
        make: || {
            ending(Ends {
                heeds: |lower, upper, descending| {
                    let upper = upper.filter(|_| lower.is_none());
                    (ENDS.heeds)(lower, upper, descending)
                },
                ..ENDS
            })
        },
    },
    Mutant {
        id: "index_key/mutant/wrong-way-round-is-turned",
        rule: IK_088,
        about: "Swaps bounds that are the wrong way round.",
        make: || {
            ending(Ends {
                wrong_way: |start, end| (end, start),
                ..ENDS
            })
        },
    },
    Mutant {
        id: "index_key/mutant/wrong-way-round-is-refused",
        rule: IK_088,
        about: "Refuses bounds between which no value lies.",
        make: || {
            instead(&["index_key.bounds"], |reference, request| {
                let reply = reference.call(request);
                match &reply {
                    Reply::Ok(ok) if ok["start"] == ok["end"] => Reply::reject(code::TYPE_MISMATCH),
                    _ => reply,
                }
            })
        },
    },
    Mutant {
        id: "index_key/mutant/bounds-not-swapped",
        rule: IK_089,
        about: "Forgets to swap the bounds of descending components.",
        make: || {
            ending(Ends {
                heeds: |lower, upper, _| (lower, upper),
                ..ENDS
            })
        },
    },
    Mutant {
        id: "index_key/mutant/inclusiveness-not-swapped",
        rule: IK_089,
        about: "Swaps the values of the bounds of descending components, but not whether they are included.",
        make: || {
            ending(Ends {
                heeds: |lower, upper, descending| match (lower, upper) {
                    (Some(lower), Some(upper)) if descending => {
                        let bound = |value: Value, inclusive| Some(Bound { value, inclusive });
                        (
                            bound(upper.value, lower.inclusive),
                            bound(lower.value, upper.inclusive),
                        )
                    }
                    (lower, upper) => (ENDS.heeds)(lower, upper, descending),
                },
                ..ENDS
            })
        },
    },
    Mutant {
        id: "index_key/mutant/null-outside-of-ranges",
        rule: IK_090,
        about: "Leaves null out where there is no lower bound, as SQL does.",
        make: || {
            ending(Ends {
                unbounded: |mut bytes| {
                    bytes.push(9);
                    bytes
                },
                ..ENDS
            })
        },
    },
    Mutant {
        id: "index_key/mutant/null-bound-is-no-bound",
        rule: IK_090,
        about: "Takes a bound of null for an absent one.",
        make: || {
            ending(Ends {
                heeds: |lower, upper, descending| {
                    let bound = |bound: Option<Bound<Value>>| {
                        bound.filter(|bound| bound.value != Value::Null)
                    };
                    (ENDS.heeds)(bound(lower), bound(upper), descending)
                },
                ..ENDS
            })
        },
    },
    Mutant {
        id: "index_key/mutant/no-range-on-primary-key",
        rule: IK_091,
        about: "Ignores a range after a prefix of all components.",
        make: || {
            ending(Ends {
                ranged: |at, components| at < components,
                ..ENDS
            })
        },
    },
    Mutant {
        id: "index_key/mutant/beginning-with-end",
        rule: IK_092,
        about: "Takes the beginning of a text for a whole text.",
        make: || {
            ending(Ends {
                beginning: right,
                successor: with_ff,
                ..ENDS
            })
        },
    },
    Mutant {
        id: "index_key/mutant/beginning-ends-with-ff",
        rule: IK_093,
        about: "Ends a beginning with ff, and leaves out byte strings that go on with ff.",
        make: || {
            ending(Ends {
                successor: with_ff,
                ..ENDS
            })
        },
    },
    Mutant {
        id: "index_key/mutant/successor-without-carry",
        rule: IK_093,
        about: "Lets a last byte of ff wrap around.",
        make: || {
            ending(Ends {
                successor: |mut bytes| {
                    if let Some(last) = bytes.last_mut() {
                        *last = last.wrapping_add(1);
                    }
                    bytes
                },
                ..ENDS
            })
        },
    },
    Mutant {
        id: "index_key/mutant/descending-beginning-turned-too-late",
        rule: IK_093,
        about: "Makes both ends of a beginning as for an ascending component, and then inverts and swaps them.",
        make: || {
            ending(Ends {
                backwards: |bytes, successor| {
                    let end = successor(bytes.clone());
                    (inverted(&end), inverted(&bytes))
                },
                ..ENDS
            })
        },
    },
    Mutant {
        id: "index_key/mutant/beginning-of-anything",
        rule: IK_094,
        about: "Takes the beginning of a value that is no text for the value itself.",
        make: || {
            instead(&["index_key.bounds"], |reference, request| {
                let reply = reference.call(request);
                let refused =
                    matches!(&reply, Reply::Reject { code, .. } if code == code::TYPE_MISMATCH);
                let beginning = request.input["range"]["starts_with"].clone();
                if !refused || beginning.is_null() {
                    return reply;
                }
                let bound = json!({"value": beginning, "inclusive": true});
                let mut request = request.clone();
                request.input_mut()["range"] = json!({"lower": bound, "upper": bound});
                reference.call(&request)
            })
        },
    },
    Mutant {
        id: "index_key/mutant/scans-bleed",
        rule: IK_095,
        about: "Ends a scan of the whole index at the end of the next one.",
        make: || {
            ending(Ends {
                after_prefix: |bytes| match <[u8; 6]>::try_from(bytes.as_slice()) {
                    Ok([version, kind, id @ ..]) => {
                        let next = u32::from_be_bytes(id).saturating_add(1);
                        let mut end = vec![version, kind];
                        end.extend(next.to_be_bytes());
                        end.push(0xff);
                        end
                    }
                    Err(_) => with_ff(bytes),
                },
                ..ENDS
            })
        },
    },
    Mutant {
        id: "index_key/mutant/id-successor-wraps",
        rule: IK_095,
        about: "Ends a scan of the whole index at the next id, which wraps around after the greatest.",
        make: || {
            ending(Ends {
                after_prefix: |bytes| match <[u8; 6]>::try_from(bytes.as_slice()) {
                    Ok([version, kind, id @ ..]) => {
                        let next = u32::from_be_bytes(id).wrapping_add(1);
                        let kind = if next == 0 { kind + 2 } else { kind };
                        [&[version, kind][..], &next.to_be_bytes()].concat()
                    }
                    Err(_) => with_ff(bytes),
                },
                ..ENDS
            })
        },
    },
];

fn ending(ends: Ends) -> Box<dyn Implementation> {
    Habits { ends, ..RIGHT }.subject()
}
