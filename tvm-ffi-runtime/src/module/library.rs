//! Modules of the functions of a library: a shared library, or the system library.

use core::ffi::{c_char, c_int, c_void};
use core::ptr::{NonNull, null_mut};
use std::ffi::{CStr, CString};
use std::sync::{Arc, OnceLock};

use tvm_ffi_abi::module::{AnyModule, This, Virtuals, empty};
use tvm_ffi_abi::{
    ModulePropertyMask, TVMFFIAny, TVMFFIFunctionCell, TVMFFIObjectHandle, TVMFFISafeCallType, TypeIndex,
};

use super::binary::{self, Embedded};
use super::published::{self, ModuleVariable};
use super::{context, imports, object, registry};
use crate::catch::{self, Failure, Result, fail, no_memory};
use crate::container;
use crate::function;
use crate::globals;
use crate::loader::SharedLibrary;
use crate::object::{Object, body_of};
use crate::text;
use crate::types::cannot_convert;
use crate::value::Value;

/// Where symbols come from.
pub(super) enum Library {
    Shared(SharedLibrary),
    System { prefix: Box<[u8]> },
}

impl Library {
    /// The address of a symbol, whose name is in parts.
    pub(super) fn symbol(&self, name: &[&[u8]]) -> Option<NonNull<c_void>> {
        match self {
            Self::Shared(library) => with_c_name(name, |name| library.symbol(name)),
            Self::System { prefix } => {
                let name = name.concat();
                registry::symbol(&[prefix, &*name].concat()).or_else(|| registry::symbol(&name))
            }
        }
    }

    /// The address of a function of a module.
    fn function(&self, name: &[u8]) -> Option<NonNull<c_void>> {
        const PREFIX: &[u8] = b"__tvm_ffi_";
        let is_variable = |name: &[u8]| {
            VARIABLES.iter().any(|variable| variable.strip_prefix(PREFIX).is_some_and(|end| end == name))
        };
        match self {
            Self::Shared(_) if is_variable(name) => None,
            Self::Shared(_) => self.symbol(&[PREFIX, name]),
            Self::System { prefix } => {
                let symbol = |name: &[u8]| {
                    if is_variable(name) { None } else { registry::symbol(&[PREFIX, name].concat()) }
                };
                symbol(&[prefix, name].concat()).or_else(|| symbol(name))
            }
        }
    }
}

/// The longest name with a NUL that needs no memory of its own.
const SHORT_NAME: usize = 128;

/// Calls a function with a name that is in parts, as a C string. `None` if the name contains a NUL.
fn with_c_name<R>(parts: &[&[u8]], function: impl FnOnce(&CStr) -> Option<R>) -> Option<R> {
    let mut short = [0; SHORT_NAME];
    let mut end = 0;
    for part in parts {
        let Some(place) = short[..SHORT_NAME - 1].get_mut(end..end + part.len()) else {
            return function(&CString::new(parts.concat()).ok()?);
        };
        place.copy_from_slice(part);
        end += part.len();
    }
    function(CStr::from_bytes_with_nul(&short[..=end]).ok()?)
}

const CONTEXT: &[u8] = b"__tvm_ffi__library_ctx";
const BINARY: &[u8] = b"__tvm_ffi__library_bin";

/// Symbols with the prefix of functions that are none.
const VARIABLES: [&[u8]; 2] = [CONTEXT, BINARY];

/// The body of a module.
struct LibraryModule {
    library: Arc<Library>,
    /// The place of this module in the library's variable.
    place: OnceLock<ModuleVariable>,
}

impl Drop for LibraryModule {
    fn drop(&mut self) {
        // The library is still open.
        if let Some(place) = self.place.get() {
            published::withdraw(*place);
        }
    }
}

/// Opens a shared library as a module.
pub(crate) fn open(path: &[u8]) -> Result<Object> {
    let library = SharedLibrary::open(path).map_err(|reason| {
        #[cfg(target_os = "linux")]
        let reason = reason.clone() + &super::unloadable::reason(path, &reason);
        let path = String::from_utf8_lossy(path);
        fail!(
            InternalError,
            "Check failed: (lib_handle_ != nullptr) is false: Failed to load dynamic shared library {path} {reason}"
        )
    })?;
    Ok(load(Library::Shared(library))?.publish())
}

/// The modules of a library, of which the library does not know yet.
pub(super) struct Loaded {
    root: Object,
    /// The module of the library itself, which its code looks functions up from.
    own: Option<Object>,
    context: *mut *mut c_void,
}

