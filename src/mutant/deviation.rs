//! The reference, but for some operations. What a deviation does not name, it cannot change.

use serde_json::Value;

use crate::subject::{Hello, Implementation, Reference, Reply, Request};

/// Answers the named operations by `answer`, which may ask the reference, and leaves all others to the reference.
pub(super) fn instead(
    operations: &'static [&'static str],
    answer: impl FnMut(&mut Reference, &Request) -> Reply + Send + 'static,
) -> Box<dyn Implementation> {
    Box::new(Deviation {
        reference: Reference::default(),
        operations,
        answer,
    })
}

/// Alters the input of the named operations before the reference sees it.
pub(super) fn before(
    operations: &'static [&'static str],
    alter: impl Fn(&mut Value) + Send + 'static,
) -> Box<dyn Implementation> {
    instead(operations, move |reference, request| {
        let mut request = request.clone();
        alter(request.input_mut());
        reference.call(&request)
    })
}

/// Alters the results of the named operations, with an eye on their input. Refusals stay as they are.
pub(super) fn after(
    operations: &'static [&'static str],
    mut alter: impl FnMut(&Value, &mut Value) + Send + 'static,
) -> Box<dyn Implementation> {
    instead(operations, move |reference, request| {
        let mut reply = reference.call(request);
        if let Reply::Ok(result) = &mut reply {
            alter(&request.input, result);
        }
        reply
    })
}

/// The text in a field; empty if there is none.
pub(super) fn text<'a>(object: &'a Value, field: &str) -> &'a str {
    object[field].as_str().unwrap_or_default()
}

struct Deviation<F> {
    reference: Reference,
    operations: &'static [&'static str],
    answer: F,
}

impl<F: FnMut(&mut Reference, &Request) -> Reply + Send> Implementation for Deviation<F> {
    fn hello(&self) -> Hello {
        self.reference.hello()
    }

    fn call(&mut self, request: &Request) -> Reply {
        if self.operations.contains(&request.operation.as_str()) {
            (self.answer)(&mut self.reference, request)
        } else {
            self.reference.call(request)
        }
    }
}

/// Asks everything that the vectors ask, and wants the answers of the reference.
#[cfg(test)]
pub(super) fn assert_right(mut subject: Box<dyn Implementation>) {
    use crate::generate::requests;
    use crate::rule::Registry;
    use crate::vector::Library;

    let topics = Library::embedded().topics(Registry::embedded());
    let topics = topics.expect("the embedded vectors can be read");
    let mut reference = Reference::default();
    for request in topics
        .iter()
        .flat_map(|topic| &topic.cases)
        .flat_map(requests)
    {
        match (subject.call(&request), reference.call(&request)) {
            // An input with several faults may be refused for any of them.
            (Reply::Reject { .. }, Reply::Reject { .. }) => {}
            (ours, right) => assert_eq!(ours, right, "{request:?}"),
        }
    }
}
