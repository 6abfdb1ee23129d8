//! The C functions for global functions. The first call registers those that come with the runtime.

use core::ffi::{CStr, c_char, c_int, c_void};
use core::ptr::null_mut;
use std::sync::{LazyLock, OnceLock};

use tvm_ffi_abi::{TVMFFIAny, TVMFFIByteArray, TVMFFIMethodInfo, TVMFFIObjectHandle, TypeIndex};

use crate::builtin::{self, Builtin};
use crate::catch::{self, Failure, Result, fail};
use crate::globals::{self, Globals, Metadata};
use crate::object::Object;
use crate::types::cannot_convert;
use crate::{container, function, lent, module, reflection, shape, stderr, text};

use super::publish;

/// The global functions that come with the runtime, in the order in which they are listed.
const BUILTINS: &[&[Builtin]] = &[
    globals::BUILTINS,
    builtin::BUILTINS,
    shape::BUILTINS,
    container::ARRAY_BUILTINS,
    container::LIST_BUILTINS,
    container::MAP_BUILTINS,
    container::DEVICE_BUILTINS,
    module::BUILTINS,
    publish::BUILTINS,
    reflection::BUILTINS,
];

/// The table of the global functions, with those that come with the runtime.
#[inline(always)]
pub(crate) fn globals() -> &'static Globals {
    static GLOBALS: LazyLock<&Globals> = LazyLock::new(with_builtins);
    &GLOBALS
}

fn with_builtins() -> &'static Globals {
    // Containers read the attributes of the types of their keys.
    reflection::types();
    for builtin in BUILTINS.iter().copied().flatten() {
        let metadata = Metadata::Builtin(builtin, OnceLock::new());
        let set = globals::table().set(
            builtin.name.as_bytes(),
            Ok(Some(builtin.function())),
            metadata,
            false,
            |_| fail!(RuntimeError, "{} is declared twice", builtin.name),
        );
        debug_assert!(set.is_ok());
    }
    globals::table()
}

/// The function that a caller registers, or `None` for NULL.
fn function_of(view: &TVMFFIAny) -> Result<Option<Object>> {
    match view.type_index {
        TypeIndex::NONE => Ok(None),
        TypeIndex::FUNCTION => Ok(function::of_view(view)),
        other => Err(cannot_convert(other, "ffi.Function")),
    }
}

/// `TVMFFIFunctionGetGlobal`. The handle is NULL if there is no such function.
///
/// # Safety
///
/// The C API: the name is readable, and `out` is writable.
#[inline(always)]
pub(crate) unsafe extern "C" fn get_global(
    name: *const TVMFFIByteArray,
    out: *mut TVMFFIObjectHandle,
) -> c_int {
    // SAFETY: the caller's contract.
    let name = unsafe { lent::bytes(name) };
    catch::code(|| {
        let function = globals().get(name);
        // SAFETY: the caller's contract.
        unsafe { out.write(function.map_or(null_mut(), Object::into_handle)) };
        Ok(())
    })
}

/// `TVMFFIFunctionSetGlobal`.
///
/// # Safety
///
/// The C API: the name is readable, and the function is NULL or lent.
pub(crate) unsafe extern "C" fn set_global(
    name: *const TVMFFIByteArray,
    function: TVMFFIObjectHandle,
    allow_override: c_int,
) -> c_int {
    // SAFETY: the caller's contract.
    let name = unsafe { lent::bytes(name) };
    catch::code(|| {
        // SAFETY: the caller's contract.
        let object = unsafe { Object::from_lent(function) };
        let function = object.map_or(Ok(None), |object| function_of(&object.view()));
        globals().set(name, function, Metadata::Text(Box::default()), allow_override != 0, |_| {
            let name = String::from_utf8_lossy(name);
            fail!(RuntimeError, "Global Function `{name}` is already registered")
        })
    })
}

/// `TVMFFIFunctionSetGlobalFromMethodInfo`. What the info points to is copied.
///
/// # Safety
///
/// The C API: the info is readable, and so is what it points to.
pub(crate) unsafe extern "C" fn set_global_from_method_info(
    info: *const TVMFFIMethodInfo,
    allow_override: c_int,
) -> c_int {
    // SAFETY: the caller's contract.
    let info = unsafe { &*info };
    catch::code(|| {
        // SAFETY: the caller's contract.
        let name = unsafe { info.name.bytes() };
        // SAFETY: the caller's contract.
        let metadata = unsafe { info.metadata.bytes() };
        let function = function_of(&info.method);
        let mut is_duplicate = false;
        let set =
            globals().set(name, function, Metadata::Text(metadata.into()), allow_override != 0, |known| {
                is_duplicate = true;
                already_registered(name, known)
            });
        if is_duplicate && let Err(Failure::Error(kind, message)) = &set {
            // The error is often raised while a library is loaded, when no caller can show it.
            stderr::print(format_args!("{kind}: {message}"));
        }
        set
    })
}

/// The failure of a registration when a library is loaded.
fn already_registered(name: &[u8], known: &Metadata) -> Failure {
    let name = String::from_utf8_lossy(name);
    let second_runtime = match known {
        Metadata::Builtin(..) => "- A second TVM-FFI runtime was loaded into the process\n",
        Metadata::Text(_) => "",
    };
    fail!(
        RuntimeError,
        "Global Function `{name}` is already registered, possible causes:\n\
         - Two GlobalDef().def registrations for the same function \n\
         {second_runtime}\
         Please remove the duplicate registration."
    )
}

/// `TVMFFIEnvModLookupFromImports`. The module and its library own the function that `out` gets.
///
/// # Safety
///
/// The C API: the context was in the library's `__tvm_ffi__library_ctx`, or is the start of a live module; the name is a C string, and `out` is
/// writable.
pub(crate) unsafe extern "C" fn lookup_from_imports(
    context: *mut c_void,
    name: *const c_char,
    out: *mut TVMFFIObjectHandle,
) -> c_int {
    if context.is_null() || name.is_null() {
        return catch::raise(fail!(ValueError, "a look-up in the imports needs a module and a name"));
    }
    // SAFETY: the caller's contract.
    let name = text::string(unsafe { CStr::from_ptr(name) }.to_bytes());
    catch::code(|| {
        // SAFETY: the caller's contract.
        let function = unsafe { module::lookup(context, &name, globals()) }?;
        // SAFETY: the caller's contract.
        unsafe { out.write(function) };
        Ok(())
    })
}

#[cfg(test)]
mod tests;
