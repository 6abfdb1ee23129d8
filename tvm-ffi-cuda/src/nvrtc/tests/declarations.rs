//! The comparison of a kernel's signature with its declaration.

use tvm_ffi_core::{Bool8, F8E5M2, bf16, f16};

use super::*;
use crate::param::KernelParam;
use crate::pointer::Ptr;

fn difference(nvrtc: &Nvrtc, parameters: &[Parameter]) -> String {
    let text = message(one(nvrtc, VADD, "vadd", parameters));
    let lines: Vec<_> = text.lines().collect();
    assert_eq!(lines.len(), 3, "{text}");
    assert!(lines[2].starts_with("options: "), "{text}");
    lines[1].to_owned()
}

fn expected(declared: &str) -> String {
    format!(
        "error: kernel vadd: its C++ signature differs from the one declared in Rust: {declared}; \
         the source has (const float *, const float *, float *, long long)"
    )
}

#[test]
fn each_kind_of_difference_is_found() {
    let Some(nvrtc) = compiler() else { return };
    let read_int = typed("Ptr<i32>", "const int*", 8);
    let read_half = typed("Ptr<f16>", "const __half*", 8);
    for (parameters, declared) in [
        (&[READ, read_int, WRITE, LONG][..], "(Ptr<f32>, Ptr<i32>, PtrMut<f32>, i64)"),
        (&[READ, read_half, WRITE, LONG], "(Ptr<f32>, Ptr<f16>, PtrMut<f32>, i64)"),
        (&[READ, WRITE, WRITE, LONG], "(Ptr<f32>, PtrMut<f32>, PtrMut<f32>, i64)"),
        (&[READ, READ, READ, LONG], "(Ptr<f32>, Ptr<f32>, Ptr<f32>, i64)"),
        (&[READ, READ, WRITE], "(Ptr<f32>, Ptr<f32>, PtrMut<f32>)"),
        (&[READ, READ, WRITE, LONG, LONG], "(Ptr<f32>, Ptr<f32>, PtrMut<f32>, i64, i64)"),
        (&[], "()"),
        (&[READ, READ, WRITE, INT], "(Ptr<f32>, Ptr<f32>, PtrMut<f32>, i32)"),
    ] {
        assert_eq!(difference(nvrtc, parameters), expected(declared));
    }
}

#[test]
fn equivalent_types_are_accepted() {
    let Some(nvrtc) = compiler() else { return };
    let text = "
        struct Three { int x[3]; };
        typedef unsigned char byte;
        extern \"C\" __global__ void k(const float* __restrict__ const a, long b, const unsigned long* c, const Three d,
            char e, void* f, const void* g, const byte h, volatile int i) {}
    ";
    let parameters = [
        READ,
        LONG,
        typed("Ptr<u64>", "const unsigned long long*", 8),
        sized("Three", 12),
        typed("i8", "signed char", 1),
        WRITE,
        READ,
        typed("u8", "unsigned char", 1),
        INT,
    ];
    let signed_char = !cfg!(target_arch = "aarch64");
    if signed_char {
        one(nvrtc, text, "k", &parameters).unwrap();
    }
    let mut wrong = parameters;
    wrong[5] = READ;
    assert!(message(one(nvrtc, text, "k", &wrong)).contains("kernel k: its C++ signature differs"));
    wrong = parameters;
    wrong[6] = WRITE;
    assert!(message(one(nvrtc, text, "k", &wrong)).contains("kernel k: its C++ signature differs"));
}

#[test]
fn every_standard_of_the_language_can_be_chosen() {
    let Some(nvrtc) = compiler() else { return };
    for option in ["--std=c++11", "--std=c++14", "-std=c++17", "--std=c++20"] {
        with_options(nvrtc, VADD, &[option], &[VADD_KERNEL], (9, 0)).unwrap();
    }
}

