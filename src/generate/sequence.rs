//! Lists that shrink to the shortest: whatever can be left out is left out, and again after its neighbours have become
//! simpler. The lists of proptest try to leave out each element once.

use std::fmt;
use std::ops::Range;

use proptest::prelude::*;
use proptest::strategy::{NewTree, ValueTree};
use proptest::test_runner::TestRunner;

/// A strategy for lists: first parts that are there or not, each by its chance, then any number of others.
#[derive(Debug)]
pub(super) struct Sequence<T: fmt::Debug> {
    /// The parts that the list may begin with, in order, each with its chance.
    pub(super) opening: Vec<(f64, BoxedStrategy<T>)>,
    /// What follows.
    pub(super) others: BoxedStrategy<T>,
    /// How many of them.
    pub(super) count: Range<usize>,
}

impl<T: fmt::Debug> Strategy for Sequence<T> {
    type Tree = Elements<T>;
    type Value = Vec<T>;

    fn new_tree(&self, runner: &mut TestRunner) -> NewTree<Self> {
        let mut trees = Vec::new();
        for (chance, part) in &self.opening {
            if proptest::bool::weighted(*chance)
                .new_tree(runner)?
                .current()
            {
                trees.push(part.new_tree(runner)?);
            }
        }
        for _ in 0..self.count.clone().new_tree(runner)?.current() {
            trees.push(self.others.new_tree(runner)?);
        }
        Ok(Elements {
            kept: vec![true; trees.len()],
            trees,
            next: Attempt::LeaveOut(0),
            last: None,
            simpler: false,
        })
    }
}

/// The elements of a list, and which of them are still in it.
pub(super) struct Elements<T> {
    trees: Vec<Box<dyn ValueTree<Value = T>>>,
    kept: Vec<bool>,
    next: Attempt,
    last: Option<Attempt>,
    /// Whether an element has become simpler since all were tried to be left out.
    simpler: bool,
}

/// Something to try with the element at a place.
#[derive(Debug, Clone, Copy)]
enum Attempt {
    LeaveOut(usize),
    Simplify(usize),
}

impl<T: fmt::Debug> ValueTree for Elements<T> {
    type Value = Vec<T>;

    fn current(&self) -> Vec<T> {
        let elements = self.trees.iter().zip(&self.kept);
        elements
            .filter(|(_, kept)| **kept)
            .map(|(tree, _)| tree.current())
            .collect()
    }

    fn simplify(&mut self) -> bool {
        let end = self.trees.len();
        loop {
            match self.next {
                Attempt::LeaveOut(at) if at == end => self.next = Attempt::Simplify(0),
                Attempt::LeaveOut(at) => {
                    self.next = Attempt::LeaveOut(at + 1);
                    if std::mem::take(&mut self.kept[at]) {
                        self.last = Some(Attempt::LeaveOut(at));
                        return true;
                    }
                }
                Attempt::Simplify(at) if at == end => {
                    if !std::mem::take(&mut self.simpler) {
                        return false;
                    }
                    self.next = Attempt::LeaveOut(0);
                }
                Attempt::Simplify(at) => {
                    if self.kept[at] && self.trees[at].simplify() {
                        self.simpler = true;
                        self.last = Some(self.next);
                        return true;
                    }
                    self.next = Attempt::Simplify(at + 1);
                }
            }
        }
    }

    fn complicate(&mut self) -> bool {
        match self.last {
            Some(Attempt::LeaveOut(at)) => {
                self.kept[at] = true;
                self.last = None;
                true
            }
            Some(Attempt::Simplify(at)) => self.trees[at].complicate(),
            None => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The smallest list that has the property, as a search for a counterexample would find it.
    fn smallest(has: fn(&[u8]) -> bool) -> Vec<u8> {
        let sequence = Sequence {
            opening: vec![(0.5, Just(7).boxed()), (1.0, Just(8).boxed())],
            others: (0..100_u8).boxed(),
            count: 20..40,
        };
        let mut runner = TestRunner::deterministic();
        loop {
            let mut tree = sequence.new_tree(&mut runner).expect("it can be drawn");
            if !has(&tree.current()) {
                continue;
            }
            let mut smallest = tree.current();
            let mut more = tree.simplify();
            while more {
                more = if has(&tree.current()) {
                    smallest = tree.current();
                    tree.simplify()
                } else {
                    tree.complicate()
                };
            }
            return smallest;
        }
    }

    #[test]
    fn what_does_not_matter_is_left_out() {
        assert_eq!(smallest(|list| list.contains(&8)), [8]);
        assert_eq!(smallest(|list| list.iter().any(|n| *n > 41)), [42]);
        assert_eq!(smallest(|_| true), [0_u8; 0]);
    }

    #[test]
    fn what_matters_only_to_complicated_neighbours_is_left_out_too() {
        // A list of several needs an element that is greater than all before, until that has become 0.
        let counts = |list: &[u8]| match list.split_last() {
            Some((0, _)) => true,
            Some((last, before)) => before.len() > 3 && before.iter().any(|n| n < last),
            None => false,
        };
        assert_eq!(smallest(counts), [0]);
    }
}
