//! The smallest set of cases that still kills every mutant.
//!
//! Finding it is the set cover problem, which is hard in general. Most of it is easy here: a case that alone kills some
//! mutant is needed, and a case or mutant that another one makes superfluous can be forgotten. What is left is searched
//! exactly, within limits; where these do not suffice, the best set that was found is told, and that it may not be the
//! smallest.

use std::collections::{BTreeMap, BTreeSet};

use super::matrix::Kill;

/// How many sets are looked at before the search is given up.
const PATIENCE: usize = 200_000;

/// A set of cases that kills all that any case kills.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cover {
    /// The cases of the set.
    pub cases: BTreeSet<String>,
    /// Whether no smaller set does it.
    pub smallest: bool,
    /// Cases that kill something, but nothing that no other case kills.
    pub replaceable: BTreeSet<String>,
    /// For each case that is the only one to kill something: what.
    pub alone: BTreeMap<String, Vec<&'static str>>,
    /// Mutants that no case kills.
    pub by_laws_only: Vec<&'static str>,
}

/// The cover of a kill matrix.
#[must_use]
pub fn cover(kills: &[Kill]) -> Cover {
    let mut alone: BTreeMap<String, Vec<&'static str>> = BTreeMap::new();
    let (mut killers, mut by_laws_only) = (BTreeSet::new(), Vec::new());
    let mut names: BTreeMap<&str, usize> = BTreeMap::new();
    let mut problem = Problem::default();
    for kill in kills {
        let ids: Vec<&str> = kill.cases.iter().map(|killer| killer.id.as_str()).collect();
        killers.extend(ids.iter().map(|id| (*id).to_owned()));
        match ids[..] {
            [] => by_laws_only.push(kill.mutant.id),
            [only] => alone
                .entry(only.to_owned())
                .or_default()
                .push(kill.mutant.id),
            _ => {}
        }
        if !ids.is_empty() {
            let places = ids.into_iter().map(|id| {
                let next = names.len();
                *names.entry(id).or_insert(next)
            });
            problem.wanted.push(places.collect());
        }
    }
    let (chosen, smallest) = problem.solve();
    let cases = names.iter().filter(|(_, place)| chosen.contains(place));
    let replaceable = killers.iter().filter(|id| !alone.contains_key(*id));
    Cover {
        cases: cases.map(|(id, _)| (*id).to_owned()).collect(),
        smallest,
        replaceable: replaceable.cloned().collect(),
        alone,
        by_laws_only,
    }
}

type Places = BTreeSet<usize>;

/// For each thing that is wanted, the places that provide it: one of them has to be chosen.
#[derive(Debug, Clone, Default)]
struct Problem {
    wanted: Vec<Places>,
}

impl Problem {
    /// The places that are chosen, and whether no fewer would do.
    fn solve(mut self) -> (Places, bool) {
        let mut chosen = Places::new();
        self.reduce(&mut chosen);
        let mut all = true;
        // What shares no place is a problem of its own.
        for part in self.parts() {
            let greedy = part.greedy();
            let mut search = Search {
                best: greedy,
                left: PATIENCE,
            };
            search.descend(part, Places::new());
            all &= search.left > 0;
            chosen.extend(search.best);
        }
        (chosen, all)
    }

    /// Takes what has to be chosen, and forgets what is superfluous, until nothing changes any more.
    fn reduce(&mut self, chosen: &mut Places) {
        loop {
            let before = (self.wanted.len(), self.size());
            let needed = self.wanted.iter().filter(|places| places.len() == 1);
            let needed: Places = needed.flatten().copied().collect();
            self.wanted.retain(|places| places.is_disjoint(&needed));
            chosen.extend(needed);
            self.forget_wanted();
            self.forget_places();
            if (self.wanted.len(), self.size()) == before {
                return;
            }
        }
    }

    fn size(&self) -> usize {
        self.wanted.iter().map(BTreeSet::len).sum()
    }

    /// Whoever provides the more demanding one provides the other, too.
    fn forget_wanted(&mut self) {
        self.wanted.sort_by_key(BTreeSet::len);
        let mut kept: Vec<Places> = Vec::new();
        for places in self.wanted.drain(..) {
            if !kept.iter().any(|one| one.is_subset(&places)) {
                kept.push(places);
            }
        }
        self.wanted = kept;
    }

    /// A place that provides nothing but what another one provides is not needed.
    fn forget_places(&mut self) {
        let provided = self.provided();
        let mut gone = Places::new();
        for (place, own) in &provided {
            let first = own.first().expect("it provides something");
            let beaten = self.wanted[*first].iter().any(|rival| {
                let theirs = &provided[rival];
                // Of two that provide the same, the first stays.
                let better = own.len() < theirs.len() || rival < place;
                better && !gone.contains(rival) && own.is_subset(theirs)
            });
            if beaten {
                gone.insert(*place);
            }
        }
        for places in &mut self.wanted {
            places.retain(|place| !gone.contains(place));
        }
    }

