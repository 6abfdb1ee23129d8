//! Frames above the place where an error was made, when `RUST_BACKTRACE` asks for them.

use std::backtrace::{Backtrace, BacktraceStatus};
use std::borrow::Cow;
use std::fmt::Write;
use std::panic::Location;
use std::sync::atomic::{AtomicU8, Ordering};

const UNKNOWN: u8 = 0;
const NO: u8 = 1;
const YES: u8 = 2;

/// Whether frames are wanted, as the standard library said the first time.
static WANTED: AtomicU8 = AtomicU8::new(UNKNOWN);

/// The frames, or nothing.
pub(crate) struct Frames(Option<Box<Backtrace>>);

impl Frames {
    /// Captures the stack if `RUST_BACKTRACE` or `RUST_LIB_BACKTRACE` is set; otherwise this is one load and a branch.
    #[inline(always)]
    pub(crate) fn capture() -> Self {
        if Self::known_unwanted() { Self(None) } else { Self::capture_if_wanted() }
    }

    /// No frames.
    pub(crate) fn none() -> Self {
        Self(None)
    }

    /// Whether it is known already that [`capture`](Self::capture) captures nothing.
    #[inline(always)]
    pub(crate) fn known_unwanted() -> bool {
        WANTED.load(Ordering::Relaxed) == NO
    }

    #[cold]
    #[inline(never)]
    fn capture_if_wanted() -> Self {
        let captured = Backtrace::capture();
        let wanted = captured.status() == BacktraceStatus::Captured;
        // The standard library reads the variables once, too.
        WANTED.store(if wanted { YES } else { NO }, Ordering::Relaxed);
        Self(wanted.then(|| Box::new(captured)))
    }

    /// Appends one `File "...", line N, in F` a frame, most recent call first: from `location`, which is the first in any
    /// case, to the exported function, without the frames of the machinery.
    ///
    /// The standard library resolves and demangles frames, and gives them as text only: a line `N: function`, then a line
    /// `at file:line:column` where there is debug information.
    pub(super) fn write(&self, location: &Location<'_>, function: &str, out: &mut String) {
        let text = self.0.as_ref().map(ToString::to_string).unwrap_or_default();
        let mut frames = frames(&text).peekable();
        let is_location = |frame: &Frame<'_>| {
            // The one may be relative to the workspace, the other absolute, or relative to the current folder.
            let (file, other) = (frame.file.trim_start_matches("./"), location.file());
            frame.line == location.line() && (file.ends_with(other) || other.ends_with(file))
        };
        // The frame has the better name of the function, the location the better one of the file.
        let function = frames.next_if(is_location).map_or(function, |first| first.function);
        Frame { function, file: location.file(), line: location.line() }.write(out);
        frames.for_each(|frame| frame.write(out));
    }
}

struct Frame<'a> {
    function: &'a str,
    file: &'a str,
    line: u32,
}

impl Frame<'_> {
    fn write(&self, out: &mut String) {
        let (function, Self { file, line, .. }) = (written_name(self.function), self);
        // Writing to a string cannot fail.
        let _ = writeln!(out, "  File \"{file}\", line {line}, in {function}");
    }
}

/// The shim of a closure.
const CLOSURE_SHIM: &str = "function::closure::call_closure";

/// What begins the name of the type that the body of a function with a contract belongs to.
const BODY_OF: &str = "__tvm_ffi_of_";

/// Whether a function is part of what the macro adds to an export, rather than the body of one.
fn is_shim(name: &str) -> bool {
    name.contains("__tvm_ffi_") && !name.contains(BODY_OF)
}

/// The name of a function as its author knows it: `kernels::_::<impl kernels::__tvm_ffi_of_scale>::scale` is
/// `kernels::scale`.
fn written_name(name: &str) -> Cow<'_, str> {
    let parts = name.split_once(BODY_OF).and_then(|(before, after)| {
        let (_, path) = before.rsplit_once(['<', ' '])?;
        let (_, function) = after.split_once(">::")?;
        Some(format!("{path}{function}"))
    });
    parts.map_or(Cow::Borrowed(name), Cow::Owned)
}

/// The frames up to the exported function.
fn frames(backtrace: &str) -> impl Iterator<Item = Frame<'_>> {
    let mut function = "";
    let mut inside = true;
    backtrace.lines().map(str::trim).filter_map(move |line| {
        match (line.strip_prefix("at "), line.split_once(": ")) {
            (Some(place), _) if inside && !is_machinery(function) => frame(function, place),
            (None, Some((number, name))) if number.bytes().all(|byte| byte.is_ascii_digit()) => {
                function = name;
                // Above the shim is the caller: Python, which shows its own frames.
                inside &= !is_shim(name) && !name.contains(CLOSURE_SHIM);
                None
            }
            _ => None,
        }
    })
}

fn frame<'a>(function: &'a str, place: &'a str) -> Option<Frame<'a>> {
    let mut parts = place.rsplitn(3, ':');
    let (_column, line, file) = (parts.next()?, parts.next()?, parts.next()?);
    Some(Frame { function, file, line: line.parse().ok()? })
}

/// Frames that tell a kernel author nothing: the standard library's, and ours.
fn is_machinery(function: &str) -> bool {
    const CRATES: [&str; 4] = ["std::", "core::", "alloc::", "tvm_ffi_core::"];
    // What stands between a closure and its shim: it is called by the name of the user's type.
    const CLOSURE: [&str; 2] =
        [" as tvm_ffi_core::function::closure::IntoFunction<", " as core::ops::function::Fn"];
    const NAMES: [&str; 4] = ["rust_begin_unwind", "__rust", "_rust", "_Unwind_"];
    let path = function.trim_start_matches(['<', '&']);
    CRATES.iter().any(|name| path.starts_with(name))
        || NAMES.iter().any(|name| function.starts_with(name))
        || CLOSURE.iter().any(|name| function.contains(name))
}

/// `(function, file, line)` of the frames that are shown of a backtrace.
#[cfg(test)]
pub(super) fn tests_frames(backtrace: &str) -> Vec<(Cow<'_, str>, &str, u32)> {
    frames(backtrace).map(|frame| (written_name(frame.function), frame.file, frame.line)).collect()
}
