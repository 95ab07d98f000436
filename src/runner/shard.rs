//! A part of a plan, so that several machines can share a run.

use std::cmp::Reverse;
use std::fmt;
use std::str::FromStr;

use super::selection::Plan;
use crate::law::{Effort, Law};
use crate::vector::Case;

/// Which part of how many: `2/3`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shard {
    index: usize,
    of: usize,
}

/// What a shard has of the whole.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Share {
    /// The shard.
    pub shard: Shard,
    /// How many cases and laws the whole has.
    pub total: usize,
    /// Which of them the shard has, in order, from 0: cases first, then laws.
    pub places: Vec<usize>,
}

impl Shard {
    /// Which part, from 1.
    #[must_use]
    pub fn index(self) -> usize {
        self.index
    }

    /// Of how many.
    #[must_use]
    pub fn of(self) -> usize {
        self.of
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parts = text
            .split_once('/')
            .and_then(|(index, of)| Some((index.parse().ok()?, of.parse().ok()?)));
        match parts {
            Some((index, of)) if (1..=of).contains(&index) => Ok(Self { index, of }),
            _ => Err("expected I/N, from 1/N to N/N".to_owned()),
        }
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.of)
    }
}

impl Plan {
    /// What the shard has of this plan. It depends on nothing but the plan and the effort, and all shards together have
    /// everything once.
    #[must_use]
    pub fn share(mut self, shard: Shard, effort: &Effort) -> Self {
        let cases = self.cases.iter().map(cost_of_case);
        let laws = self.laws.iter().map(|law| cost_of_law(law, effort));
        let costs: Vec<usize> = cases.chain(laws).collect();
        let places = places(&costs, shard);
        let has = |place: usize| places.binary_search(&place).is_ok();
        let (mut at, count) = (0, self.cases.len());
        self.cases.retain(|_| {
            at += 1;
            has(at - 1)
        });
        at = count;
        self.laws.retain(|_| {
            at += 1;
            has(at - 1)
        });
        self.share = Some(Share {
            shard,
            total: costs.len(),
            places,
        });
        self
    }
}

/// The costliest first, each to the shard that has the least so far.
fn places(costs: &[usize], shard: Shard) -> Vec<usize> {
    let mut order: Vec<usize> = (0..costs.len()).collect();
    order.sort_by_key(|place| (Reverse(costs[*place]), *place));
    let mut loads = vec![0_usize; shard.of];
    let mut places = Vec::new();
    for place in order {
        let least = (0..shard.of).min_by_key(|at| loads[*at]).unwrap_or(0);
        loads[least] += costs[place];
        if least + 1 == shard.index {
            places.push(place);
        }
    }
    places.sort_unstable();
    places
}

/// What a case costs, in requests.
fn cost_of_case(case: &Case) -> usize {
    case.steps.len()
}

/// What a law costs, in requests: a law that asks more for each input gets fewer of them.
fn cost_of_law(law: &Law, effort: &Effort) -> usize {
    effort.cases.div_ceil(law.cost) * law.cost * 2
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shards(of: usize) -> impl Iterator<Item = Shard> {
        (1..=of).map(move |index| Shard { index, of })
    }

    #[test]
    fn every_place_belongs_to_one_shard() {
        let costs: Vec<usize> = (0..100).map(|at| 1 + at * 7 % 13).collect();
        for of in [1, 2, 3, 7, 150] {
            let mut all: Vec<usize> = shards(of).flat_map(|shard| places(&costs, shard)).collect();
            all.sort_unstable();
            assert_eq!(all, (0..100).collect::<Vec<_>>(), "{of}");
        }
    }

    #[test]
    fn shards_cost_about_the_same() {
        let costs: Vec<usize> = (0..100).map(|at| 1 + at * at % 97).collect();
        let loads: Vec<usize> = shards(3)
            .map(|shard| places(&costs, shard).iter().map(|at| costs[*at]).sum())
            .collect();
        let (least, most) = (loads.iter().min().unwrap(), loads.iter().max().unwrap());
        assert!(most - least <= 2, "{loads:?}");
    }

    #[test]
    fn a_shard_is_written_as_it_is_read() {
        assert_eq!("2/3".parse::<Shard>().unwrap().to_string(), "2/3");
        for wrong in ["", "1", "0/3", "4/3", "1/0", "-1/2", "1/2/3", "a/b"] {
            assert!(wrong.parse::<Shard>().is_err(), "{wrong}");
        }
    }
}
