//! How long a check may take, and how much of it happens at the same time.

use std::num::NonZeroUsize;
use std::time::Duration;

use clap::Args;

use super::interrupt;
use crate::error::Error;
use crate::runner::Pace;
use crate::subject::Stop;
use crate::subject::process::Limits;

#[derive(Debug, Args)]
#[command(next_help_heading = "Limits")]
pub(super) struct Bounds {
    /// How many adapters, or threads for the reference, work at the same time [default: the cores]
    #[arg(long, value_name = "N", conflicts_with = "lockstep")]
    jobs: Option<NonZeroUsize>,
    /// Send a request only when the one before it has been answered, to one adapter: for debugging
    #[arg(long)]
    lockstep: bool,
    /// How long the adapter may take to start and answer `hello`
    #[arg(long, value_name = "SECONDS", value_parser = seconds, default_value = "30")]
    hello_limit: Duration,
    /// How long the adapter may stay silent while requests are waiting. A slow one that still answers is not a hung one
    #[arg(long, value_name = "SECONDS", value_parser = seconds, default_value = "10")]
    reply_limit: Duration,
    /// How long the whole run may take. What is left then is errored
    #[arg(long, value_name = "SECONDS", value_parser = seconds, default_value = "1800")]
    run_limit: Duration,
    /// How often the adapter may break before the rest is given up. A hang counts four times; four answers make up for
    /// one
    #[arg(long, value_name = "N", default_value_t = Limits::default().restarts)]
    restarts: usize,
}

impl Bounds {
    /// What an adapter may do.
    pub(super) fn limits(&self) -> Limits {
        let all = Limits {
            handshake: self.hello_limit,
            request: self.reply_limit,
            restarts: self.restarts,
            ..Limits::default()
        };
        if self.lockstep {
            Limits { window: 1, ..all }
        } else {
            all
        }
    }

    /// How many work, and until when: the limit of the run, or Ctrl-C.
    pub(super) fn pace(&self) -> Result<Pace, Error> {
        let stop = Stop::after(self.run_limit);
        interrupt::listen(&stop)?;
        let jobs = match self.jobs {
            _ if self.lockstep => 1,
            Some(jobs) => jobs.get(),
            None => Pace::cores(),
        };
        Ok(Pace { jobs, stop })
    }
}

/// A duration, in seconds that may have a fraction.
pub(super) fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text
        .parse()
        .map_err(|_| "expected a number of seconds".to_owned())?;
    match Duration::try_from_secs_f64(seconds) {
        Ok(duration) if !duration.is_zero() => Ok(duration),
        _ => Err("expected a number of seconds greater than 0".to_owned()),
    }
}
