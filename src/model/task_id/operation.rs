//! Internal ids: TI-001 to TI-008.

use crate::model::{Answer, Rejection, Stance};
use crate::rule::codes::task_id as code;
use crate::rule::rules::{TI_004, TI_005, TI_007, TI_008};

/// A dispatch or a timer. Numbers are as they were written.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the fields are those of the document")]
pub enum Operation {
    /// A task is handed out.
    Dispatch {
        run_id: String,
        task_key: String,
        attempt: String,
    },
    /// A task is due again.
    Retry {
        run_id: String,
        task_key: String,
        attempt: String,
        due_epoch: String,
    },
    /// A task is checked.
    Heartbeat {
        run_id: String,
        task_key: String,
        check_epoch: String,
    },
}

impl Operation {
    /// The internal id.
    ///
    /// # Errors
    ///
    /// Components and numbers that are not as TI-004 to TI-008 demand.
    pub fn internal_id(&self, stance: &mut Stance) -> Answer<String> {
        match self {
            // TI-001
            Self::Dispatch {
                run_id,
                task_key,
                attempt,
            } => {
                components(run_id, task_key)?;
                count(attempt, stance)?;
                Ok(format!("dispatch:{run_id}:{task_key}:{attempt}"))
            }
            // TI-002
            Self::Retry {
                run_id,
                task_key,
                attempt,
                due_epoch,
            } => {
                components(run_id, task_key)?;
                count(attempt, stance)?;
                number(due_epoch)?;
                Ok(format!(
                    "timer:retry:{run_id}:{task_key}:{attempt}:{due_epoch}"
                ))
            }
            // TI-003
            Self::Heartbeat {
                run_id,
                task_key,
                check_epoch,
            } => {
                components(run_id, task_key)?;
                number(check_epoch)?;
                Ok(format!("timer:heartbeat:{run_id}:{task_key}:{check_epoch}"))
            }
        }
    }

    /// The operation that an internal id stands for, if it has one of the three forms.
    pub(super) fn from_internal_id(internal_id: &str, stance: &mut Stance) -> Option<Self> {
        Self::read(internal_id).filter(|operation| operation.internal_id(stance).is_ok())
    }

    /// The operation that an internal id seems to stand for: its parts are not judged.
    #[must_use]
    pub fn read(internal_id: &str) -> Option<Self> {
        Some(match internal_id.split(':').collect::<Vec<_>>()[..] {
            ["dispatch", run_id, task_key, attempt] => Self::Dispatch {
                run_id: run_id.to_owned(),
                task_key: task_key.to_owned(),
                attempt: attempt.to_owned(),
            },
            ["timer", "retry", run_id, task_key, attempt, due_epoch] => Self::Retry {
                run_id: run_id.to_owned(),
                task_key: task_key.to_owned(),
                attempt: attempt.to_owned(),
                due_epoch: due_epoch.to_owned(),
            },
            ["timer", "heartbeat", run_id, task_key, check_epoch] => Self::Heartbeat {
                run_id: run_id.to_owned(),
                task_key: task_key.to_owned(),
                check_epoch: check_epoch.to_owned(),
            },
            _ => return None,
        })
    }

    /// The letter of its cloud task id: TI-011.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Dispatch { .. } => "d",
            Self::Retry { .. } | Self::Heartbeat { .. } => "t",
        }
    }
}

/// TI-004, TI-005; TI-006 is that nothing else is done to them.
fn components(run_id: &str, task_key: &str) -> Answer<()> {
    for component in [run_id, task_key] {
        if component.is_empty() {
            return Err(Rejection::new(code::EMPTY_COMPONENT, TI_004));
        }
        if component.contains(':') {
            return Err(Rejection::new(code::INVALID_COMPONENT, TI_005));
        }
    }
    Ok(())
}

/// TI-007
fn number(text: &str) -> Answer<i64> {
    let plain = text.bytes().all(|byte| byte.is_ascii_digit());
    let leading_zero = text.starts_with('0') && text != "0";
    let value = if plain && !leading_zero {
        text.parse().ok()
    } else {
        None
    };
    value.ok_or(Rejection::new(code::INVALID_NUMBER, TI_007))
}

/// TI-007, TI-008
fn count(attempt: &str, stance: &mut Stance) -> Answer<()> {
    if number(attempt)? == 0 && !stance.takes(TI_008, "accept") {
        return Err(Rejection::new(code::ATTEMPT_ZERO, TI_008));
    }
    Ok(())
}
