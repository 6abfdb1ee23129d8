//! The names with which a source includes its embedded headers.

use super::{Image, Operand};

impl Image {
    /// The name of a header: its path relative to the folder of the source, as in an `#include` with quotes. A source that is not a file counts as one in the folder of the
    /// declaration. `None` if the path leads through a folder whose name is unknown.
    pub(super) fn header_name(&self, header: &str) -> Option<String> {
        match &self.operand {
            Operand::File(source) => path_from(&folder_of(&source.value()), header),
            Operand::Value(_) => path_from("", header),
        }
    }
}

fn folder_of(file: &str) -> String {
    file.rsplit_once('/').map(|(folder, _)| format!("{folder}/")).unwrap_or_default()
}

/// The path from a folder to a file. Both are absolute, or relative to the same folder.
fn path_from(folder: &str, file: &str) -> Option<String> {
    if folder.starts_with('/') != file.starts_with('/') {
        // A relative path between an absolute and a relative one would depend on the machine.
        return file.starts_with('/').then(|| file.to_owned());
    }
    let (folder, file) = (parts(folder), parts(file));
    let common = folder.iter().zip(&file).take_while(|(left, right)| left == right).count();
    let (up, down) = (&folder[common..], &file[common..]);
    if up.contains(&"..") || down.is_empty() {
        return None;
    }
    Some(up.iter().map(|_| "..").chain(down.iter().copied()).collect::<Vec<_>>().join("/"))
}

/// The components of a path, normalised.
fn parts(path: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    for part in path.split('/').filter(|part| !matches!(*part, "" | ".")) {
        match (part, parts.last()) {
            ("..", Some(last)) if *last != ".." => drop(parts.pop()),
            _ => parts.push(part),
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(source: &str, header: &str) -> Option<String> {
        path_from(&folder_of(source), header)
    }

    #[test]
    fn names_are_paths_from_the_folder_of_the_source() {
        for (source, header, expected) in [
            ("k.cu", "common.cuh", "common.cuh"),
            ("kernels/k.cu", "kernels/common.cuh", "common.cuh"),
            ("../kernels/k.cu", "../kernels/detail/inner.cuh", "detail/inner.cuh"),
            ("../kernels/k.cu", "../shared/common.cuh", "../shared/common.cuh"),
            ("./kernels/./k.cu", "kernels/old/../common.cuh", "common.cuh"),
            ("kernels/sm90/k.cu", "common.cuh", "../../common.cuh"),
            ("../k.cu", "../../include/common.cuh", "../include/common.cuh"),
            ("/a/kernels/k.cu", "/a/common.cuh", "../common.cuh"),
            ("kernels/k.cu", "/a/common.cuh", "/a/common.cuh"),
        ] {
            assert_eq!(name(source, header).as_deref(), Some(expected), "{header} from {source}");
        }
    }

    #[test]
    fn a_way_through_folders_without_names_is_none() {
        assert_eq!(name("../kernels/k.cu", "common.cuh"), None);
        assert_eq!(name("/a/k.cu", "common.cuh"), None);
        assert_eq!(name("kernels/k.cu", ""), None);
    }
}
