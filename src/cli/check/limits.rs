//! How long a check may take, and how much of it happens at the same time.

use std::num::NonZeroUsize;
use std::time::Duration;

use clap::Args;

use crate::cli::{config, interrupt};
use crate::error::Error;
use crate::runner::Pace;
use crate::subject::Stop;
use crate::subject::process::Limits;

/// How long a whole run may take.
const RUN: Duration = Duration::from_secs(1800);

#[derive(Debug, Args)]
#[command(next_help_heading = "Limits")]
pub(in crate::cli) struct Bounds {
    /// How many adapters, or threads for the reference, work at the same time [default: the cores]
    #[arg(long, value_name = "N", conflicts_with = "lockstep")]
    jobs: Option<NonZeroUsize>,
    /// Send a request only when the one before it has been answered, to one adapter: for debugging
    #[arg(long)]
    lockstep: bool,
    /// How long the adapter may take to start and answer `hello` [default: 30]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    hello_limit: Option<Duration>,
    /// How long the adapter may stay silent while requests are waiting. A slow one that still answers is not a hung one
    /// [default: 10]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    reply_limit: Option<Duration>,
    /// How long the whole run may take. What is left then is errored [default: 1800]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    run_limit: Option<Duration>,
    /// How often the adapter may break before the rest is given up. A hang counts four times; four answers make up for
    /// one [default: 20]
    #[arg(long, value_name = "N")]
    restarts: Option<usize>,
}

impl Bounds {
    /// What an adapter may do.
    pub(in crate::cli) fn limits(&self, config: &config::Limits) -> Result<Limits, Error> {
        let usual = Limits::default();
        let all = Limits {
            handshake: given(self.hello_limit, "hello", config.hello)?.unwrap_or(usual.handshake),
            request: given(self.reply_limit, "reply", config.reply)?.unwrap_or(usual.request),
            restarts: self.restarts.or(config.restarts).unwrap_or(usual.restarts),
            ..usual
        };
        Ok(if self.lockstep {
            Limits { window: 1, ..all }
        } else {
            all
        })
    }

    /// How many work, and until when: the limit of the run, or Ctrl-C.
    pub(in crate::cli) fn pace(&self, config: &config::Limits) -> Result<Pace, Error> {
        let limit = given(self.run_limit, "run", config.run)?.unwrap_or(RUN);
        let stop = Stop::after(limit);
        interrupt::listen(&stop)?;
        let jobs = match self.jobs.or(config.jobs) {
            _ if self.lockstep => 1,
            Some(jobs) => jobs.get(),
            None => Pace::cores(),
        };
        Ok(Pace { jobs, stop })
    }
}

/// What the flag says, or else what the configuration says.
fn given(
    flag: Option<Duration>,
    key: &str,
    configured: Option<f64>,
) -> Result<Option<Duration>, Error> {
    let configured = configured.map(|number| {
        duration(number).map_err(|message| Error::Usage(format!("limits: {key}: {message}")))
    });
    flag.map(Ok).or(configured).transpose()
}

/// A duration, in seconds that may have a fraction.
pub(in crate::cli) fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse();
    duration(seconds.map_err(|_| "expected a number of seconds".to_owned())?)
}

fn duration(seconds: f64) -> Result<Duration, String> {
    match Duration::try_from_secs_f64(seconds) {
        Ok(duration) if !duration.is_zero() => Ok(duration),
        _ => Err("expected a number of seconds greater than 0".to_owned()),
    }
}
