//! The search path for shared libraries of the programs that the commands start.
//!
//! `cargo run` adds the target folder and Rust's own library folders. With them, a test could load a kernel library that users cannot load.
//! On Windows the path is not changed, because `PATH` is for libraries and programs.

use std::ffi::{OsStr, OsString};
use std::path::Path;
use std::process::Command;

/// The variables that cargo extends, on Linux and on macOS.
const VARIABLES: [&str; 2] = ["LD_LIBRARY_PATH", "DYLD_FALLBACK_LIBRARY_PATH"];

/// Whether this is the variable of a search path for libraries.
pub(crate) fn is_search_path(name: &OsStr) -> bool {
    VARIABLES.iter().any(|variable| name == *variable)
}

/// Gives `command` the search path as it was before `cargo run`.
pub(super) fn restore(command: &mut Command) {
    let program = std::env::current_exe().unwrap_or_default();
    for name in VARIABLES {
        let Some(value) = std::env::var_os(name) else {
            continue;
        };
        let kept = without_cargo(&value, program.parent());
        if kept.is_empty() {
            command.env_remove(name);
        } else {
            command.env(name, kept);
        }
    }
}

/// `value` without the folders of Rust libraries, and without those inside `target`.
fn without_cargo(value: &OsString, target: Option<&Path>) -> OsString {
    let folders = std::env::split_paths(value).filter(|folder| {
        let of_target = target.is_some_and(|target| folder.starts_with(target));
        let of_rust = folder.iter().any(|part| part == "rustlib") || folder.join("rustlib").is_dir();
        !(of_target || of_rust)
    });
    // What was split at the separator can be joined by it again.
    std::env::join_paths(folders).unwrap_or_else(|_| value.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_folders_that_cargo_adds_are_taken_out() {
        let cargo = ["t/debug", "t/debug/deps", "rust/lib/rustlib/x86/lib"];
        let user = ["cuda/lib", "t/debugger"];
        let value = std::env::join_paths(cargo.iter().chain(&user)).expect("no separator in a name");
        let kept = without_cargo(&value, Some(Path::new("t/debug")));
        assert_eq!(kept, std::env::join_paths(user).expect("no separator in a name"));
    }
}
