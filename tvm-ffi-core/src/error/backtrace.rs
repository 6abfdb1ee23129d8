//! Frames above the place where an error was made, when `RUST_BACKTRACE` asks for them.

use std::backtrace::Backtrace;
use std::borrow::Cow;
use std::fmt::Write;
use std::panic::Location;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

use crate::stack::boundary::is_boundary;
use crate::stack::{Walked, walk_to};

const UNKNOWN: u8 = 0;
const NO: u8 = 1;
const YES: u8 = 2;

/// Whether the environment requests frames; cached after the first look.
static WANTED: AtomicU8 = AtomicU8::new(UNKNOWN);

/// The frames of an error, if it has some.
pub(crate) struct Frames(Option<Box<Stack>>);

/// A stack. It is resolved when it is shown, because many errors never are.
enum Stack {
    Resolved(Arc<[Frame]>),
    Captured(Vec<usize>, Backtrace),
    /// The frames of an error that came from the runtime, in its form.
    Inherited(String),
}

impl Frames {
    /// Captures the stack if `RUST_BACKTRACE` or `RUST_LIB_BACKTRACE` is set; otherwise this costs one load and a branch.
    #[inline(always)]
    pub(crate) fn capture() -> Self {
        if Self::known_unwanted() { Self(None) } else { Self::capture_if_wanted() }
    }

    /// No frames.
    pub(crate) fn none() -> Self {
        Self(None)
    }

    /// The frames of an error that came from the runtime.
    pub(super) fn inherited(traceback: String) -> Self {
        Self(Some(Box::new(Stack::Inherited(traceback))))
    }

    /// Whether it is known already that [`capture`](Self::capture) captures nothing.
    #[inline(always)]
    pub(crate) fn known_unwanted() -> bool {
        WANTED.load(Ordering::Relaxed) == NO
    }

    #[cold]
    #[inline(never)]
    fn capture_if_wanted() -> Self {
        if are_wanted() { Self::captured() } else { Self(None) }
    }

    fn captured() -> Self {
        // The caller of the exported function is Python, which shows its own frames.
        let walked = walk_to(is_boundary);
        Self(Some(Box::new(match cache::find(&walked.addresses) {
            Some(frames) => Stack::Resolved(frames),
            None => Stack::captured(walked),
        })))
    }

    /// Appends one `File "...", line N, in F` a frame, most recent call first: from `location`, which is the first in any
    /// case, to the exported function, without the frames of the machinery. Inherited frames come before `location`.
    pub(super) fn write(&self, location: &Location<'_>, function: &str, out: &mut String) {
        let resolved = match self.0.as_deref() {
            None => Arc::default(),
            Some(Stack::Resolved(frames)) => frames.clone(),
            Some(Stack::Captured(addresses, backtrace)) => resolve(addresses, backtrace),
            Some(Stack::Inherited(traceback)) => return write_inherited(traceback, location, function, out),
        };
        let is_location = |frame: &Frame| {
            // One path may be relative to the workspace; the other may be absolute, or relative to the current folder.
            let (file, other) = (frame.file.strip_prefix("./").unwrap_or(&frame.file), location.file());
            frame.line == location.line() && (file.ends_with(other) || other.ends_with(file))
        };
        // The frame has the better name of the function, and the location has the better name of the file.
        let (name, callers) = match resolved.iter().position(is_location) {
            Some(made_at) => (&*resolved[made_at].function, &resolved[made_at + 1..]),
            None => (function, &*resolved),
        };
        write_frame(name, location.file(), location.line(), out);
        for frame in callers {
            write_frame(&frame.function, &frame.file, frame.line, out);
        }
    }
}

/// Appends the frames of another error up to the function of `location`, and `location`.
///
/// The runtime also shows frames of Rust if it finds debug information, with mangled names and internal frames.
fn write_inherited(traceback: &str, location: &Location<'_>, function: &str, out: &mut String) {
    let place = format!("{}\", line {},", location.file(), location.line());
    let inner = traceback.lines().take_while(|line| !contains(line, &place));
    inner.for_each(|line| out.extend([line, "\n"]));
    write_frame(function, location.file(), location.line(), out);
}

