//! A function of a module: what the trampoline needs to call an export.

use core::cell::Cell;
use core::ffi::{c_int, c_void};
use core::ptr::null_mut;
use std::ffi::CString;
use std::rc::Rc;

use tvm_ffi_core::__private::{GIL_HELD, GIL_RELEASED, Param, Passing, Record, TypeTag};

use crate::ffi::{METH_FASTCALL, METH_KEYWORDS, PyCFunctionFastWithKeywords, PyMethodDef, PyObject};
use crate::module::Module;
use crate::python::{Owned, Python, Raised};
use crate::trampoline::trampoline;
use crate::{export_object, signature, special};

/// One function of a module.
pub(crate) struct Function {
    pub(crate) python: Python,
    pub(crate) module: Rc<Module>,
    pub(crate) record: &'static Record,
    /// The names of the parameters, as objects.
    pub(crate) names: Box<[Owned]>,
    /// Whether the first parameter is the receiver of a method.
    pub(crate) has_receiver: bool,
    /// The class of most receivers; NULL before it is made.
    pub(crate) receiver_class: Cell<*mut PyObject>,
    /// Whether a parameter takes a tensor that may end with the call.
    pub(crate) takes_views: bool,
    /// Whether the function can reach code of the caller's, which may change what it was passed.
    pub(crate) leads_to_code: bool,
    /// Whether callers may pass each argument by position or by name.
    pub(crate) is_ordinary: bool,
    /// Whether it is an operator, which Python asks the other operand for too.
    pub(crate) is_operator: bool,
    /// Whether it returns the receiver where it returns nothing.
    pub(crate) returns_receiver: bool,
    /// Whether the GIL is released for a call.
    pub(crate) releases_gil: bool,
    /// What Python makes of the result.
    pub(crate) result: &'static TypeTag,
    /// What Python reads of the function.
    definition: Definition,
}

struct Definition {
    method: PyMethodDef,
    _name: CString,
    _doc: CString,
}

impl Function {
    pub(crate) fn new(
        python: Python,
        module: &Rc<Module>,
        record: &'static Record,
    ) -> Result<Box<Self>, Raised> {
        let names: Result<_, _> =
            record.parameters.iter().map(|parameter| python.name(parameter.name)).collect();
        Ok(Box::new(Self {
            python,
            module: Rc::clone(module),
            record,
            names: names?,
            receiver_class: Cell::new(null_mut()),
            has_receiver: record.arguments().len() < record.parameters.len(),
            takes_views: record.parameters.iter().any(takes_view),
            leads_to_code: leads_to_code(record),
            is_ordinary: record.parameters.iter().all(|parameter| parameter.passing == Passing::Either),
            is_operator: special::is_operator(record),
            returns_receiver: special::returns_receiver(record),
            releases_gil: releases_gil(record),
            result: (record.result)().tag.required(),
            definition: Definition::new(record),
        }))
    }
}

impl Function {
    /// The name without the namespace.
    pub(crate) fn short_name(&self) -> &'static str {
        match self.record.is_constructor() {
            true => "__init__",
            false => self.record.name.rsplit('.').next().unwrap_or_default(),
        }
    }
}

impl Definition {
    fn new(record: &Record) -> Self {
        let name = CString::new(record.name).unwrap_or_default();
        let doc = CString::new(signature::documentation(record)).unwrap_or_default();
        let method = PyMethodDef {
            ml_name: name.as_ptr(),
            ml_meth: trampoline as PyCFunctionFastWithKeywords as *const c_void,
            ml_flags: METH_FASTCALL | METH_KEYWORDS as c_int,
            ml_doc: doc.as_ptr(),
        };
        Self { method, _name: name, _doc: doc }
    }
}

/// Whether a parameter takes one tensor that may end with the call. The argument may be a `DLTensor`.
#[inline(always)]
pub(crate) fn takes_view(parameter: &Param) -> bool {
    parameter.of.tensor.is_some_and(|tensor| !tensor.form.is_list())
}

/// Whether a call releases the GIL: if the function does not decide it, where an argument may be a tensor, a function, an object, or any value.
/// Work on tensors takes long, and a function may wait for a callback on another thread.
fn releases_gil(record: &Record) -> bool {
    if record.flags & (GIL_HELD | GIL_RELEASED) != 0 {
        return record.flags & GIL_RELEASED != 0;
    }
    record.is_packed() || !record.arguments().iter().all(refuses_tensors)
}

/// Whether an argument may be a function, an object, or any value. Tensors lead to no code.
fn leads_to_code(record: &Record) -> bool {
    let may_lead = |parameter: &Param| !takes_view(parameter) && !refuses_tensors(parameter);
    record.is_packed() || record.parameters.iter().any(may_lead)
}

/// Whether a parameter takes no tensor, also none inside of another value.
fn refuses_tensors(parameter: &Param) -> bool {
    parameter.of.tag.is_plain()
}

/// The function object of an export.
pub(crate) fn make(
    python: Python,
    module: &Rc<Module>,
    class: &Owned,
    record: &'static Record,
) -> Result<Owned, Raised> {
    let function = Function::new(python, module, record)?;
    let method = (&raw const function.definition.method).cast_mut();
    let slf = export_object::make(python, class, function)?;
    let (slf, module) = (slf.borrow().as_ptr(), module.name.borrow().as_ptr());
    // SAFETY: the definition lives in `slf`, to which the function object takes a reference.
    let object = unsafe { python.api.PyCFunction_NewEx(method, slf, module) };
    // SAFETY: a new reference or NULL.
    unsafe { python.owned(object) }
}
