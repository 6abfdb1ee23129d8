//! The header of Python's objects, whose size the interpreter tells.
//!
//! It has 16 bytes in most builds and 32 in those without a GIL. Its last word is the type.

use core::ffi::c_void;
use core::ptr::NonNull;
use core::sync::atomic::{AtomicUsize, Ordering};

use crate::ffi::PyObject;
use crate::python::{Borrowed, Python, Raised};

/// The size of the header in bytes. The size of the smallest one until it is known.
static HEADER: AtomicUsize = AtomicUsize::new(2 * WORD);

pub(crate) const WORD: usize = size_of::<*mut c_void>();

/// Asks for the size of the header: that of an instance of `object`, which has nothing else.
///
/// # Errors
///
/// An `ImportError` if that cannot be the size of a header.
pub(crate) fn learn(python: Python) -> Result<(), Raised> {
    let object = Borrowed::of(python.api.PyBaseObject_Type);
    let size = python.get(object, c"__basicsize__")?;
    let size = usize::try_from(python.int_of(size.borrow())?).unwrap_or(0);
    if size < 2 * WORD || size % WORD != 0 || size > 16 * WORD {
        let message =
            format!("this Python has objects with a header of {size} bytes, which is not supported");
        return Err(python.raise(python.api.PyExc_ImportError, &message));
    }
    HEADER.store(size, Ordering::Relaxed);
    Ok(())
}

/// The size of the header.
#[inline(always)]
pub(crate) fn header() -> usize {
    HEADER.load(Ordering::Relaxed)
}

/// The type of an object.
#[inline(always)]
pub(crate) fn type_of(object: Borrowed<'_>) -> *mut PyObject {
    // SAFETY: the object is live, and its type is the last word of the header.
    let place = unsafe { object.as_ptr().cast::<u8>().add(header() - WORD) };
    // SAFETY: as above; the header is aligned to a word.
    unsafe { place.cast::<*mut PyObject>().read() }
}

/// The word behind the header of an object.
///
/// # Safety
///
/// The object has room for it.
#[inline(always)]
pub(crate) unsafe fn first_word(object: NonNull<PyObject>) -> NonNull<*mut c_void> {
    // SAFETY: the caller's contract.
    unsafe { object.cast::<u8>().add(header()) }.cast()
}
