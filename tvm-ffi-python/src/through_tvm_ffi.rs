//! What `tvm_ffi` does for a module: arguments, results, and errors that are not converted here.
//!
//! The package is imported when it is first needed, and loads the same library. Two functions of the library, [`take`] and
//! [`call_with_gaps`], pass it results, errors, and calls with gaps. They are not exports of the user's.

use core::cell::{Cell, OnceCell};
use core::ffi::{CStr, c_int, c_void};
use core::ptr::{NonNull, null_mut};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Mutex, PoisonError};

use tvm_ffi_core::__private::{ABSENT, Record, raise_error};
use tvm_ffi_core::abi::{TVMFFIAny, TVMFFIAnyPayload, TypeIndex};
use tvm_ffi_core::{Any, AnyView, Error, FromAnyView, ObjectRef};

use crate::error::internal;
use crate::function::Function;
use crate::module::Module;
use crate::prepare::{Prepared, original};
use crate::python::{Borrowed, Owned, Python, Raised};
use crate::tensors::Tensors;
use crate::trampoline::Passed;
use crate::{instance, numpy};

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

/// Calls an export through `tvm_ffi`.
#[cold]
#[inline(never)]
pub(crate) fn call(
    function: &Function,
    passed: &Passed<'_>,
    target: Option<Borrowed<'_>>,
) -> Result<Owned, Raised> {
    let (python, module) = (function.python, &*function.module);
    let prepared = Prepared::new(function, passed)?;
    let passed = &*prepared.around_gaps(passed);
    if prepared.is_native {
        return function.call_for(passed, target);
    }
    module.library(python).map_err(|raised| explain(function, "arguments", raised))?;
    for object in passed.iter().flatten() {
        module.objects.learn(python, *object);
    }
    let result = call_around_gaps(function, passed).map_err(|raised| original(function, raised))?;
    match target {
        None => numpy::array_of_tensor(function, passed, result),
        Some(target) => {
            module.objects.learn(python, result.borrow());
            let object = module.objects.owned_value(python, result.borrow()).unwrap_or_default();
            instance::initialize(python, target, object)
        }
    }
}

/// Says what the package was needed for, where there is none.
#[cold]
fn explain(function: &Function, what: &str, raised: Raised) -> Raised {
    let python = function.python;
    let class = python.api.PyExc_ModuleNotFoundError;
    if !python.is_of(Borrowed::of(class)) {
        return raised;
    }
    let Ok(exception) = python.fetch(raised) else { return Raised };
    let name = python.get(exception.borrow(), c"name").map_err(|raised| python.clear(raised));
    let name = name.ok().and_then(|name| python.text_of(name.borrow()).ok().map(<[u8]>::to_vec));
    if name.as_deref() != Some(b"tvm_ffi") {
        return python.restore(exception);
    }
    let function = python.text_of(function.name.borrow()).map(String::from_utf8_lossy).unwrap_or_default();
    let message =
        format!("{function}: only the package `tvm_ffi` converts the {what}: `pip install apache-tvm-ffi`");
    python.raise(class, &message)
}

/// Calls an object. No argument is `None`.
fn call_with(python: Python, callable: Borrowed<'_>, passed: &Passed<'_>) -> Result<Owned, Raised> {
    if let Some(call) = python.api.PyObject_Vectorcall {
        // SAFETY: so many objects, which live through the call; a reference has the layout of a pointer.
        let result = unsafe { call(callable.as_ptr(), passed.as_ptr().cast(), passed.len(), null_mut()) };
        // SAFETY: a new reference or NULL.
        return unsafe { python.owned(result) };
    }
    let arguments: Vec<Owned> = passed.iter().flatten().map(|object| python.own(*object)).collect();
    python.call(callable, &python.tuple_of(arguments.into_iter())?)
}

/// Calls an export through `tvm_ffi`, which cannot pass a gap.
fn call_around_gaps(function: &Function, passed: &Passed<'_>) -> Result<Owned, Raised> {
    let (python, module) = (function.python, &*function.module);
    let mut gaps = 0u64;
    for (index, _) in passed.iter().enumerate().filter(|(_, object)| object.is_none()) {
        let bit = u32::try_from(index).ok().and_then(|index| 1u64.checked_shl(index));
        let Some(bit) = bit else {
            let class = python.api.PyExc_TypeError;
            return Err(
                python.raise(class, "a parameter beyond the 64th is left out before a keyword argument")
            );
        };
        gaps |= bit;
    }
    let callable = module.call_with_gaps.get(|| module.hidden_function(python, "_python_call"))?;
    let (index, gaps) = (python.int(function.index as i64)?, python.int(gaps.cast_signed())?);
    let mut arguments = vec![Some(index.borrow()), Some(gaps.borrow())];
    arguments.extend(passed.iter().filter(|object| object.is_some()));
    call_with(python, callable, &arguments)
}

