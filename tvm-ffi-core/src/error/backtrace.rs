//! What an error shows beyond the line where it was made: the standard library's backtrace, if `RUST_BACKTRACE` asks for it, or the frames
//! that an error of the runtime has already.

use std::backtrace::{Backtrace, BacktraceStatus};
use std::collections::BTreeMap;
use std::panic::Location;
use std::sync::{Arc, Mutex, PoisonError};

/// The frames of an error, if it has some.
#[derive(Default)]
pub(crate) enum Frames {
    #[default]
    None,
    /// A backtrace as the standard library prints it.
    Printed(Arc<str>),
    /// The frames of an error that came from the runtime, in its form.
    Inherited(String),
}

impl Frames {
    /// The backtrace of an error that is made at a place, if `RUST_BACKTRACE` or `RUST_LIB_BACKTRACE` is set.
    ///
    /// It is printed once for each place, because the standard library takes some 100 ms for the symbols of Python.
    pub(crate) fn capture(location: &'static Location<'static>) -> Self {
        let backtrace = Backtrace::capture();
        match backtrace.status() {
            BacktraceStatus::Captured => Self::Printed(printed(location, &backtrace)),
            _ => Self::None,
        }
    }

    /// Appends one `File "...", line N, in F` a line, most recent call first, and then a backtrace.
    pub(super) fn write(&self, location: &Location<'_>, function: &str, out: &mut String) {
        if let Self::Inherited(traceback) = self {
            // The runtime also shows frames of Rust if it finds debug information, with mangled names and internal frames.
            let place = format!("{}\", line {},", location.file(), location.line());
            let inner = traceback.lines().take_while(|line| !line.contains(&place));
            inner.for_each(|line| out.extend([line, "\n"]));
        }
        let line = location.line().to_string();
        out.extend(["  File \"", location.file(), "\", line ", &line, ", in ", function, "\n"]);
        if let Self::Printed(text) = self {
            out.push_str(text);
        }
    }
}

/// The text of the first backtrace that was captured at a place.
fn printed(location: &'static Location<'static>, backtrace: &Backtrace) -> Arc<str> {
    static TEXTS: Mutex<BTreeMap<Location<'static>, Arc<str>>> = Mutex::new(BTreeMap::new());
    let texts = || TEXTS.lock().unwrap_or_else(PoisonError::into_inner);
    let known = texts().get(location).cloned();
    known.unwrap_or_else(|| {
        // Without the lock: another thread need not wait for the symbols.
        let text: Arc<str> = backtrace.to_string().into();
        texts().entry(*location).or_insert(text).clone()
    })
}

#[cfg(test)]
#[cfg(not(miri))]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_printed_once() {
        let location = Location::caller();
        let first = printed(location, &Backtrace::force_capture());
        assert!(first.contains("a_place_is_printed_once"), "{first}");
        assert!(Arc::ptr_eq(&first, &printed(location, &Backtrace::force_capture())));
    }
}
