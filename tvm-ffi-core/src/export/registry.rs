//! The exports of this library, and their registration with the runtime.

use std::ffi::CString;
use std::io::Write;
use std::panic::catch_unwind;
use std::sync::{Mutex, PoisonError};

use super::{manifest, metadata};
use crate::abi::{FieldFlag, TVMFFIByteArray, TVMFFIMethodInfo};
use crate::description::{
    OVERRIDES_GLOBAL, Record, SYSTEM_LIB, register_pending_classes, unregistered_classes,
};
use crate::error::{Error, Result, check};
use crate::function::Function;
use crate::function::global::writing;
use crate::list::{Element, List};
use crate::module::Module;
use crate::panic::forget;
use crate::runtime::{self, table};

static EXPORTS: List<&'static Record> = List::empty();

/// Enters an export in the list, in a constructor. Where constructors have no order, others may have been registered already.
pub fn enter_export(export: &'static Element<&'static Record>) {
    EXPORTS.enter(export);
    if runtime::is_bound() {
        try_register(export.value);
    }
}

/// The records of this library for callers that do not find exports by their symbols: those of its exports, then that of the function that returns
/// the manifest.
pub fn records() -> impl Iterator<Item = &'static Record> {
    exports().chain([&manifest::RECORD])
}

/// The exports of this library.
pub(super) fn exports() -> impl Iterator<Item = &'static Record> {
    EXPORTS.iter()
}

/// Exports that are registered, and why others are not.
static STATE: Mutex<State> = Mutex::new(State { done: Vec::new(), failed: Vec::new() });

struct State {
    /// Names, which no two exports of a library share: they name symbols.
    done: Vec<&'static str>,
    failed: Vec<(&'static str, String)>,
}

/// Registers the classes and exports that are not registered yet.
pub(crate) fn register_pending() {
    register_pending_classes();
    exports().for_each(try_register);
}

/// One export that panics, in the name of a type of the user's say, does not keep the others from being registered.
fn try_register(record: &'static Record) {
    let Some(register) = record.register else { return };
    if let Err(payload) = catch_unwind(|| register(record)) {
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
pub fn register(record: &'static Record) {
    // Made before the lock is taken: it runs code of the user's types.
    let metadata = record.global.map(|_| metadata::metadata_json(record)).unwrap_or_default();
    let mut state = STATE.lock().unwrap_or_else(PoisonError::into_inner);
    if state.done.contains(&record.name) {
        return;
    }
    state.done.push(record.name);
    if let Some(name) = record.global
        && let Err(error) = register_global(record, name, &metadata)
    {
        warn(record, &error);
        state.failed.push((name, error.message().into_owned()));
    }
    if record.flags & SYSTEM_LIB != 0
        && let Err(error) = register_system_lib(record)
    {
        state.failed.push((record.name, error.message().into_owned()));
    }
}

fn register_global(record: &Record, name: &str, metadata: &str) -> Result<()> {
    let overrides = record.flags & OVERRIDES_GLOBAL != 0;
    let function = Function::from_safe_call(record.shim.0)?;
    let info = TVMFFIMethodInfo {
        name: TVMFFIByteArray::of(name.as_bytes()),
        doc: TVMFFIByteArray::of(record.doc().as_bytes()),
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
fn warn(record: &Record, error: &Error) {
    let reason = error.message();
    let (package, name) = (record.krate, record.name);
    // Nothing can be done where stderr is closed.
    let _ = writeln!(
        std::io::stderr(),
        "warning: `{name}` of `{package}` is not a global function: {reason}; `global(override)` replaces it"
    );
}

fn register_system_lib(record: &Record) -> Result<()> {
    let name = record.name;
    // The runtime would print this, and then take the second.
    if Module::system_lib("")?.find_function(name)?.is_some() {
        crate::bail!(
            "symbol `{name}` of the system library is already registered, perhaps by another copy of this library"
        );
    }
    let symbol = CString::new(format!("__tvm_ffi_{name}")).map_err(|error| Error::from(error.to_string()))?;
    // SAFETY: the name is NUL-terminated, the symbol a function of the SafeCall signature that is never unloaded.
    check(unsafe { table::TVMFFIEnvModRegisterSystemLibSymbol(symbol.as_ptr(), record.shim.0 as *mut _) })
}
