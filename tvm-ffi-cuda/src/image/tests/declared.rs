//! The messages of the checks.

use super::*;
use crate::image::check::Declared;
use crate::image::{FileKind, Format, Index, check_image};
use crate::signature::Options;

const VADD: &[Parameter] =
    &[parameter("Ptr<f32>", 8), parameter("Ptr<f32>", 8), parameter("PtrMut<f32>", 8), parameter("i64", 8)];
const SCALE: &[Parameter] = &[parameter("PtrMut<f32>", 8), parameter("Ptr<f32>", 8), parameter("Odd", 16)];
const SCALE_NAME: &str = "_Z5scaleIfLi4EEvPT_PKS0_3Odd";
const ONE: &[Parameter] = &[parameter("PtrMut<i32>", 8)];
const CLUSTER: Options = Options { cluster: Some([2, 1, 1]), ..Options::DEFAULT };

const fn cubin(arch: Option<u32>, suffix: Option<char>) -> Format {
    Format::Cubin { arch, suffix }
}

// Correct declarations compile.
const _: () =
    check_image(&Index::new(SM75), cubin(Some(75), None), "k.cubin", "vadd", VADD, &Options::DEFAULT);
const _: () =
    check_image(&Index::new(SM90A), cubin(Some(90), Some('a')), "k.cubin", "vadd", VADD, &Options::DEFAULT);
const _: () = check_image(
    &Index::new(SM90A_OLD),
    cubin(Some(90), Some('a')),
    "k.cubin",
    SCALE_NAME,
    SCALE,
    &Options::DEFAULT,
);
const _: () = check_image(&Index::new(SM90A), cubin(None, None), "k.cubin", "cluster", ONE, &CLUSTER);
const _: () =
    check_image(&Index::new(SM90A), cubin(None, None), "k.cubin", "cluster", ONE, &Options::DEFAULT);
const _: () =
    check_image(&Index::new(SM100), cubin(Some(100), None), "k.cubin", "nothing", &[], &Options::DEFAULT);
const _: () = check_image(&Index::new(PTX), Format::Ptx, "k.ptx", SCALE_NAME, SCALE, &Options::DEFAULT);
const _: () = check_image(&Index::new(PTX), Format::Ptx, "k.ptx", "nothing", &[], &Options::DEFAULT);
const _: () = check_image(&Index::new(FATBIN), Format::Fatbin, "k.fatbin", "vadd", VADD, &Options::DEFAULT);
const _: () =
    check_image(&Index::new(COMPRESSED), Format::Fatbin, "k.fatbin", "vadd", ONE, &Options::DEFAULT);

fn declared<'a>(symbol: &'a str, parameters: &'a [Parameter], options: &'a Options) -> Declared<'a> {
    Declared { file: "k.cubin", symbol, parameters, options }
}

/// The messages for a declaration, compared with each kind of image.
fn errors(symbol: &str, parameters: &[Parameter], options: &Options) -> Vec<String> {
    let declared = declared(symbol, parameters, options);
    let cubins = [SM75, SM90A, SM90A_OLD, SM100].map(|bytes| declared.cubin(&Index::new(bytes), None, None));
    let others = [
        declared.check(&Index::new(PTX), FileKind::Ptx),
        declared.check(&Index::new(FATBIN), FileKind::Fatbin),
    ];
    cubins.into_iter().chain(others).map(|result| result.unwrap_err().as_str().to_owned()).collect()
}

fn error_of_all(symbol: &str, parameters: &[Parameter], options: &Options) -> String {
    let mut errors = errors(symbol, parameters, options);
    errors.dedup();
    assert_eq!(errors.len(), 1, "{errors:#?}");
    errors.remove(0)
}

#[test]
fn a_kernel_takes_as_many_parameters_as_are_declared() {
    assert_eq!(
        error_of_all("vadd", &VADD[..3], &Options::DEFAULT),
        "kernel `vadd` takes 4 parameters in `k.cubin`, and 3 are declared"
    );
    assert_eq!(
        error_of_all("nothing", ONE, &Options::DEFAULT),
        "kernel `nothing` takes 0 parameters in `k.cubin`, and 1 is declared"
    );
}

#[test]
fn the_first_parameter_of_another_size_is_named() {
    let mut wrong = [parameter("f32", 4), parameter("f32", 4), parameter("f32", 4)];
    wrong[0] = SCALE[0];
    assert_eq!(
        error_of_all(SCALE_NAME, &wrong, &Options::DEFAULT),
        format!(
            "kernel `{SCALE_NAME}`: parameter #1 is declared as `f32`, which has 4 bytes, and has 8 in `k.cubin`"
        )
    );
}

#[test]
fn for_a_missing_kernel_the_likely_names_come_first() {
    for text in errors("vade", VADD, &Options::DEFAULT) {
        assert!(text.starts_with("no kernel `vade` in `k.cubin`, which has `vadd`, `"), "{text}");
        assert!(text.ends_with(" more"), "{text}");
    }
    let text = declared("scale", SCALE, &Options::DEFAULT).cubin(&Index::new(SM75), None, None).unwrap_err();
    assert_eq!(
        text.as_str(),
        "no kernel `scale` in `k.cubin`, which has `_Z5scaleIfLi4EEvPT_PKS0_3Odd`, `_ZN5outer7structsEPi5Three5Larges7Aligned`, `calls`, \
         `tensor_map`, `vadd` and 1 more\nhelp: a name that starts with `_Z` is a mangled C++ name: write it in this form, or declare the kernel \
         `extern \"C\"` in its source"
    );
}

