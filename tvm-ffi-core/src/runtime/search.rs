//! The search for a runtime, and the report of one that failed.

use std::ffi::{CStr, CString, c_char, c_void};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::ptr::NonNull;
use std::sync::OnceLock;

use super::library::{FILE_NAMES, Library, loaded_in_process};
use super::{API_VERSION, Origin, Provider, interpreter};
use crate::abi::TVMFFIVersion;

/// The oldest patch version that serves: before it the body of an error was shorter than the one that is read here.
const OLDEST_PATCH: u32 = 8;

const LIBRARY_VARIABLE: &str = "TVM_FFI_LIBRARY";

/// How far a search may go.
#[derive(Clone, Copy)]
pub(super) enum Scope {
    /// Only the process: the search starts no process and loads no library.
    Process,
    /// Everywhere, also by child processes.
    Everywhere,
}

/// A runtime that was found.
pub(super) struct Found {
    source: Source,
    path: Option<PathBuf>,
    origin: Origin,
}

enum Source {
    Library(Library),
    /// The function that finds the functions by name.
    Functions(fn(&CStr) -> Option<NonNull<c_void>>),
}

impl Found {
    fn of(provider: &Provider) -> Self {
        let origin = Origin::Provider(provider.name);
        Self { source: Source::Functions(provider.symbol), path: None, origin }
    }

    /// The runtime that is linked into this program, if there is one. A shared library never has one of its own: an error that it raises there
    /// would not be found by its caller, who asks the runtime of the process.
    #[cfg(any(test, feature = "embedded"))]
    fn embedded() -> Option<Self> {
        let found =
            Self { source: Source::Functions(tvm_ffi_runtime::symbol), path: None, origin: Origin::Embedded };
        super::library::is_program().then_some(found)
    }

    #[cfg(not(any(test, feature = "embedded")))]
    fn embedded() -> Option<Self> {
        None
    }

    pub(super) fn symbol(&self, name: &CStr) -> Option<NonNull<c_void>> {
        let address = match &self.source {
            Source::Library(library) => library.symbol(name),
            Source::Functions(find) => find(name),
        };
        #[cfg(test)]
        let address = address.map(|address| crate::testing::replaced(name, address));
        address
    }

    /// Keeps the library loaded, because the table points into it, and returns path and origin.
    pub(super) fn keep(self) -> (Option<PathBuf>, Origin) {
        if let Source::Library(library) = self.source {
            library.leak();
        }
        (self.path, self.origin)
    }

    /// The version of the runtime.
    ///
    /// # Errors
    ///
    /// An error with the required version if this one is not compatible.
    pub(super) fn check_version(&self) -> Result<TVMFFIVersion, String> {
        let Some(version) = self.version() else {
            return Err(format!(
                "{} is not a TVM-FFI runtime: it has no `TVMFFIGetVersion`",
                self.describe()
            ));
        };
        let TVMFFIVersion { major, minor, patch } = version;
        let needed = (API_VERSION.major, API_VERSION.minor);
        if (major, minor) == needed && patch >= OLDEST_PATCH {
            return Ok(version);
        }
        let (runtime, needed) = (self.describe(), format!("{}.{}", needed.0, needed.1));
        Err(format!(
            "{runtime} has version {major}.{minor}.{patch}, but this library needs {needed}.{OLDEST_PATCH} or a later \
             {needed}.x"
        ))
    }

    fn version(&self) -> Option<TVMFFIVersion> {
        let address = self.symbol(c"TVMFFIGetVersion")?;
        // SAFETY: the C API promises this signature for this name in every version.
        let get_version = unsafe {
            core::mem::transmute::<*mut c_void, unsafe extern "C" fn(*mut TVMFFIVersion)>(address.as_ptr())
        };
        let mut version = TVMFFIVersion { major: 0, minor: 0, patch: 0 };
        // SAFETY: the function writes one version.
        unsafe { get_version(&mut version) };
        Some(version)
    }

    /// Raises a `RuntimeError` in this runtime, whose other functions are not used. Does nothing in one of another major or minor version.
    pub(super) fn raise(&self, message: &str) {
        let serves =
            |version: TVMFFIVersion| (version.major, version.minor) == (API_VERSION.major, API_VERSION.minor);
        let Some(address) = self.symbol(c"TVMFFIErrorSetRaisedFromCStr") else { return };
        let Ok(message) = CString::new(message) else { return };
        if !self.version().is_some_and(serves) {
            return;
        }
        // SAFETY: the C functions of one major and minor version keep their signatures.
        let set_raised = unsafe {
            core::mem::transmute::<*mut c_void, unsafe extern "C" fn(*const c_char, *const c_char)>(
                address.as_ptr(),
            )
        };
        // SAFETY: both texts are NUL-terminated, and are copied.
        unsafe { set_raised(c"RuntimeError".as_ptr(), message.as_ptr()) };
    }

    pub(super) fn describe(&self) -> String {
        match (&self.path, self.origin) {
            (Some(path), Origin::Environment) => {
                format!("the library in {LIBRARY_VARIABLE}, `{}`,", path.display())
            }
            (Some(path), _) => format!("the TVM-FFI runtime `{}`", path.display()),
            (None, Origin::Provider(name)) => format!("the TVM-FFI runtime of provider `{name}`"),
            (None, Origin::Embedded) => String::from("the TVM-FFI runtime of this program"),
            (None, _) => String::from("the TVM-FFI runtime of this process"),
        }
    }
}

