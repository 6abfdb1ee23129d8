//! Copies and pickles of instances.
//!
//! A class with `__getstate__` and `__setstate__` is pickled by its state, and one with a constructor from its fields by these.

use core::ffi::{CStr, c_int, c_void};
use core::ptr::{null, null_mut};

use tvm_ffi_core::__private::{Any, Class, MethodKind};
use tvm_ffi_core::ObjectRef;

use crate::classes::{self, Classes};
use crate::error::guarded;
use crate::ffi::{METH_CLASS, METH_NOARGS, METH_O, PyCFunction, PyMethodDef, PyObject};
use crate::instance::{self, Known};
use crate::python::{Borrowed, Owned, Python, Raised};
use crate::through_tvm_ffi;

/// The methods of all instances.
#[repr(transparent)]
pub(crate) struct Methods([PyMethodDef; 4]);

// SAFETY: the pointers lead to constants.
unsafe impl Sync for Methods {}

pub(crate) static METHODS: Methods = Methods([
    method(c"__reduce__", reduce, METH_NOARGS),
    method(c"_from_fields", from_fields, METH_CLASS | METH_O),
    method(c"__tvm_ffi_object__", object_of_tvm_ffi, METH_NOARGS),
    PyMethodDef { ml_name: null(), ml_meth: null(), ml_flags: 0, ml_doc: null() },
]);

/// The method of classes with option `copy`.
pub(crate) static COPY: Method = Method(method(c"__copy__", copy, METH_NOARGS));

#[repr(transparent)]
pub(crate) struct Method(PyMethodDef);

// SAFETY: the pointers lead to constants.
unsafe impl Sync for Method {}

const fn method(name: &'static CStr, function: PyCFunction, flags: c_int) -> PyMethodDef {
    PyMethodDef {
        ml_name: name.as_ptr(),
        ml_meth: function as *const c_void,
        ml_flags: flags,
        ml_doc: null(),
    }
}

/// The result of a body that needs an instance with an object.
///
/// # Safety
///
/// Python calls a method of an instance.
unsafe fn with(
    slf: *mut PyObject,
    body: impl FnOnce(&Known<'_>, &'static Classes) -> Result<Owned, Raised>,
) -> *mut PyObject {
    // SAFETY: the caller's contract.
    let Some((python, instance)) = (unsafe { instance::enter(slf) }) else { return null_mut() };
    guarded(python, || {
        // SAFETY: the caller's contract.
        match (unsafe { Known::of(slf) }, classes::get(python)) {
            (Some(known), Some(classes)) => body(&known, classes),
            _ => Err(instance::raise_without_object(python, instance)),
        }
    })
}

/// `__copy__`
unsafe extern "C" fn copy(slf: *mut PyObject, _: *mut PyObject) -> *mut PyObject {
    let body = |known: &Known<'_>, classes: &'static Classes| {
        let Some(hook) = known.class.and_then(|class| class.record().hooks.copy) else {
            return Err(known
                .python
                .raise(known.python.api.PyExc_TypeError, "the class has no option `copy`"));
        };
        let returned = instance::call_hook(classes.host(), hook, &[instance::value(known.object)])?;
        // SAFETY: the hook gave an owned value.
        let copied = unsafe { Any::from_raw(returned) };
        let (python, class) = (known.python, known.python.class_of(known.instance));
        let copy = instance::empty(python, class.borrow())?;
        instance::initialize(python, copy.borrow(), copied)?;
        // What a subclass in Python has besides.
        if let Some([from, to]) = both_dicts(python, known.instance, copy.borrow()) {
            let [from, to] = [&from, &to].map(|dict| dict.borrow().as_ptr());
            // SAFETY: both objects are live; the function reports what is not a dictionary.
            if unsafe { python.api.PyDict_Update(to, from) } != 0 {
                return Err(Raised);
            }
        }
        Ok(copy)
    };
    // SAFETY: Python calls a method of an instance.
    unsafe { with(slf, body) }
}

/// The `__dict__` of two instances, if they have one.
fn both_dicts(python: Python, a: Borrowed<'_>, b: Borrowed<'_>) -> Option<[Owned; 2]> {
    let dict = |object| python.get(object, c"__dict__").map_err(|raised| python.clear(raised)).ok();
    Some([dict(a)?, dict(b)?])
}

