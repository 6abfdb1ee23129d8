//! What a Python module asks of a class: it makes a Python class of its own for each.

use core::ffi::{c_int, c_void};
use core::ptr::NonNull;
use core::sync::atomic::AtomicPtr;

use crate::abi::{TVMFFIAny, TVMFFIObject};
use crate::description::{Class, ClassRecord, FieldRecord, Param, classes};
use crate::object::class_of;

impl Class {
    /// What the macro wrote.
    pub fn record(&self) -> &'static ClassRecord {
        self.record
    }

    /// What a Python module has made of the class; NULL before. Only threads with the GIL use it.
    pub fn python(&self) -> &AtomicPtr<()> {
        &self.python
    }

    /// The class that it extends.
    pub fn parent(&self) -> Option<&'static Class> {
        self.parent.map(|parent| parent())
    }
}

impl FieldRecord {
    /// The field as a parameter of the constructor.
    pub fn param(&self) -> &Param {
        &self.param
    }

    /// Reads the field of an object into `result`. The result is 0, or an error is raised.
    ///
    /// # Safety
    ///
    /// `object` is NULL or has Object validity; `result` is writable and owns nothing.
    pub unsafe fn get(&self, object: *mut TVMFFIObject, result: &mut TVMFFIAny) -> c_int {
        // SAFETY: Field address: it lies as far behind the header as the field does.
        unsafe { (self.getter)(self.address(object), result) }
    }

    /// Sets the field of an object. The result is 0, or an error is raised.
    ///
    /// # Safety
    ///
    /// `object` is NULL or has Object validity; AnyView validity of `value`.
    pub unsafe fn set(&self, object: *mut TVMFFIObject, value: &TVMFFIAny) -> c_int {
        // SAFETY: Field address, as above.
        unsafe { (self.setter)(self.address(object), value) }
    }

    fn address(&self, object: *mut TVMFFIObject) -> *mut c_void {
        object.wrapping_add(1).wrapping_byte_add(self.offset).cast()
    }
}

/// The classes of this library, parents first.
pub fn classes_in_order() -> Vec<&'static Class> {
    fn depth(class: &Class) -> usize {
        class.parent().map_or(0, |parent| 1 + depth(parent))
    }
    let mut all: Vec<_> = classes().collect();
    all.sort_by_key(|class| (depth(class), class.record.key));
    all
}

/// The class of an object, if this library made the object.
///
/// # Safety
///
/// Object validity.
pub unsafe fn class_of_object(object: NonNull<TVMFFIObject>) -> Option<&'static Class> {
    // SAFETY: the caller's contract.
    unsafe { class_of(object) }
}