/// Searches for a runtime in the order: process, `TVM_FFI_LIBRARY`, this program, Python package, provider.
///
/// The Python package comes before the program if an interpreter is in the process, which is going to load it. A process has one runtime.
///
/// # Errors
///
/// A report that lists what was tried.
pub(super) fn search(scope: Scope, provider: Option<&Provider>) -> Result<Found, String> {
    // Miri has no loader.
    if cfg!(miri) {
        let found = Found::embedded().or_else(|| provider.map(Found::of));
        return found.filter(|_| matches!(scope, Scope::Everywhere)).ok_or_else(|| {
            String::from("under Miri, only programs with the feature `embedded` or a provider have a runtime")
        });
    }
    if let Some(found) = in_process() {
        return Ok(found);
    }
    let mut tried = vec![String::from("no TVM-FFI runtime found; tried:")];
    tried.push(format!("in this process: no library with `TVMFFIGetVersion`, no `{}`", FILE_NAMES[0]));
    if let Scope::Everywhere = scope {
        match variable(LIBRARY_VARIABLE) {
            // If the library that the user set does not work, that is an error, and the search ends.
            Some(path) => {
                return load(path, Origin::Environment)
                    .map_err(|report| format!("{LIBRARY_VARIABLE} is set, but {report}"));
            }
            None => tried.push(format!("{LIBRARY_VARIABLE}: not set")),
        }
        let embedded = match Found::embedded() {
            Some(found) if !interpreter::is_running() => return Ok(found),
            found => found,
        };
        match python_package(&mut tried) {
            Some(path) => return load(path, Origin::PythonPackage),
            None => tried.push(String::from("Python: no installed package `apache-tvm-ffi`")),
        }
        if let Some(found) = embedded.or_else(|| provider.map(Found::of)) {
            return Ok(found);
        }
    }
    Err(tried.join("\n  - ")
        + "\nhelp: a Rust program and tests have a runtime with the feature `embedded` of `tvm-ffi-rs`; otherwise \
           `pip install apache-tvm-ffi`, or set TVM_FFI_LIBRARY to the path of the runtime library")
}

pub(super) fn in_process() -> Option<Found> {
    let loaded = loaded_in_process().map(|(library, path)| (Source::Library(library), path));
    #[cfg(windows)]
    let loaded = loaded.or_else(|| {
        use crate::abi::published::symbol;
        symbol(c"TVMFFIGetVersion").map(|_| (Source::Functions(symbol), None))
    });
    let (source, path) = loaded?;
    Some(Found { source, path, origin: Origin::Process })
}

/// Whether this program has a runtime linked into it. Nothing is bound.
pub(super) fn has_embedded() -> bool {
    Found::embedded().is_some()
}

/// The path in an environment variable, unless it is empty.
fn variable(name: &str) -> Option<PathBuf> {
    std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from)
}

fn load(path: PathBuf, origin: Origin) -> Result<Found, String> {
    let library =
        Library::load(&path).map_err(|error| format!("`{}` cannot be loaded: {error}", path.display()))?;
    Ok(Found { source: Source::Library(library), path: Some(path), origin })
}

fn python_package(tried: &mut Vec<String>) -> Option<PathBuf> {
    // A process has the packages of its interpreter, whatever the environment says about others.
    if interpreter::is_running() {
        return interpreter::package().and_then(|folder| library_in(&folder.join("lib")));
    }
    for name in ["VIRTUAL_ENV", "CONDA_PREFIX"] {
        let Some(prefix) = variable(name) else {
            tried.push(format!("{name}: not set"));
            continue;
        };
        match in_prefix(&prefix) {
            Some(path) => return Some(path),
            None => tried.push(format!("{name}: no package `tvm_ffi` in `{}`", prefix.display())),
        }
    }
    // A child process is slow to start, so its answer is cached. Installed packages rarely change while a program runs.
    static ANSWER: OnceLock<Result<PathBuf, String>> = OnceLock::new();
    match ANSWER.get_or_init(ask_python) {
        Ok(path) => Some(path.clone()),
        Err(reason) => {
            tried.push(reason.clone());
            None
        }
    }
}

/// The runtime library of a Python environment.
fn in_prefix(prefix: &Path) -> Option<PathBuf> {
    let library_folder = if cfg!(windows) { prefix.join("Lib") } else { prefix.join("lib") };
    let mut packages = vec![library_folder.join("site-packages")];
    if let Ok(entries) = std::fs::read_dir(&library_folder) {
        for entry in entries.flatten() {
            if entry.file_name().as_encoded_bytes().starts_with(b"python") {
                packages.push(entry.path().join("site-packages"));
            }
        }
    }
    packages.iter().find_map(|folder| library_in(&folder.join("tvm_ffi").join("lib")))
}

/// The runtime library in a folder.
fn library_in(folder: &Path) -> Option<PathBuf> {
    FILE_NAMES.iter().map(|name| folder.join(name)).find(|path| path.is_file())
}

fn ask_python() -> Result<PathBuf, String> {
    let python = if cfg!(windows) { "python" } else { "python3" };
    let failed = |reason: &str| format!("`{python} -m tvm_ffi.config --libdir`: {reason}");
    let mut command = Command::new(python);
    command.args(["-m", "tvm_ffi.config", "--libdir"]).stdin(Stdio::null());
    let output = command.output().map_err(|error| failed(&error.to_string()))?;
    let output = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
    // Warnings of Python are among the lines.
    let lines = output.lines().map(|line| Path::new(line.trim_ascii()));
    if let Some(path) = lines.filter(|line| line.is_absolute()).find_map(library_in) {
        return Ok(path);
    }
    let reason = match output.trim_ascii() {
        "" => "it gave no library",
        text => text.rsplit_once('\n').map_or(text, |(_, last)| last),
    };
    Err(failed(reason))
}