impl Loaded {
    /// Makes the module known to the library, and gives the root of the modules.
    pub(super) fn publish(self) -> Object {
        if let (Some(own), Some(variable)) = (&self.own, NonNull::new(self.context)) {
            // SAFETY: the module is alive.
            let module = unsafe { AnyModule::new(own.handle()) };
            // SAFETY: `own` is a module that was made here.
            let this = unsafe { This::<LibraryModule>::new(module.start()) };
            this.body().place.get_or_init(|| published::publish(module, variable));
        }
        self.root
    }
}

/// Makes the modules of a library.
pub(super) fn load(library: Library) -> Result<Loaded> {
    let library = Arc::new(library);
    context::write_context_symbols(&library);
    let context = library.symbol(&[CONTEXT]).map_or(null_mut(), |symbol| symbol.as_ptr().cast());
    let Some(content) = library.symbol(&[BINARY]) else {
        let root = new(&library)?;
        return Ok(Loaded { own: Some(root.clone()), root, context });
    };
    // SAFETY: by the rules of modules, the symbol is that of a number and so many bytes.
    let content = unsafe { content_of(content.cast()) }?;
    let (root, own) = from_binary(&library, content)?;
    Ok(Loaded { root, own, context })
}

fn new(library: &Arc<Library>) -> Result<Object> {
    object::new(LibraryModule { library: library.clone(), place: OnceLock::new() })
}

/// The bytes after their number. A library whose number is too large is refused where the loader says how far its memory reaches.
///
/// # Safety
///
/// The pointer is to a number of eight bytes, little-endian, and so many bytes.
unsafe fn content_of<'a>(start: NonNull<u8>) -> Result<&'a [u8]> {
    // SAFETY: the caller's contract.
    let length = u64::from_le_bytes(unsafe { start.cast::<[u8; 8]>().read() });
    let most =
        crate::loader::mapped_from(start.as_ptr().cast()).unwrap_or(isize::MAX as usize).saturating_sub(8);
    let Some(length) = usize::try_from(length).ok().filter(|length| *length <= most) else {
        return Err(fail!(
            InternalError,
            "the library binary says that it has {length} bytes, and the library has at most {most} there"
        ));
    };
    // SAFETY: the caller's contract.
    let first = unsafe { start.add(8) };
    // SAFETY: the caller's contract; the length fits the address space.
    Ok(unsafe { core::slice::from_raw_parts(first.as_ptr(), length) })
}

/// Makes the modules of a library binary: the root, and the last one that is the library itself.
fn from_binary(library: &Arc<Library>, content: &[u8]) -> Result<(Object, Option<Object>)> {
    let binary = binary::parse(content)?;
    let mut own = None;
    let mut modules = Vec::with_capacity(binary.modules.len());
    for embedded in &binary.modules {
        modules.push(match embedded {
            Embedded::Library => own.insert(new(library)?).clone(),
            Embedded::Saved { kind, bytes } => load_from_bytes(kind, bytes)?,
        });
    }
    for (module, imported) in modules.iter().zip(&binary.imports) {
        for import in imported {
            // SAFETY: both are modules, which are alive.
            let [module, import] =
                [module, &modules[*import]].map(|module| unsafe { AnyModule::new(module.handle()) });
            imports::add(module, import)?;
        }
    }
    Ok((modules.swap_remove(0), own))
}

/// Loads a module of a kind with the loader that is registered for it.
fn load_from_bytes(kind: &[u8], bytes: &[u8]) -> Result<Object> {
    let loader = [b"ffi.Module.load_from_bytes.", kind].concat();
    let Some(load) = globals::table().get(&loader) else {
        let [kind, loader] = [kind, &loader].map(String::from_utf8_lossy);
        return Err(fail!(
            RuntimeError,
            "Library binary was created using {{{kind}}} but a loader of that name is not registered. \
             Make sure to have runtime that registers {loader}"
        ));
    };
    let bytes = text::bytes_of_caller(bytes).ok_or_else(no_memory)?;
    // SAFETY: the registry has functions, and the argument is a value.
    object::of_value(unsafe { function::call(&load, &[*bytes.view()]) }?)
}

/// The body of a function of a library.
#[repr(C)]
struct LibraryFunction {
    cell: TVMFFIFunctionCell,
    call: TVMFFISafeCallType,
    /// Keeps the library open.
    _module: Object,
}

unsafe extern "C" fn call_library(
    function: *mut c_void,
    args: *const TVMFFIAny,
    num_args: i32,
    result: *mut TVMFFIAny,
) -> c_int {
    // SAFETY: only functions with this body have this entry point.
    let call = unsafe { body_of::<LibraryFunction>(function) }.call;
    // SAFETY: the SafeCall contract is the caller's.
    unsafe { call(null_mut(), args, num_args, result) }
}

