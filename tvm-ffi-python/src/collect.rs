//! Python's garbage collector, for instances whose objects may hold objects of Python.
//!
//! The collector asks an instance twice for what it refers to, and both answers have to be the same. So an instance names only what is its own: its object
//! has no other reference, nor has anything on the way to an object of Python ([`python_objects_in`]). Only the instance leads there, and code gets
//! there only by a call that has the instance. Such a call [holds](hold) the object while it runs, in which time the instance names nothing.

use core::ffi::{c_int, c_void};
use core::ptr::NonNull;

use tvm_ffi_core::__private::{
    Class, class_of_object, python_object_of, python_objects_in, replace_python_object,
};
use tvm_ffi_core::abi::{TVMFFIAny, TVMFFIObject, TypeIndex};
use tvm_ffi_core::{AnyView, ObjectRef};

use crate::ffi::{PY_TP_CLEAR, PY_TP_DEALLOC, PY_TP_TRAVERSE, PyObject, PyTypeSlot, TYPE_HAVE_GC};
use crate::instance::{self, dealloc, enter, handle};
use crate::layout::type_of;
use crate::python::{Borrowed, Owned, Python};
use crate::python_function;

/// What the collector calls for each object that another one refers to.
type Visit = unsafe extern "C" fn(*mut PyObject, *mut c_void) -> c_int;

/// The flag of the type of a class whose objects may hold objects of Python. Adds the slots of such a type.
pub(crate) fn push(class: &Class, slots: &mut Vec<PyTypeSlot>) -> core::ffi::c_uint {
    if !class.leads_to_python() {
        return 0;
    }
    let mut push = |slot, function| slots.push(PyTypeSlot { slot, function });
    push(PY_TP_DEALLOC, dealloc_collected as *const c_void);
    push(PY_TP_TRAVERSE, traverse as *const c_void);
    push(PY_TP_CLEAR, clear as *const c_void);
    TYPE_HAVE_GC
}

/// Holds the objects among the values of a call that the collector might take for garbage.
///
/// # Safety
///
/// `count` values begin there, each with AnyView validity.
#[inline]
pub(crate) unsafe fn hold(values: *const TVMFFIAny, count: usize) -> Vec<ObjectRef> {
    // SAFETY: the caller's contract.
    let values = unsafe { crate::layout::slice(values, count) };
    let objects = values.iter().filter(|value| value.type_index >= TypeIndex::STATIC_OBJECT_BEGIN);
    let mut held = Vec::new();
    for object in objects.filter_map(|value| NonNull::new(value.payload.ptr().cast())) {
        // SAFETY: AnyView validity.
        if unsafe { class_of_object(object) }.is_some_and(Class::leads_to_python) {
            // SAFETY: as above.
            held.push(unsafe { ObjectRef::from_borrowed(object) });
        }
    }
    held
}

/// The functions, and the objects that hold one of Python's, which an instance alone leads to.
fn holders(instance: Borrowed<'_>) -> Vec<NonNull<TVMFFIObject>> {
    // SAFETY: the slots are those of classes of this crate.
    let handle = unsafe { handle(instance) };
    // SAFETY: the instance owns a reference to the object.
    NonNull::new(handle).map(|object| unsafe { python_objects_in(object) }).unwrap_or_default()
}

/// The object of Python that a holder has a reference to.
///
/// # Safety
///
/// Object validity.
unsafe fn held(python: Python, holder: NonNull<TVMFFIObject>) -> Option<NonNull<PyObject>> {
    // SAFETY: the caller's contract.
    if let Some(callable) = unsafe { python_function::address_of(python, holder) } {
        return Some(callable);
    }
    let value = instance::value(holder);
    // SAFETY: AnyView validity, by the caller's contract.
    python_object_of(unsafe { AnyView::from_raw(NonNull::from(&value)) }).map(NonNull::cast)
}

unsafe extern "C" fn traverse(slf: *mut PyObject, visit: Visit, context: *mut c_void) -> c_int {
    // SAFETY: Python passes an instance, and this thread holds the GIL.
    let Some((python, instance)) = (unsafe { enter(slf) }) else { return 0 };
    // SAFETY: an instance owns a reference to its class.
    let code = unsafe { visit(type_of(instance), context) };
    if code != 0 {
        return code;
    }
    for holder in holders(instance) {
        // SAFETY: the object of the instance keeps it alive.
        let Some(object) = (unsafe { held(python, holder) }) else { continue };
        // SAFETY: the holder owns a reference to the object.
        let code = unsafe { visit(object.as_ptr(), context) };
        if code != 0 {
            return code;
        }
    }
    0
}

/// Takes the objects of Python out of garbage. Functions that are called nevertheless are an error then, and other objects are `None`.
unsafe extern "C" fn clear(slf: *mut PyObject) -> c_int {
    // SAFETY: Python passes an instance, and this thread holds the GIL.
    let Some((python, instance)) = (unsafe { enter(slf) }) else { return 0 };
    let mut taken: Vec<Owned> = Vec::new();
    for holder in holders(instance) {
        // SAFETY: the object of the instance keeps it alive.
        if let Some(callable) = unsafe { python_function::take(python, holder) } {
            taken.push(callable);
            continue;
        }
        // INVARIANT: a reference is not NULL.
        let Some(none) = NonNull::new(python.none().into_raw()) else { continue };
        // SAFETY: as above; only the instance leads to the holder, and this thread holds the GIL.
        let old = unsafe { replace_python_object(holder, none.cast()) };
        let old = old.map_or(none, NonNull::cast);
        // SAFETY: the reference is owned here.
        taken.extend(unsafe { python.owned(old.as_ptr()) });
    }
    // This may run code, and end the object.
    drop(taken);
    0
}

/// Destroys an instance that the collector knows.
unsafe extern "C" fn dealloc_collected(instance: *mut PyObject) {
    // SAFETY: Python passes an instance, and this thread holds the GIL.
    let Some((python, _)) = (unsafe { enter(instance) }) else { return };
    // SAFETY: the instance is one of a type with the flag.
    unsafe { python.api.PyObject_GC_UnTrack(instance.cast()) };
    // SAFETY: as above.
    unsafe { dealloc(instance) };
}