/// Whether the environment asks for frames. It is read once.
fn are_wanted() -> bool {
    if WANTED.load(Ordering::Relaxed) == UNKNOWN {
        let variables = ["RUST_LIB_BACKTRACE", "RUST_BACKTRACE"];
        let value = variables.into_iter().find_map(std::env::var_os);
        let wanted = value.is_some_and(|value| value != "0");
        WANTED.store(if wanted { YES } else { NO }, Ordering::Relaxed);
    }
    WANTED.load(Ordering::Relaxed) == YES
}

impl Stack {
    fn captured(walked: Walked) -> Self {
        // SAFETY: the caller is one of these frames.
        let backtrace = unsafe { walked.truncated(Backtrace::force_capture) };
        Self::Captured(walked.addresses, backtrace)
    }
}

fn resolve(addresses: &[usize], backtrace: &Backtrace) -> Arc<[Frame]> {
    cache::find(addresses).unwrap_or_else(|| {
        let frames: Arc<[Frame]> = frames(&backtrace.to_string()).collect();
        cache::keep(addresses, &frames);
        frames
    })
}

/// Stacks that have been resolved.
mod cache {
    use std::sync::{Arc, Mutex, PoisonError};

    use super::Frame;

    /// A stack replaces another one with the same slot.
    const SLOTS: usize = 512;

    struct CachedStack {
        addresses: Box<[usize]>,
        frames: Arc<[Frame]>,
    }

    static CACHE: Mutex<[Option<CachedStack>; SLOTS]> = Mutex::new([const { None }; SLOTS]);

    /// The cached frames of a stack. If a stack cannot be walked, it has no addresses, and is not cached.
    pub(super) fn find(addresses: &[usize]) -> Option<Arc<[Frame]>> {
        if addresses.is_empty() {
            return None;
        }
        let cache = CACHE.lock().unwrap_or_else(PoisonError::into_inner);
        let entry = cache[slot_of(addresses)].as_ref()?;
        (*entry.addresses == *addresses).then(|| entry.frames.clone())
    }

    pub(super) fn keep(addresses: &[usize], frames: &Arc<[Frame]>) {
        let entry = CachedStack { addresses: addresses.into(), frames: frames.clone() };
        let mut cache = CACHE.lock().unwrap_or_else(PoisonError::into_inner);
        let replaced = cache[slot_of(addresses)].replace(entry);
        drop(cache);
        drop(replaced);
    }

    fn slot_of(addresses: &[usize]) -> usize {
        let hash =
            addresses.iter().fold(0usize, |hash, address| hash.wrapping_mul(31).wrapping_add(*address));
        hash % SLOTS
    }
}

/// Appends one frame in the runtime's form.
fn write_frame(function: &str, file: &str, line: u32, out: &mut String) {
    // Writing to a string cannot fail.
    let _ = writeln!(out, "  File \"{file}\", line {line}, in {function}");
}

/// A resolved frame.
#[derive(Debug, PartialEq)]
pub(super) struct Frame {
    pub(super) function: Box<str>,
    pub(super) file: Box<str>,
    pub(super) line: u32,
}

/// The shim of a closure.
const CLOSURE_SHIM: &str = "function::closure::call_closure";

/// The function through which the standard library calls `main`, and the body of a thread.
const STD_CALLS: &str = "__rust_begin_short_backtrace";

/// The prefix of the name of the type whose method is the body of a function with a contract.
const BODY_OF: &str = "__tvm_ffi_exported_";

/// Whether the macro added a function to an export; `false` for the body of an export.
fn is_shim(name: &str) -> bool {
    contains(name, "__tvm_ffi_") && !contains(name, BODY_OF)
}

/// Whether a text contains a part. The search of `str` is faster, and adds kilobytes to each library.
fn contains(text: &str, part: &str) -> bool {
    split_once(text, part).is_some()
}

/// What is before a part of a text, and what is after it.
#[inline(never)]
fn split_once<'a>(text: &'a str, part: &str) -> Option<(&'a str, &'a str)> {
    let is_part = |window: &[u8]| window == part.as_bytes();
    let start = text.as_bytes().windows(part.len()).position(is_part)?;
    Some((text.get(..start)?, text.get(start + part.len()..)?))
}

