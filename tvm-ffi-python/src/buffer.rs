//! The content of objects with a buffer, such as `bytearray`, `memoryview`, `array.array`, and arrays of NumPy.
//!
//! It is copied: code of Python's may change it while a function of Rust runs, also on the same thread.

use core::ffi::c_char;
use core::mem::MaybeUninit;

use tvm_ffi_core::Any;

use crate::ffi::{BUFFER_ANY, PyBuffer};
use crate::python::{Borrowed, Python, Raised};

/// The order of C.
const ROWS: c_char = b'C' as c_char;

/// A buffer that is given back in the end. It stays where the object wrote it, because it may refer to itself.
struct Buffer<'a> {
    view: &'a mut PyBuffer,
    python: Python,
}

impl Drop for Buffer<'_> {
    fn drop(&mut self) {
        // SAFETY: the object gave the buffer, and the thread holds the GIL.
        unsafe { (self.python.api.PyBuffer_Release)(self.view) };
    }
}

/// The content of an object as bytes; `None` if it has no buffer.
pub(crate) fn copied(python: Python, object: Borrowed<'_>) -> Result<Option<Any>, Raised> {
    let mut view = MaybeUninit::uninit();
    // SAFETY: the object is live, and the place writable.
    let code = unsafe { (python.api.PyObject_GetBuffer)(object.as_ptr(), view.as_mut_ptr(), BUFFER_ANY) };
    if code != 0 {
        let has_none = python.is_of(Borrowed::of(python.api.PyExc_TypeError));
        if has_none {
            python.clear(Raised);
        }
        return if has_none { Ok(None) } else { Err(Raised) };
    }
    // SAFETY: the function succeeded, so that it has written the buffer.
    let buffer = Buffer { view: unsafe { view.assume_init_mut() }, python };
    let view = &*buffer.view;
    let count = view.len.cast_unsigned();
    // SAFETY: the buffer is live.
    if unsafe { (python.api.PyBuffer_IsContiguous)(view, ROWS) } != 0 {
        // SAFETY: so many bytes are readable, and nothing writes them: the thread holds the GIL.
        return Ok(Some(Any::new(unsafe {
            crate::layout::slice(view.buf.cast::<u8>().cast_const(), count)
        })));
    }
    let mut bytes = vec![0u8; count];
    // SAFETY: the place has room for so many bytes, and the buffer is live.
    let code = unsafe { (python.api.PyBuffer_ToContiguous)(bytes.as_mut_ptr().cast(), view, view.len, ROWS) };
    if code == 0 { Ok(Some(Any::new(&*bytes))) } else { Err(Raised) }
}
