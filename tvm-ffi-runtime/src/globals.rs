//! The table of the global functions.

use core::ffi::c_int;
use core::ptr::null_mut;
use core::sync::atomic::{AtomicU64, Ordering};
use std::sync::{LazyLock, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use tvm_ffi_abi::{TVMFFIAny, TVMFFIByteArray, TVMFFIMethodInfo, TVMFFIObjectHandle, TypeIndex};

use crate::builtin::{Arguments, Builtin, Parameter, Returned, Signature, builtins, type_name};
use crate::catch::{self, Failure, Result, fail};
use crate::container;
use crate::function::{self, Function};
use crate::module;
use crate::names::NameTable;
use crate::object::Object;
use crate::shape;
use crate::stderr;
use crate::text::{self, Str, StrContent};
use crate::types;
use crate::value::Value;

/// The global functions that come with the runtime, in the order in which they are listed.
const BUILTINS_OF_ALL: &[&[Builtin]] = &[
    BUILTINS,
    text::BUILTINS,
    shape::BUILTINS,
    function::BUILTINS,
    container::ARRAY_BUILTINS,
    container::LIST_BUILTINS,
    container::MAP_BUILTINS,
    container::DEVICE_BUILTINS,
    module::BUILTINS,
    types::BUILTINS,
];

/// The table is never dropped, since functions may be code of libraries and interpreters that have ended by then.
static GLOBALS: LazyLock<Globals> = LazyLock::new(Globals::with_builtins);

/// The functions by name. A name stays after its function was removed.
struct Globals {
    slots: NameTable<Slot>,
    /// The number of the next function.
    next: AtomicU64,
}

/// The function of a name. No code of others runs under the lock: functions are dropped after it is released.
struct Slot(RwLock<Option<Entry>>);

struct Entry {
    /// `None` where the caller registered NULL.
    function: Option<Object>,
    metadata: Metadata,
    /// Functions that are registered later have greater numbers.
    number: u64,
}

enum Metadata {
    Builtin(&'static Builtin),
    Text(Box<[u8]>),
}

impl Globals {
    fn with_builtins() -> Self {
        let globals = Self { slots: NameTable::new(), next: AtomicU64::new(0) };
        for builtin in BUILTINS_OF_ALL.iter().copied().flatten() {
            // SAFETY: functions that `builtins!` declares keep the SafeCall contract and do not use their first argument.
            let function = unsafe { function::without_context(builtin.call) };
            let entry = globals.entry(Some(function), Metadata::Builtin(builtin));
            let before = globals.slot(builtin.name.as_bytes()).write().replace(entry);
            debug_assert!(before.is_none(), "{} is declared twice", builtin.name);
        }
        globals
    }

    /// The slot of a name, which is made if there is none.
    fn slot(&self, name: &[u8]) -> &'static Slot {
        self.slots.get_or_insert_with(name, || Slot(RwLock::new(None)))
    }

    fn entry(&self, function: Option<Object>, metadata: Metadata) -> Entry {
        Entry { function, metadata, number: self.next.fetch_add(1, Ordering::Relaxed) }
    }
}

impl Slot {
    #[inline(always)]
    fn read(&self) -> RwLockReadGuard<'_, Option<Entry>> {
        self.0.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self) -> RwLockWriteGuard<'_, Option<Entry>> {
        self.0.write().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The global function of a name.
#[inline(always)]
pub(crate) fn get(name: &[u8]) -> Option<Object> {
    GLOBALS.slots.get(name)?.read().as_ref()?.function.clone()
}

/// Removes the global function of a name, if there is one.
fn remove(name: &[u8]) -> bool {
    let entry = GLOBALS.slots.get(name).and_then(|slot| slot.write().take());
    entry.is_some()
}

/// Sets the global function of a name.
///
/// # Errors
///
/// What `duplicate` makes of the entry that has the name, unless it may be replaced; else the failure in `function`.
fn set(
    name: &[u8],
    function: Result<Option<Object>>,
    metadata: Metadata,
    allow_override: bool,
    duplicate: impl FnOnce(&Entry) -> Failure,
) -> Result {
    let mut slot = GLOBALS.slot(name).write();
    if !allow_override && let Some(entry) = &*slot {
        return Err(duplicate(entry));
    }
    let replaced = slot.replace(GLOBALS.entry(function?, metadata));
    drop(slot);
    drop(replaced);
    Ok(())
}

/// A function that the caller lends, or `None` for NULL.
///
/// # Safety
///
/// AnyView validity.
unsafe fn function_of(view: &TVMFFIAny) -> Result<Option<Object>> {
    match view.type_index {
        TypeIndex::NONE => Ok(None),
        // SAFETY: the caller's contract.
        TypeIndex::FUNCTION => Ok(unsafe { Object::from_lent(view.payload.ptr()) }),
        other => {
            let got = type_name(other);
            Err(fail!(TypeError, "Cannot convert from type `{got}` to `ffi.Function`"))
        }
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
    let name = unsafe { text::lent(name) };
    catch::code(|| {
        let function = get(name);
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
    let name = unsafe { text::lent(name) };
    catch::code(|| {
        // SAFETY: the caller's contract.
        let object = unsafe { Object::from_lent(function) };
        let function = match object {
            // SAFETY: an object that is held here.
            Some(object) => unsafe { function_of(&object.view()) },
            None => Ok(None),
        };
        set(name, function, Metadata::Text(Box::default()), allow_override != 0, |_| {
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
        // SAFETY: the caller's contract.
        let function = unsafe { function_of(&info.method) };
        let mut is_duplicate = false;
        let set = set(name, function, Metadata::Text(metadata.into()), allow_override != 0, |entry| {
            is_duplicate = true;
            already_registered(name, entry)
        });
        if is_duplicate && let Err(Failure::Error(kind, message)) = &set {
            // The error is often raised while a library is loaded, when no caller can show it.
            stderr::print(format_args!("{kind}: {message}"));
        }
        set
    })
}

/// The failure of a registration when a library is loaded.
fn already_registered(name: &[u8], entry: &Entry) -> Failure {
    let name = String::from_utf8_lossy(name);
    let second_runtime = match entry.metadata {
        Metadata::Builtin(_) => "- A second TVM-FFI runtime was loaded into the process\n",
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

/// The metadata of a global function.
fn metadata(name: &[u8]) -> Result<Value> {
    let entry = GLOBALS.slots.get(name).map(Slot::read);
    match entry.as_ref().and_then(|entry| entry.as_ref()).map(|entry| &entry.metadata) {
        Some(Metadata::Builtin(builtin)) => Ok(text::string(builtin.metadata().as_bytes())),
        Some(Metadata::Text(metadata)) => Ok(text::string(metadata)),
        None => {
            let name = String::from_utf8_lossy(name);
            Err(fail!(RuntimeError, "Global Function is not found: {name}"))
        }
    }
}

/// The names in the order of registration.
fn list() -> Vec<Value> {
    let slots = GLOBALS.slots.iter();
    let mut names: Vec<_> =
        slots.filter_map(|(name, slot)| Some((slot.read().as_ref()?.number, name))).collect();
    names.sort_unstable();
    names.into_iter().map(|(_, name)| text::string(name)).collect()
}

/// A function that gives the name with a number, and how many there are for -1.
fn names_by_number(names: Vec<Value>) -> Object {
    const SIGNATURE: Signature =
        Signature { parameters: &[<i64 as Parameter<'_>>::TYPE], result: <Value as Returned>::TYPE };
    function::closure(move |args| {
        let index: i64 = Arguments::new("", &SIGNATURE, args)?.next()?;
        match usize::try_from(index) {
            Err(_) => Ok(Value::int(names.len() as i64)),
            Ok(place) => {
                let name = names.get(place).cloned();
                name.ok_or_else(|| fail!(IndexError, "Index {index} out of bounds {}", names.len()))
            }
        }
    })
}

builtins! {
    pub(crate) const BUILTINS;

    "ffi.FunctionRemoveGlobal" fn remove_global(name: StrContent<'_>) -> bool {
        Ok(remove(name.0))
    }

    "ffi.FunctionListGlobalNamesFunctor" fn list_global_names() -> Function {
        Ok(Function(names_by_number(list())))
    }

    "ffi.GetGlobalFuncMetadata" fn get_global_metadata(name: StrContent<'_>) -> Str {
        metadata(name.0).map(Str)
    }
}

#[cfg(test)]
mod tests;
