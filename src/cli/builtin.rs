//! What is built in: the reference, and the mutants.

use std::fmt;

use crate::mutant::{self, Mutant};
use crate::subject::{Implementation, Reference};

/// An implementation that needs no adapter.
#[derive(Clone, Copy)]
pub(super) enum Builtin {
    /// The model behind the wire.
    Reference,
    /// One that breaks a rule.
    Mutant(&'static Mutant),
}

/// What the reference is called.
const REFERENCE: &str = "reference";

impl Builtin {
    /// The one of this name.
    pub(super) fn named(name: &str) -> Option<Self> {
        if name == REFERENCE {
            return Some(Self::Reference);
        }
        let found = mutant::all().find(|mutant| mutant.id == name);
        found.map(Self::Mutant)
    }

    /// All names.
    pub(super) fn names() -> impl Iterator<Item = String> {
        let mutants = mutant::all().map(|mutant| mutant.id.to_owned());
        std::iter::once(REFERENCE.to_owned()).chain(mutants)
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Reference => REFERENCE,
            Self::Mutant(mutant) => mutant.id,
        }
    }

    /// A fresh one.
    pub(super) fn implementation(self) -> Box<dyn Implementation> {
        match self {
            Self::Reference => Box::new(Reference::default()),
            Self::Mutant(mutant) => mutant.subject(),
        }
    }
}

impl fmt::Debug for Builtin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
