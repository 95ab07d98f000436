//! Laws of what random lives of a store seldom reach.

use proptest::prelude::*;

use super::agrees::STORE;
use super::token;
use crate::generate::index_key::{cold_tokens, crowds, rewritten_rows};
use crate::law::{Body, Law, Oracle, steps};
use crate::rule::rules::{IK_100, IK_105, IK_110, IK_111};

pub(super) const LAWS: &[Law] = &[
    Law {
        id: "index_key/law/rows-are-told-apart-by-value",
        rules: &[IK_100],
        about: "a unique index takes a row again whose primary key is written otherwise",
        oracle: Oracle::Model,
        operations: STORE,
        needs: &[
            "index_key.types=int",
            "index_key.types=decimal",
            "index_key.features=unique",
        ],
        cost: 4,
        strategy: || rewritten_rows().prop_map(|life| steps(&life)).boxed(),
        body: Body::SessionAgrees,
        blame: |_| None,
    },
    Law {
        id: "index_key/law/no-limit-gives-all",
        rules: &[IK_105],
        about: "a scan without a limit gives every row, however many there are",
        oracle: Oracle::Model,
        operations: STORE,
        needs: &["index_key.types=int"],
        cost: 32,
        strategy: || crowds().prop_map(|life| steps(&life)).boxed(),
        body: Body::SessionAgrees,
        blame: |_| None,
    },
    Law {
        id: "index_key/law/tokens-need-no-memory",
        rules: &[IK_110, IK_111],
        about: "a store resumes from a token that it has not given itself",
        oracle: Oracle::Model,
        operations: token::OPERATIONS,
        needs: token::CANONICAL,
        cost: 1,
        strategy: || cold_tokens().prop_map(|life| steps(&life)).boxed(),
        body: Body::SessionAgrees,
        blame: |_| None,
    },
];
