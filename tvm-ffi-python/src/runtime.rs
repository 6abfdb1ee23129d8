//! The runtime of a module: that of the process, or one in Rust where there is no other.
//!
//! With the feature `embedded`, a runtime is in the file of the module. All modules of an interpreter use that of the first one that has it: `sys` has a
//! capsule with the function that finds the C functions by name. The search for a runtime asks for it last, after the process and the package
//! `tvm_ffi`. So where the package is installed, the order of imports does not matter.
//!
//! The package may be installed after the module was imported. Then there are two runtimes, neither of which knows the types and the errors of
//! the other. So the package cannot load the file of such a module, see [`Library`], and the module passes no object to it.

use core::ffi::{CStr, c_char, c_void};
use core::ptr::NonNull;
use core::sync::atomic::{AtomicU64, Ordering};
use std::sync::OnceLock;

use tvm_ffi_core::{Origin, Provider, install_provider};

use crate::gil;
use crate::python::{Python, Raised};

/// The name of the capsule, and of the attribute of `sys`. Its number is that of the type [`Find`].
const NAME: &CStr = c"_tvm_ffi_rs_runtime_1";

/// Finds a C function by name; NULL if there is none. The capsule points to a place that has one.
type Find = unsafe extern "C" fn(*const c_char) -> *mut c_void;

const PROVIDER: Provider = Provider { name: "Python module", symbol: find };

/// The function that this module uses.
static CHOSEN: OnceLock<Find> = OnceLock::new();

fn find(name: &CStr) -> Option<NonNull<c_void>> {
    let find = CHOSEN.get()?;
    // SAFETY: the name is NUL-terminated. The library of the function is a module, which Python never unloads.
    NonNull::new(unsafe { find(name.as_ptr()) })
}

/// Finds the runtime when the module is imported, so that no call searches: a search asks the interpreter for the package, a function that holds the
/// GIL may wait for a thread that searches, and a child that is forked meanwhile would wait for that thread forever.
pub(crate) fn bind(python: Python, library: &Library) -> Result<(), Raised> {
    if let Some(find) = choose(python)? {
        // Another interpreter of the process comes here again.
        let _ = CHOSEN.set(find);
        // SAFETY: the functions are those of a runtime in Rust. Where they are used, the library is closed to other runtimes before the module has any function.
        let _ = unsafe { install_provider(PROVIDER) };
    }
    // The code that needs a runtime reports a failed search.
    // SAFETY: the search uses nothing of Python's without taking the GIL.
    let found = unsafe { gil::released(python, tvm_ffi_core::runtime) };
    if found.is_ok_and(|runtime| runtime.origin() == Origin::Provider(PROVIDER.name)) {
        library.close();
    }
    Ok(())
}

/// The function in the capsule, which is made if this module has a runtime.
fn choose(python: Python) -> Result<Option<Find>, Raised> {
    let api = python.api;
    // Made before the look, so that nothing gives up the GIL between the look and the change.
    let own = own::capsule(python)?;
    // SAFETY: the name is NUL-terminated.
    let shared = unsafe { api.PySys_GetObject(NAME.as_ptr()) };
    let Some(capsule) = NonNull::new(shared).or_else(|| NonNull::new(own.as_ref()?.borrow().as_ptr())) else {
        return Ok(None);
    };
    // SAFETY: the name is NUL-terminated, and the object is live, because `sys` or this function has a reference.
    if unsafe { api.PySys_SetObject(NAME.as_ptr(), capsule.as_ptr()) } != 0 {
        return Err(Raised);
    }
    // SAFETY: as above; the function refuses any other object than a capsule of this name.
    let place = unsafe { api.PyCapsule_GetPointer(capsule.as_ptr(), NAME.as_ptr()) };
    let place = NonNull::new(place.cast::<Find>()).ok_or(Raised)?;
    // SAFETY: the name says what the capsule points to, for the rest of the process.
    Ok(Some(unsafe { place.read() }))
}

#[cfg(feature = "embedded")]
mod own {
    use core::ptr::null_mut;

    use super::*;
    use crate::python::Owned;

    static FIND: Find = find;

    unsafe extern "C" fn find(name: *const c_char) -> *mut c_void {
        // SAFETY: the contract of the type: the name is NUL-terminated.
        let name = unsafe { CStr::from_ptr(name) };
        tvm_ffi_runtime::symbol(name).map_or(null_mut(), NonNull::as_ptr)
    }

    /// The runtime in this file.
    pub(super) fn capsule(python: Python) -> Result<Option<Owned>, Raised> {
        tvm_ffi_runtime::keep_private();
        let place = (&raw const FIND).cast_mut().cast();
        // SAFETY: the place and the name live for the rest of the process, because Python never unloads a module.
        let capsule = unsafe { python.api.PyCapsule_New(place, NAME.as_ptr(), None) };
        // SAFETY: a new reference or NULL.
        unsafe { python.owned(capsule) }.map(Some)
    }
}

#[cfg(not(feature = "embedded"))]
mod own {
    use super::*;
    use crate::python::Owned;

    pub(super) fn capsule(_: Python) -> Result<Option<Owned>, Raised> {
        Ok(None)
    }
}

/// The name that the library itself has among the modules in it.
const ITSELF: &str = "_lib";
/// The same, and more.
const CLOSED: &str = "_library with a runtime of its own: import tvm_ffi before it";

/// The modules in this library: `__tvm_ffi__library_bin`, which a runtime reads when it loads the library. There is one, the library itself. To
/// close the library, its name grows to one that no runtime knows: then loading it is an error, which has that name.
#[repr(C)]
pub struct Library {
    size: u64,
    /// The tree of imports: two arrays, each with its length.
    starts: [u64; 3],
    children: u64,
    name_length: AtomicU64,
    name: [u8; CLOSED.len()],
    /// What a module of another name has: a length, and that many bytes, which must not be none.
    content: [u8; 9],
}

impl Library {
    /// A library that can be loaded.
    #[allow(clippy::new_without_default, reason = "for a static")]
    pub const fn new() -> Self {
        let size = size_of::<Self>() - size_of::<u64>();
        let mut name = [0; CLOSED.len()];
        name.copy_from_slice(CLOSED.as_bytes());
        Self {
            size: (size as u64).to_le(),
            starts: [2u64.to_le(), 0, 0],
            children: 0,
            name_length: AtomicU64::new((ITSELF.len() as u64).to_le()),
            name,
            content: [1, 0, 0, 0, 0, 0, 0, 0, 0],
        }
    }

    fn close(&self) {
        self.name_length.store((CLOSED.len() as u64).to_le(), Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longer_name_begins_with_the_shorter_one() {
        assert!(CLOSED.starts_with(ITSELF));
    }
}
