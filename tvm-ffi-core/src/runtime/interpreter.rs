//! The Python interpreter of this process, asked with its GIL. Nothing links to Python: its functions are looked up in the process.

use core::ffi::{CStr, c_char, c_int, c_void};
use core::ptr::NonNull;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use super::{python_function, stop_if_unwound};

/// A `PyObject`.
pub(crate) type PyObject = NonNull<c_void>;

/// The functions of Python's stable ABI that are used here.
struct Functions {
    is_initialized: unsafe extern "C" fn() -> c_int,
    ensure: unsafe extern "C-unwind" fn() -> c_int,
    release: unsafe extern "C" fn(c_int),
    get_type: unsafe extern "C" fn(PyObject) -> Option<PyObject>,
    get_str: unsafe extern "C" fn(PyObject) -> Option<PyObject>,
    get_attribute: unsafe extern "C" fn(PyObject, *const c_char) -> Option<PyObject>,
    import: unsafe extern "C" fn(*const c_char) -> Option<PyObject>,
    call_method: unsafe extern "C" fn(PyObject, *const c_char, *const c_char, ...) -> Option<PyObject>,
    utf8: unsafe extern "C" fn(PyObject, *mut isize) -> *const c_char,
    dec_ref: unsafe extern "C" fn(PyObject),
    clear_error: unsafe extern "C" fn(),
    check_signals: unsafe extern "C" fn() -> c_int,
    has_gil: unsafe extern "C" fn() -> c_int,
    save_thread: unsafe extern "C" fn() -> *mut c_void,
    restore_thread: unsafe extern "C-unwind" fn(*mut c_void),
}

impl Functions {
    /// All of them, if Python is in the process.
    fn get() -> Option<&'static Self> {
        static FUNCTIONS: OnceLock<Functions> = OnceLock::new();
        // Miri has no loader.
        if cfg!(miri) {
            return None;
        }
        match FUNCTIONS.get() {
            Some(functions) => Some(functions),
            // Python may be loaded later.
            None => Self::find().map(|functions| FUNCTIONS.get_or_init(|| functions)),
        }
    }

    #[allow(clippy::missing_transmute_annotations, reason = "each field declares its type")]
    fn find() -> Option<Self> {
        macro_rules! find {
            ($name:literal) => {
                // SAFETY: the function has this signature in every version of Python.
                unsafe { core::mem::transmute::<NonNull<c_void>, _>(python_function($name)?) }
            };
        }
        Some(Self {
            is_initialized: find!(c"Py_IsInitialized"),
            ensure: find!(c"PyGILState_Ensure"),
            release: find!(c"PyGILState_Release"),
            get_type: find!(c"PyObject_Type"),
            get_str: find!(c"PyObject_Str"),
            get_attribute: find!(c"PyObject_GetAttrString"),
            import: find!(c"PyImport_ImportModule"),
            call_method: find!(c"PyObject_CallMethod"),
            utf8: find!(c"PyUnicode_AsUTF8AndSize"),
            dec_ref: find!(c"Py_DecRef"),
            clear_error: find!(c"PyErr_Clear"),
            check_signals: find!(c"PyErr_CheckSignals"),
            has_gil: find!(c"PyGILState_Check"),
            save_thread: find!(c"PyEval_SaveThread"),
            restore_thread: find!(c"PyEval_RestoreThread"),
        })
    }
}

/// Whether there is one. It is not asked.
pub(super) fn is_running() -> bool {
    // SAFETY: the function may be called at any time, without the GIL.
    Functions::get().is_some_and(|functions| unsafe { (functions.is_initialized)() } != 0)
}

/// Waits for another thread, which may need the GIL that this one holds. Meanwhile this thread gives it up.
pub(crate) fn without_gil<R>(wait: impl FnOnce() -> R) -> R {
    // While the interpreter ends, the GIL is not given to any other thread.
    let is_finalizing = || {
        let function = python_function(c"Py_IsFinalizing").or_else(|| python_function(c"_Py_IsFinalizing"));
        let Some(function) = function else { return false };
        // SAFETY: the function has this signature in every version of Python.
        let function =
            unsafe { core::mem::transmute::<NonNull<c_void>, unsafe extern "C" fn() -> c_int>(function) };
        // SAFETY: the function may be called at any time.
        unsafe { function() != 0 }
    };
    let functions = Functions::get().filter(|_| is_running());
    // SAFETY: Python is initialised.
    let functions = functions.filter(|functions| unsafe { (functions.has_gil)() } != 0 && !is_finalizing());
    let Some(functions) = functions else { return wait() };
    // SAFETY: this thread holds the GIL.
    let state = unsafe { (functions.save_thread)() };
    let result = wait();
    // SAFETY: the state is that of this thread.
    stop_if_unwound(|| unsafe { (functions.restore_thread)(state) });
    result
}

