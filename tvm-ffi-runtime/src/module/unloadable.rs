//! Why a library that exists cannot be loaded, where glibc only says `No such file or directory`.

use std::fs::File;
use std::io::Read;
use std::path::Path;

/// What to add to the message of the loader.
pub(super) fn reason(path: &[u8]) -> String {
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
