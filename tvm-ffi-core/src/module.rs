//! [`Module`]: a loaded kernel library, or one that a program makes: [`CustomModule`].

mod custom;
mod not_built;
mod raise;
mod save;

use std::path::Path;
use std::sync::{Mutex, PoisonError};

use crate::any::Any;
use crate::convert::{TypeTag, object_conversions, owned_parameters};
use crate::error::Result;
use crate::function::{Arguments, Function};
use crate::object_ref::ObjectRef;
use crate::runtime::Runtime;

pub use custom::CustomModule;

/// A library of functions: a shared library that was loaded, the system library, or a kind that a program has added.
///
/// ```no_run
/// # fn main() -> tvm_ffi_core::Result<()> {
/// use tvm_ffi_core::Module;
/// let module = Module::load("target/release/libquickstart.so")?;
/// let y: i64 = module.function("add_one")?.call((41,))?.cast()?;
/// # Ok(()) }
/// ```
#[derive(Debug, Clone)]
pub struct Module(ObjectRef);

object_conversions!(Module, MODULE, Object, TypeTag::Object("ffi.Module"));
owned_parameters!(Module);

/// Calls a global function of the runtime.
#[track_caller]
fn call(name: &str, args: impl Arguments) -> Result<Any> {
    Function::get_global(name)?.call(args)
}

/// A path as text.
#[track_caller]
fn utf8(path: &Path) -> Result<&str> {
    match path.to_str() {
        Some(text) => Ok(text),
        None => crate::bail!(ValueError, "path {} is not UTF-8, as the runtime expects", path.display()),
    }
}

/// Held while the list of a module's imports is read or changed: the C++ runtime takes no lock.
static IMPORTS: Mutex<()> = Mutex::new(());

impl Module {
    /// Loads a shared library of functions, or a file of another kind that a loader is registered for.
    ///
    /// On Linux, the path of a shared library needs a `/`: the system's loader searches its own folders for a name alone.
    ///
    /// The library stays in memory for the rest of the process, as it does with Python's `load_module`: objects and functions
    /// that came from it may outlive the module, and they need its code.
    ///
    /// # Errors
    ///
    /// A `ValueError` if the path is not UTF-8. What the loader of that kind of file raises: for a shared library that cannot be
    /// loaded an `InternalError`, which is a `RuntimeError` to Python. A `RuntimeError` if there is no loader or no runtime.
    #[track_caller]
    pub fn load(path: impl AsRef<Path>) -> Result<Self> {
        let path = path.as_ref();
        let text = utf8(path)?;
        let loaded = if path.extension().is_some_and(|extension| extension == "pyd") {
            // A Python module on Windows, for whose extension the runtime has no loader.
            call("ffi.Module.load_from_file.so", (text, "so"))
        } else {
            call("ffi.ModuleLoadFromFile", (text,))
        };
        let module: Self = match loaded {
            Ok(module) => module.cast()?,
            Err(error) => match not_built::advice(path) {
                Some(advice) => return Err(error.context(advice)),
                None => return Err(error),
            },
        };
        call("ffi.ModuleGlobalsAdd", (&module,))?;
        Ok(module)
    }

    /// The module of the functions that exports with the option `system_lib`, and C and C++ code, have registered as symbols of the
    /// system library.
    ///
    /// A function is looked up with the prefix before its name, then without.
    ///
    /// # Errors
    ///
    /// A `RuntimeError` if there is no runtime.
    #[track_caller]
    pub fn system_lib(prefix: &str) -> Result<Self> {
        call("ffi.SystemLib", (prefix,))?.cast()
    }

    /// The function of a name, if the module has it. Imported modules are not searched.
    ///
    /// # Errors
    ///
    /// What the module raises.
    #[track_caller]
    pub fn find_function(&self, name: &str) -> Result<Option<Function>> {
        call("ffi.ModuleGetFunction", (self, name, false))?.cast()
    }

    /// The function of a name. Imported modules are not searched.
    ///
    /// # Errors
    ///
    /// An `AttributeError` that names the function if the module has none, and what the module raises.
    #[track_caller]
    pub fn function(&self, name: &str) -> Result<Function> {
        match self.find_function(name)? {
            Some(function) => Ok(function),
            None => {
                let kind = self.kind()?;
                let reason = match &*kind {
                    "library" => format!(": there is no symbol `__tvm_ffi_{name}`"),
                    _ => String::new(),
                };
                crate::bail!(AttributeError, "module of kind `{kind}` has no function `{name}`{reason}")
            }
        }
    }

