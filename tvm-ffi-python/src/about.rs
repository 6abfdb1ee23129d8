//! What a module says of itself: `__version__`, `__doc__`, and `__all__`.

use tvm_ffi_core::Error;

use crate::object::{self, PyObject};
use crate::python::{Borrowed, Owned, Python, Raised};

/// A function that gets the module.
pub type Init = fn(PyObject) -> Result<(), Error>;

/// What the macro knows of a module.
pub struct About {
    /// The version of the crate.
    pub version: &'static str,
    /// The documentation, if the macro has one.
    pub doc: Option<&'static str>,
    /// What runs when the module is imported.
    pub init: Option<Init>,
}

impl About {
    /// Sets the attributes of a module that has everything else.
    pub(crate) fn describe(&self, python: Python, module: Borrowed<'_>) -> Result<(), Raised> {
        let set = |name, value: &Owned| python.set_named(module, python.name(name)?.borrow(), value);
        set("__version__", &python.text(self.version.as_bytes())?)?;
        if let Some(doc) = self.doc {
            set("__doc__", &python.text(doc.as_bytes())?)?;
        }
        if let Some(init) = self.init {
            object::with_module(python, module, init)?;
        }
        set("__all__", &public_names(python, module)?)
    }
}

/// What `from my_kernels import *` imports. The names with dots are those of exports in namespaces, which are modules.
fn public_names(python: Python, module: Borrowed<'_>) -> Result<Owned, Raised> {
    let to = |class, elements: Owned| python.call(Borrowed::of(class), &python.tuple([elements])?);
    let names = to(python.api.PyTuple_Type, python.get(module, c"__dict__")?)?;
    let mut public = Vec::new();
    for index in 0..python.length_of(names.borrow()) {
        let name = python.element(names.borrow(), index)?;
        let text = python.text_of(name)?;
        if !text.starts_with('_') && !text.contains('.') && text != "tvm_ffi_manifest" {
            public.push((text, python.own(name)));
        }
    }
    public.sort_by_key(|(text, _)| *text);
    to(python.api.PyList_Type, python.tuple_of(public.into_iter().map(|(_, name)| name))?)
}
