//! Reading what may be damaged. The reader of Parquet takes some kinds of damage for a mistake of its caller, and panics.

use std::any::Any;
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};

use parquet::errors::{ParquetError, Result};

thread_local! {
    static READING: Cell<bool> = const { Cell::new(false) };
}

/// Whether this thread is reading a file right now, so that a panic is no more than a finding about that file.
#[must_use]
pub fn is_reading() -> bool {
    READING.get()
}

/// What reading gives; an error, too, where it panics. Whatever it has changed by then must not be used again.
pub(super) fn guarded<T>(read: impl FnOnce() -> Result<T>) -> Result<T> {
    READING.set(true);
    let result = catch_unwind(AssertUnwindSafe(read));
    READING.set(false);
    result.unwrap_or_else(|panic| Err(ParquetError::General(message(panic.as_ref()))))
}

fn message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    let text = text.or_else(|| panic.downcast_ref::<String>().cloned());
    text.unwrap_or_else(|| "the reader gave up".to_owned())
}