impl LibraryModule {
    fn function(&self, module: &Object, name: &[u8]) -> Option<Object> {
        let call = safe_call(self.library.function(name)?);
        let cell = TVMFFIFunctionCell { safe_call: Some(call_library), cpp_call: null_mut() };
        Some(Object::new(TypeIndex::FUNCTION, LibraryFunction { cell, call, _module: module.clone() }))
    }

    /// The text that a function without arguments gives, if there is one.
    fn text(&self, prefix: &[u8], name: &[u8]) -> Result<Value> {
        let Some(symbol) = self.library.symbol(&[prefix, name]) else { return Ok(Value::NONE) };
        let mut result = TVMFFIAny::NONE;
        // SAFETY: the SafeCall contract, with no arguments.
        let code = unsafe { safe_call(symbol)(null_mut(), core::ptr::null(), 0, &mut result) };
        // SAFETY: the function gives an owned value, or leaves `None`.
        let value = unsafe { Value::from_owned(result) };
        match text::string_content(value.view()) {
            _ if code != 0 => Err(Failure::of_callee()),
            // A copy, since the string may need code of the library when it is dropped.
            Some(content) => Ok(text::string(content)),
            None => Err(cannot_convert(value.type_index(), "str")),
        }
    }
}

/// The function at the address of a symbol with the prefix of functions.
fn safe_call(symbol: NonNull<c_void>) -> TVMFFISafeCallType {
    // SAFETY: by the rules of modules, symbols with this prefix are functions with this signature.
    unsafe { core::mem::transmute::<NonNull<c_void>, TVMFFISafeCallType>(symbol) }
}

/// Runs the body of a virtual function. Its failure is raised, and it returns `empty`.
fn guard<R>(empty: R, body: impl FnOnce() -> Result<R>) -> R {
    let mut result = empty;
    catch::code(|| {
        result = body()?;
        Ok(())
    });
    result
}

// SAFETY: functions are functions, and texts are strings or None.
unsafe impl Virtuals for LibraryModule {
    fn kind(_this: This<Self>) -> *const c_char {
        c"library".as_ptr()
    }

    fn property_mask(_this: This<Self>) -> c_int {
        ModulePropertyMask::BINARY_SERIALIZABLE | ModulePropertyMask::RUNNABLE
    }

    fn function(this: This<Self>, name: &[u8]) -> TVMFFIObjectHandle {
        guard(null_mut(), || {
            // SAFETY: the module is alive.
            let module = unsafe { Object::from_lent(this.handle()) };
            let function = module.and_then(|module| this.body().function(&module, name));
            Ok(function.map_or(null_mut(), Object::into_handle))
        })
    }

    fn implements(this: This<Self>, name: &[u8]) -> bool {
        guard(false, || Ok(this.body().library.function(name).is_some()))
    }

    fn doc(this: This<Self>, name: &[u8]) -> TVMFFIAny {
        guard(TVMFFIAny::NONE, || this.body().text(b"__tvm_ffi__doc_", name).map(Value::into_raw))
    }

    fn metadata(this: This<Self>, name: &[u8]) -> TVMFFIAny {
        guard(TVMFFIAny::NONE, || this.body().text(b"__tvm_ffi__metadata_", name).map(Value::into_raw))
    }

    fn write_to_file(_this: This<Self>, _path: &[u8], _format: &[u8]) {
        guard((), || Err(fail!(RuntimeError, "Module[library] does not support WriteToFile")));
    }

    fn write_formats(_this: This<Self>) -> TVMFFIObjectHandle {
        guard(null_mut(), || container::array(Vec::new()).map(Object::into_handle))
    }

    fn save_to_bytes(_this: This<Self>) -> TVMFFIAny {
        guard(empty(TypeIndex::SMALL_BYTES), || {
            Err(fail!(RuntimeError, "Module[library] does not support SaveToBytes"))
        })
    }

    fn import(this: This<Self>, other: TVMFFIObjectHandle) {
        // SAFETY: both are modules, which are alive.
        let [this, other] = [this.handle(), other].map(|module| unsafe { AnyModule::new(module) });
        guard((), || imports::add(this, other));
    }

    fn clear_imports(this: This<Self>) {
        // SAFETY: the module is alive.
        let this = unsafe { AnyModule::new(this.handle()) };
        guard((), || imports::clear(this));
    }
}
