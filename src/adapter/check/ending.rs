//! The end of a conversation.

use crate::adapter::complaint::Complaint;
use crate::adapter::conversation::{Conversation, Fair, hello};
use crate::adapter::{Bench, Outcome};

/// How many requests are on their way when the input ends.
const LAST: usize = 200;

/// AP-009: what was read is answered, and the process ends without a failure.
pub(super) fn end(bench: &Bench) -> Fair<Outcome> {
    let (mut conversation, _) = Conversation::begin(bench)?;
    let mut bytes = Vec::new();
    let mut wanted = Vec::new();
    for _ in 0..LAST {
        let id = conversation.id();
        bytes.extend(hello(id));
        wanted.push(id);
    }
    conversation.send(&bytes);
    for heard in conversation.end(LAST)? {
        let about = "at the end of its input";
        let id = heard.id.ok_or_else(|| heard.nameless(about))?;
        let Some(at) = wanted.iter().position(|it| *it == id) else {
            return Err(Complaint::unknown_id(id, true, about));
        };
        wanted.swap_remove(at);
    }
    Ok(Outcome::Sound(format!(
        "{LAST} last requests answered, and exit code 0"
    )))
}
