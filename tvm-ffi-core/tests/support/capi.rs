//! The C functions of the runtime, as the tests call them to compare with or to set up what the crate has no function for.

use std::ffi::CStr;

use libloading::Library;

/// The runtime that the crate is bound to.
pub(crate) struct CApi(Library);

impl CApi {
    pub(crate) fn new() -> Self {
        let runtime = tvm_ffi_core::runtime().expect("set TVM_FFI_LIBRARY to the runtime's library");
        runtime.publish().expect("the runtime can be published");
        match runtime.path() {
            // SAFETY: the library is loaded already, so no initialiser runs.
            Some(path) => Self(unsafe { Library::new(path) }.unwrap()),
            // The functions of an embedded runtime are visible in the whole process.
            #[cfg(not(unix))]
            None => panic!("an embedded runtime can only be published on Unix"),
            #[cfg(unix)]
            None => Self(libloading::os::unix::Library::this().into()),
        }
    }

    /// A function of the runtime.
    ///
    /// # Safety
    ///
    /// `F` is the type of that function.
    pub(crate) unsafe fn get<F: Copy>(&self, name: &CStr) -> F {
        // SAFETY: the caller's contract.
        let symbol = unsafe { self.0.get::<F>(name.to_bytes_with_nul()) };
        *symbol.unwrap_or_else(|error| panic!("the runtime has no {name:?}: {error}"))
    }
}
