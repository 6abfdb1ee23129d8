//! The search for the folders with CUDA's headers. NVRTC contains only the headers of the language.

use std::path::{Path, PathBuf};

use super::environment::{Environment, INCLUDE};

/// The folders in Python packages: of CUDA 13, and of CUDA 12.
const IN_PACKAGES: &[(u32, &[&str])] =
    &[(13, &["nvidia/cu13/include"]), (12, &["nvidia/cuda_runtime/include", "nvidia/cuda_cccl/include"])];

/// Files that identify a folder of CUDA headers. The last is from CCCL, which has its own folder.
const MARKS: [&str; 3] = ["cuda_fp16.h", "cuda_runtime.h", "nv/target"];

/// The existing folders of headers, without duplicates, in search order.
///
/// First come those of `TVM_FFI_CUDA_INCLUDE`, unchecked. Then come those next to the compiler, those of Python packages of the compiler's version, those of
/// `CUDA_HOME` and `CUDA_PATH`, and those of `/usr/local/cuda`. `cuda_fp16.h` needs `nv/target`, which since CUDA 13 is in a neighbouring folder `cccl`.
pub(super) fn folders(environment: &Environment, nvrtc: Option<&Path>, major: u32) -> Vec<PathBuf> {
    let mut folders = Vec::new();
    for folder in environment.variable(INCLUDE).map(std::env::split_paths).into_iter().flatten() {
        add(&mut folders, folder.clone(), false);
        add(&mut folders, folder.join("cccl"), true);
    }
    let mut candidates = Vec::new();
    if let Some(folder) = nvrtc.and_then(Path::parent) {
        // `include` is next to `lib` or `lib64`. On Windows it is next to `bin` or to its parent.
        candidates.extend(folder.ancestors().skip(1).take(2).map(|above| above.join("include")));
    }
    for packages in &environment.site_packages {
        let of_version = IN_PACKAGES.iter().filter(|(version, _)| *version == major);
        candidates.extend(of_version.flat_map(|(_, below)| below.iter().map(|folder| packages.join(folder))));
    }
    candidates.extend(environment.toolkits().map(|(_, toolkit)| toolkit.join("include")));
    candidates.push(PathBuf::from("/usr/local/cuda/include"));
    for folder in candidates {
        add(&mut folders, folder.clone(), true);
        add(&mut folders, folder.join("cccl"), true);
    }
    folders
}

/// Whether a folder has CUDA headers.
pub(super) fn has_headers(folder: &Path) -> bool {
    MARKS.iter().any(|mark| folder.join(mark).is_file())
}

/// Adds a folder if it exists. Unless the user has named it, it also has to contain CUDA headers.
fn add(folders: &mut Vec<PathBuf>, folder: PathBuf, is_marked: bool) {
    let exists = if is_marked { has_headers(&folder) } else { folder.is_dir() };
    // Resolve links, so that one folder is not added twice: CUDA_HOME is often a link.
    let is_known =
        |known: &PathBuf| *known == folder || known.canonicalize().ok() == folder.canonicalize().ok();
    if exists && !folders.iter().any(is_known) {
        folders.push(folder);
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::Scratch;
    use super::*;

    #[test]
    fn folders_are_those_with_headers_in_order() {
        let scratch = Scratch::new("include");
        for file in [
            "mine/own.h",
            "cuda/include/cuda_fp16.h",
            "cuda/include/cccl/nv/target",
            "site-packages/nvidia/cu13/include/cuda_fp16.h",
            "site-packages/nvidia/cuda_runtime/include/cuda_fp16.h",
            "toolkit/include/other.h",
        ] {
            scratch.write(file, b"");
        }
        let own = std::env::join_paths([scratch.path("mine"), scratch.path("missing")]).unwrap();
        let (packages, toolkit) = (scratch.path("site-packages"), scratch.path("toolkit"));
        let variables = [(INCLUDE, Path::new(&own)), ("CUDA_HOME", &toolkit)];
        let environment = Environment::new(&variables, &[&packages]);
        let nvrtc = scratch.path("cuda/lib/libnvrtc.so.13");
        let found = folders(&environment, Some(&nvrtc), 13);
        let expected = ["mine", "cuda/include", "cuda/include/cccl", "site-packages/nvidia/cu13/include"];
        let expected: Vec<_> = expected.iter().map(|folder| scratch.path(folder)).collect();
        // A toolkit on this machine may follow.
        assert_eq!(found[..4], expected);
        assert!(found[4..].iter().all(|folder| folder.starts_with("/usr/local/cuda")), "{found:?}");

        let of_12 = folders(&environment, None, 12);
        assert_eq!(of_12[1], scratch.path("site-packages/nvidia/cuda_runtime/include"));
    }
}
