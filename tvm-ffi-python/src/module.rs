//! The module object: its definition, its functions, and what they share.

use core::cell::UnsafeCell;
use core::ffi::{CStr, c_int, c_void};
use core::ptr::{NonNull, null, null_mut};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;

use tvm_ffi_core::__private::{classes_in_order, constants, records};

use crate::about::About;
use crate::api::api;
use crate::error::raise_unexpected;
use crate::exchange::Tables;
use crate::ffi::{PY_MOD_EXEC, PyModuleDefBody, PyModuleDefSlot, PyObject};
use crate::kinds::Kinds;
use crate::layout::{header, learn};
use crate::names::{Namespace, name_all};
use crate::objects::Objects;
use crate::python::{Borrowed, Owned, Python, Raised};
use crate::runtime::{self, Library};
use crate::through_tvm_ffi::Late;
use crate::traceback::Frames;
use crate::{callable, classes, exceptions, export_object, function, numpy, result};

/// What all functions of a module share.
pub(crate) struct Module {
    /// `__name__`
    pub(crate) name: Owned,
    /// `__file__`
    pub(crate) file: Owned,
    /// The global variables of frames in tracebacks.
    pub(crate) globals: Owned,
    pub(crate) frames: Frames,
    pub(crate) objects: Objects,
    /// The library as `tvm_ffi` loads it, and functions in it, see [`crate::through_tvm_ffi`].
    pub(crate) library: Late,
    pub(crate) take: Late,
    pub(crate) give: Late,
    pub(crate) kinds: Kinds,
    /// The class of functions that are values, see [`crate::callable`].
    pub(crate) function_class: Owned,
    pub(crate) numpy: numpy::Found,
    /// The frameworks whose tensors were passed.
    pub(crate) tables: Tables,
}

/// A function that fills the module at an address.
type Exec = unsafe extern "C" fn(*mut c_void) -> c_int;

/// The definition of a module, of which the macro makes a static.
pub struct Definition {
    name: &'static CStr,
    library: &'static Library,
    about: About,
    exec: Exec,
    /// The `PyModuleDef`, once it is made.
    // Only threads that hold the GIL read and write it.
    made: UnsafeCell<*mut PyObject>,
}

// SAFETY: the name is constant, and the GIL orders all uses of the rest.
unsafe impl Sync for Definition {}

impl Definition {
    /// The definition of a module of this name.
    ///
    /// # Safety
    ///
    /// `exec` calls [`exec`] with this definition.
    pub const unsafe fn new(
        name: &'static CStr,
        library: &'static Library,
        about: About,
        exec: Exec,
    ) -> Self {
        Self { name, library, about, exec, made: UnsafeCell::new(null_mut()) }
    }

    /// The `PyModuleDef`.
    fn get(&'static self) -> *mut PyObject {
        // SAFETY: the thread holds the GIL.
        let made = unsafe { self.made.get().read() };
        if !made.is_null() {
            return made;
        }
        let made = self.make();
        // SAFETY: the thread holds the GIL.
        unsafe { self.made.get().write(made) };
        made
    }

    /// Makes the definition, whose header has the size that this interpreter says. It is never freed.
    fn make(&'static self) -> *mut PyObject {
        let slots: &'static [PyModuleDefSlot; 2] = Box::leak(Box::new([
            PyModuleDefSlot { slot: PY_MOD_EXEC, value: self.exec as *const c_void },
            PyModuleDefSlot { slot: 0, value: null() },
        ]));
        let body = PyModuleDefBody {
            m_init: null(),
            m_index: 0,
            m_copy: null_mut(),
            m_name: self.name.as_ptr(),
            m_doc: null(),
            m_size: 0,
            m_methods: null_mut(),
            m_slots: slots.as_ptr(),
            m_traverse: null(),
            m_clear: null(),
            m_free: null(),
        };
        let words = (header() + size_of::<PyModuleDefBody>()).div_ceil(size_of::<usize>());
        let block: &'static mut [usize] = Box::leak(vec![0; words].into_boxed_slice());
        let start = block.as_mut_ptr().cast::<u8>();
        // The reference count, which is never 0.
        // SAFETY: the header is part of the block, and begins with a word.
        unsafe { start.cast::<usize>().write(1) };
        // SAFETY: the body follows the header in the block.
        let place = unsafe { start.add(header()) }.cast::<PyModuleDefBody>();
        // SAFETY: the block has room for the body, and is aligned to a word.
        unsafe { place.write(body) };
        start.cast()
    }
}

/// The body of `PyInit_my_kernels`.
///
/// # Safety
///
/// Python calls the function to import the module.
pub unsafe fn init(definition: &'static Definition) -> *mut c_void {
    match catch_unwind(AssertUnwindSafe(|| start(definition))) {
        Ok(Ok(object)) => object.cast(),
        _ => null_mut(),
    }
}

fn start(definition: &'static Definition) -> Result<*mut PyObject, Raised> {
    // Without the table there is no function that could raise anything, and Python raises a `SystemError`.
    let api = api().map_err(|_| Raised)?;
    // SAFETY: the contract of `init`: the thread holds the GIL.
    let python = unsafe { Python::assume(api) };
    if api.PyType_GetModule.is_none() {
        return Err(python.raise(api.PyExc_ImportError, "the module needs Python 3.9 or newer"));
    }
    learn(python)?;
    runtime::bind(python, definition.library)?;
    // SAFETY: the definition is complete, and lives for the rest of the process.
    Ok(unsafe { api.PyModuleDef_Init(definition.get()) })
}

