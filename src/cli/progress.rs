//! A progress bar, where there is a terminal to show it.

use std::io::{self, IsTerminal as _};

use indicatif::{ProgressBar, ProgressStyle};

use crate::report::visible::visible;
use crate::runner::Observer;

/// How far the work is.
pub(super) struct Bar(ProgressBar);

impl Bar {
    /// A bar for so much work, with the name of what it is about.
    pub(super) fn new(name: &str, total: usize) -> Self {
        if !io::stderr().is_terminal() {
            return Self(ProgressBar::hidden());
        }
        let style = ProgressStyle::with_template("{prefix}{bar:40} {pos}/{len} {elapsed}")
            .expect("the template is valid");
        let prefix = match name {
            "" => String::new(),
            name => format!("{} ", visible(name)),
        };
        let bar = ProgressBar::new(total as u64).with_prefix(prefix);
        Self(bar.with_style(style))
    }

    pub(super) fn advance(&self, count: usize) {
        self.0.inc(count as u64);
    }

    pub(super) fn finish(&self) {
        self.0.finish_and_clear();
    }
}

impl Observer for Bar {
    fn judged(&mut self, count: usize) {
        self.advance(count);
    }
}
