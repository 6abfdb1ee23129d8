//! Why a library that exists cannot be loaded, where the message of the loader does not help.

use std::fs::File;
use std::io::Read;
use std::path::Path;

/// What to add to the message of the loader.
pub(super) fn reason(path: &[u8], message: &str) -> String {
    if names_a_function_in_cpp(message) {
        return String::from(
            ". The symbol is a C++ function or class of TVM-FFI. This runtime is written in Rust and has its C functions only: \
             load the library in a process with the C++ runtime, that of `apache-tvm-ffi`",
        );
    }
    not_found(path)
}

/// Whether the loader misses something in the namespace `tvm::ffi`.
fn names_a_function_in_cpp(message: &str) -> bool {
    message.contains("_Z") && message.contains("3tvm3ffi")
}

/// What glibc leaves out when it says `No such file or directory`.
fn not_found(path: &[u8]) -> String {
    let Ok(path) = core::str::from_utf8(path) else { return String::new() };
    if !path.contains('/') {
        return if Path::new(path).is_file() {
            format!(". The loader does not search the current folder, where the file is: write `./{path}`")
        } else {
            String::new()
        };
    }
    let program = std::env::current_exe().ok().and_then(|program| machine(&program));
    match (machine(Path::new(path)), program) {
        (Some(library), Some(program)) if library != program => {
            let arch = std::env::consts::ARCH;
            format!(
                ". The file is built for another machine: expected ELF machine {program} ({arch}), got {library}"
            )
        }
        _ => String::new(),
    }
}

/// The number of the machine that an ELF file is built for.
fn machine(path: &Path) -> Option<u16> {
    let mut header = [0; 20];
    File::open(path).ok()?.read_exact(&mut header).ok()?;
    header.starts_with(b"\x7fELF").then(|| u16::from_ne_bytes([header[18], header[19]]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_symbol_in_cpp_is_explained() {
        let message = |symbol: &str| reason(b"./lib.so", &format!("./lib.so: undefined symbol: {symbol}"));
        for symbol in ["_ZTVN3tvm3ffi6ObjectE", "_ZN3tvm3ffi11EnvErrorAlreadySetEv"] {
            assert!(message(symbol).contains("This runtime is written in Rust"), "{symbol}");
        }
        assert_eq!(message("TVMFFINotYet"), "");
        assert_eq!(message("_ZNSt6vectorE"), "");
    }
}
