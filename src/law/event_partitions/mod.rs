//! The laws of `spec/event_partitions.md`.

mod messages;
mod spelling;
mod transcript;

use proptest::prelude::*;
use serde_json::{Value, json};

use super::{Body, Law, Oracle, steps};
use crate::generate::event_partitions::{
    Habit, given_partitions, lone_surrogates, names, partitions, requests, sessions, spelled_twice,
};
use crate::rule::rules::{
    EP_001, EP_002, EP_003, EP_004, EP_006, EP_007, EP_008, EP_009, EP_010, EP_011, EP_012, EP_013,
    EP_014, EP_015, EP_017, EP_018, EP_019, EP_020, EP_021, EP_024, EP_025, EP_026, EP_027, EP_028,
    EP_029, EP_030, EP_031, EP_033, EP_034, EP_035, EP_037, EP_038, EP_040, EP_041, EP_042, EP_043,
    EP_044, EP_045, EP_046, EP_047, EP_048, EP_051, EP_052, EP_053, EP_054, EP_055, EP_056, EP_057,
    EP_058, EP_059, EP_060, EP_061, EP_062, EP_063, EP_064, EP_065, EP_066, EP_067, EP_068, EP_069,
    EP_070, EP_071, EP_072, EP_074, EP_075, EP_076,
};

const SESSION: &[&str] = &[
    "event_partitions.submit",
    "event_partitions.sync",
    "event_partitions.connect",
    "event_partitions.grant",
    "event_partitions.disconnect",
];

const BATCHES: &[&str] = &[
    "event_partitions.submit_batch",
    "event_partitions.submit",
    "event_partitions.sync",
    "event_partitions.connect",
    "event_partitions.grant",
    "event_partitions.disconnect",
];

const PAGING: &[&str] = &["event_partitions.paging=limit"];