/// Fills the module.
///
/// # Safety
///
/// As Python calls the slot of a module.
pub unsafe fn exec(definition: &'static Definition, module: *mut c_void) -> c_int {
    let (Ok(api), Some(module)) = (api(), NonNull::new(module.cast::<PyObject>())) else { return -1 };
    // SAFETY: the caller's contract: the thread holds the GIL.
    let python = unsafe { Python::assume(api) };
    // SAFETY: the caller's contract: the module lives through the call.
    let module = unsafe { Borrowed::new(module) };
    let fill = || {
        refuse_subinterpreter(python)?;
        fill(python, module)?;
        definition.about.describe(python, module)
    };
    match catch_unwind(AssertUnwindSafe(fill)) {
        Ok(Ok(())) => 0,
        Ok(Err(Raised)) => -1,
        Err(payload) => {
            let Raised = raise_unexpected(python, payload);
            -1
        }
    }
}

/// Classes and callbacks are those of the process, and belong to the main interpreter: threads of Rust get the GIL of that one. Python itself only refuses
/// interpreters with a GIL of their own. It may run the function before this one in the main interpreter for others.
fn refuse_subinterpreter(python: Python) -> Result<(), Raised> {
    let (Some(get), Some(main)) = (python.api.PyInterpreterState_Get, python.api.PyInterpreterState_Main)
    else {
        return Ok(());
    };
    // SAFETY: the thread holds the GIL of an interpreter.
    let this = unsafe { get() };
    // SAFETY: as above.
    if this == unsafe { main() } {
        return Ok(());
    }
    let message = "the module is only imported in the main interpreter, not in subinterpreters";
    Err(python.raise(python.api.PyExc_ImportError, message))
}

fn fill(python: Python, module: Borrowed<'_>) -> Result<(), Raised> {
    let name = python.get(module, c"__name__")?;
    let text = python.text_of(name.borrow())?.to_owned();
    let class = export_object::make_type(python, &text)?;
    // SAFETY: the thread holds the GIL.
    let globals = unsafe { python.api.PyDict_New() };
    let shared = Rc::new(Module {
        name,
        file: python.get(module, c"__file__")?,
        // SAFETY: a new reference or NULL.
        globals: unsafe { python.owned(globals) }?,
        frames: Frames::default(),
        objects: Objects::default(),
        library: Late::default(),
        take: Late::default(),
        give: Late::default(),
        kinds: Kinds::default(),
        function_class: callable::make_type(python, &text)?,
        numpy: numpy::Found::default(),
        tables: Tables::default(),
    });
    let exceptions = exceptions::make(python, &shared.name)?;
    let mut values = Vec::new();
    for record in records() {
        values.push(Some(function::make(python, &shared, &class, record)?));
    }
    let classes = classes_in_order();
    let keys: Vec<&str> = classes.iter().map(|class| class.record().key).collect();
    let constants: Vec<_> = constants().collect();
    let mut all: Vec<&str> = records().map(|record| record.name).collect();
    all.extend(constants.iter().map(|constant| constant.name));
    all.extend(exceptions.iter().map(|(name, _)| *name));
    let (namespace, names) = name_all(all.iter().copied(), &keys);
    // Every library has an export: its manifest.
    if let Some(Some(first)) = values.first() {
        let slf = python.get(first.borrow(), c"__self__")?;
        let classes = classes::make(python, &shared, &slf, &names)?;
        for constant in &constants {
            values.push(result::of_constant(classes.host(), constant)?);
        }
        for (made, name) in classes.in_order().zip(&names) {
            python.set_named(module, python.name(name)?.borrow(), made)?;
        }
    }
    values.extend(exceptions.iter().map(|(_, class)| Some(class.clone())));
    for (name, value) in all.into_iter().zip(&values) {
        if let Some(value) = value {
            python.set_named(module, python.name(name)?.borrow(), value)?;
        }
    }
    add_namespace(python, module, &namespace, &values)
}

/// Adds the functions and constants of a namespace under their names in Python, and the namespaces in it as modules.
fn add_namespace(
    python: Python,
    module: Borrowed<'_>,
    namespace: &Namespace,
    values: &[Option<Owned>],
) -> Result<(), Raised> {
    for (name, index) in &namespace.functions {
        if let Some(Some(value)) = values.get(*index) {
            python.set_named(module, python.name(name)?.borrow(), value)?;
        }
    }
    for (name, child) in &namespace.children {
        let parent = python.get(module, c"__name__")?;
        let full = format!("{}.{name}", python.text_of(parent.borrow())?);
        let types = python.import(c"types")?;
        let make = python.get(types.borrow(), c"ModuleType")?;
        let made = python.call(make.borrow(), &python.tuple([python.name(&full)?])?)?;
        add_namespace(python, made.borrow(), child, values)?;
        python.set_named(module, python.name(name)?.borrow(), &made)?;
    }
    Ok(())
}
