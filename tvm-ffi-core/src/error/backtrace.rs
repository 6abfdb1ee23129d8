//! Frames above the place where an error was made, when `RUST_BACKTRACE` asks for them.

use std::backtrace::{Backtrace, BacktraceStatus};
use std::fmt::Write;
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

    /// Appends one `File "...", line N, in F` a frame, most recent call first, without those of the machinery.
    ///
    /// The standard library resolves and demangles frames, and gives them as text only: a line `N: function`, then a line
    /// `at file:line:column` where there is debug information.
    pub(crate) fn write(&self, out: &mut String) {
        let Some(frames) = &self.0 else { return };
        let text = frames.to_string();
        let mut function = "";
        for line in text.lines().map(str::trim) {
            match (line.strip_prefix("at "), line.split_once(": ")) {
                (Some(place), _) if !is_machinery(function) => write_frame(out, function, place),
                (None, Some((number, name))) if number.bytes().all(|byte| byte.is_ascii_digit()) => {
                    function = name
                }
                _ => {}
            }
        }
    }
}

/// Frames that tell a kernel author nothing: the standard library's, and ours.
fn is_machinery(function: &str) -> bool {
    const PREFIXES: [&str; 8] =
        ["std::", "<std::", "core::", "<core::", "alloc::", "<alloc::", "tvm_ffi_core::", "<tvm_ffi_core::"];
    const NAMES: [&str; 3] = ["rust_begin_unwind", "__rust_try", "_Unwind_"];
    PREFIXES.iter().chain(&NAMES).any(|prefix| function.starts_with(prefix))
}

fn write_frame(out: &mut String, function: &str, place: &str) {
    let mut parts = place.rsplitn(3, ':');
    let (_column, line, file) = (parts.next(), parts.next(), parts.next());
    if let (Some(line), Some(file)) = (line, file) {
        // Writing to a string cannot fail.
        let _ = writeln!(out, "  File \"{file}\", line {line}, in {function}");
    }
}