#[test]
fn instances_of_templates_are_compared() {
    let Some(nvrtc) = compiler() else { return };
    let text = "namespace n { template <class T, int N> __global__ void k(T* x) {} }";
    one(nvrtc, text, "n::k<float, 4>", &[WRITE]).unwrap();
    let text = message(one(nvrtc, text, "n::k<int, 4>", &[WRITE]));
    let expected = "kernel n::k<int, 4>: its C++ signature differs from the one declared in Rust: (PtrMut<f32>); the source has (int *)";
    assert!(text.contains(expected), "{text}");
}

#[test]
fn a_missing_kernel_is_reported_once() {
    let Some(nvrtc) = compiler() else { return };
    let kernels = [VADD_KERNEL, Signature { symbol: c"vsub", parameters: &[WRITE] }];
    let text = message(with_options(nvrtc, VADD, &[], &kernels, (9, 0)));
    let lines: Vec<_> = text.lines().collect();
    assert_eq!(lines.len(), 3, "{text}");
    assert_eq!(lines[1], "error: the source has no kernel `vsub`, or several of that name", "{text}");
}

#[test]
fn a_declared_type_that_the_source_lacks_is_shown() {
    let Some(nvrtc) = compiler() else { return };
    let text = message(one(nvrtc, VADD, "vadd", &[typed("Params", "Params", 8)]));
    assert!(text.contains("signatures declared in Rust("), "{text}");
    assert!(text.contains("identifier \"Params\" is undefined"), "{text}");
}

#[test]
fn macros_of_the_source_do_not_reach_the_comparison() {
    let Some(nvrtc) = compiler() else { return };
    let text = format!(
        "{VADD}#define N 4\n#define T float\n#define A\n#define S\n#define D\n#define type\n#define list\n#define same\n"
    );
    one(nvrtc, &text, "vadd", &VADD_PARAMETERS).unwrap();
    // A source need not end its last line.
    one(nvrtc, &format!("{VADD}// the end"), "vadd", &VADD_PARAMETERS).unwrap();
}

#[test]
fn sizes_are_compared_where_types_are_not_enough() {
    let Some(nvrtc) = compiler() else { return };
    let parameters = [READ, READ, WRITE, sized("Layout", 12)];
    let expected = "error: kernel vadd: parameter #3, Layout, has 12 bytes in Rust, and 8 in the source";
    assert_eq!(difference(nvrtc, &parameters), expected);

    let text = "struct Params { int x[3]; };\nextern \"C\" __global__ void k(int a, Params b) {}";
    one(nvrtc, text, "k", &[INT, typed("Params", "Params", 12)]).unwrap();
    let text = message(one(nvrtc, text, "k", &[INT, typed("Params", "Params", 16)]));
    let expected = "error: kernel k: parameter #1, Params, has 16 bytes in Rust, and 12 in the source\n";
    assert!(text.contains(expected), "{text}");
}

#[test]
fn every_parameter_type_of_this_crate_matches_its_cpp_type() {
    let Some(nvrtc) = compiler() else { return };
    let parameters =
        [<usize as KernelParam>::PARAMETER, isize::PARAMETER, bool::PARAMETER, Ptr::<Bool8>::PARAMETER];
    let text = "extern \"C\" __global__ void k(size_t a, ptrdiff_t b, bool c, const bool* d) {}";
    one(nvrtc, text, "k", &parameters).unwrap();
    let text = "extern \"C\" __global__ void k(unsigned long a, long b, bool c, const bool* d) {}";
    one(nvrtc, text, "k", &parameters).unwrap();
    // The header of a type need not be included where the source has another one.
    let text = message(one(nvrtc, VADD, "vadd", &[f16::PARAMETER, bf16::PARAMETER, F8E5M2::PARAMETER, INT]));
    assert!(
        text.contains("declared in Rust: (f16, bf16, F8E5M2, i32); the source has (const float *"),
        "{text}"
    );
}
