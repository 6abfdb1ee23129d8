//! Binding to the TVM-FFI runtime in the process.
//!
//! Nothing here links to the runtime. One static table of function pointers ([`table`]) starts out pointing at resolvers;
//! the first call of any of them searches for a runtime ([`search`]), fills the whole table from that library, and
//! calls the function. A second copy of the runtime would abort the process, so a library that is already loaded takes precedence.
//!
//! Binding also pins the library that this code is linked into, so that its objects, functions, and deleters
//! may outlive the module that loaded it.

#[cfg(unix)]
mod dlfcn;
mod interpreter;
mod library;
mod search;
pub(crate) mod table;

use std::cell::Cell;
use std::ffi::{CStr, c_void};
use std::fmt;
use std::path::{Path, PathBuf};
use std::ptr::NonNull;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, Once, OnceLock, PoisonError};

pub(crate) use interpreter::{PyObject, Python, without_gil};
pub use library::{LoadedLibrary, loader_says, own_file};

use crate::abi::TVMFFIVersion;
use crate::export::register_pending;

/// The version of the C API that this crate was written against; runtimes with the same major and minor number are compatible.
pub const API_VERSION: TVMFFIVersion = TVMFFIVersion { major: 0, minor: 1, patch: 16 };

/// The runtime that this library is bound to.
#[derive(Debug)]
pub struct Runtime {
    version: TVMFFIVersion,
    path: Option<PathBuf>,
    origin: Origin,
}

/// How a runtime was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Origin {
    /// It was already in the process.
    Process,
    /// It was loaded from the path in `TVM_FFI_LIBRARY`.
    Environment,
    /// It is linked into this program, by the feature `embedded`.
    Embedded,
    /// It was loaded from an installed Python package.
    PythonPackage,
    /// It came from a [`Provider`].
    Provider(&'static str),
}

impl Runtime {
    /// The version that the runtime reports.
    pub fn version(&self) -> TVMFFIVersion {
        self.version
    }

    /// The file of the runtime, if it is known.
    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// How the runtime was found.
    pub fn origin(&self) -> Origin {
        self.origin
    }
}

/// Another source of the C functions, such as a runtime that a program loads by itself.
///
/// Providers come last in the search, see [`install_provider`].
#[derive(Debug, Clone, Copy)]
pub struct Provider {
    /// Name, for messages.
    pub name: &'static str,
    /// Returns the address of a C function by name, or `None`.
    pub symbol: fn(&CStr) -> Option<NonNull<c_void>>,
}

static PROVIDER: OnceLock<Provider> = OnceLock::new();
/// The runtime, as soon as its functions are in the table.
static BOUND: OnceLock<Runtime> = OnceLock::new();
/// The same, once everything that was loaded before it is registered. Other threads wait for that.
static RUNTIME: OnceLock<&'static Runtime> = OnceLock::new();
static BINDING: Mutex<()> = Mutex::new(());

std::thread_local! {
    /// Whether this thread is registering exports and classes that were loaded before the runtime. That uses the runtime.
    static REGISTERING: Cell<bool> = const { Cell::new(false) };
}

/// Installs a provider, which is used if no other runtime is found: in the process, by `TVM_FFI_LIBRARY`, in this program (feature `embedded`), or in
/// a Python package.
///
/// # Safety
///
/// Every address that `symbol` gives for a `TVMFFI*` name is a function with the signature and the behaviour of that
/// function in the C API, callable for the rest of the process. If another runtime is loaded into the process later, it gets no object of this one,
/// and calls no function of this library, nor the other way round.
///
/// # Errors
///
/// Gives the provider back if one is installed already.
pub unsafe fn install_provider(provider: Provider) -> Result<(), Provider> {
    PROVIDER.set(provider)
}

/// Why no runtime can be used: a list of what was tried.
pub(crate) struct NotFound(pub(crate) String);

/// As [`runtime`](crate::runtime()), with an error that needs no runtime.
pub(crate) fn find() -> Result<&'static Runtime, NotFound> {
    bind(search::Scope::Everywhere).map_err(NotFound)
}

/// The address of a function of Python's C API, if Python is in the process.
pub fn python_function(name: &CStr) -> Option<NonNull<c_void>> {
    library::with_python()?.symbol(name)
}

/// Runs a function of Python's that takes the GIL.
///
/// While the interpreter exits, it ends threads that take the GIL, also those that wait for it then: it unwinds their stack, which Rust does not
/// allow. So such a thread stops here, as newer versions of Python do it.
#[inline]
pub fn stop_if_unwound<R>(take_gil: impl FnOnce() -> R) -> R {
    let stop = Stop;
    let result = take_gil();
    core::mem::forget(stop);
    result
}

