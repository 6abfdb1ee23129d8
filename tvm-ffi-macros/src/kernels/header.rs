//! The headers that a source brings, and the names by which it includes them.

use super::{Image, Operand};

impl Image {
    /// The name of a header: its path from the folder of the source, in which a compiler looks for what is included in quotes. A source that is no file is beside the
    /// declaration. `None` where the path leads through a folder whose name is not known.
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

/// The way from a folder to a file, both being relative to the same place or absolute.
fn path_from(folder: &str, file: &str) -> Option<String> {
    if folder.starts_with('/') != file.starts_with('/') {
        // A relative way from one to the other would depend on the machine.
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

/// The names on a path, without those that lead nowhere.
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