#[test]
fn a_cluster_other_than_the_compiled_one_is_refused() {
    let four = Options { cluster: Some([4, 1, 1]), ..Options::DEFAULT };
    let text = declared("cluster", ONE, &four).cubin(&Index::new(SM90A), None, None).unwrap_err();
    assert_eq!(
        text.as_str(),
        "kernel `cluster` is declared with clusters of (4, 1, 1) blocks, and `k.cubin` is compiled for (2, 1, 1)"
    );
    let text = declared("vadd", VADD, &four).cubin(&Index::new(SM75), None, None).unwrap_err();
    assert_eq!(
        text.as_str(),
        "kernel `vadd` is declared with clusters of (4, 1, 1) blocks, and `k.cubin` is compiled for sm_75; GPUs have clusters from sm_90 on"
    );
    // A kernel without a compiled cluster takes the cluster of the launch.
    assert!(declared("vadd", VADD, &four).cubin(&Index::new(SM90A), None, None).is_ok());
}

#[test]
fn the_limit_of_shared_memory_is_reduced_by_static_variables() {
    let with = |bytes| Options { max_smem: bytes, ..Options::DEFAULT };
    let most = 227 * 1024 - 512;
    for image in [SM90A, SM90A_OLD, SM100] {
        assert!(declared("vadd", VADD, &with(most)).cubin(&Index::new(image), None, None).is_ok());
        assert!(declared("nothing", &[], &with(most + 512)).cubin(&Index::new(image), None, None).is_ok());
        assert!(declared("vadd", VADD, &with(most + 1)).cubin(&Index::new(image), None, None).is_err());
    }
    let options = with(most + 1);
    let text = declared("vadd", VADD, &options).cubin(&Index::new(SM90A), None, None).unwrap_err();
    assert_eq!(
        text.as_str(),
        "kernel `vadd`: `max_smem` is declared as 231937 bytes, and a block has at most 232448 on sm_90, of which the kernel uses 512 for static \
         variables"
    );
}

#[test]
fn an_image_is_for_the_architecture_it_is_declared_for() {
    let vadd = declared("vadd", VADD, &Options::DEFAULT);
    let text = |image, number, suffix| {
        vadd.cubin(&Index::new(image), Some(number), suffix).unwrap_err().as_str().to_owned()
    };
    assert_eq!(text(SM75, 90, None), "`k.cubin` is declared for sm_90, and is compiled for sm_75");
    assert_eq!(text(SM90A, 90, None), "`k.cubin` is declared for sm_90, and is compiled for sm_90a");
    assert_eq!(text(SM90A_OLD, 90, None), "`k.cubin` is declared for sm_90, and is compiled for sm_90a");
    assert_eq!(text(SM100, 103, Some('a')), "`k.cubin` is declared for sm_103a, and is compiled for sm_100");
}

#[test]
fn files_of_other_kinds_are_reported() {
    let vadd = declared("vadd", VADD, &Options::DEFAULT);
    let text = |bytes| vadd.cubin(&Index::new(bytes), None, None).unwrap_err().as_str().to_owned();
    assert_eq!(text(PTX), "`k.cubin` is PTX, and a cubin is declared\nhelp: write `ptx \"k.cubin\"`");
    assert_eq!(
        text(FATBIN),
        "`k.cubin` is a fatbin, and a cubin is declared\nhelp: write `fatbin \"k.cubin\"`"
    );
    assert_eq!(text(b""), "`k.cubin` is empty, and a cubin is declared");
    assert_eq!(
        text(b"__global__"),
        "`k.cubin` is not an image of kernels, and a cubin is declared\nhelp: `nvcc -cubin` compiles CUDA C++ to one; to embed the source itself, write `nvrtc \"k.cubin\"`"
    );
    assert_eq!(
        text(&SM75[..1000]),
        "`k.cubin` cannot be read as a cubin: its table of sections is outside of the file"
    );
    let host = std::fs::read(std::env::current_exe().unwrap()).unwrap();
    if cfg!(target_os = "linux") {
        assert_eq!(text(&host), "`k.cubin` is a program or library for the host, and a cubin is declared");
    }
    let text = vadd.check(&Index::new(SM75), FileKind::Ptx).unwrap_err();
    assert_eq!(text.as_str(), "`k.cubin` is a cubin, and PTX is declared\nhelp: write `cubin \"k.cubin\"`");
    let text = vadd.check(&Index::new(SM75), FileKind::Fatbin).unwrap_err();
    assert_eq!(
        text.as_str(),
        "`k.cubin` is a cubin, and a fatbin is declared\nhelp: write `cubin \"k.cubin\"`"
    );
}

#[test]
#[should_panic(expected = "no kernel `vadd` in `k.cubin`, which has no kernels")]
fn the_check_panics_with_its_text() {
    check_image(
        &Index::new(b".version 8.0\n.target sm_80\n"),
        Format::Ptx,
        "k.cubin",
        "vadd",
        VADD,
        &Options::DEFAULT,
    );
}