/// `__tvm_ffi_object__`: the object as one of the package, which calls this for an argument.
unsafe extern "C" fn object_of_tvm_ffi(slf: *mut PyObject, _: *mut PyObject) -> *mut PyObject {
    let body = |known: &Known<'_>, classes: &'static Classes| {
        // SAFETY: the instance keeps the object alive.
        let object = unsafe { ObjectRef::from_borrowed(known.object) };
        through_tvm_ffi::convert(&classes.host().module, known.python, Any::new(object))
    };
    // SAFETY: Python calls a method of an instance.
    unsafe { with(slf, body) }
}

/// `_from_fields(values)`: the instance with these values of the fields, by name.
unsafe extern "C" fn from_fields(class: *mut PyObject, values: *mut PyObject) -> *mut PyObject {
    // SAFETY: Python passes a class, and the thread holds the GIL.
    let Some((python, class)) = (unsafe { instance::enter(class) }) else { return null_mut() };
    guarded(python, || {
        let (none, named) = (python.tuple([])?, python.dict()?);
        let [none, named] = [&none, &named].map(|object| object.borrow().as_ptr());
        // The class gets a dictionary that nothing else changes.
        // SAFETY: both objects are live, and the first is a dictionary; the function reports what has no entries.
        if unsafe { python.api.PyDict_Update(named, values) } != 0 {
            return Err(Raised);
        }
        // SAFETY: all objects are live.
        let made = unsafe { python.api.PyObject_Call(class.as_ptr(), none, named) };
        // SAFETY: a new reference or NULL.
        unsafe { python.owned(made) }
    })
}

/// `__reduce__`
unsafe extern "C" fn reduce(slf: *mut PyObject, _: *mut PyObject) -> *mut PyObject {
    let body = |known: &Known<'_>, _: &'static Classes| {
        let (python, instance) = (known.python, known.instance);
        let own_class = python.get(instance, c"__class__")?;
        let Some(class) = known.class else { return Err(refuse(python, instance)) };
        match state_of(class) {
            Some(kind) => by_state(python, instance, own_class, kind),
            None => by_fields(python, instance, own_class, class),
        }
    };
    // SAFETY: Python calls a method of an instance.
    unsafe { with(slf, body) }
}

/// The kind of `__setstate__`, if the class has it and `__getstate__`.
fn state_of(class: &'static Class) -> Option<MethodKind> {
    let find = |name| class.record().methods.iter().find(|method| method.export.name == name);
    find("__getstate__").and(find("__setstate__")).map(|method| method.kind)
}

fn by_state(python: Python, instance: Borrowed<'_>, class: Owned, kind: MethodKind) -> Result<Owned, Raised> {
    let get = python.get(instance, c"__getstate__")?;
    let state = python.call(get.borrow(), &python.tuple([])?)?;
    if kind.has_receiver() {
        return python.tuple([class, python.tuple([])?, state]);
    }
    let operator = python.import(c"operator")?;
    let make = python.get(operator.borrow(), c"methodcaller")?;
    let caller = python.call(make.borrow(), &python.tuple([python.name("__setstate__")?, state])?)?;
    python.tuple([caller, python.tuple([class])?])
}

fn by_fields(
    python: Python,
    instance: Borrowed<'_>,
    class: Owned,
    of: &'static Class,
) -> Result<Owned, Raised> {
    // Any other constructor may give the object more than its fields show.
    let constructor = of.constructor().filter(|constructor| constructor.is_from_fields());
    let Some(constructor) = constructor else { return Err(refuse(python, instance)) };
    let values = python.dict()?;
    for parameter in constructor.parameters {
        let name = python.name(parameter.name)?;
        python.set_item(&values, &name, &python.get_named(instance, name.borrow())?)?;
    }
    let make = python.get(class.borrow(), c"_from_fields")?;
    let arguments = python.tuple([values])?;
    // What a subclass in Python has besides. Before Python 3.11, only classes that say so have the method.
    let state = match python.get(instance, c"__getstate__").map_err(|raised| python.clear(raised)) {
        Ok(get) => python.call(get.borrow(), &python.tuple([])?)?,
        Err(()) => python.get(instance, c"__dict__").unwrap_or_else(|raised| {
            python.clear(raised);
            python.none()
        }),
    };
    python.tuple([make, arguments, state])
}

fn refuse(python: Python, instance: Borrowed<'_>) -> Raised {
    let name = instance::class_name_of(python, instance);
    let message = format!(
        "{name}: objects of the class cannot be pickled or copied: in Rust, add `__getstate__` and `__setstate__` to its \
         `#[tvm_ffi::methods]`, or use the option `init` of `#[tvm_ffi::object]` as its constructor"
    );
    python.raise(python.api.PyExc_TypeError, &message)
}
