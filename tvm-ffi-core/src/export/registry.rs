//! The exports of this library, and their registration with the runtime.

use std::ffi::CString;
use std::io::Write;
use std::panic::catch_unwind;
use std::sync::{Mutex, PoisonError};

use super::metadata;
use crate::abi::{FieldFlag, TVMFFIByteArray, TVMFFIMethodInfo};
use crate::any::Any;
use crate::description::{
    Description, Export, Texts, register_pending_classes, unregistered_classes, with_description,
};
use crate::error::{Error, Result, check};
use crate::function::Function;
use crate::function::global::writing;
use crate::list::{Element, List};
use crate::panic::forget;
use crate::runtime::{self, table};

static EXPORTS: List<Export> = List::empty();

/// Enters an export in the list, in a constructor. Where constructors have no order, others may have been registered already.
pub fn enter_export(export: &'static Element<Export>) {
    EXPORTS.enter(export);
    if runtime::is_bound() {
        try_register(export.value);
    }
}

/// The exports of this library.
pub(super) fn exports() -> impl Iterator<Item = Export> {
    EXPORTS.iter()
}

/// Exports that are registered, and why others are not.
static STATE: Mutex<State> = Mutex::new(State { done: Vec::new(), failed: Vec::new() });

struct State {
    /// Names, which no two exports of a library share: they name symbols.
    done: Vec<&'static str>,
    failed: Vec<(&'static str, String)>,
}

/// Binds to a runtime that is in the process already, and registers the classes and exports of this library with it.
pub(super) fn bind_if_present() -> bool {
    runtime::set_register_pending(register_pending);
    runtime::bind_if_present()
}

/// Registers the classes and exports that are not registered yet.
pub(super) fn register_pending() {
    register_pending_classes();
    exports().for_each(try_register);
}

/// One export that panics, in the name of a type of the user's say, does not keep the others from being registered.
fn try_register(export: Export) {
    let register = || {
        with_description(export, |description| {
            if let Some(register) = description.register {
                register(description);
            }
        });
    };
    if let Err(payload) = catch_unwind(register) {
        forget(payload);
    }
}

/// The exports and classes that could not be registered, with the reason.
pub(super) fn failures() -> Vec<(&'static str, String)> {
    let mut failures = STATE.lock().unwrap_or_else(PoisonError::into_inner).failed.clone();
    failures.extend(unregistered_classes());
    failures
}

/// Registers an export as a global function, and as a symbol of the system library, as its description asks for.
pub fn register(description: &Description<'_>) {
    let texts = description.texts();
    // Made before the lock is taken: it runs code of the user's types.
    let metadata = texts.global.map(|_| metadata::metadata_json(description)).unwrap_or_default();
    let mut state = STATE.lock().unwrap_or_else(PoisonError::into_inner);
    if state.done.contains(&texts.name) {
        return;
    }
    state.done.push(texts.name);
    if let Some(name) = texts.global
        && let Err(error) = register_global(description, name, texts.doc, &metadata)
    {
        warn(&texts, &error);
        state.failed.push((name, error.message().into_owned()));
    }
    if description.is_system_lib()
        && let Err(error) = register_system_lib(description)
    {
        state.failed.push((texts.name, error.message().into_owned()));
    }
}

fn register_global(about: &Description<'_>, name: &str, doc: &str, metadata: &str) -> Result<()> {
    let overrides = about.overrides_global();
    let function = Function::from_safe_call(about.shim.0)?;
    let info = TVMFFIMethodInfo {
        name: TVMFFIByteArray::of(name.as_bytes()),
        doc: TVMFFIByteArray::of(doc.as_bytes()),
        metadata: TVMFFIByteArray::of(metadata.as_bytes()),
        flags: FieldFlag::IS_STATIC_METHOD,
        method: function.as_object().as_raw_any(),
    };
    let table = writing();
    // The runtime prints a registration that fails, so a name that is taken is found out first.
    let registered = Function::find(name)?;
    if registered.is_some() && !overrides {
        crate::bail!(
            "global function `{name}` is already registered, perhaps by another copy of this library"
        );
    }
    // SAFETY: the texts and the function live through the call; the runtime copies what it keeps.
    let set = check(unsafe { table::TVMFFIFunctionSetGlobalFromMethodInfo(&info, overrides.into()) });
    drop(table);
    // Never freed: that may take the GIL, while a thread that has the GIL may wait for the loader's lock, which is held here.
    core::mem::forget(registered);
    set
}

/// Says on stderr that a global function could not be registered.
///
/// Python's `warnings` cannot be used: a library is loaded without the GIL, and under the loader's lock, for which a thread that has
/// the GIL may be waiting.
fn warn(texts: &Texts<'_>, error: &Error) {
    let reason = error.message();
    let (package, name) = (texts.krate, texts.name);
    // Nothing can be done where stderr is closed.
    let _ = writeln!(
        std::io::stderr(),
        "warning: `{name}` of `{package}` is not a global function: {reason}; `global(override)` replaces it"
    );
}

fn register_system_lib(about: &Description<'_>) -> Result<()> {
    let name = about.name();
    // The runtime would print this, and then take the second.
    if is_in_system_lib(name)? {
        crate::bail!(
            "symbol `{name}` of the system library is already registered, perhaps by another copy of this library"
        );
    }
    let symbol = CString::new(format!("__tvm_ffi_{name}")).map_err(|error| Error::from(error.to_string()))?;
    // SAFETY: the name is NUL-terminated, the symbol a function of the SafeCall signature that is never unloaded.
    check(unsafe { table::TVMFFIEnvModRegisterSystemLibSymbol(symbol.as_ptr(), about.shim.0 as *mut _) })
}

/// `Module::system_lib("")?.find_function(name)?.is_some()`, in a form that adds little to a library that has no such symbols.
fn is_in_system_lib(name: &str) -> Result<bool> {
    let [prefix, name, in_imports] = [Any::new(""), Any::new(name), Any::new(false)];
    let module = Function::get_global("ffi.SystemLib")?.call_packed(&[prefix.as_view()])?;
    let arguments = [module.as_view(), name.as_view(), in_imports.as_view()];
    Ok(!Function::get_global("ffi.ModuleGetFunction")?.call_packed(&arguments)?.is_none())
}
