//! A progress bar, where there is a terminal to show it.

use std::io::{self, IsTerminal as _};

use indicatif::{ProgressBar, ProgressStyle};

use crate::runner::Observer;

/// How far the work is.
pub(super) struct Bar(ProgressBar);

impl Bar {
    pub(super) fn new(total: usize) -> Self {
        if !io::stderr().is_terminal() {
            return Self(ProgressBar::hidden());
        }
        let style = ProgressStyle::with_template("{bar:40} {pos}/{len} {elapsed}")
            .expect("the template is valid");
        Self(ProgressBar::new(total as u64).with_style(style))
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
