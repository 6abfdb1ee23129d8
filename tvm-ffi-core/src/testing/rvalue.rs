//! Rvalue references.

use core::ffi::c_void;

use crate::abi::{TVMFFIAny, TVMFFIAnyPayload, TVMFFIObject, TypeIndex};
use crate::object_ref::ObjectRef;

/// The caller's slot of an rvalue reference; what is left in it is dropped.
pub(crate) struct Rvalue(*mut TVMFFIObject);

impl Rvalue {
    pub(crate) fn new(object: ObjectRef) -> Self {
        Self(object.into_raw().as_ptr())
    }

    pub(crate) fn raw(&mut self) -> TVMFFIAny {
        let place = (&raw mut self.0).cast::<c_void>();
        TVMFFIAny::new(TypeIndex::OBJECT_RVALUE_REF, TVMFFIAnyPayload::from_ptr(place))
    }

    pub(crate) fn is_taken(&self) -> bool {
        self.0.is_null()
    }
}

impl Drop for Rvalue {
    fn drop(&mut self) {
        // SAFETY: the slot owns a reference or is NULL.
        drop(unsafe { ObjectRef::from_handle(self.0.cast()) });
    }
}