/// The records of all functions that Python may call.
static RECORDS: Mutex<Vec<&'static Record>> = Mutex::new(Vec::new());

/// Enters a record, and returns its index.
pub(crate) fn enter(record: &'static Record) -> usize {
    let mut records = RECORDS.lock().unwrap_or_else(PoisonError::into_inner);
    records.push(record);
    records.len() - 1
}

std::thread_local! {
    /// What [`take`] returns or raises on this thread.
    static TAKEN: Cell<Option<Result<Any, Error>>> = const { Cell::new(None) };
}

/// Converts a result. `tvm_ffi` gives tensors in containers the framework of an argument, so it gets one.
#[cold]
#[inline(never)]
pub(crate) fn convert(
    function: &Function,
    value: Any,
    tensors: Option<&Tensors<'_>>,
) -> Result<Owned, Raised> {
    let (python, module) = (function.python, &*function.module);
    let take = module.take.get(|| module.hidden_function(python, "_python_take"));
    let take = take.map_err(|raised| explain(function, "result", raised))?;
    TAKEN.set(Some(Ok(value)));
    let converted = match tensors.and_then(|tensors| tensors.framework.as_ref()) {
        Some(framework) => call_with(python, take, &[Some(framework.tensor)]),
        None => call_with(python, take, &[]),
    };
    drop(TAKEN.take());
    converted
}

/// The value of an object that only the package converts.
#[cold]
pub(crate) fn value(function: &Function, object: Borrowed<'_>) -> Result<Any, Raised> {
    let (python, objects) = (function.python, &function.module.objects);
    let package = python.import(c"tvm_ffi").map_err(|raised| explain(function, "value", raised))?;
    let convert = python.get(package.borrow(), c"convert")?;
    let converted = python.call(convert.borrow(), &python.tuple([python.own(object)])?)?;
    objects.learn(python, converted.borrow());
    let known = objects.owned_value(python, converted.borrow());
    known.ok_or_else(|| python.raise(python.api.PyExc_TypeError, "the value cannot be converted"))
}

/// Raises an error of a kind that only `tvm_ffi` may know.
#[cold]
#[inline(never)]
pub(crate) fn raise(function: &Function, error: Error) -> Raised {
    let (python, module) = (function.python, &*function.module);
    let take = match module.take.get(|| module.hidden_function(python, "_python_take")) {
        Ok(take) => take,
        Err(raised) => {
            python.clear(raised);
            return python.raise(python.api.PyExc_RuntimeError, &error.to_string());
        }
    };
    TAKEN.set(Some(Err(error)));
    let raised = call_with(python, take, &[]);
    drop(TAKEN.take());
    match raised {
        Err(raised) => original(function, raised),
        Ok(_) => python.raise(python.api.PyExc_SystemError, "`tvm_ffi` raised no error"),
    }
}

/// Returns the value, or raises the error, that this thread has set aside. The macro exports it as `__tvm_ffi__python_take`.
///
/// # Safety
///
/// The SafeCall contract of [`tvm_ffi_core::abi`].
pub unsafe extern "C" fn take(_: *mut c_void, _: *const TVMFFIAny, _: i32, result: *mut TVMFFIAny) -> c_int {
    match TAKEN.take() {
        Some(Ok(value)) => {
            // SAFETY: the SafeCall contract: the place is writable and owns nothing.
            unsafe { result.write(value.into_raw()) };
            0
        }
        Some(Err(error)) => raise_error(error, "_python_take"),
        None => raise_error(internal("no value was set aside"), "_python_take"),
    }
}

