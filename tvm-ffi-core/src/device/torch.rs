//! `torch.device`, which Python passes as an object of its own.
//!
//! It has none of the protocols by which the runtime converts objects to devices, so this module reads its `str`. Nothing links to Python:
//! if there is an object of Python, Python is in the process, and its functions are looked up there.

use core::ffi::{c_char, c_int, c_void};
use core::ptr::NonNull;

use super::{Device, parse};
use crate::abi::{TVMFFIOpaqueObjectCell, TypeIndex};
use crate::any::AnyView;
use crate::object_ref::ObjectRef;
use crate::runtime::{python_function, stop_if_unwound};

/// A `PyObject`.
type PyObject = NonNull<c_void>;

/// How Python shows the type.
const TYPE: &str = "<class 'torch.device'>";

/// The device in a value that is a `torch.device`.
#[cold]
pub(crate) fn device(view: AnyView<'_>) -> Option<Device> {
    let object = view.object_of(TypeIndex::OPAQUE_PY_OBJECT)?;
    // SAFETY: Object validity of what is viewed; the reference is a second one.
    let object = unsafe { ObjectRef::from_borrowed(object) };
    // SAFETY: an object with this type index has this body.
    let cell = unsafe { object.body::<TVMFFIOpaqueObjectCell>().as_ref() };
    let python = Python::lock()?;
    let object = PyObject::new(cell.handle)?;
    let class = Owned(python.of(python.functions.get_type, object)?, &python);
    if python.text(class.0)? != TYPE {
        return None;
    }
    parse(&python.text(object)?)
}

/// The functions of Python's stable ABI that are used here.
struct Functions {
    ensure: unsafe extern "C-unwind" fn() -> c_int,
    release: unsafe extern "C" fn(c_int),
    get_type: unsafe extern "C" fn(PyObject) -> Option<PyObject>,
    get_str: unsafe extern "C" fn(PyObject) -> Option<PyObject>,
    utf8: unsafe extern "C" fn(PyObject, *mut isize) -> *const c_char,
    dec_ref: unsafe extern "C" fn(PyObject),
    clear_error: unsafe extern "C" fn(),
}

impl Functions {
    /// All of them, if Python is in the process.
    #[allow(clippy::missing_transmute_annotations, reason = "each field declares its type")]
    fn find() -> Option<Self> {
        macro_rules! find {
            ($name:literal) => {
                // SAFETY: the function has this signature in every version of Python.
                unsafe { core::mem::transmute::<NonNull<c_void>, _>(python_function($name)?) }
            };
        }
        Some(Self {
            ensure: find!(c"PyGILState_Ensure"),
            release: find!(c"PyGILState_Release"),
            get_type: find!(c"PyObject_Type"),
            get_str: find!(c"PyObject_Str"),
            utf8: find!(c"PyUnicode_AsUTF8AndSize"),
            dec_ref: find!(c"Py_DecRef"),
            clear_error: find!(c"PyErr_Clear"),
        })
    }
}

/// Python, whose GIL this thread holds as long as this lives.
struct Python {
    functions: Functions,
    state: c_int,
}

impl Python {
    fn lock() -> Option<Self> {
        let functions = Functions::find()?;
        // SAFETY: Python is initialised, since there is an object of its own. Calls are made without the GIL, and a thread
        // that has it may take it again.
        let state = stop_if_unwound(|| unsafe { (functions.ensure)() });
        Some(Self { functions, state })
    }

    /// Calls a function that gives a new reference, or none with an error set.
    fn of(
        &self,
        function: unsafe extern "C" fn(PyObject) -> Option<PyObject>,
        object: PyObject,
    ) -> Option<PyObject> {
        // SAFETY: the object is alive, and this thread holds the GIL.
        let result = unsafe { function(object) };
        if result.is_none() {
            self.clear_error();
        }
        result
    }

    /// `str(object)`
    fn text(&self, object: PyObject) -> Option<String> {
        let text = Owned(self.of(self.functions.get_str, object)?, self);
        let mut size = 0isize;
        // SAFETY: it is a `str`, this thread holds the GIL, and the size is writable.
        let bytes = unsafe { (self.functions.utf8)(text.0, &mut size) };
        let Some(bytes) = NonNull::new(bytes.cast_mut()) else {
            self.clear_error();
            return None;
        };
        let size = usize::try_from(size).ok()?;
        // SAFETY: Python gives that many bytes, which live as long as the `str`.
        let bytes = unsafe { core::slice::from_raw_parts(bytes.as_ptr().cast::<u8>(), size) };
        str::from_utf8(bytes).ok().map(str::to_owned)
    }

    fn clear_error(&self) {
        // SAFETY: this thread holds the GIL.
        unsafe { (self.functions.clear_error)() };
    }
}

impl Drop for Python {
    fn drop(&mut self) {
        // SAFETY: the state is what `ensure` gave on this thread.
        unsafe { (self.functions.release)(self.state) };
    }
}

/// A reference that is given up in the end.
struct Owned<'a>(PyObject, &'a Python);

impl Drop for Owned<'_> {
    fn drop(&mut self) {
        // SAFETY: the reference is owned, and this thread holds the GIL.
        unsafe { (self.1.functions.dec_ref)(self.0) };
    }
}
