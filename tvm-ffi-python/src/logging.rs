//! Records of the crate `log` for Python's `logging`.

use log::{Level, LevelFilter, Log, Metadata, Record};

use crate::gil;
use crate::python::{Python, Raised};

/// Sends the records of the crate `log` to Python's `logging`, up to a level. Call it once, when the library is loaded:
///
/// ```text
/// #[tvm_ffi::on_load]
/// fn start_logging() {
///     tvm_ffi::logging::init(log::LevelFilter::Info);
/// }
/// ```
///
/// The logger of a record is that of its target: `my_kernels.solver` for the module `my_kernels::solver`. Python decides what is shown, and asks for the
/// record's file and line. `Trace` has the level 5. If this library has another logger, that one stays.
///
/// A record takes the GIL. So `max` should not let through what is written in loops, and a function whose own threads write records needs
/// `gil = "released"`. Records are lost where there is no Python, or where it ends.
pub fn init(max: LevelFilter) {
    if log::set_logger(&ToPython).is_ok() {
        log::set_max_level(max);
    }
}

struct ToPython;

impl Log for ToPython {
    /// Only Python knows, and it is asked once for a record.
    fn enabled(&self, _: &Metadata<'_>) -> bool {
        true
    }

    fn log(&self, record: &Record<'_>) {
        // Where there is no Python, the record is lost.
        let _ = gil::with(|python| {
            if gil::is_finalizing(python.api) {
                return;
            }
            python.set_aside(|| {
                if let Err(Raised) = pass_on(python, record) {
                    // SAFETY: an exception is set, and NULL stands for no object.
                    unsafe { python.api.PyErr_WriteUnraisable(core::ptr::null_mut()) };
                }
            });
        });
    }

    fn flush(&self) {}
}

fn pass_on(python: Python, record: &Record<'_>) -> Result<(), Raised> {
    let name = python.name(&record.target().replace("::", "."))?;
    let logging = python.import(c"logging")?;
    let find = python.get(logging.borrow(), c"getLogger")?;
    let logger = python.call(find.borrow(), &python.tuple([name.clone()])?)?;
    let level = python.int(match record.level() {
        Level::Error => 40,
        Level::Warn => 30,
        Level::Info => 20,
        Level::Debug => 10,
        Level::Trace => 5,
    })?;
    let is_enabled = python.get(logger.borrow(), c"isEnabledFor")?;
    let answer = python.call(is_enabled.borrow(), &python.tuple([level.clone()])?)?;
    if !python.is_true(answer.borrow())? {
        return Ok(());
    }
    let file = python.text(record.file().unwrap_or("?").as_bytes())?;
    let line = python.int(record.line().unwrap_or(0).into())?;
    let message = python.text(record.args().to_string().as_bytes())?;
    let make = python.get(logger.borrow(), c"makeRecord")?;
    let arguments = python.tuple([name, level, file, line, message, python.tuple([])?, python.none()])?;
    let made = python.call(make.borrow(), &arguments)?;
    let handle = python.get(logger.borrow(), c"handle")?;
    python.call(handle.borrow(), &python.tuple([made])?)?;
    Ok(())
}
