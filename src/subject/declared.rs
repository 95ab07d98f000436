//! A subject of which someone else says what it is.

use std::collections::BTreeMap;

use super::{Afterthoughts, Answer, Hello, Request, Subject};
use crate::error::Error;

/// A subject with options that are declared for it, and take precedence over its own.
pub struct Declared {
    subject: Box<dyn Subject>,
    options: BTreeMap<String, String>,
}

impl Declared {
    /// The subject with these options.
    #[must_use]
    pub fn new(subject: Box<dyn Subject>, options: BTreeMap<String, String>) -> Self {
        Self { subject, options }
    }
}

impl Subject for Declared {
    fn hello(&mut self) -> Result<Hello, Error> {
        let mut hello = self.subject.hello()?;
        hello.options.extend(self.options.clone());
        Ok(hello)
    }

    fn answer(&mut self, requests: &[Request]) -> Vec<Answer> {
        self.subject.answer(requests)
    }

    fn another(&self) -> Option<Box<dyn Subject>> {
        let another = self.subject.another()?;
        Some(Box::new(Self::new(another, self.options.clone())))
    }

    fn close(&mut self) -> Afterthoughts {
        self.subject.close()
    }
}
