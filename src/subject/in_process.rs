//! Subjects in this process.

use std::panic::{AssertUnwindSafe, catch_unwind};

use super::{Answer, Fault, FaultKind, Hello, Reply, Request, Subject};
use crate::error::Error;

/// An implementation that is called directly.
pub trait Implementation: Send {
    /// What the implementation says of itself.
    fn hello(&self) -> Hello;

    /// Answers one request.
    fn call(&mut self, request: &Request) -> Reply;

    /// Another one like this, which can be called at the same time; `None` if there is only one.
    fn another(&self) -> Option<Box<dyn Implementation>> {
        None
    }
}

impl Implementation for Box<dyn Implementation> {
    fn hello(&self) -> Hello {
        self.as_ref().hello()
    }

    fn call(&mut self, request: &Request) -> Reply {
        self.as_mut().call(request)
    }

    fn another(&self) -> Option<Box<dyn Implementation>> {
        self.as_ref().another()
    }
}

/// Makes a subject of an implementation. A panic is a fault of the request that caused it, and of no other.
#[derive(Debug)]
pub struct InProcess<I>(pub I);

impl<I: Implementation> Subject for InProcess<I> {
    fn hello(&mut self) -> Result<Hello, Error> {
        Ok(self.0.hello())
    }

    fn answer(&mut self, requests: &[Request]) -> Vec<Answer> {
        let call = |request| {
            catch_unwind(AssertUnwindSafe(|| self.0.call(request))).map_err(|panic| {
                let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
                let text = text.or_else(|| panic.downcast_ref::<String>().cloned());
                Fault::new(
                    FaultKind::Crashed,
                    format!("it panicked: {}", text.as_deref().unwrap_or("no message")),
                )
            })
        };
        requests.iter().map(call).collect()
    }

    fn another(&self) -> Option<Box<dyn Subject>> {
        Some(Box::new(InProcess(self.0.another()?)))
    }
}
