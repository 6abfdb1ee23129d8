//! The search for the NVRTC library, and the error message if it fails.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use super::environment::{Environment, LIBRARY};

/// The library's names for the loader, the newest first. The interface has not changed since CUDA 11.2.
#[cfg(not(windows))]
pub(super) const NAMES: &[&str] = &["libnvrtc.so.14", "libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so"];
#[cfg(windows)]
pub(super) const NAMES: &[&str] = &["nvrtc64_140_0.dll", "nvrtc64_130_0.dll", "nvrtc64_120_0.dll"];

/// The library's folders in Python packages: of CUDA 13, and of CUDA 12.
#[cfg(not(windows))]
const IN_PACKAGES: &[&str] = &["nvidia/cu13/lib", "nvidia/cuda_nvrtc/lib"];
#[cfg(windows)]
const IN_PACKAGES: &[&str] = &["nvidia/cu13/bin/x86_64", "nvidia/cuda_nvrtc/bin"];

/// The library's folders in a toolkit.
#[cfg(not(windows))]
const IN_TOOLKIT: &[&str] = &["lib64", "lib", "targets/x86_64-linux/lib", "targets/sbsa-linux/lib"];
#[cfg(windows)]
const IN_TOOLKIT: &[&str] = &["bin/x64", "bin"];

/// The default folder of a toolkit.
const TOOLKIT: &str = "/usr/local/cuda";

/// The functions of the platform's loader that a search needs.
pub(super) trait Loader {
    /// A loaded library.
    type Library;

    /// The library with a name, if it is in the process already.
    fn already_loaded(&self, name: &str) -> Option<Self::Library>;

    /// Loads a library by its path, or by its name from the system's search path.
    ///
    /// # Errors
    ///
    /// The system's error message.
    fn load(&self, name: &OsStr) -> Result<Self::Library, String>;
}

/// Searches in the order: process, `TVM_FFI_CUDA_NVRTC`, Python packages, `CUDA_HOME` and `CUDA_PATH`, system.
///
/// A library in the process comes first: PyTorch has often loaded one, and a second copy would need another hundred megabytes.
///
/// # Errors
///
/// A message that lists what was tried.
pub(super) fn search<L: Loader>(loader: &L, environment: &Environment) -> Result<L::Library, String> {
    if let Some(library) = NAMES.iter().find_map(|name| loader.already_loaded(name)) {
        return Ok(library);
    }
    let mut tried = vec![format!("in this process: no `{}`", NAMES.join("`, no `"))];
    if let Some(path) = environment.variable(LIBRARY) {
        // If the library that the user names does not load, that is an error, rather than a reason to use another one.
        return loader.load(path).map_err(|error| {
            let path = Path::new(path).display();
            format!("{LIBRARY} is set, but `{path}` cannot be loaded: {error}")
        });
    }
    tried.push(format!("{LIBRARY}: not set"));
    if let Some(library) = in_folders(loader, environment, &mut tried) {
        return Ok(library);
    }
    let mut errors: Vec<String> = Vec::new();
    for name in NAMES {
        match loader.load(OsStr::new(name)) {
            Ok(library) => return Ok(library),
            Err(error) => errors.push(error),
        }
    }
    tried.push(format!("the system's libraries: {}", errors.join("; ")));
    let usual: Vec<_> = IN_TOOLKIT.iter().map(|folder| Path::new(TOOLKIT).join(folder)).collect();
    if let Some(library) = in_first(loader, TOOLKIT, &usual, &mut tried) {
        return Ok(library);
    }
    Err(report(&tried))
}

fn in_folders<L: Loader>(
    loader: &L,
    environment: &Environment,
    tried: &mut Vec<String>,
) -> Option<L::Library> {
    if environment.site_packages.is_empty() {
        tried.push("Python packages: none are in this process".to_owned());
    }
    for packages in &environment.site_packages {
        let folders: Vec<_> = IN_PACKAGES.iter().map(|folder| packages.join(folder)).collect();
        if let Some(library) = in_first(loader, "Python packages", &folders, tried) {
            return Some(library);
        }
    }
    if environment.toolkits().next().is_none() {
        tried.push("CUDA_HOME, CUDA_PATH: not set".to_owned());
    }
    for (variable, toolkit) in environment.toolkits() {
        let folders: Vec<_> = IN_TOOLKIT.iter().map(|folder| toolkit.join(folder)).collect();
        if let Some(library) = in_first(loader, variable, &folders, tried) {
            return Some(library);
        }
    }
    None
}

/// The first library in these folders that can be loaded.
fn in_first<L: Loader>(
    loader: &L,
    what: &str,
    folders: &[PathBuf],
    tried: &mut Vec<String>,
) -> Option<L::Library> {
    let mut has_file = false;
    for path in folders.iter().flat_map(|folder| NAMES.iter().map(|name| folder.join(name))) {
        if !path.is_file() {
            continue;
        }
        has_file = true;
        match loader.load(path.as_os_str()) {
            Ok(library) => return Some(library),
            Err(error) => tried.push(format!("{what}: `{}` cannot be loaded: {error}", path.display())),
        }
    }
    if !has_file {
        let folders: Vec<_> = folders.iter().map(|folder| format!("`{}`", folder.display())).collect();
        tried.push(format!("{what}: no `{}` in {}", NAMES[0].replace(".14", ".*"), folders.join(", ")));
    }
    None
}

fn report(tried: &[String]) -> String {
    let mut report =
        String::from("the CUDA compiler library NVRTC is needed and could not be loaded; tried:");
    for line in tried {
        report.push_str("\n  - ");
        report.push_str(line);
    }
    report.push_str(
        "\nhelp: `pip install nvidia-cuda-nvrtc` (`nvidia-cuda-nvrtc-cu12` for CUDA 12), or set TVM_FFI_CUDA_NVRTC to \
         the path of the library",
    );
    report
}

#[cfg(test)]
mod tests;