pub(super) const LAWS: &[Law] = &[
    Law {
        id: "event_partitions/law/normalize-agrees",
        rules: &[
            EP_006, EP_001, EP_002, EP_003, EP_007, EP_008, EP_009, EP_010, EP_011, EP_012, EP_013,
            EP_014, EP_015, EP_017, EP_018, EP_019, EP_020, EP_024, EP_025,
        ],
        about: "any partitions, sound or faulty, are normalized or refused as the model does",
        oracle: Oracle::Model,
        operations: &["event_partitions.normalize"],
        needs: &[],
        cost: 1,
        strategy: given_partitions,
        body: Body::Agrees,
        blame: |_| None,
    },
    Law {
        id: "event_partitions/law/lone-surrogates-are-refused",
        rules: &[EP_004],
        about: "a name with a lone surrogate, wherever it stands, is refused",
        oracle: Oracle::Model,
        operations: &["event_partitions.normalize"],
        needs: &[],
        cost: 4,
        strategy: || {
            let before = proptest::collection::vec(names(), 0..3);
            (before, lone_surrogates(), any::<bool>())
                .prop_map(|(names, name, first)| {
                    let names = names.into_iter().map(Value::from);
                    let last = (!first).then(|| name.clone());
                    let first = first.then_some(name);
                    let list = first.into_iter().chain(names).chain(last);
                    json!({"partitions": list.collect::<Vec<_>>()})
                })
                .boxed()
        },
        body: Body::Agrees,
        blame: |_| None,
    },
    Law {
        id: "event_partitions/law/nothing-but-nfc",
        rules: &[
            EP_006, EP_007, EP_008, EP_009, EP_010, EP_011, EP_013, EP_014, EP_018, EP_019, EP_020,
        ],
        about: "what is stored are the NFC forms of the names given, all of them, each once, in the order of their bytes",
        oracle: Oracle::Itself,
        operations: &["event_partitions.normalize"],
        needs: &[],
        cost: 1,
        strategy: || {
            partitions()
                .prop_map(|names| json!({"partitions": names}))
                .boxed()
        },
        body: Body::Talk(spelling::nothing_but_nfc),
        blame: |_| None,
    },
    Law {
        id: "event_partitions/law/one-set-one-list",
        rules: &[EP_018, EP_006, EP_019, EP_020],
        about: "other spellings, another order and further duplicates of the same names give the same list",
        oracle: Oracle::Itself,
        operations: &["event_partitions.normalize"],
        needs: &[],
        cost: 1,
        strategy: || {
            spelled_twice()
                .prop_map(|(one, other)| json!({"one": one, "other": other}))
                .boxed()
        },
        body: Body::Talk(spelling::one_set_one_list),
        blame: |_| None,
    },
    Law {
        id: "event_partitions/law/normal-stays-normal",
        rules: &[EP_006, EP_018, EP_020],
        about: "what has been normalized is normalized to itself",
        oracle: Oracle::Itself,
        operations: &["event_partitions.normalize"],
        needs: &[],
        cost: 1,
        strategy: || {
            partitions()
                .prop_map(|names| json!({"partitions": names}))
                .boxed()
        },
        body: Body::Talk(spelling::normal_stays_normal),
        blame: |_| None,
    },
    Law {
        id: "event_partitions/law/legacy-agrees",
        rules: &[EP_021, EP_024, EP_025],
        about: "an event with the legacy field is committed without it, or refused, as the model does",
        oracle: Oracle::Model,
        operations: SESSION,
        needs: &[],
        cost: 1,
        strategy: messages::legacy,
        body: Body::SessionAgrees,
        blame: |_| None,
    },
    Law {
        id: "event_partitions/law/repeated-drafts-agree",
        rules: &[EP_033, EP_034, EP_018, EP_019],
        about: "a draft that comes again with other spellings, another order and duplicates of its partitions is the same event",
        oracle: Oracle::Model,
        operations: SESSION,
        needs: &[],
        cost: 4,
        strategy: messages::repeated,
        body: Body::SessionAgrees,
        blame: |_| None,
    },
    Law {
        id: "event_partitions/law/misshapen-messages-agree",
        rules: &[EP_026, EP_046, EP_048, EP_054, EP_076],
        about: "a message of the wrong shape is refused, and the connection goes on as before",
        oracle: Oracle::Model,
        operations: SESSION,
        needs: &[],
        cost: 1,
        strategy: messages::misshapen,
        body: Body::SessionAgrees,
        blame: |_| None,
    },
    Law {
        id: "event_partitions/law/orderly-sessions-agree",
        rules: &[
            EP_042, EP_020, EP_040, EP_041, EP_043, EP_044, EP_045, EP_047, EP_055, EP_056, EP_059,
            EP_060, EP_061, EP_062, EP_063, EP_064, EP_065, EP_066, EP_067, EP_069, EP_070, EP_071,
            EP_072, EP_074, EP_075,
        ],
        about: "a session of up to 60 steps, in which everything is granted, goes as in the model",
        oracle: Oracle::Model,
        operations: SESSION,
        needs: &[],
        cost: 8,
        strategy: || session(Habit::Orderly, 60),
        body: Body::SessionAgrees,
        blame: |_| None,
    },
    Law {
        id: "event_partitions/law/restless-sessions-agree",
        rules: &[
            EP_059, EP_060, EP_061, EP_062, EP_063, EP_064, EP_066, EP_067, EP_068, EP_075,
        ],
        about: "a session in which connections and grants come and go goes as in the model",
        oracle: Oracle::Model,
        operations: SESSION,
        needs: &[],
        cost: 4,
        strategy: || session(Habit::Restless, 30),
        body: Body::SessionAgrees,
        blame: |_| None,
    },
    Law {
        id: "event_partitions/law/curious-sessions-agree",
        rules: &[
            EP_027, EP_028, EP_029, EP_030, EP_031, EP_051, EP_052, EP_053, EP_054, EP_068, EP_076,
        ],
        about: "a session in which clients try what they may not goes as in the model",
        oracle: Oracle::Model,
        operations: SESSION,
        needs: &[],
        cost: 4,
        strategy: || session(Habit::Curious, 30),
        body: Body::SessionAgrees,
        blame: |_| None,
    },
    Law {
        id: "event_partitions/law/forgetful-sessions-agree",
        rules: &[EP_033, EP_034, EP_035],
        about: "a session in which drafts are submitted again goes as in the model",
        oracle: Oracle::Model,
        operations: SESSION,
        needs: &[],
        cost: 4,
        strategy: || session(Habit::Forgetful, 30),
        body: Body::SessionAgrees,
        blame: |_| None,
    },
    Law {
        id: "event_partitions/law/clumsy-sessions-agree",
        rules: &[
            EP_030, EP_001, EP_002, EP_003, EP_012, EP_013, EP_017, EP_031, EP_037, EP_048, EP_054,
            EP_076,
        ],
        about: "a session in which events break limits or have no partitions goes as in the model",
        oracle: Oracle::Model,
        operations: SESSION,
        needs: &[],
        cost: 4,
        strategy: || session(Habit::Clumsy, 20),
        body: Body::SessionAgrees,
        blame: |_| None,
    },
    Law {
        id: "event_partitions/law/hasty-sessions-agree",
        rules: &[EP_038, EP_027, EP_041, EP_069, EP_074],
        about: "a session with batches, of which some events are refused, goes as in the model",
        oracle: Oracle::Model,
        operations: BATCHES,
        needs: &[],
        cost: 4,
        strategy: || session(Habit::Hasty, 20),
        body: Body::SessionAgrees,
        blame: |_| None,
    },
    Law {
        id: "event_partitions/law/patient-sessions-agree",
        rules: &[EP_057, EP_058, EP_044, EP_045, EP_056],
        about: "a session that syncs page by page, abandons pages and takes them up with other scopes, goes as in the model",
        oracle: Oracle::Model,
        operations: SESSION,
        needs: PAGING,
        cost: 4,
        strategy: || session(Habit::Patient, 30),
        body: Body::SessionAgrees,
        blame: |_| None,
    },
    Law {
        id: "event_partitions/law/ids-ascend",
        rules: &[EP_041, EP_040],
        about: "each event that is committed has a greater committed id than all before",
        oracle: Oracle::Itself,
        operations: SESSION,
        needs: &[],
        cost: 4,
        strategy: || session(Habit::Curious, 30),
        body: Body::Talk(transcript::ids_ascend),
        blame: |_| None,
    },
    Law {
        id: "event_partitions/law/syncs-return-what-was-committed",
        rules: &[EP_042, EP_043, EP_044, EP_045, EP_047, EP_055, EP_056],
        about: "a sync returns the events that were answered as committed, are later than asked and share a partition with the scope, in order and as they were answered",
        oracle: Oracle::Itself,
        operations: SESSION,
        needs: &[],
        cost: 4,
        strategy: || session(Habit::Orderly, 30),
        body: Body::Talk(transcript::syncs_return_what_was_committed),
        blame: |_| None,
    },
    Law {
        id: "event_partitions/law/pages-begin-what-is-left",
        rules: &[EP_057, EP_058],
        about: "a page is the beginning of what is left, and tells whether more is left",
        oracle: Oracle::Itself,
        operations: SESSION,
        needs: PAGING,
        cost: 4,
        strategy: || session(Habit::Patient, 30),
        body: Body::Talk(transcript::syncs_return_what_was_committed),
        blame: |_| None,
    },
    Law {
        id: "event_partitions/law/subscribers-receive",
        rules: &[EP_069, EP_067, EP_070, EP_071, EP_072],
        about: "a commit is delivered once to each open connection whose effective subscriptions meet it, and to no other but perhaps its origin",
        oracle: Oracle::Itself,
        operations: SESSION,
        needs: &[],
        cost: 4,
        strategy: || session(Habit::Orderly, 30),
        body: Body::Talk(transcript::subscribers_receive),
        blame: |_| None,
    },
    Law {
        id: "event_partitions/law/subscriptions-are-the-last-given",
        rules: &[
            EP_060, EP_054, EP_059, EP_061, EP_062, EP_063, EP_064, EP_066, EP_067, EP_068,
        ],
        about: "the effective subscriptions are the set that was last given on the connection and accepted",
        oracle: Oracle::Itself,
        operations: SESSION,
        needs: &[],
        cost: 4,
        strategy: || session(Habit::Curious, 30),
        body: Body::Talk(transcript::subscriptions_are_the_last_given),
        blame: |_| None,
    },
    Law {
        id: "event_partitions/law/granted-or-forbidden",
        rules: &[EP_027, EP_028, EP_029, EP_051, EP_052, EP_053],
        about: "a request on an open connection is accepted if and only if every partition in it is granted",
        oracle: Oracle::Itself,
        operations: SESSION,
        needs: &[],
        cost: 4,
        strategy: || session(Habit::Curious, 30),
        body: Body::Talk(transcript::granted_or_forbidden),
        blame: |_| None,
    },
    Law {
        id: "event_partitions/law/refused-events-are-nowhere",
        rules: &[EP_030, EP_031],
        about: "a draft that was never accepted is never delivered and never synced",
        oracle: Oracle::Itself,
        operations: SESSION,
        needs: &[],
        cost: 4,
        strategy: || session(Habit::Curious, 30),
        body: Body::Talk(transcript::refused_events_are_nowhere),
        blame: |_| None,
    },
];

fn session(habit: Habit, most: usize) -> BoxedStrategy<Value> {
    sessions(habit, most)
        .prop_map(|session| steps(&requests(&session)))
        .boxed()
}