/// Returns an error with a context, or the context of an error: that of a callback has the exception, see `arguments.py`. The macro exports it as
/// `__tvm_ffi__python_keep`.
///
/// # Safety
///
/// The SafeCall contract of [`tvm_ffi_core::abi`].
pub unsafe extern "C" fn keep(
    _: *mut c_void,
    args: *const TVMFFIAny,
    num_args: i32,
    result: *mut TVMFFIAny,
) -> c_int {
    let kept = catch_unwind(AssertUnwindSafe(|| {
        let count = usize::try_from(num_args).ok()?;
        // SAFETY: the SafeCall contract: there are that many arguments.
        let args = unsafe { core::slice::from_raw_parts(args, count) };
        // SAFETY: AnyView validity: the caller lends the arguments.
        let view = |raw: &TVMFFIAny| unsafe { AnyView::from_raw(NonNull::from(raw)) };
        let (error, context) = args.split_first()?;
        let error = Error::decode(view(error), &mut ())?;
        Some(match context.first() {
            Some(context) => Any::new(error.with_extra_context(&ObjectRef::decode(view(context), &mut ())?)),
            None => Any::new(error.extra_context()),
        })
    }));
    match kept {
        Ok(Some(kept)) => {
            // SAFETY: the SafeCall contract: the place is writable and owns nothing.
            unsafe { result.write(kept.into_raw()) };
            0
        }
        _ => raise_error(internal("expected an error, and an object or nothing"), "_python_keep"),
    }
}

/// Calls an export with gaps: the first argument is its index, the second has a bit for each gap. The macro exports it as
/// `__tvm_ffi__python_call`.
///
/// # Safety
///
/// The SafeCall contract of [`tvm_ffi_core::abi`].
pub unsafe extern "C" fn call_with_gaps(
    _: *mut c_void,
    args: *const TVMFFIAny,
    num_args: i32,
    result: *mut TVMFFIAny,
) -> c_int {
    const NAME: &str = "_python_call";
    let arranged = catch_unwind(AssertUnwindSafe(|| {
        let count = usize::try_from(num_args).ok().filter(|count| *count >= 2)?;
        // SAFETY: the SafeCall contract: there are that many arguments.
        let args = unsafe { core::slice::from_raw_parts(args, count) };
        let (head, values) = args.split_at_checked(2)?;
        let &[index, gaps] = head else { return None };
        if index.type_index != TypeIndex::INT || gaps.type_index != TypeIndex::INT {
            return None;
        }
        let records = RECORDS.lock().unwrap_or_else(PoisonError::into_inner);
        let record = *records.get(usize::try_from(index.payload.int()).ok()?)?;
        drop(records);
        Some((record.shim.function(), around_gaps(values, gaps.payload.uint())))
    }));
    match arranged {
        Ok(Some((shim, values))) => {
            // SAFETY: the SafeCall contract; a gap is a value that every shim knows. There are at most 64 more than there were.
            unsafe { shim(null_mut(), values.as_ptr(), values.len() as i32, result) }
        }
        _ => raise_error(internal("expected an index, a number, and arguments"), NAME),
    }
}

/// The values, with a gap for each bit.
fn around_gaps(values: &[TVMFFIAny], gaps: u64) -> Vec<TVMFFIAny> {
    const GAP: TVMFFIAny = TVMFFIAny::new(ABSENT, TVMFFIAnyPayload::from_int(0));
    let (mut values, mut arranged) = (values.iter(), Vec::new());
    for bit in 0..u64::BITS {
        if gaps & (1 << bit) != 0 {
            arranged.push(GAP);
        } else if let Some(value) = values.next() {
            arranged.push(*value);
        }
    }
    arranged.extend(values);
    arranged
}

impl Module {
    /// The library as `tvm_ffi` loads it.
    pub(crate) fn library(&self, python: Python) -> Result<Borrowed<'_>, Raised> {
        self.library.get(|| {
            const PACKAGE: &CStr = c"tvm_ffi";
            let package = python.import(PACKAGE)?;
            let load = python.get(package.borrow(), c"load_module")?;
            python.call(load.borrow(), &python.tuple([self.file.clone()])?)
        })
    }

    /// A function of the library.
    fn library_function(&self, python: Python, name: &Owned) -> Result<Owned, Raised> {
        let get = python.get(self.library(python)?, c"get_function")?;
        python.call(get.borrow(), &python.tuple([name.clone()])?)
    }

    fn hidden_function(&self, python: Python, name: &str) -> Result<Owned, Raised> {
        self.library_function(python, &python.name(name)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gaps_come_between_the_values() {
        let int = |value| TVMFFIAny::new(TypeIndex::INT, TVMFFIAnyPayload::from_int(value));
        let arranged = around_gaps(&[int(1), int(2), int(3)], 0b1010);
        let indices: Vec<i32> = arranged.iter().map(|value| value.type_index).collect();
        assert_eq!(indices, [TypeIndex::INT, ABSENT, TypeIndex::INT, ABSENT, TypeIndex::INT]);
    }
}
