//! What the package `tvm_ffi` converts: its own objects, and results that are objects of other libraries' classes.
//!
//! The package is imported when it is first needed, and loads the same library. Two functions of the library, [`take`] and [`give`], pass it
//! a value and get one from it. They are not exports of the user's.

use core::cell::{Cell, OnceCell};
use core::ffi::{CStr, c_int, c_void};
use core::mem::MaybeUninit;
use core::ptr::{NonNull, null_mut};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;

use tvm_ffi_core::__private::{FEW, raise_error, room};
use tvm_ffi_core::abi::{TVMFFIAny, TVMFFIAnyPayload, TypeIndex};
use tvm_ffi_core::{Any, AnyView, ErrorKind};

use crate::error::internal;
use crate::ffi::{ARGUMENTS_OFFSET, PyObject};
use crate::from_python::{FromPython, Refusal};
use crate::module::Module;
use crate::python::{Borrowed, Owned, Python, Raised};

/// An object that is made when it is first needed.
#[derive(Default)]
pub(crate) struct Late(OnceCell<Owned>);

impl Late {
    /// The object.
    pub(crate) fn get(&self, make: impl FnOnce() -> Result<Owned, Raised>) -> Result<Borrowed<'_>, Raised> {
        if let Some(object) = self.0.get() {
            return Ok(object.borrow());
        }
        // This may run code that comes here again, or let another thread do so. Then the first object stays.
        let object = make()?;
        Ok(self.0.get_or_init(|| object).borrow())
    }
}

std::thread_local! {
    /// What passes between this module and the package on this thread.
    static PASSED: Cell<Option<Any>> = const { Cell::new(None) };
}

/// Converts a value to an object.
#[cold]
#[inline(never)]
pub(crate) fn convert(module: &Rc<Module>, python: Python, value: Any) -> Result<Owned, Raised> {
    let take = module.take.get(|| module.hidden_function(python, "_python_take"));
    let take = take.map_err(|raised| match value.type_index() {
        TypeIndex::TENSOR => explain(python, "a tensor needs NumPy, or the package `tvm_ffi`", raised),
        _ => explain(python, "the result needs the package `tvm_ffi`", raised),
    })?;
    PASSED.set(Some(value));
    let converted = python.vectorcall(take, [].into_iter());
    drop(PASSED.take());
    converted
}

/// Converts an object to a value; `None` where there is no package.
#[cold]
#[inline(never)]
pub(crate) fn value(
    module: &Rc<Module>,
    python: Python,
    object: Borrowed<'_>,
) -> Result<Option<Any>, Raised> {
    let give = match module.give.get(|| module.hidden_function(python, "_python_give")) {
        Ok(give) => give,
        Err(raised) if is_missing(python) => {
            python.clear(raised);
            return Ok(None);
        }
        Err(raised) => return Err(raised),
    };
    let given = python.vectorcall(give, [Ok(python.own(object))].into_iter());
    let value = PASSED.take();
    given.map(|_| value)
}

/// The object that an object of the package refers to. Some are in a framework, which is then that of the call.
pub(crate) fn object(call: &mut FromPython<'_>, object: Borrowed<'_>) -> Result<Any, Refusal> {
    let (python, objects) = (call.python, &call.module.objects);
    objects.learn(python, object);
    if let Some(table) = objects.framework(object) {
        let _ = call.framework(table);
    }
    if let Some(value) = objects.owned_value_of(object) {
        call.has_tensor |= value.type_index() == TypeIndex::TENSOR;
        return Ok(value);
    }
    // The package itself would follow the handle of an object that has none.
    let handle = python.get(object, c"__chandle__")?;
    let handle = python.call(handle.borrow(), &python.tuple([])?)?;
    // A tensor that a function of Python's is lent has none either.
    let tensor = python.get(python.import(c"tvm_ffi.core")?.borrow(), c"Tensor")?;
    let is_tensor = python.is_subtype(crate::layout::type_of(object), tensor.borrow());
    if python.int_of(handle.borrow())? == 0 && !is_tensor {
        let class = python.class_name(object)?;
        let what = format!("the {class} refers to no object: it was moved, or its `__init__` was not called");
        return Err(Refusal::Because(ErrorKind::ValueError, what));
    }
    value(call.module, python, object)?.ok_or(Refusal::Raised)
}

/// An object that the caller gives away: the place that refers to it, which stays while the object of Python lives that is returned.
pub(crate) fn moved(
    module: &Rc<Module>,
    python: Python,
    object: Borrowed<'_>,
) -> Result<Option<(TVMFFIAny, Owned)>, Raised> {
    let given = python.get(object, c"obj")?;
    module.objects.learn(python, given.borrow());
    let place = module.objects.place(given.borrow());
    Ok(place.map(|place| {
        let payload = TVMFFIAnyPayload::from_ptr(place.as_ptr().cast());
        (TVMFFIAny::new(TypeIndex::OBJECT_RVALUE_REF, payload), given)
    }))
}

/// Says what the package was needed for, where there is none.
#[cold]
fn explain(python: Python, need: &str, raised: Raised) -> Raised {
    if !is_missing(python) {
        return raised;
    }
    python.clear(raised);
    let message = format!("{need}: `pip install apache-tvm-ffi`");
    python.raise(python.api.PyExc_ModuleNotFoundError, &message)
}

