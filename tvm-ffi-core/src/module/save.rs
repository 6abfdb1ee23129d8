//! Saving modules of any origin. The runtime has no global function for that.

use core::ffi::c_char;

use super::{Module, call};
use crate::abi::TVMFFIAny;
use crate::abi::module::{AnyModule, This, Virtuals};
use crate::error::Result;
use crate::string::Bytes;

/// The body of a module whose source is the bytes of another module.
///
/// A virtual function in C++ can throw an exception, which Rust code cannot catch. The runtime catches it, if it calls the function: here,
/// through `ffi.ModuleInspectSource`, which passes on any value that has the layout of a string.
struct Saved(Module);

// SAFETY: bytes have the layout of strings, and `Module::save_to_bytes` expects them.
unsafe impl Virtuals for Saved {
    fn kind(_this: This<Self>) -> *const c_char {
        c"saved".as_ptr()
    }

    fn property_mask(_this: This<Self>) -> i32 {
        0
    }

    fn inspect_source(this: This<Self>, _format: &[u8]) -> TVMFFIAny {
        // SAFETY: the module is alive.
        let module = unsafe { AnyModule::new(this.body().0.as_object().handle()) };
        module.save_to_bytes()
    }
}

impl Module {
    /// The module as bytes. The global function `ffi.Module.load_from_bytes.<kind>` loads them again.
    ///
    /// # Errors
    ///
    /// What the module raises: a `RuntimeError` if modules of its kind cannot be saved.
    #[track_caller]
    pub fn save_to_bytes(&self) -> Result<Vec<u8>> {
        let saved = Self::with_body(Saved(self.clone()))?;
        let bytes: Bytes = call("ffi.ModuleInspectSource", (&saved, ""))?.cast()?;
        Ok(bytes.to_vec())
    }
}
