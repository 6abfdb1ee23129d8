//! The files that are mapped into the process, on Linux.
//!
//! They give the path of a library that the loader found by its bare name, for which `libloading` has no function. On other systems the list is empty, and headers
//! are found through environment variables.

use std::path::PathBuf;

/// The mapped files in the order of their addresses, without adjacent duplicates.
pub(super) fn files() -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = Vec::new();
    for (_, file) in mappings(&maps()) {
        if files.last() != Some(&file) {
            files.push(file);
        }
    }
    files
}

/// The file that an address was loaded from.
pub(super) fn file_of(address: usize) -> Option<PathBuf> {
    mappings(&maps()).find(|(range, _)| range.contains(&address)).map(|(_, file)| file)
}

fn maps() -> String {
    if !cfg!(target_os = "linux") {
        return String::new();
    }
    // A path that is not UTF-8 is useless here, but must not affect the others.
    std::fs::read("/proc/self/maps")
        .map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
        .unwrap_or_default()
}

/// Parses lines such as `7f00-7f10 r-xp 00000000 08:01 42    /usr/lib/libc.so.6`.
fn mappings(maps: &str) -> impl Iterator<Item = (core::ops::Range<usize>, PathBuf)> {
    maps.lines().filter_map(|line| {
        let (range, rest) = line.split_once(' ')?;
        let (start, end) = range.split_once('-')?;
        let start = usize::from_str_radix(start, 16).ok()?;
        let end = usize::from_str_radix(end, 16).ok()?;
        let path = &rest[rest.find('/')?..];
        // The columns before the path contain no slash.
        Some((start..end, PathBuf::from(path.strip_suffix(" (deleted)").unwrap_or(path))))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read() {
        let maps = "7f00-7f10 r-xp 00000000 08:01 42      /usr/lib/a b.so\n\
                    7f10-7f20 rw-p 00000000 00:00 0 \n\
                    7f20-7f30 r--p 00000000 08:01 43      /tmp/x.so (deleted)\n\
                    7f30-7f40 rw-p 00000000 00:00 0       [stack]\n";
        let found: Vec<_> = mappings(maps).collect();
        let expected = [
            (0x7f00..0x7f10, PathBuf::from("/usr/lib/a b.so")),
            (0x7f20..0x7f30, PathBuf::from("/tmp/x.so")),
        ];
        assert_eq!(found, expected);
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn this_program_is_found_by_an_address_in_it() {
        let found = file_of(files as *const () as usize).unwrap();
        assert_eq!(found, std::env::current_exe().unwrap().canonicalize().unwrap());
        assert!(files().contains(&found));
    }
}
