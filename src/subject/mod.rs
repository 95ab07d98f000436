//! Subjects: implementations under test, in this process or behind the adapter protocol.

mod declared;
mod hello;
mod in_process;
pub mod process;
mod reference;
mod reply;
mod serve;
mod stop;
pub mod verbatim;
pub mod wire;

pub use declared::Declared;
pub use hello::{Hello, PROTOCOL};
pub use in_process::{Implementation, InProcess};
pub use process::Process;
pub use reference::{Judgement, Reference, index_key};
pub use serve::serve;
pub use stop::Stop;
pub use wire::{Reply, Request};

use crate::error::Error;

/// An implementation under test, however it is reached.
pub trait Subject: Send {
    /// What the subject says of itself.
    ///
    /// # Errors
    ///
    /// If it cannot be used at all.
    fn hello(&mut self) -> Result<Hello, Error>;

    /// Answers every request, in order. Requests of one session take effect in the order given.
    fn answer(&mut self, requests: &[Request]) -> Vec<Answer>;

    /// Another one like this, which can be asked at the same time; `None` if there is only one.
    fn another(&self) -> Option<Box<dyn Subject>> {
        None
    }

    /// Ends the conversation, and tells what came to light only after answers had been given. What is asked after that
    /// begins another one.
    fn close(&mut self) -> Afterthoughts {
        Afterthoughts::default()
    }
}

/// What comes to light only after answers have been given.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Afterthoughts {
    /// The requests whose answers are in doubt, because there came more than one, by their places in the conversation.
    pub doubtful: Vec<u64>,
    /// What broke without anyone to blame for it: asked again, all who were waiting answered.
    pub breakdowns: Vec<String>,
    /// What else is worth telling. It is held against nobody.
    pub notes: Vec<String>,
}

/// A reply, or why there is none.
pub type Answer = Result<Reply, Fault>;

/// Why a request has no reply that could be judged. It never counts as a rejection.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// What kind of fault.
    pub kind: FaultKind,
    /// What happened, for people.
    pub message: String,
}

/// The kinds of faults.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FaultKind {
    /// The subject ended, or panicked.
    Crashed,
    /// The subject did not answer in time.
    Hung,
    /// The subject answered, but not as the protocol asks.
    Protocol,
    /// The request's session was lost when the subject broke on something else. Nothing is wrong with the request.
    Lost,
    /// The subject was not asked, or not to the end: it failed too often, or the run was over.
    Abandoned,
}

impl Fault {
    /// A fault of a kind.
    #[must_use]
    pub fn new(kind: FaultKind, message: impl Into<String>) -> Self {
        Self {
            kind,
            message: message.into(),
        }
    }
}

impl FaultKind {
    /// The kind in a word, for reports.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Crashed => "crashed",
            Self::Hung => "hung",
            Self::Protocol => "protocol",
            Self::Lost => "lost",
            Self::Abandoned => "abandoned",
        }
    }
}
