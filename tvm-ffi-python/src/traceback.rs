//! A frame of Python for each line of Rust in the traceback of an error.

use core::ptr::null_mut;
use std::cell::RefCell;
use std::ffi::CString;

use crate::module::Module;
use crate::python::{Borrowed, Owned, Python, Raised};

/// The most places that are remembered.
const MOST: usize = 256;

/// The frames of places where errors were made, by the line of the traceback. All exceptions that were made at a place have the same one.
#[derive(Default)]
pub(crate) struct Frames(RefCell<Vec<(Box<str>, Owned)>>);

/// The frames of a traceback in the runtime's form, in its order: most recent call first.
///
/// They are made before the exception is set, because it would hide what goes wrong. A frame that cannot be made is left out: the
/// exception itself matters more.
pub(crate) fn frames(module: &Module, python: Python, traceback: &str) -> Vec<Owned> {
    let lines = traceback.split('\n').map(str::trim_ascii).filter(|line| !line.is_empty());
    lines.filter_map(|line| frame(module, python, line)).collect()
}

/// Adds frames to the exception that is set.
pub(crate) fn add(python: Python, frames: &[Owned]) {
    for frame in frames {
        // SAFETY: an exception is set, to which the function adds the frame.
        unsafe { python.api.PyTraceBack_Here(frame.borrow().as_ptr()) };
    }
}

/// The traceback of an exception as text, in the runtime's form. It ends where a loop would begin.
pub(crate) fn text(python: Python, exception: Borrowed<'_>) -> Result<String, Raised> {
    let mut lines = Vec::new();
    let mut next = python.get(exception, c"__traceback__")?;
    while next.borrow().as_ptr() != python.api._Py_NoneStruct.as_ptr() && lines.len() < MOST {
        let frame = python.get(next.borrow(), c"tb_frame")?;
        let code = python.get(frame.borrow(), c"f_code")?;
        let [file, name] = [c"co_filename", c"co_name"].map(|name| python.get(code.borrow(), name));
        let (file, name) = (file?, name?);
        let [file, name] = [&file, &name].map(|text| python.text_of(text.borrow()));
        let line = python.int_of(python.get(next.borrow(), c"tb_lineno")?.borrow())?;
        lines.push(format!("  File \"{}\", line {line}, in {}\n", file?, name?));
        next = python.get(next.borrow(), c"tb_next")?;
    }
    Ok(lines.into_iter().rev().collect())
}

/// The frame of a place.
fn frame(module: &Module, python: Python, line: &str) -> Option<Owned> {
    let frames = &module.frames.0;
    let known = frames.borrow().iter().find(|(known, _)| **known == *line).map(|(_, frame)| frame.clone());
    if known.is_some() {
        return known;
    }
    // Memory that Python allocates may run code that comes here again, so nothing is borrowed meanwhile.
    let frame = new_frame(module, python, line).map_err(|raised| python.clear(raised)).ok()??;
    // Before Python 3.11, it refers to the frame that runs, and what that refers to.
    let back = python.get(frame.borrow(), c"f_back").map_err(|raised| python.clear(raised)).ok()?;
    let is_alone = back.borrow().as_ptr() == python.api._Py_NoneStruct.as_ptr();
    let mut frames = frames.borrow_mut();
    if is_alone && frames.len() < MOST {
        frames.push((line.into(), frame.clone()));
    }
    Some(frame)
}

fn new_frame(module: &Module, python: Python, line: &str) -> Result<Option<Owned>, Raised> {
    let Some(code) = new_code(python, line) else { return Ok(None) };
    let globals = module.globals.borrow().as_ptr();
    // SAFETY: the thread holds the GIL, so it has a state.
    let Some(state) = (unsafe { python.api.PyThreadState_Get() }) else { return Ok(None) };
    // SAFETY: code and globals are of their types.
    let frame = unsafe { python.api.PyFrame_New(state, code.borrow().as_ptr(), globals, null_mut()) };
    let Some(frame) = frame else { return Ok(None) };
    // SAFETY: a new reference or NULL.
    unsafe { python.owned(frame) }.map(Some)
}

/// Makes a code object from `File "src/lib.rs", line 7, in add`.
fn new_code(python: Python, line: &str) -> Option<Owned> {
    let (file, rest) = line.strip_prefix("File \"")?.split_once("\", line ")?;
    let (number, name) = rest.split_once(", in ")?;
    let (file, name) = (CString::new(file).ok()?, CString::new(name).ok()?);
    let number = number.parse().ok()?;
    // SAFETY: both texts are NUL-terminated, and are copied.
    let code = unsafe { python.api.PyCode_NewEmpty(file.as_ptr(), name.as_ptr(), number) }?;
    // SAFETY: a new reference or NULL.
    unsafe { python.owned(code) }.map_err(|raised| python.clear(raised)).ok()
}
