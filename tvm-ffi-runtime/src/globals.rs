//! The table of the global functions.

use core::ffi::c_void;
use core::sync::atomic::{AtomicU64, Ordering};
use std::sync::{LazyLock, OnceLock};

use tvm_ffi_abi::TVMFFISafeCallType;

use crate::builtin::{Builtin, Function, Str, StrContent, builtins, of_integer};
use crate::catch::{Failure, Result, fail};
use crate::function::{self, ContextDeleter};
use crate::names::NameTable;
use crate::object::Object;
use crate::text;
use crate::value::Value;

mod slot;

use slot::Slot;

/// The functions by name. A name stays after its function was removed.
pub(crate) struct Globals {
    slots: NameTable<Slot<Global>>,
    /// The number of the next function.
    next: AtomicU64,
}

/// The table, in which the builtins are once `functions::globals` was used. It is never dropped, since functions may be code of libraries and interpreters that have ended by then.
pub(crate) fn table() -> &'static Globals {
    static GLOBALS: LazyLock<Globals> =
        LazyLock::new(|| Globals { slots: NameTable::new(), next: AtomicU64::new(0) });
    &GLOBALS
}

struct Global {
    /// `None` where the caller registered NULL.
    function: Option<Object>,
    metadata: Metadata,
    /// Functions that are registered later have greater numbers.
    number: u64,
}

/// What is known of a function.
pub(crate) enum Metadata {
    /// The function comes with the runtime, which makes the text when it is first asked for.
    Builtin(&'static Builtin, OnceLock<Value>),
    Text(Box<[u8]>),
}

impl Globals {
    /// The slot of a name, which is made if there is none.
    fn slot(&self, name: &[u8]) -> &'static Slot<Global> {
        self.slots.get_or_insert_with(name, Slot::empty)
    }

    /// The function of a name.
    #[inline(always)]
    pub(crate) fn get(&self, name: &[u8]) -> Option<Object> {
        self.slots.get(name)?.read().as_ref()?.function.clone()
    }

    /// Removes the function of a name, if there is one.
    fn remove(&self, name: &[u8]) -> bool {
        let entry = self.slots.get(name).and_then(Slot::take);
        entry.is_some()
    }

    /// Sets the function of a name.
    ///
    /// # Errors
    ///
    /// What `duplicate` makes of the metadata of the function that has the name, unless it may be replaced; else the failure in `function`.
    pub(crate) fn set(
        &self,
        name: &[u8],
        function: Result<Option<Object>>,
        metadata: Metadata,
        allow_override: bool,
        duplicate: impl FnOnce(&Metadata) -> Failure,
    ) -> Result {
        let mut slot = self.slot(name).write();
        if !allow_override && let Some(entry) = &*slot {
            return Err(duplicate(&entry.metadata));
        }
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        let replaced = slot.replace(Global { function: function?, metadata, number });
        drop(slot);
        drop(replaced);
        Ok(())
    }

    /// The metadata of a function.
    fn metadata(&self, name: &[u8]) -> Result<Value> {
        let entry = self.slots.get(name).map(Slot::read);
        match entry.as_ref().and_then(|entry| entry.as_ref()).map(|entry| &entry.metadata) {
            Some(Metadata::Builtin(builtin, metadata)) => {
                Ok(metadata.get_or_init(|| text::string(builtin.metadata().as_bytes())).clone())
            }
            Some(Metadata::Text(metadata)) => Ok(text::string(metadata)),
            None => {
                let name = String::from_utf8_lossy(name);
                Err(fail!(RuntimeError, "Global Function is not found: {name}"))
            }
        }
    }

    /// The names in the order of registration.
    fn names(&self) -> Vec<Value> {
        let slots = self.slots.iter();
        let mut names: Vec<_> =
            slots.filter_map(|(name, slot)| Some((slot.read().as_ref()?.number, name))).collect();
        names.sort_unstable();
        names.into_iter().map(|(_, name)| text::string(name)).collect()
    }
}

/// A function that gives the name with a number, and how many there are for -1.
fn names_by_number(names: Vec<Value>) -> Function {
    of_integer(move |index| match usize::try_from(index) {
        Err(_) => Ok(Value::int(names.len() as i64)),
        Ok(place) => {
            let name = names.get(place).cloned();
            name.ok_or_else(|| fail!(IndexError, "Index {index} out of bounds {}", names.len()))
        }
    })
}

builtins! {
    pub(crate) const BUILTINS;

    "ffi.FunctionRemoveGlobal" fn remove_global(name: StrContent<'_>) -> bool {
        Ok(table().remove(name.0))
    }

    "ffi.FunctionListGlobalNamesFunctor" fn list_global_names() -> Function {
        Ok(names_by_number(table().names()))
    }

    "ffi.GetGlobalFuncMetadata" fn get_global_metadata(name: StrContent<'_>) -> Str {
        table().metadata(name.0).map(Str)
    }

    "ffi.FunctionFromExternC" fn from_extern_c(context: *mut c_void, call: *mut c_void, deleter: *mut c_void) -> Function {
        // SAFETY: `Option` of a function has the size of a pointer, and NULL is `None`. The caller promises that it is such a function.
        let call = unsafe { core::mem::transmute::<*mut c_void, Option<TVMFFISafeCallType>>(call) };
        // SAFETY: as above.
        let deleter = unsafe { core::mem::transmute::<*mut c_void, Option<ContextDeleter>>(deleter) };
        let call = call.ok_or_else(function::of_null)?;
        // SAFETY: the caller promises what `TVMFFIFunctionCreate` asks for.
        Ok(Function(unsafe { function::with_context(context, call, deleter) }))
    }
}
