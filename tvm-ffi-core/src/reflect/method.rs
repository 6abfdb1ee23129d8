//! Methods.

use core::ptr::NonNull;

use super::member::member;
use crate::abi::{FieldFlag, TVMFFIMethodInfo};
use crate::any::AnyView;
use crate::error::Result;
use crate::function::Function;

member! {
    /// A method in the registry of the runtime.
    ///
    /// The schema of a method that is not static has the object itself as the first parameter.
    MethodInfo, TVMFFIMethodInfo
}

impl MethodInfo {
    /// Whether the method is called without an object.
    pub fn is_static(&self) -> bool {
        self.raw.flags & FieldFlag::IS_STATIC_METHOD != 0
    }

    /// The method as a function, which takes the object first unless it is [static](Self::is_static).
    ///
    /// # Errors
    ///
    /// A `TypeError` if what is registered is not a function.
    #[track_caller]
    pub fn function(&self) -> Result<Function> {
        // SAFETY: the runtime keeps methods for the rest of the process.
        unsafe { AnyView::from_raw(NonNull::from(&self.raw.method)) }.cast()
    }
}
