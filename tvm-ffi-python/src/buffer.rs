//! The content of objects with a buffer, such as `bytearray`, `memoryview`, `array.array`, and arrays of NumPy.
//!
//! It is copied: code of Python's may change it while a function of Rust runs, also on the same thread.

use core::mem::MaybeUninit;

use tvm_ffi_core::{Any, ErrorKind};

use crate::ffi::{BUFFER_SIMPLE, PyBuffer};
use crate::from_python::Refusal;
use crate::python::{Borrowed, Python, Raised};

/// A buffer that is given back in the end. It stays where the object wrote it, because it may refer to itself.
struct Buffer<'a> {
    view: &'a mut PyBuffer,
    python: Python,
}

impl Drop for Buffer<'_> {
    fn drop(&mut self) {
        // SAFETY: the object gave the buffer, and the thread holds the GIL.
        unsafe { self.python.api.PyBuffer_Release(self.view) };
    }
}

/// The content of an object as bytes; `None` if it has no buffer. Bytes in pieces, and elements of more than one byte, are a `BufferError`.
pub(crate) fn copied(python: Python, object: Borrowed<'_>) -> Result<Option<Any>, Refusal> {
    let mut view = MaybeUninit::uninit();
    // SAFETY: the object is live, and the place writable.
    let code = unsafe { python.api.PyObject_GetBuffer(object.as_ptr(), view.as_mut_ptr(), BUFFER_SIMPLE) };
    if code != 0 {
        let has_none = python.is_of(Borrowed::of(python.api.PyExc_TypeError));
        if has_none {
            python.clear(Raised);
        }
        return if has_none { Ok(None) } else { Err(Refusal::Raised) };
    }
    // SAFETY: the function succeeded, so that it has written the buffer.
    let buffer = Buffer { view: unsafe { view.assume_init_mut() }, python };
    let view = &*buffer.view;
    if view.itemsize != 1 {
        let what = format!("expected a buffer of bytes, got one whose elements have {} bytes", view.itemsize);
        return Err(Refusal::Because(ErrorKind::BufferError, what));
    }
    // SAFETY: so many bytes are readable, and nothing writes them: the thread holds the GIL.
    let bytes = unsafe { crate::layout::slice(view.buf.cast::<u8>().cast_const(), view.len.cast_unsigned()) };
    Ok(Some(Any::new(bytes)))
}
