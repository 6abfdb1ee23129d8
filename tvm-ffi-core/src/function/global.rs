//! The registry of global functions, shared by all languages in the process.
//!
//! The runtime's table has no lock. All functions here take a lock of this library, so that safe Rust alone does not race. Other libraries and
//! Python do not use this lock: code that registers functions there while Rust looks one up has to synchronise, as any two users of the table.
//! Registration is best done while a library is loaded.

use std::sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use super::Function;
use crate::abi::{TVMFFIByteArray, TVMFFIObjectHandle};
use crate::error::{Result, check};
use crate::object_ref::ObjectRef;
use crate::runtime::{find, table};

static TABLE: RwLock<()> = RwLock::new(());

fn reading() -> RwLockReadGuard<'static, ()> {
    TABLE.read().unwrap_or_else(PoisonError::into_inner)
}

/// No user code may run while this lock is held. A function that is replaced has to be dropped after the lock is released.
pub(crate) fn writing() -> RwLockWriteGuard<'static, ()> {
    TABLE.write().unwrap_or_else(PoisonError::into_inner)
}

impl Function {
    /// The global function with a name, if there is one.
    ///
    /// # Errors
    ///
    /// A `RuntimeError` if there is no runtime.
    #[track_caller]
    pub fn find_global(name: &str) -> Result<Option<Self>> {
        find()?;
        let _table = reading();
        Self::find(name)
    }

    /// The global function with a name; the caller holds the lock.
    #[track_caller]
    pub(crate) fn find(name: &str) -> Result<Option<Self>> {
        let mut out: TVMFFIObjectHandle = core::ptr::null_mut();
        // SAFETY: the name is readable, `out` is writable.
        check(unsafe { table::TVMFFIFunctionGetGlobal(&TVMFFIByteArray::of(name.as_bytes()), &mut out) })?;
        // SAFETY: the runtime returned NULL or an owned function.
        Ok(unsafe { ObjectRef::from_handle(out) }.map(Self))
    }

    /// The global function with a name.
    ///
    /// # Errors
    ///
    /// A `RuntimeError` that names the function if there is none, or if there is no runtime.
    #[track_caller]
    pub fn get_global(name: &str) -> Result<Self> {
        match Self::find_global(name)? {
            Some(function) => Ok(function),
            None => crate::bail!("there is no global function `{name}`"),
        }
    }

    /// Registers a global function.
    ///
    /// # Errors
    ///
    /// A `RuntimeError` if the name is taken.
    #[track_caller]
    pub fn set_global(name: &str, function: &Self) -> Result<()> {
        Self::register(name, function, false)
    }

    /// Registers a global function, replacing any function with that name.
    ///
    /// # Errors
    ///
    /// A `RuntimeError` if there is no runtime.
    #[track_caller]
    pub fn replace_global(name: &str, function: &Self) -> Result<()> {
        Self::register(name, function, true)
    }

    #[track_caller]
    fn register(name: &str, function: &Self, allow_override: bool) -> Result<()> {
        find()?;
        let table = writing();
        let replaced = Self::find(name)?;
        let name = TVMFFIByteArray::of(name.as_bytes());
        // SAFETY: the name is readable; the function is live, and the runtime takes a reference of its own.
        let set = check(unsafe {
            table::TVMFFIFunctionSetGlobal(&name, function.0.handle(), allow_override.into())
        });
        drop(table);
        drop(replaced);
        set
    }

    /// Removes a global function. Returns whether there was one.
    ///
    /// # Errors
    ///
    /// A `RuntimeError` if there is no runtime.
    #[track_caller]
    pub fn remove_global(name: &str) -> Result<bool> {
        let remove = Self::get_global("ffi.FunctionRemoveGlobal")?;
        let table = writing();
        let removed = Self::find(name)?;
        let found = remove.call((name,));
        drop(table);
        drop(removed);
        found?.cast()
    }

    /// The names of all global functions, in no particular order.
    ///
    /// # Errors
    ///
    /// A `RuntimeError` if there is no runtime.
    #[track_caller]
    pub fn list_global() -> Result<Vec<String>> {
        let list = Self::get_global("ffi.FunctionListGlobalNamesFunctor")?;
        let table = reading();
        // A copy of the names, so that reading it needs no lock.
        let names = list.call(());
        drop(table);
        let names: Self = names?.cast()?;
        let count: i64 = names.call((-1,))?.cast()?;
        let mut list = Vec::new();
        for index in 0..count {
            list.push(names.call((index,))?.cast()?);
        }
        Ok(list)
    }
}
