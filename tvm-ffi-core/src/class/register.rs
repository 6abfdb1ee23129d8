//! Registration of a class with the runtime.

use core::sync::atomic::Ordering;
use std::sync::{Mutex, PoisonError};

use super::Class;
use crate::abi::{TVMFFIByteArray, TypeIndex};
use crate::error::Result;
use crate::runtime::table;

static REGISTERING: Mutex<()> = Mutex::new(());

impl Class {
    /// Registers the class, parents first, if it is not registered yet.
    ///
    /// # Errors
    ///
    /// There is no runtime, or another library has the type key.
    #[cold]
    pub(crate) fn register(&'static self) -> Result<i32> {
        crate::runtime::runtime()?;
        let (parent, depth) = match self.parent {
            Some(parent) => (parent().register()?, parent().depth() + 1),
            None => (TypeIndex::OBJECT, 1),
        };
        let _guard = REGISTERING.lock().unwrap_or_else(PoisonError::into_inner);
        let index = self.index.load(Ordering::Acquire);
        if index != Self::UNREGISTERED {
            return Ok(index);
        }
        let mut key = "";
        (self.describe)(&mut |about| key = about.text.split('\0').next().unwrap_or(""));
        let bytes = TVMFFIByteArray { data: key.as_ptr(), size: key.len() };
        // SAFETY: the key is readable during the call.
        if unsafe { table::TVMFFITypeGetOrAllocIndex(&bytes, -1, depth, 0, 1, -2) } >= 0 {
            crate::bail!(
                RuntimeError,
                "type key `{key}` is already registered, by another library or another copy of this one"
            );
        }
        // SAFETY: as above; the parent is registered, and has one ancestor less.
        let index = unsafe { table::TVMFFITypeGetOrAllocIndex(&bytes, -1, depth, 0, 1, parent) };
        self.index.store(index, Ordering::Release);
        Ok(index)
    }

    /// How many classes it extends, `ffi.Object` included.
    fn depth(&'static self) -> i32 {
        self.parent.map_or(1, |parent| parent().depth() + 1)
    }
}

/// Registers a class while its library is being loaded, if there is a runtime. It never unwinds: what goes wrong is kept for the
/// manifest.
#[allow(improper_ctypes_definitions, reason = "called from Rust; `C` says that it does not unwind")]
pub extern "C" fn register_on_load(class: &'static Class) {
    if crate::runtime::bind_if_present() {
        drop(class.register());
    }
}
