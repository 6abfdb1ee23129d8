//! Where CUDA's headers are: NVRTC brings none but those of the language.

use std::path::{Path, PathBuf};

use super::surroundings::{INCLUDE, Surroundings};

/// Below the Python packages: those of CUDA 13, and those of CUDA 12.
const IN_PACKAGES: &[(u32, &[&str])] =
    &[(13, &["nvidia/cu13/include"]), (12, &["nvidia/cuda_runtime/include", "nvidia/cuda_cccl/include"])];

/// Files by which a folder of CUDA's headers is known; the last is from CCCL, which has folders of its own.
const MARKS: [&str; 3] = ["cuda_fp16.h", "cuda_runtime.h", "nv/target"];

/// The folders of headers that are there, each once, in the order in which they are looked into.
///
/// First those of `TVM_FFI_CUDA_INCLUDE`, which are taken as they are. Then those beside the compiler, of its own version; of the Python packages of that
/// version; of `CUDA_HOME` and `CUDA_PATH`; and of `/usr/local/cuda`. `cuda_fp16.h` needs `nv/target`, which since CUDA 13 is in a folder `cccl` beside it.
pub(super) fn folders(surroundings: &Surroundings, nvrtc: Option<&Path>, major: u32) -> Vec<PathBuf> {
    let mut folders = Vec::new();
    for folder in surroundings.variable(INCLUDE).map(std::env::split_paths).into_iter().flatten() {
        add(&mut folders, folder.clone(), false);
        add(&mut folders, folder.join("cccl"), true);
    }
    let mut candidates = Vec::new();
    if let Some(folder) = nvrtc.and_then(Path::parent) {
        // `include` is beside `lib` or `lib64`, and on Windows beside `bin` or above it.
        candidates.extend(folder.ancestors().skip(1).take(2).map(|above| above.join("include")));
    }
    for packages in &surroundings.site_packages {
        let of_version = IN_PACKAGES.iter().filter(|(version, _)| *version == major);
        candidates.extend(of_version.flat_map(|(_, below)| below.iter().map(|folder| packages.join(folder))));
    }
    candidates.extend(surroundings.toolkits().map(|(_, toolkit)| toolkit.join("include")));
    candidates.push(PathBuf::from("/usr/local/cuda/include"));
    for folder in candidates {
        add(&mut folders, folder.clone(), true);
        add(&mut folders, folder.join("cccl"), true);
    }
    folders
}

/// Whether headers of CUDA are in a folder.
pub(super) fn has_headers(folder: &Path) -> bool {
    MARKS.iter().any(|mark| folder.join(mark).is_file())
}

/// Adds a folder that exists, and unless the user has named it, only if it has headers of CUDA.
fn add(folders: &mut Vec<PathBuf>, folder: PathBuf, is_marked: bool) {
    let exists = if is_marked { has_headers(&folder) } else { folder.is_dir() };
    // Links lead to the same folder: CUDA_HOME often is one.
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
        let surroundings = Surroundings::new(&variables, &[&packages]);
        let nvrtc = scratch.path("cuda/lib/libnvrtc.so.13");
        let found = folders(&surroundings, Some(&nvrtc), 13);
        let expected = ["mine", "cuda/include", "cuda/include/cccl", "site-packages/nvidia/cu13/include"];
        let expected: Vec<_> = expected.iter().map(|folder| scratch.path(folder)).collect();
        // A toolkit of this machine's may follow.
        assert_eq!(found[..4], expected);
        assert!(found[4..].iter().all(|folder| folder.starts_with("/usr/local/cuda")), "{found:?}");

        let of_12 = folders(&surroundings, None, 12);
        assert_eq!(of_12[1], scratch.path("site-packages/nvidia/cuda_runtime/include"));
    }
}