/// Whether an exception says that there is no package.
fn is_missing(python: Python) -> bool {
    python.is_of(Borrowed::of(python.api.PyExc_ModuleNotFoundError))
}

/// Returns the value that this thread has set aside. The macro exports it as `__tvm_ffi__python_take`.
///
/// # Safety
///
/// The SafeCall contract of [`tvm_ffi_core::abi`].
pub unsafe extern "C" fn take(_: *mut c_void, _: *const TVMFFIAny, _: i32, result: *mut TVMFFIAny) -> c_int {
    match PASSED.take() {
        Some(value) => {
            // SAFETY: the SafeCall contract: the place is writable and owns nothing.
            unsafe { result.write(value.into_raw()) };
            0
        }
        None => raise_error(internal("no value was set aside"), "_python_take"),
    }
}

/// Sets the argument aside. The macro exports it as `__tvm_ffi__python_give`.
///
/// # Safety
///
/// The SafeCall contract of [`tvm_ffi_core::abi`].
pub unsafe extern "C" fn give(
    _: *mut c_void,
    args: *const TVMFFIAny,
    count: i32,
    _: *mut TVMFFIAny,
) -> c_int {
    const NAME: &str = "_python_give";
    let given = catch_unwind(AssertUnwindSafe(|| {
        let argument = NonNull::new(args.cast_mut()).filter(|_| count == 1);
        let argument = argument.ok_or_else(|| internal("expected one argument"))?;
        // SAFETY: the SafeCall contract: there is one argument, which the caller lends.
        unsafe { AnyView::from_raw(argument) }.to_any()
    }));
    match given {
        Ok(Ok(value)) => {
            PASSED.set(Some(value));
            0
        }
        Ok(Err(error)) => raise_error(error, NAME),
        Err(_) => raise_error(internal("the argument cannot be kept"), NAME),
    }
}

impl Module {
    /// The library as `tvm_ffi` loads it. Its `load_module` chooses a loader by the extension of the file, and knows no `.pyd`.
    pub(crate) fn library(&self, python: Python) -> Result<Borrowed<'_>, Raised> {
        self.library.get(|| {
            const PACKAGE: &CStr = c"tvm_ffi";
            let package = python.import(PACKAGE)?;
            let find = python.get(package.borrow(), c"get_global_func")?;
            let load = python.tuple([python.name("ffi.Module.load_from_file.so")?])?;
            let load = python.call(find.borrow(), &load)?;
            python.call(load.borrow(), &python.tuple([self.file.clone(), python.name("so")?])?)
        })
    }

    /// A function of the library that is not the user's.
    fn hidden_function(&self, python: Python, name: &str) -> Result<Owned, Raised> {
        let get = python.get(self.library(python)?, c"get_function")?;
        python.call(get.borrow(), &python.tuple([python.name(name)?])?)
    }
}

impl Python {
    /// Calls an object with arguments by position.
    pub(crate) fn vectorcall(
        self,
        callable: Borrowed<'_>,
        arguments: impl ExactSizeIterator<Item = Result<Owned, Raised>>,
    ) -> Result<Owned, Raised> {
        if self.api.PyObject_Vectorcall.is_none() {
            let arguments: Vec<_> = arguments.collect::<Result<_, _>>()?;
            return self.call(callable, &self.tuple_of(arguments.into_iter())?);
        }
        let count = arguments.len();
        let (mut few, mut many) = ([const { MaybeUninit::uninit() }; FEW], Vec::new());
        // A bound method puts its object into the place before the arguments.
        let places = room(&mut few, &mut many, count + 1, null_mut());
        let mut owned = OwnedUpTo { python: self, places, count: 1 };
        for argument in arguments.take(count) {
            owned.push(argument?);
        }
        // SAFETY: there is a place before the arguments.
        let first = unsafe { owned.places.as_ptr().add(1) };
        // SAFETY: so many objects, which live through the call, with a place before them.
        let result = unsafe {
            self.api.PyObject_Vectorcall(callable.as_ptr(), first, count | ARGUMENTS_OFFSET, null_mut())
        };
        // SAFETY: a new reference or NULL.
        unsafe { self.owned(result.unwrap_or(null_mut())) }
    }

    /// The name of the class of an object.
    pub(crate) fn class_name(self, object: Borrowed<'_>) -> Result<String, Raised> {
        let name = self.get(self.class_of(object).borrow(), c"__name__")?;
        Ok(self.text_of(name.borrow())?.to_owned())
    }
}

/// References in the first places but one.
struct OwnedUpTo<'a> {
    python: Python,
    places: &'a mut [*mut PyObject],
    count: usize,
}

impl OwnedUpTo<'_> {
    fn push(&mut self, object: Owned) {
        if let Some(place) = self.places.get_mut(self.count) {
            *place = object.into_raw();
            self.count += 1;
        }
    }
}

impl Drop for OwnedUpTo<'_> {
    fn drop(&mut self) {
        for object in self.places.get(1..self.count).unwrap_or_default() {
            // SAFETY: `push` was given the reference.
            unsafe { self.python.api.Py_DecRef(*object) };
        }
    }
}
