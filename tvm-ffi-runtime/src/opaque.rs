//! Opaque objects: a pointer of the program with the function that frees it.

use core::ffi::{c_int, c_void};

use tvm_ffi_abi::{TVMFFIObjectHandle, TVMFFIOpaqueObjectCell, TypeIndex};

use crate::catch::{self, fail};
use crate::object::Object;

type Deleter = unsafe extern "C" fn(*mut c_void);

#[repr(C)]
struct Body {
    cell: TVMFFIOpaqueObjectCell,
    deleter: Option<Deleter>,
}

impl Drop for Body {
    fn drop(&mut self) {
        if let Some(deleter) = self.deleter {
            // SAFETY: the program gave the deleter for this handle, and the last reference is gone.
            unsafe { deleter(self.cell.handle) };
        }
    }
}

/// `TVMFFIObjectCreateOpaque`. The deleter gets the handle with the last reference. After a failure the handle stays the caller's.
///
/// # Safety
///
/// The C API: the deleter is NULL or takes the handle on any thread, and `out` is writable.
pub(crate) unsafe extern "C" fn create(
    handle: *mut c_void,
    type_index: i32,
    deleter: Option<Deleter>,
    out: *mut TVMFFIObjectHandle,
) -> c_int {
    if type_index != TypeIndex::OPAQUE_PY_OBJECT {
        return catch::raise(fail!(RuntimeError, "Only kTVMFFIOpaquePyObject is supported for now"));
    }
    let object = Object::new(type_index, Body { cell: TVMFFIOpaqueObjectCell { handle }, deleter });
    // SAFETY: the caller's contract.
    unsafe { out.write(object.into_handle()) };
    0
}

#[cfg(test)]
mod tests {
    use core::cell::Cell;
    use core::ptr::null_mut;

    use super::*;
    use crate::error::take_raised;

    unsafe extern "C" fn count(handle: *mut c_void) {
        // SAFETY: the test gives a counter.
        let counter = unsafe { &*handle.cast::<Cell<i32>>() };
        counter.set(counter.get() + 1);
    }

    #[test]
    fn the_deleter_runs_once_and_not_after_a_failure() {
        let counter = Cell::new(0);
        let handle = (&raw const counter).cast_mut().cast();
        let mut out = null_mut();
        // SAFETY: the deleter takes the counter, `out` is writable.
        assert_eq!(unsafe { create(handle, TypeIndex::OBJECT, Some(count), &mut out) }, -1);
        assert!(take_raised().is_some() && out.is_null());
        // SAFETY: as above.
        assert_eq!(unsafe { create(handle, TypeIndex::OPAQUE_PY_OBJECT, Some(count), &mut out) }, 0);
        // SAFETY: the function gave an owned object.
        let object = unsafe { Object::from_owned(out) }.expect("an object");
        // SAFETY: the handle follows the header.
        assert_eq!(unsafe { object.body::<*mut c_void>().read() }, handle);
        drop(object.clone());
        assert_eq!(counter.get(), 0);
        drop(object);
        assert_eq!(counter.get(), 1);
    }

    #[test]
    fn the_deleter_may_be_missing() {
        let mut out = null_mut();
        // SAFETY: there is no deleter, `out` is writable.
        assert_eq!(unsafe { create(null_mut(), TypeIndex::OPAQUE_PY_OBJECT, None, &mut out) }, 0);
        // SAFETY: the function gave an owned object.
        drop(unsafe { Object::from_owned(out) });
    }
}
