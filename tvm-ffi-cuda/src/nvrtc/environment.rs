//! What a compilation depends on besides the source: environment variables, and the Python packages of the process.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use super::mapped;

/// The path of the NVRTC library.
pub(super) const LIBRARY: &str = "TVM_FFI_CUDA_NVRTC";
/// Folders of headers, separated as in `PATH`.
pub(super) const INCLUDE: &str = "TVM_FFI_CUDA_INCLUDE";
/// The folder of the cache; `0` for none.
pub(super) const CACHE: &str = "TVM_FFI_CUDA_CACHE";
/// The folders of CUDA toolkits.
pub(super) const TOOLKITS: [&str; 2] = ["CUDA_HOME", "CUDA_PATH"];

/// Environment variables, and folders of Python packages.
pub(super) struct Environment {
    variables: Vec<(String, OsString)>,
    /// The `site-packages` folders from which libraries are loaded.
    pub(super) site_packages: Vec<PathBuf>,
}

impl Environment {
    /// The environment of this process.
    pub(super) fn of_process() -> Self {
        let mut files = mapped::files();
        // After a call from Python the runtime's package is in the process; otherwise it may be installed.
        let runtime = tvm_ffi_core::runtime().ok().and_then(|runtime| runtime.path());
        files.extend(runtime.map(Path::to_path_buf));
        files.extend(runtime.and_then(|path| path.canonicalize().ok()));
        let names = [LIBRARY, INCLUDE, CACHE, TOOLKITS[0], TOOLKITS[1]];
        let folders = ["XDG_CACHE_HOME", "HOME", "LOCALAPPDATA"];
        let variables = names.into_iter().chain(folders);
        let variables = variables.filter_map(|name| Some((name.to_owned(), std::env::var_os(name)?)));
        Self { variables: variables.collect(), site_packages: site_packages(&files) }
    }

    /// The value of a variable, if it is set and not empty.
    pub(super) fn variable(&self, name: &str) -> Option<&OsStr> {
        let (_, value) = self.variables.iter().find(|(variable, _)| variable == name)?;
        Some(value.as_os_str()).filter(|value| !value.is_empty())
    }

    /// The toolkits that variables name, with the names.
    pub(super) fn toolkits(&self) -> impl Iterator<Item = (&'static str, &Path)> {
        TOOLKITS.into_iter().filter_map(|name| Some((name, Path::new(self.variable(name)?))))
    }

    /// An artificial environment for a test.
    #[cfg(test)]
    pub(super) fn new(variables: &[(&str, &Path)], site_packages: &[&Path]) -> Self {
        let variables = variables.iter().map(|(name, value)| ((*name).to_owned(), value.into()));
        let site_packages = site_packages.iter().map(|path| path.to_path_buf());
        Self { variables: variables.collect(), site_packages: site_packages.collect() }
    }

    /// Sets a variable in this value only.
    #[cfg(test)]
    pub(super) fn set(&mut self, name: &str, value: &Path) {
        self.variables.retain(|(variable, _)| variable != name);
        self.variables.push((name.to_owned(), value.into()));
    }
}

/// The `site-packages` folders that contain the files, without duplicates.
fn site_packages(files: &[PathBuf]) -> Vec<PathBuf> {
    let mut folders: Vec<PathBuf> = Vec::new();
    for file in files {
        let is_packages = |folder: &&Path| {
            folder.file_name().is_some_and(|name| name == "site-packages" || name == "dist-packages")
        };
        if let Some(folder) = file.ancestors().find(is_packages)
            && !folders.iter().any(|known| known == folder)
        {
            folders.push(folder.to_path_buf());
        }
    }
    folders
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn site_packages_are_found_from_any_file_in_them() {
        let files = [
            "/usr/lib/libc.so.6",
            "/v/lib/python3.11/site-packages/torch/lib/libtorch.so",
            "/v/lib/python3.11/site-packages/tvm_ffi/lib/libtvm_ffi.so",
            "/usr/lib/python3/dist-packages/numpy/core.so",
        ];
        let found = site_packages(&files.map(PathBuf::from));
        let expected = ["/v/lib/python3.11/site-packages", "/usr/lib/python3/dist-packages"];
        assert_eq!(found, expected.map(PathBuf::from));
    }

    #[test]
    fn an_empty_variable_is_not_set() {
        let environment = Environment::new(&[(LIBRARY, Path::new("")), (CACHE, Path::new("0"))], &[]);
        assert_eq!(environment.variable(LIBRARY), None);
        assert_eq!(environment.variable(CACHE), Some(OsStr::new("0")));
        assert_eq!(environment.variable(INCLUDE), None);
    }
}