/// The name of a function as its author knows it: `kernels::_::<impl kernels::__tvm_ffi_exported_scale>::scale` is
/// `kernels::scale`.
fn written_name(name: &str) -> Cow<'_, str> {
    let parts = split_once(name, BODY_OF).and_then(|(before, after)| {
        let (_, path) = before.rsplit_once(['<', ' '])?;
        let (_, function) = split_once(after, ">::")?;
        Some(format!("{path}{function}"))
    });
    parts.map_or(Cow::Borrowed(name), Cow::Owned)
}

/// The frames of a backtrace up to the exported function, or to `main`.
///
/// The standard library resolves and demangles frames, and gives them as text only: a line `N: function`, then a line
/// `at file:line:column` where there is debug information.
pub(super) fn frames(backtrace: &str) -> impl Iterator<Item = Frame> {
    let mut function = "";
    let mut inside = true;
    backtrace.lines().map(str::trim_ascii).filter_map(move |line| {
        match (line.strip_prefix("at "), split_once(line, ": ")) {
            (Some(place), _) if inside && !is_machinery(function) => {
                frame(function, place).filter(|frame| !is_machinery_file(&frame.file))
            }
            (None, Some((number, name))) if number.bytes().all(|byte| byte.is_ascii_digit()) => {
                function = name;
                // The caller of the shim is Python, which shows its own frames. In a Rust program, the standard library calls `main`.
                inside &= !is_shim(name) && !contains(name, CLOSURE_SHIM) && !contains(name, STD_CALLS);
                None
            }
            _ => None,
        }
    })
}

fn frame(function: &str, place: &str) -> Option<Frame> {
    let (place, _column) = place.rsplit_once(':')?;
    let (file, line) = place.rsplit_once(':')?;
    Some(Frame { function: written_name(function).into(), file: file.into(), line: line.parse().ok()? })
}

/// Internal frames: those of the standard library and of this crate.
fn is_machinery(function: &str) -> bool {
    const CRATES: [&str; 4] = ["std::", "core::", "alloc::", "tvm_ffi_core::"];
    // The frames between a closure and its shim have the name of the user's type.
    const CLOSURE: [&str; 2] =
        [" as tvm_ffi_core::function::closure::IntoFunction<", " as core::ops::function::Fn"];
    const NAMES: [&str; 4] = ["rust_begin_unwind", "__rust", "_rust", "_Unwind_"];
    let path = function.trim_start_matches(['<', '&']);
    CRATES.iter().any(|name| path.starts_with(name))
        || NAMES.iter().any(|name| function.starts_with(name))
        || CLOSURE.iter().any(|name| contains(function, name))
}

/// The same by file: debug information with lines only has the name of an inlined function without its path.
fn is_machinery_file(file: &str) -> bool {
    let sources = file!().strip_suffix("error/backtrace.rs").unwrap_or(file!());
    file.starts_with("/rustc/") || contains(file, sources)
}

#[cfg(test)]
#[cfg(all(unix, not(miri)))]
mod tests {
    use super::*;

    #[test]
    fn a_stack_is_resolved_once() {
        let addresses = [usize::MAX, 1];
        let first = resolve(&addresses, &Backtrace::force_capture());
        let again = resolve(&addresses, &Backtrace::disabled());
        assert!(Arc::ptr_eq(&first, &again));
    }

    #[test]
    fn stacks_with_the_same_slot_have_their_own_frames() {
        // 31 * 1 + 0 = 31 * 0 + 31.
        let (one, other) = ([1, 0], [0, 31]);
        let frames = resolve(&one, &Backtrace::force_capture());
        assert!(!Arc::ptr_eq(&frames, &resolve(&other, &Backtrace::force_capture())));
    }

    #[test]
    fn the_second_error_of_a_place_takes_the_cached_frames() {
        let [first, second] = [(); 2].map(|()| {
            let captured = Frames::captured();
            captured.write(Location::caller(), "f", &mut String::new());
            captured
        });
        assert!(matches!(first.0.as_deref(), Some(Stack::Captured(..))));
        assert!(matches!(second.0.as_deref(), Some(Stack::Resolved(_))));
    }
}
