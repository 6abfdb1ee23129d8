//! What a module has besides its exports: classes, namespaces, and the attributes of the library as `tvm_ffi` loads it.
//!
//! Classes are those of `tvm_ffi`, so code of Python's registers them, when they are first used: `names.py`.

use core::ffi::c_void;
use core::ptr::{NonNull, null_mut};

use crate::error::guarded;
use crate::export_object;
use crate::ffi::{METH_NOARGS, METH_O, PyCFunction, PyObject};
use crate::function::{Function, is_special, make_static};
use crate::python::{Borrowed, Owned, Python, Raised};

/// The source of the class `Names`.
const SOURCE: &str = include_str!("names.py");

/// Sets `__getattr__` and `__dir__` of a module, with the function of its manifest.
pub(crate) fn install(python: Python, module: Borrowed<'_>, manifest: &Owned) -> Result<(), Raised> {
    let slf = python.get(manifest.borrow(), c"__self__")?;
    let get = get_attribute as PyCFunction as *const c_void;
    let get = make_static(python, c"__getattr__", get, METH_O, &slf)?;
    python.set_named(module, python.name("__getattr__")?.borrow(), &get)?;
    let list = list_attributes as PyCFunction as *const c_void;
    let list = make_static(python, c"__dir__", list, METH_NOARGS, &slf)?;
    python.set_named(module, python.name("__dir__")?.borrow(), &list)
}

/// The instance of `Names` for the module of its manifest.
fn names(manifest: &Function) -> Result<Borrowed<'_>, Raised> {
    let (python, module) = (manifest.python, &manifest.module);
    module.names.get(|| {
        let code = python.run("names", SOURCE)?;
        let class = python.get(code.borrow(), c"Names")?;
        let arguments = [module.name.clone(), module.file.clone(), manifest.call(&[])?];
        python.call(class.borrow(), &python.tuple(arguments)?)
    })
}

/// `__getattr__`: called where the module does not have the attribute yet.
///
/// # Safety
///
/// Python calls it with the [`export_object`] of the manifest as `self`, and a name.
unsafe extern "C" fn get_attribute(slf: *mut PyObject, name: *mut PyObject) -> *mut PyObject {
    let Some(name) = NonNull::new(name) else { return null_mut() };
    // SAFETY: the caller's contract.
    let manifest = unsafe { export_object::function(slf) };
    // SAFETY: the caller's contract.
    let name = unsafe { Borrowed::new(name) };
    guarded(manifest.python, || {
        let (python, module) = (manifest.python, &manifest.module);
        let text = String::from_utf8_lossy(python.text_of(name)?);
        if is_special(&text) {
            let module = String::from_utf8_lossy(python.text_of(module.name.borrow())?);
            let message = format!("module '{module}' has no attribute '{text}'");
            return Err(python.raise(python.api.PyExc_AttributeError, &message));
        }
        let get = python.get(names(manifest)?, c"get")?;
        let found = python.call(get.borrow(), &python.tuple([python.own(name)])?)?;
        if found.borrow().as_ptr() != python.api._Py_NoneStruct.as_ptr() {
            return Ok(found);
        }
        python.get_named(module.library(python)?, name)
    })
}

/// `__dir__`
///
/// # Safety
///
/// Python calls it with the [`export_object`] of the manifest as `self`.
unsafe extern "C" fn list_attributes(slf: *mut PyObject, _: *mut PyObject) -> *mut PyObject {
    // SAFETY: the caller's contract.
    let manifest = unsafe { export_object::function(slf) };
    guarded(manifest.python, || {
        let python = manifest.python;
        let all = python.get(names(manifest)?, c"all")?;
        python.call(all.borrow(), &python.tuple([])?)
    })
}
