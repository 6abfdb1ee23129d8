//! The registry of global functions, common to all languages of the process.

use super::Function;
use crate::abi::TVMFFIObjectHandle;
use crate::error::{Result, check};
use crate::object::ObjectRef;
use crate::runtime::{runtime, table};
use crate::string::byte_array;

impl Function {
    /// The global function of a name, if there is one.
    ///
    /// # Errors
    ///
    /// A `RuntimeError` if there is no runtime.
    #[track_caller]
    pub fn find_global(name: &str) -> Result<Option<Self>> {
        runtime()?;
        let mut out: TVMFFIObjectHandle = core::ptr::null_mut();
        // SAFETY: the name is readable, `out` is writable.
        check(unsafe { table::TVMFFIFunctionGetGlobal(&byte_array(name.as_bytes()), &mut out) })?;
        // SAFETY: the runtime gave NULL or an owned function.
        Ok(unsafe { ObjectRef::from_handle(out) }.map(Self))
    }

    /// The global function of a name.
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

    /// Registers a global function in the place of any of that name.
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
        runtime()?;
        let name = byte_array(name.as_bytes());
        // SAFETY: the name is readable; the function is live, and the runtime takes a reference of its own.
        check(unsafe { table::TVMFFIFunctionSetGlobal(&name, function.0.handle(), allow_override.into()) })
    }

    /// Removes a global function; says whether there was one.
    ///
    /// # Errors
    ///
    /// A `RuntimeError` if there is no runtime.
    #[track_caller]
    pub fn remove_global(name: &str) -> Result<bool> {
        Self::get_global("ffi.FunctionRemoveGlobal")?.call((name,))?.cast()
    }

    /// The names of all global functions, in no particular order.
    ///
    /// # Errors
    ///
    /// A `RuntimeError` if there is no runtime.
    #[track_caller]
    pub fn list_global() -> Result<Vec<String>> {
        let names: Self = Self::get_global("ffi.FunctionListGlobalNamesFunctor")?.call(())?.cast()?;
        let count: i64 = names.call((-1,))?.cast()?;
        (0..count).map(|index| names.call((index,))?.cast()).collect()
    }
}