    /// What each place provides.
    fn provided(&self) -> BTreeMap<usize, BTreeSet<usize>> {
        let mut provided: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
        for (at, places) in self.wanted.iter().enumerate() {
            for place in places {
                provided.entry(*place).or_default().insert(at);
            }
        }
        provided
    }

    /// Problems that have no place in common.
    fn parts(self) -> Vec<Self> {
        let mut parts: Vec<(Places, Self)> = Vec::new();
        for places in self.wanted {
            let (touched, apart): (Vec<_>, Vec<_>) = parts
                .into_iter()
                .partition(|(known, _)| !known.is_disjoint(&places));
            let mut joined = (
                places.clone(),
                Self {
                    wanted: vec![places],
                },
            );
            for (known, part) in touched {
                joined.0.extend(known);
                joined.1.wanted.extend(part.wanted);
            }
            parts = apart;
            parts.push(joined);
        }
        parts.into_iter().map(|(_, part)| part).collect()
    }

    /// Takes whoever provides most, until all is provided.
    fn greedy(&self) -> Places {
        let (mut rest, mut chosen) = (self.clone(), Places::new());
        while !rest.wanted.is_empty() {
            let provided = rest.provided();
            let most = provided
                .iter()
                .max_by_key(|(place, own)| (own.len(), std::cmp::Reverse(**place)));
            let place = *most.expect("something is wanted").0;
            rest.wanted.retain(|places| !places.contains(&place));
            chosen.insert(place);
        }
        chosen
    }

    /// So many at least have to be chosen: for things that no place provides together.
    fn at_least(&self) -> usize {
        let mut taken = Places::new();
        let mut count = 0;
        for places in &self.wanted {
            if places.is_disjoint(&taken) {
                taken.extend(places);
                count += 1;
            }
        }
        count
    }
}

/// A search for the fewest, that gives up when its patience ends.
struct Search {
    best: Places,
    left: usize,
}

impl Search {
    fn descend(&mut self, mut problem: Problem, mut chosen: Places) {
        if self.left == 0 {
            return;
        }
        self.left -= 1;
        problem.reduce(&mut chosen);
        if chosen.len() + problem.at_least() >= self.best.len() {
            return;
        }
        // After the reduction, what is wanted most narrowly stands first.
        let Some(narrowest) = problem.wanted.first().cloned() else {
            self.best = chosen;
            return;
        };
        for place in narrowest {
            let mut rest = problem.clone();
            rest.wanted.retain(|places| !places.contains(&place));
            let mut chosen = chosen.clone();
            chosen.insert(place);
            self.descend(rest, chosen);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problem(wanted: &[&[usize]]) -> Problem {
        let wanted = wanted.iter().map(|places| places.iter().copied().collect());
        Problem {
            wanted: wanted.collect(),
        }
    }

    fn is_cover(problem: &Problem, chosen: &Places) -> bool {
        let mut wanted = problem.wanted.iter();
        wanted.all(|places| !places.is_disjoint(chosen))
    }

    #[test]
    fn what_alone_provides_is_chosen() {
        let (chosen, smallest) = problem(&[&[1], &[1, 2], &[2, 3]]).solve();
        assert!(smallest);
        assert_eq!(chosen, Places::from([1, 2]));
    }

    #[test]
    fn the_greedy_choice_is_corrected() {
        // Greed takes 0, which provides four of six, and then needs two more; 1 and 2 provide all.
        let tricky = problem(&[&[0, 1], &[0, 1], &[1], &[0, 2], &[0, 2], &[2]]);
        let (chosen, smallest) = tricky.clone().solve();
        assert!(smallest && is_cover(&tricky, &chosen));
        assert_eq!(chosen.len(), 2);
    }

    /// Compares with trying out everything, on small problems drawn by a little generator.
    #[test]
    fn no_smaller_set_exists() {
        let mut state = 7_u64;
        let mut next = |below: usize| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            usize::try_from(state >> 33).unwrap() % below
        };
        for _ in 0..300 {
            let wanted = (0..=next(8)).map(|_| (0..=next(4)).map(|_| next(9)).collect());
            let drawn = Problem {
                wanted: wanted.collect(),
            };
            let (chosen, smallest) = drawn.clone().solve();
            assert!(smallest && is_cover(&drawn, &chosen), "{drawn:?}");
            let fewest = (0..512_u32).filter(|bits| {
                let set = (0..9).filter(|place| bits >> place & 1 == 1);
                is_cover(&drawn, &set.collect())
            });
            let fewest = fewest.map(u32::count_ones).min().unwrap();
            assert_eq!(chosen.len(), fewest as usize, "{drawn:?}");
        }
    }
}
