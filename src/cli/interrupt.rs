//! Ctrl-C, and its relatives on other systems.

use crate::error::Error;
use crate::subject::Stop;

/// From now on, an interrupt stops the run instead of ending the program: what was judged is still told, and no adapter
/// is left behind.
pub(super) fn listen(stop: &Stop) -> Result<(), Error> {
    let stop = stop.clone();
    ctrlc::set_handler(move || stop.interrupt())
        .map_err(|error| Error::Usage(format!("cannot listen to interrupts: {error}")))
}
