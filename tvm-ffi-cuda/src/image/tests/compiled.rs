//! Images that the tests compile, if there is a compiler: for every architecture, and large ones.

use std::fmt::Write;
use std::path::Path;

use super::listed::compare;
use super::*;
use crate::image::check::Declared;
use crate::image::{Architecture, FileKind, Index, architectures, kernels};
use crate::signature::Options;
use crate::testing::Toolkit;

fn source() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/images/kernels.cu")
}

#[test]
fn every_architecture_is_read() {
    let Some(toolkit) = Toolkit::find("the compilation for every architecture") else { return };
    for (number, suffix) in [
        (75, None),
        (80, None),
        (86, None),
        (89, None),
        (90, None),
        (90, Some('a')),
        (100, None),
        (100, Some('f')),
        (103, Some('a')),
        (110, None),
        (120, None),
        (121, None),
    ] {
        let architecture = Architecture { suffix, ..Architecture::new(number) };
        let image = toolkit.nvcc(&source(), &["-cubin", &format!("-arch={architecture}")]);
        compare(&kernels(&image).expect("nvcc makes cubins"), architecture);
    }
}

#[test]
fn fatbins_are_read_however_they_are_compressed() {
    let Some(toolkit) = Toolkit::find("the compilation of fatbins") else { return };
    for mode in
        ["--compress-mode=none", "--compress-mode=speed", "--compress-mode=size", "--compress-mode=balance"]
    {
        let image = toolkit.nvcc(
            &source(),
            &[
                "-fatbin",
                mode,
                "-gencode=arch=compute_80,code=[sm_80,compute_80]",
                "-gencode=arch=compute_90a,code=sm_90a",
            ],
        );
        let mut found = architectures(&image).expect("nvcc makes fatbins");
        found.sort_by_key(|architecture| (architecture.number, architecture.is_virtual));
        assert_eq!(
            found.iter().map(ToString::to_string).collect::<Vec<_>>(),
            ["sm_80", "compute_80", "sm_90a"],
            "{mode}"
        );
        let found = kernels(&image).expect("nvcc makes fatbins");
        for of_one in found.chunk_by(|one, next| one.architecture == next.architecture) {
            compare(of_one, of_one[0].architecture);
        }
        assert_eq!(
            mode.ends_with("none"),
            found.iter().any(|kernel| kernel.architecture.is_virtual),
            "{mode}"
        );
    }
}

/// The source of a file with `count` kernels, which take an `int` and a pointer.
fn many(count: usize) -> String {
    (0..count).fold(String::new(), |mut text, index| {
        writeln!(
            text,
            "extern \"C\" __global__ void kernel_{index}(int n, float *out) {{ out[n] = {index}; }}"
        )
        .expect("a `String` takes everything");
        text
    })
}

#[test]
fn each_of_many_kernels_is_found() {
    let Some(toolkit) = Toolkit::find("the compilation of many kernels") else { return };
    let source = toolkit.write("many.cu", &many(400));
    let parameters = [parameter("i32", 4), parameter("PtrMut<f32>", 8)];
    for (options, kind) in
        [(["-cubin", "-arch=sm_90"], FileKind::Cubin), (["-ptx", "-arch=sm_90"], FileKind::Ptx)]
    {
        let image = toolkit.nvcc(&source, &options);
        assert_eq!(kernels(&image).expect("it is an image").len(), 400);
        let index = Index::new(&image);
        for number in 0..400 {
            let symbol = format!("kernel_{number}");
            let declared =
                Declared { file: "k", symbol: &symbol, parameters: &parameters, options: &Options::DEFAULT };
            declared.check(&index, kind).unwrap_or_else(|text| panic!("{text:?}"));
            let wrong = Declared { parameters: &parameters[..1], ..declared };
            assert!(wrong.check(&index, kind).is_err());
        }
        let missing =
            Declared { file: "k", symbol: "kernel_400", parameters: &[], options: &Options::DEFAULT };
        let text = missing.check(&index, kind).expect_err("there is none");
        assert!(text.as_str().ends_with(" and 395 more"), "{text:?}");
    }
}

#[test]
fn a_file_with_more_kernels_than_an_index_has_is_searched() {
    let mut text = ".version 8.0\n.target sm_90\n".to_owned();
    for index in 0..5000 {
        writeln!(text, ".visible .entry kernel_{index}(.param .u32 n) {{ ret; }}")
            .expect("a `String` takes everything");
    }
    let index = Index::new(text.as_bytes());
    let parameters = [parameter("i32", 4)];
    for symbol in ["kernel_0", "kernel_3500", "kernel_4999"] {
        let declared = Declared { file: "k", symbol, parameters: &parameters, options: &Options::DEFAULT };
        declared.check(&index, FileKind::Ptx).unwrap_or_else(|text| panic!("{text:?}"));
        assert!(Declared { parameters: &[], ..declared }.check(&index, FileKind::Ptx).is_err());
    }
    let missing = Declared { file: "k", symbol: "other", parameters: &[], options: &Options::DEFAULT };
    assert!(missing.check(&index, FileKind::Ptx).is_err());
}

#[test]
fn parameters_beyond_sixteen_kilobytes_are_read() {
    let Some(toolkit) = Toolkit::find("the compilation of a large parameter") else { return };
    let source = toolkit.write(
        "large.cu",
        "struct Large { char bytes[20000]; };\nextern \"C\" __global__ void large(int *out, Large a, char b) { *out = a.bytes[b]; }\n",
    );
    for architecture in ["-arch=sm_90", "-arch=sm_100"] {
        let image = toolkit.nvcc(&source, &["-cubin", architecture]);
        let found = kernels(&image).expect("nvcc makes cubins");
        assert_eq!(found[0].sizes, [8, 20000, 1]);
    }
}
