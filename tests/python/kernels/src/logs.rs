//! Records for Python's `logging`.

use std::thread;

use log::{Level, debug, error, info, log, trace, warn};
use tvm_ffi::prelude::*;

/// Sends records to Python from now on.
#[tvm_ffi::export]
fn start_logging() {
    tvm_ffi::logging::init(log::LevelFilter::Trace);
}

/// Writes a record of each level.
#[tvm_ffi::export]
fn write_records(number: i64) {
    error!("error {number}");
    warn!("100%s of {number}");
    info!(target: "e2e::special", "info {number}");
    debug!("debug {number}");
    trace!("trace {number}");
}

/// Writes records on threads of its own.
#[tvm_ffi::export(gil = "released")]
fn write_on_threads(count: usize) -> Result<()> {
    let threads = Vec::from_iter(
        (0..count)
            .map(|index| thread::spawn(move || log!(target: "e2e::threads", Level::Info, "thread {index}"))),
    );
    for thread in threads {
        if thread.join().is_err() {
            bail!("a thread panicked");
        }
    }
    Ok(())
}

/// Writes a record when it is dropped, for example when the interpreter ends.
#[tvm_ffi::object("e2e.SaysGoodbye", init)]
struct SaysGoodbye {}

impl Drop for SaysGoodbye {
    fn drop(&mut self) {
        warn!(target: "e2e::end", "goodbye");
    }
}