    /// Whether the module has a function of this name. One that has to be compiled first counts.
    ///
    /// # Errors
    ///
    /// What the module raises.
    #[track_caller]
    pub fn implements(&self, name: &str) -> Result<bool> {
        call("ffi.ModuleImplementsFunction", (self, name, false))?.cast()
    }

    /// The metadata of a function, a JSON object, if there is any.
    ///
    /// # Errors
    ///
    /// What the module raises.
    #[track_caller]
    pub fn metadata(&self, name: &str) -> Result<Option<String>> {
        call("ffi.ModuleGetFunctionMetadata", (self, name, false))?.cast()
    }

    /// The documentation of a function, if there is any.
    ///
    /// # Errors
    ///
    /// What the module raises.
    #[track_caller]
    pub fn doc(&self, name: &str) -> Result<Option<String>> {
        call("ffi.ModuleGetFunctionDoc", (self, name, false))?.cast()
    }

    /// The kind of the module: `library` for a shared library and for the system library.
    ///
    /// # Errors
    ///
    /// What the module raises.
    #[track_caller]
    pub fn kind(&self) -> Result<String> {
        call("ffi.ModuleGetKind", (self,))?.cast()
    }

    /// What can be done with the module: flags of [`ModulePropertyMask`](crate::abi::ModulePropertyMask).
    ///
    /// # Errors
    ///
    /// What the module raises.
    #[track_caller]
    pub fn property_mask(&self) -> Result<i32> {
        call("ffi.ModuleGetPropertyMask", (self,))?.cast()
    }

    /// The source code of the module in a format, `""` for the usual one. Empty if there is none.
    ///
    /// # Errors
    ///
    /// What the module raises.
    #[track_caller]
    pub fn inspect_source(&self, format: &str) -> Result<String> {
        call("ffi.ModuleInspectSource", (self, format))?.cast()
    }

    /// The formats in which the module can be written to a file.
    ///
    /// # Errors
    ///
    /// What the module raises.
    #[track_caller]
    pub fn write_formats(&self) -> Result<Vec<String>> {
        call("ffi.ModuleGetWriteFormats", (self,))?.cast()
    }

    /// Writes the module to a file.
    ///
    /// # Errors
    ///
    /// What the module raises: a `RuntimeError` if modules of its kind cannot be written. A `ValueError` if the path is not UTF-8.
    #[track_caller]
    pub fn write_to_file(&self, path: impl AsRef<Path>, format: &str) -> Result<()> {
        call("ffi.ModuleWriteToFile", (self, utf8(path.as_ref())?, format)).map(drop)
    }

    /// Adds a module to those that this one imports. A library finds functions of its imports by name.
    ///
    /// # Errors
    ///
    /// A `RuntimeError` if modules would import each other in a circle.
    #[track_caller]
    pub fn import(&self, other: &Self) -> Result<()> {
        let _imports = IMPORTS.lock().unwrap_or_else(PoisonError::into_inner);
        call("ffi.ModuleImportModule", (self, other)).map(drop)
    }

    /// The modules that this one imports.
    ///
    /// # Errors
    ///
    /// A `RuntimeError` if the runtime does not tell.
    #[track_caller]
    pub fn imports(&self) -> Result<Vec<Self>> {
        let _imports = IMPORTS.lock().unwrap_or_else(PoisonError::into_inner);
        self.0.field("imports_")?.cast()
    }

    /// Removes all modules from those that this one imports.
    ///
    /// # Errors
    ///
    /// What the module raises.
    #[track_caller]
    pub fn clear_imports(&self) -> Result<()> {
        let lock = IMPORTS.lock().unwrap_or_else(PoisonError::into_inner);
        // Modules that end run code of others, which may use imports.
        let before = self.0.field("imports_");
        let cleared = call("ffi.ModuleClearImports", (self,)).map(drop);
        drop(lock);
        before.and(cleared)
    }

    /// The module as an object.
    pub fn as_object(&self) -> &ObjectRef {
        &self.0
    }
}

impl Runtime {
    /// Makes a runtime that is linked into the program visible to libraries that are loaded later. [`Module::load`] does so by itself; this is
    /// for programs that load libraries in another way. Other runtimes are visible already. On Windows, only libraries in Rust see it.
    ///
    /// # Errors
    ///
    /// A `RuntimeError` on platforms other than Windows and Linux with glibc and `/proc`, and if another runtime was loaded since this one was found.
    #[track_caller]
    pub fn publish(&self) -> Result<()> {
        #[cfg(feature = "embedded")]
        if self.origin() == crate::runtime::Origin::Embedded
            && let Err(reason) = tvm_ffi_runtime::publish()
        {
            crate::bail!("{reason}");
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