/// Python, whose GIL this thread holds as long as this lives.
pub(crate) struct Python {
    functions: &'static Functions,
    state: c_int,
}

impl Python {
    /// Takes the GIL, if there is an interpreter. A thread that has the GIL may take it again.
    pub(crate) fn lock() -> Option<Self> {
        let functions = Functions::get().filter(|_| is_running())?;
        // SAFETY: Python is initialised.
        let state = stop_if_unwound(|| unsafe { (functions.ensure)() });
        Some(Self { functions, state })
    }

    /// Runs the handlers of signals that have arrived; `false` if one of them has raised an exception, which stays set on this thread.
    pub(crate) fn check_signals(&self) -> bool {
        // SAFETY: this thread holds the GIL.
        unsafe { (self.functions.check_signals)() == 0 }
    }

    /// The name of the type of an object.
    pub(crate) fn type_name(&self, object: PyObject) -> Option<String> {
        // SAFETY: the object is alive, and this thread holds the GIL.
        let class = self.own(unsafe { (self.functions.get_type)(object) })?;
        self.text(&self.attribute(&class, c"__name__")?)
    }

    /// `str(object)`, and that of its type.
    pub(crate) fn text_and_type(&self, object: PyObject) -> Option<(String, String)> {
        let show = |object: PyObject| {
            // SAFETY: the object is alive, and this thread holds the GIL.
            self.text(&self.own(unsafe { (self.functions.get_str)(object) })?)
        };
        // SAFETY: as above.
        let class = self.own(unsafe { (self.functions.get_type)(object) })?;
        Some((show(object)?, show(class.0)?))
    }

    /// The folder of the package `tvm_ffi` that would be imported.
    fn folder_of_package(&self) -> Option<PathBuf> {
        // The first is what the second calls, whose import takes four times as long as that of a kernel library.
        let spec = self
            .find_spec(c"_frozen_importlib", c"_find_spec")
            .or_else(|| self.find_spec(c"importlib.util", c"find_spec"))?;
        // `None` has no such attribute.
        let origin = self.text(&self.attribute(&spec, c"origin")?)?;
        Path::new(&origin).parent().map(Path::to_owned)
    }

    /// What a function of a module says of the package `tvm_ffi`: where it is, or `None`.
    fn find_spec(&self, module: &CStr, function: &CStr) -> Option<Owned<'_>> {
        // SAFETY: the name is NUL-terminated, and this thread holds the GIL.
        let module = self.own(unsafe { (self.functions.import)(module.as_ptr()) })?;
        let (name, no_folder) = (c"tvm_ffi".as_ptr(), core::ptr::null::<c_char>());
        let call = self.functions.call_method;
        // SAFETY: as above; `s` takes one text, and `z` one or NULL, which is `None`.
        self.own(unsafe { call(module.0, function.as_ptr(), c"sz".as_ptr(), name, no_folder) })
    }

    fn attribute(&self, object: &Owned<'_>, name: &CStr) -> Option<Owned<'_>> {
        // SAFETY: the object is alive, the name is NUL-terminated, and this thread holds the GIL.
        self.own(unsafe { (self.functions.get_attribute)(object.0, name.as_ptr()) })
    }

    /// Takes over a new reference; without one, an error is set, which is forgotten.
    fn own(&self, object: Option<PyObject>) -> Option<Owned<'_>> {
        if object.is_none() {
            self.clear_error();
        }
        object.map(|object| Owned(object, self))
    }

    /// The content of a `str`.
    fn text(&self, text: &Owned<'_>) -> Option<String> {
        let mut size = 0isize;
        // SAFETY: the object is alive, this thread holds the GIL, and the size is writable.
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

/// The folder of the package `tvm_ffi`, once the interpreter was asked for it.
static PACKAGE: OnceLock<Option<PathBuf>> = OnceLock::new();

/// Asks the interpreter for the package `tvm_ffi`, once. It takes the GIL, so a search must not do this: the thread that has the GIL may wait for
/// the search.
pub(super) fn ask_for_package() {
    if PACKAGE.get().is_none()
        && let Some(python) = Python::lock()
    {
        let folder = python.folder_of_package();
        // Only the first answer is kept.
        let _ = PACKAGE.set(folder);
    }
}

/// The folder of the package `tvm_ffi` that the interpreter would import.
pub(super) fn package() -> Option<&'static Path> {
    PACKAGE.get()?.as_deref()
}