/// Stops the thread where it is dropped.
struct Stop;

impl Drop for Stop {
    #[cold]
    fn drop(&mut self) {
        loop {
            std::thread::park();
        }
    }
}

/// Whether there is a runtime. It loads none: for callers that only read what other code has registered.
///
/// It starts no child process. A negative answer is cached until another library is loaded, because loaders search their folders for the
/// name even with the flag for libraries that are loaded already.
pub fn is_present() -> bool {
    static MISSED: AtomicU64 = AtomicU64::new(0);
    if is_bound() {
        return true;
    }
    if PROVIDER.get().is_some() || search::has_embedded() {
        // Other code may have registered something with that runtime, which a search of the process does not find.
        return bind(search::Scope::Everywhere).is_ok();
    }
    // Read before the search, so that a library loaded meanwhile causes another search. The number orders no other memory.
    let loads = library::loads();
    if loads.is_some_and(|loads| loads == MISSED.load(Ordering::Relaxed)) {
        return false;
    }
    let is_present = bind(search::Scope::Process).is_ok();
    if let (false, Some(loads)) = (is_present, loads) {
        MISSED.store(loads, Ordering::Relaxed);
    }
    is_present
}

/// Whether a runtime has been found.
pub(crate) fn is_bound() -> bool {
    RUNTIME.get().is_some()
}

/// Binds to a runtime that is in the process already, without loading or starting anything: for what runs while a library is being loaded.
pub(crate) fn bind_if_present() -> bool {
    bind(search::Scope::Process).is_ok()
}

/// Pins the library that contains this code in memory; for everything that outlives a call and refers to this code.
pub(crate) fn pin() {
    static PINNED: Once = Once::new();
    // Miri has no loader.
    if cfg!(not(miri)) {
        PINNED.call_once(library::pin_self);
    }
}

/// For objects that this library makes in the layout of the runtime: another version of it may have another layout. Where there is no runtime, only
/// this library reads them. It contains their deleters, so it is pinned.
///
/// # Panics
///
/// As [`bind_or_panic`], if the runtime in this process is not compatible.
pub(crate) fn ensure_layout() {
    if is_bound() {
        return;
    }
    pin();
    if !is_present() && search::in_process().is_some() {
        bind_or_panic();
    }
}

/// Binds or ends the call with the search report; for constructors that cannot fail otherwise. Outside of a call that is a panic.
#[track_caller]
pub(crate) fn bind_or_panic() {
    if let Err(report) = bind(search::Scope::Everywhere) {
        if crate::stack::has_exported_call() {
            // The call fails with the report, which the user's code has not made.
            std::panic::resume_unwind(Box::new(NotFound(report)));
        }
        panic!("{report}");
    }
}

/// Raises an error that says why the runtime in this process is not compatible, if it is an older patch of the same version.
///
/// The caller needs an error: it ends the process if a call fails without one.
pub(crate) fn raise_refusal() {
    let Some(found) = search::in_process() else { return };
    if let Err(report) = found.check_version() {
        found.raise(&report);
    }
}

fn bind(scope: search::Scope) -> Result<&'static Runtime, String> {
    if let Some(runtime) = RUNTIME.get() {
        return Ok(runtime);
    }
    if let Some(runtime) = BOUND.get().filter(|_| REGISTERING.get()) {
        return Ok(runtime);
    }
    // Miri has no loader to look for an interpreter with.
    if let search::Scope::Everywhere = scope
        && cfg!(not(miri))
        && search::in_process().is_none()
    {
        interpreter::ask_for_package();
    }
    let _guard = BINDING.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(runtime) = RUNTIME.get() {
        return Ok(runtime);
    }
    let found = search::search(scope, PROVIDER.get())?;
    let version = found.check_version()?;
    table::fill(&found)?;
    pin();
    let (path, origin) = found.keep();
    let runtime = BOUND.get_or_init(|| Runtime { version, path, origin });
    REGISTERING.set(true);
    register_pending();
    REGISTERING.set(false);
    Ok(RUNTIME.get_or_init(|| runtime))
}

impl fmt::Display for Runtime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let TVMFFIVersion { major, minor, patch } = self.version;
        write!(f, "TVM-FFI runtime {major}.{minor}.{patch}")?;
        match &self.path {
            Some(path) => write!(f, " ({})", path.display()),
            None => Ok(()),
        }
    }
}
