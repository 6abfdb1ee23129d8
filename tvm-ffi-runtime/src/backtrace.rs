//! Backtraces, as text in the form of Python's: one line for each frame, the most recent first.

use core::cell::Cell;
use core::ffi::{c_char, c_int};

use tvm_ffi_abi::TVMFFIByteArray;

use crate::lent::c_text;

/// The last backtrace of a thread.
struct Buffer {
    text: Cell<Vec<u8>>,
    array: Cell<TVMFFIByteArray>,
}

std::thread_local! {
    static BUFFER: Buffer = const { Buffer { text: Cell::new(Vec::new()), array: Cell::new(shown(b"\0")) } };
}

/// No backtrace, for a thread that ends.
struct Nothing(TVMFFIByteArray);

// SAFETY: no code writes the array or its bytes.
unsafe impl Sync for Nothing {}

static NOTHING: Nothing = Nothing(shown(b"\0"));

/// A text as the C API shows it: the NUL at its end follows the bytes, since callers read the text of C++ as a C string.
const fn shown(with_nul: &[u8]) -> TVMFFIByteArray {
    TVMFFIByteArray { data: with_nul.as_ptr(), size: with_nul.len() - 1 }
}

/// Starts of the names of functions that a backtrace leaves out.
const FUNCTIONS_LEFT_OUT: &[&[u8]] = &[
    b"tvm::ffi::Function",
    b"tvm::ffi::detail::",
    b"TVMFFIBacktrace",
    b"TVMFFIErrorSetRaisedFromCStr",
    b"__libc_",
    b"ffi_call_",
];

/// Parts of the names of files whose functions a backtrace leaves out.
const FILES_LEFT_OUT: &[&[u8]] = &[
    b"include/tvm/ffi/error.h",
    b"include/tvm/ffi/function_detail.h",
    b"include/tvm/ffi/function.h",
    b"include/tvm/ffi/any.h",
    b"include/c++/",
];

fn is_left_out(file: &[u8], function: &[u8]) -> bool {
    FUNCTIONS_LEFT_OUT.iter().any(|start| function.starts_with(start))
        || FILES_LEFT_OUT.iter().any(|part| file.windows(part.len()).any(|window| window == *part))
}

fn push_line(text: &mut Vec<u8>, file: &[u8], line: c_int, function: &[u8]) {
    let line = line.to_string();
    for part in [&b"  File \""[..], file, b"\", line ", line.as_bytes(), b", in ", function, b"\n"] {
        text.extend_from_slice(part);
    }
}

/// `TVMFFIBacktrace`: the position that the caller gives, without further frames. The result is valid until the next call on this thread.
///
/// # Safety
///
/// The C API: the file and the function are C strings or NULL.
pub(crate) unsafe extern "C" fn backtrace(
    file: *const c_char,
    line: c_int,
    function: *const c_char,
    _cross_ffi_boundary: c_int,
) -> *const TVMFFIByteArray {
    let is_given = !file.is_null() && !function.is_null();
    // SAFETY: the caller's contract.
    let [file, function] = [file, function].map(|text| unsafe { c_text(text) });
    let mut text = Vec::new();
    if is_given && !is_left_out(file, function) {
        push_line(&mut text, file, line, function);
    }
    text.push(0);
    // This frees the last backtrace, parts of which the caller may have passed.
    let array = BUFFER.try_with(|buffer| {
        buffer.array.set(shown(&text));
        buffer.text.set(text);
        buffer.array.as_ptr().cast_const()
    });
    array.unwrap_or(&NOTHING.0)
}

#[cfg(test)]
mod tests {
    use core::ffi::CStr;

    use super::*;

    fn made(file: &CStr, function: &CStr) -> Vec<u8> {
        // SAFETY: both are C strings.
        let array = unsafe { backtrace(file.as_ptr(), 7, function.as_ptr(), 0) };
        // SAFETY: the array is valid until the next call.
        let array = unsafe { array.read() };
        // SAFETY: as above.
        unsafe { array.bytes() }.to_vec()
    }

    #[test]
    fn the_first_line_is_the_position_of_the_caller() {
        assert_eq!(made(c"a.rs", c"f"), b"  File \"a.rs\", line 7, in f\n");
        assert_eq!(made(c"b.rs", c"g"), b"  File \"b.rs\", line 7, in g\n");
    }

    #[test]
    fn code_of_the_headers_is_left_out() {
        assert_eq!(made(c"x/include/tvm/ffi/any.h", c"f"), b"");
        assert_eq!(made(c"a.cc", c"tvm::ffi::detail::f"), b"");
    }

    #[test]
    fn a_caller_may_give_no_position() {
        // SAFETY: both are NULL.
        let array = unsafe { backtrace(core::ptr::null(), 7, core::ptr::null(), 1) };
        // SAFETY: the array is valid until the next call.
        let array = unsafe { array.read() };
        // SAFETY: the NUL follows the bytes.
        assert_eq!((array.size, unsafe { array.data.read() }), (0, 0));
    }

    #[test]
    fn the_last_backtrace_is_a_c_string_that_a_caller_may_pass() {
        let line = "  File \"a.rs\", line 7, in f\n";
        assert_eq!(made(c"a.rs", c"f"), line.as_bytes());
        let last = BUFFER.with(|buffer| buffer.array.get().data).cast::<c_char>();
        // SAFETY: the last backtrace and the function are C strings.
        let array = unsafe { backtrace(last, 8, c"g".as_ptr(), 0) };
        // SAFETY: the array is valid until the next call.
        let array = unsafe { array.read() };
        // SAFETY: as above.
        let text = unsafe { CStr::from_ptr(array.data.cast()) };
        assert_eq!(text.to_bytes(), format!("  File \"{line}\", line 8, in g\n").as_bytes());
    }
}
