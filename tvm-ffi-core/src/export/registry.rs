//! The exports of this library, and their registration with the runtime.

use std::ffi::CString;
use std::panic::catch_unwind;
use std::sync::{Mutex, PoisonError};

use super::visit::{Visitor, fields};
use super::{Export, metadata};
use crate::abi::{FieldFlag, TVMFFIAny, TVMFFIAnyPayload, TVMFFIMethodInfo};
use crate::error::{Error, Result, check};
use crate::function::Function;
use crate::runtime::table;
use crate::string::byte_array;

/// An entry in the list of this library's exports.
pub struct Registered(pub &'static Export);

inventory::collect!(Registered);

/// The exports of this library.
pub(super) fn exports() -> impl Iterator<Item = &'static Export> {
    inventory::iter::<Registered>.into_iter().map(|entry| entry.0)
}

/// Exports that are registered, and why others are not.
static STATE: Mutex<State> = Mutex::new(State { done: Vec::new(), failed: Vec::new() });

struct State {
    done: Vec<usize>,
    failed: Vec<(&'static str, String)>,
}

/// Registers an export while its library is being loaded.
///
/// It looks only at what is in the process: without a runtime the export is registered when one is first used. It never
/// unwinds: what goes wrong is kept for the manifest.
pub extern "C" fn on_load(export: &'static Export) {
    if let Err(payload) = catch_unwind(|| {
        if crate::runtime::bind_if_present() {
            register(export);
        }
    }) {
        super::panic::forget(payload);
    }
}

/// Registers what was loaded before there was a runtime.
pub(crate) fn register_pending() {
    exports().for_each(register);
}

/// The exports that could not be registered, with the reason.
pub(super) fn failures() -> Vec<(&'static str, String)> {
    STATE.lock().unwrap_or_else(PoisonError::into_inner).failed.clone()
}

fn register(export: &'static Export) {
    let mut wishes = Wishes::default();
    (export.describe)(&mut wishes);
    if wishes.global.is_none() && !wishes.system_lib {
        return;
    }
    let mut state = STATE.lock().unwrap_or_else(PoisonError::into_inner);
    let key = core::ptr::from_ref(export).addr();
    if state.done.contains(&key) {
        return;
    }
    state.done.push(key);
    if let Some(name) = wishes.global
        && let Err(error) = register_global(export, name, wishes.doc)
    {
        state.failed.push((name, error.message().into_owned()));
    }
    if wishes.system_lib
        && let Err(error) = register_system_lib(export)
    {
        state.failed.push((export.name, error.message().into_owned()));
    }
}

fn register_global(export: &'static Export, name: &str, doc: &str) -> Result<()> {
    // The runtime prints a registration that fails, so a name that is taken is found out first.
    if Function::find_global(name)?.is_some() {
        crate::bail!(
            "global function `{name}` is already registered, perhaps by another copy of this library"
        );
    }
    let function = Function::from_safe_call(export.shim)?;
    let metadata = metadata::metadata_json(export);
    let info = TVMFFIMethodInfo {
        name: byte_array(name.as_bytes()),
        doc: byte_array(doc.as_bytes()),
        metadata: byte_array(metadata.as_bytes()),
        flags: FieldFlag::IS_STATIC_METHOD,
        method: TVMFFIAny::new(
            function.as_object().type_index(),
            TVMFFIAnyPayload::from_ptr(function.as_object().handle()),
        ),
    };
    // SAFETY: the texts and the function live through the call; the runtime copies what it keeps.
    check(unsafe { table::TVMFFIFunctionSetGlobalFromMethodInfo(&info, 0) })
}

fn register_system_lib(export: &'static Export) -> Result<()> {
    let symbol =
        CString::new(format!("__tvm_ffi_{}", export.name)).map_err(|error| Error::from(error.to_string()))?;
    // SAFETY: the name is NUL-terminated, the symbol a function of the SafeCall signature that is never unloaded.
    check(unsafe { table::TVMFFIEnvModRegisterSystemLibSymbol(symbol.as_ptr(), export.shim as *mut _) })
}

/// What an export asks of its registration.
#[derive(Default)]
struct Wishes {
    doc: &'static str,
    global: Option<&'static str>,
    system_lib: bool,
}

impl Visitor for Wishes {
    fn function(&mut self, text: &'static str, _: u32) {
        [self.doc, _] = fields(text);
    }

    fn global(&mut self, name: &'static str) {
        self.global = Some(name);
    }

    fn system_lib(&mut self) {
        self.system_lib = true;
    }
}
