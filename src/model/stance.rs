//! What the model does where a rule is open.

use crate::rule::{Registry, RuleId};

/// A behaviour that was chosen at an open rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Choice {
    /// The open rule.
    pub rule: RuleId,
    /// One of the behaviours that the rule lists.
    pub name: &'static str,
}

/// The choices of one implementation, made as they are asked for and then kept.
///
/// The default stance is the reference's own: the first behaviour that each open rule lists.
#[derive(Debug, Clone, Default)]
pub struct Stance {
    taken: Vec<(RuleId, usize)>,
}

impl Stance {
    /// Whether this stance, at the open rule, takes the named behaviour.
    ///
    /// # Panics
    ///
    /// If the rule is not open or does not list the behaviour: a mistake in the model.
    pub fn takes(&mut self, rule: RuleId, name: &str) -> bool {
        let at = match self.taken.iter().find(|(known, _)| *known == rule) {
            Some((_, at)) => *at,
            None => {
                self.taken.push((rule, 0));
                0
            }
        };
        let choices = choices(rule);
        assert!(
            choices.iter().any(|choice| choice == name),
            "{rule} does not list `{name}`"
        );
        choices[at] == name
    }

    /// The choices that were asked for so far, in the order of asking.
    #[must_use]
    pub fn choices(&self) -> Vec<Choice> {
        self.taken
            .iter()
            .map(|&(rule, at)| Choice {
                rule,
                name: &choices(rule)[at],
            })
            .collect()
    }

    /// Calls `f` once for every combination of the choices that it asks for, the reference's own first.
    pub fn explore<T>(f: impl Fn(&mut Self) -> T) -> Vec<(Self, T)> {
        let mut results = Vec::new();
        let mut next = Some(Vec::new());
        while let Some(taken) = next {
            let mut stance = Self { taken };
            let result = f(&mut stance);
            next = following(stance.taken.clone());
            results.push((stance, result));
        }
        results
    }
}

/// The combination after this one: the last choice that has another behaviour takes it, and those after it start again.
fn following(mut taken: Vec<(RuleId, usize)>) -> Option<Vec<(RuleId, usize)>> {
    while let Some((rule, at)) = taken.pop() {
        if at + 1 < choices(rule).len() {
            taken.push((rule, at + 1));
            return Some(taken);
        }
    }
    None
}

fn choices(rule: RuleId) -> &'static [String] {
    let known = Registry::embedded()
        .rule(rule)
        .expect("a constant names a rule in force");
    assert!(!known.choices.is_empty(), "{rule} is not open");
    &known.choices
}
