//! Copies and pickles of instances.
//!
//! A class with `__getstate__` and `__setstate__` is pickled by its state, any other by the arguments of its constructor, if these are fields.

use core::ffi::{CStr, c_int, c_void};
use core::ptr::{NonNull, null, null_mut};

use tvm_ffi_core::__private::{Any, Class, MethodKind, Passing};
use tvm_ffi_core::ObjectRef;

use crate::classes::{self, Classes, made_of};
use crate::error::guarded;
use crate::ffi::{METH_CLASS, METH_NOARGS, METH_O, PyCFunction, PyMethodDef, PyObject};
use crate::instance::{self, Known};
use crate::layout::type_of;
use crate::python::{Borrowed, Owned, Python, Raised};
use crate::through_tvm_ffi;

/// The methods of all instances.
#[repr(transparent)]
pub(crate) struct Methods([PyMethodDef; 4]);

// SAFETY: the pointers lead to constants.
unsafe impl Sync for Methods {}

pub(crate) static METHODS: Methods = Methods([
    method(c"__reduce__", reduce, METH_NOARGS),
    method(c"_from_arguments", from_arguments, METH_CLASS | METH_O),
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
            if unsafe { (python.api.PyDict_Update)(to, from) } != 0 {
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

/// `_from_arguments(arguments)`: the instance with these arguments of the constructor, a tuple and a dictionary.
unsafe extern "C" fn from_arguments(class: *mut PyObject, arguments: *mut PyObject) -> *mut PyObject {
    // SAFETY: Python passes a class, and the thread holds the GIL.
    let Some((python, class)) = (unsafe { instance::enter(class) }) else { return null_mut() };
    guarded(python, || {
        // SAFETY: Python passes an object.
        let Some((_, arguments)) = (unsafe { instance::enter(arguments) }) else { return Err(Raised) };
        let (by_position, by_name) = (python.element(arguments, 0)?, python.element(arguments, 1)?);
        let is = |object, class: NonNull<PyObject>| type_of(object) == class.as_ptr();
        if !is(by_position, python.api.PyTuple_Type) || !is(by_name, python.api.PyDict_Type) {
            return Err(
                python.raise(python.api.PyExc_TypeError, "the arguments are a tuple and a dictionary")
            );
        }
        let named = python.dict()?;
        // The class gets a dictionary that nothing else changes.
        // SAFETY: both objects are live dictionaries.
        if unsafe { (python.api.PyDict_Update)(named.borrow().as_ptr(), by_name.as_ptr()) } != 0 {
            return Err(Raised);
        }
        // SAFETY: all objects are live, and of these types.
        let made = unsafe {
            (python.api.PyObject_Call)(class.as_ptr(), by_position.as_ptr(), named.borrow().as_ptr())
        };
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
            None => by_arguments(python, instance, own_class, class),
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

fn by_arguments(
    python: Python,
    instance: Borrowed<'_>,
    class: Owned,
    of: &'static Class,
) -> Result<Owned, Raised> {
    let Some(constructor) = made_of(of).and_then(|made| made.constructor) else {
        return Err(refuse(python, instance));
    };
    let (mut by_position, by_name) = (Vec::new(), python.dict()?);
    let mut has_gap = false;
    for parameter in constructor.record.parameters {
        let is_field = field(of, parameter.name);
        if !is_field && parameter.default.is_some() {
            has_gap |= parameter.passing == Passing::Position;
            continue;
        }
        let name = python.name(parameter.name)?;
        match parameter.passing {
            Passing::Position if is_field && !has_gap => {
                by_position.push(python.get_named(instance, name.borrow())?);
            }
            Passing::Either | Passing::Name if is_field => {
                python.set_item(&by_name, &name, &python.get_named(instance, name.borrow())?)?;
            }
            _ => return Err(refuse(python, instance)),
        }
    }
    let make = python.get(class.borrow(), c"_from_arguments")?;
    let by_position = python.tuple_of(by_position.into_iter())?;
    let arguments = python.tuple([python.tuple([by_position, by_name])?])?;
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

/// Whether a class, or one that it extends, has a field of a name.
fn field(class: &'static Class, name: &str) -> bool {
    class.record().fields.iter().any(|field| field.param().name == name)
        || class.parent().is_some_and(|parent| field(parent, name))
}

fn refuse(python: Python, instance: Borrowed<'_>) -> Raised {
    let name = instance::class_name_of(python, instance);
    let message = format!(
        "{name}: objects of the class cannot be pickled or copied: in Rust, add `__getstate__` and `__setstate__` to its \
         `#[tvm_ffi::methods]`, or give it a constructor whose parameters are fields"
    );
    python.raise(python.api.PyExc_TypeError, &message)
}
