//! Images, names, options, headers, and errors.

use tvm_ffi_core::ErrorKind;

use super::*;

fn architecture(cubin: &[u8]) -> u32 {
    assert_eq!(cubin[..4], *b"\x7fELF");
    let flags = u32::from_le_bytes(cubin[48..52].try_into().unwrap());
    // Since version 8 of the ABI the number is in the second byte.
    if cubin[8] >= 8 { flags >> 8 & 0xff } else { flags & 0xff }
}

fn has(image: &[u8], text: &str) -> bool {
    image.windows(text.len()).any(|bytes| bytes == text.as_bytes())
}

#[test]
fn machine_code_is_for_the_gpu() {
    let Some(nvrtc) = compiler() else { return };
    for (capability, expected) in [((8, 0), 80), ((9, 0), 90)] {
        let compiled = with_options(nvrtc, VADD, &[], &[VADD_KERNEL], capability).unwrap();
        assert_eq!(architecture(&compiled.image), expected);
        assert_eq!(compiled.names, [("vadd".to_owned(), c"vadd".to_owned())]);
        assert!(has(&compiled.image, ".text.vadd"));
    }
}

#[test]
fn ptx_is_for_gpus_that_the_compiler_does_not_know() {
    let Some(nvrtc) = compiler() else { return };
    let newest = nvrtc.architectures.last().unwrap();
    let compiled = with_options(nvrtc, VADD, &[], &[VADD_KERNEL], (99, 0)).unwrap();
    assert_eq!(compiled.image.last(), Some(&0));
    assert!(has(&compiled.image, &format!(".target sm_{newest}")));
    assert!(has(&compiled.image, ".entry vadd("));

    let options = ["-arch=compute_80"];
    let compiled = with_options(nvrtc, VADD, &options, &[VADD_KERNEL], (9, 0)).unwrap();
    assert!(has(&compiled.image, ".target sm_80"));
}

#[test]
fn an_old_gpu_is_an_error_that_says_what_the_compiler_knows() {
    let Some(nvrtc) = compiler() else { return };
    let text = message(with_options(nvrtc, VADD, &[], &[VADD_KERNEL], (2, 0)));
    let start =
        format!("`kernels/k.cu` cannot be compiled by NVRTC {}: it compiles for sm_", nvrtc.version_text());
    assert!(text.starts_with(&start), "{text}");
    assert!(text.contains("sm_90, "), "{text}");
    assert!(text.contains("and this GPU is sm_20\nhelp: install the `nvidia-cuda-nvrtc`"), "{text}");
}

#[test]
fn features_of_one_architecture_need_its_suffix() {
    let Some(nvrtc) = compiler() else { return };
    let text = "extern \"C\" __global__ void k() {
#ifdef __CUDA_ARCH_FEAT_SM90_ALL
    asm volatile(\"wgmma.fence.sync.aligned;\");
#else
    __trap();
#endif
}
";
    for capability in [(9, 0), (8, 0)] {
        let compiled = with_options(nvrtc, text, &["-arch=sm_90a"], &[PLAIN], capability).unwrap();
        assert_eq!(architecture(&compiled.image), capability.0 * 10);
    }
    let text = message(one(
        nvrtc,
        "extern \"C\" __global__ void k() { asm volatile(\"wgmma.fence.sync.aligned;\"); }",
        "k",
        &[],
    ));
    assert!(text.contains("Instruction 'wgmma.fence' not supported on .target 'sm_90'"), "{text}");
    assert!(
        text.contains("\nhelp: features of one architecture need its suffix: `options = [\"-arch=sm_90a\"]`"),
        "{text}"
    );
}

#[test]
fn the_name_of_a_kernel_may_be_an_expression() {
    let Some(nvrtc) = compiler() else { return };
    let text = "
        template <class T, int N> __global__ void top(T* x) { x[0] = N; }
        namespace n { template <class T> __global__ void in(const T* x, T y) {} __global__ void plain(int x) {} }
        __global__ void mangled(float* x) {}
        __global__ void parameters(int x) {}
    ";
    let in_parameters = [typed("Ptr<f64>", "const double*", 8), typed("f64", "double", 8)];
    let kernels = [
        (c"top<float, 4>", &[WRITE][..], "_Z3topIfLi4EEvPT_"),
        (c"n::in<double>", &in_parameters, "_ZN1n2inIdEEvPKT_S1_"),
        (c"&n::plain", &[INT], "_ZN1n5plainEi"),
        (c"mangled", &[WRITE], "_Z7mangledPf"),
        (c"parameters", &[INT], "_Z10parametersi"),
        (c"mangled", &[WRITE], "_Z7mangledPf"),
    ];
    let declared = kernels.map(|(symbol, parameters, _)| Signature { symbol, parameters });
    let compiled = with_options(nvrtc, text, &[], &declared, (8, 0)).unwrap();
    let names: Vec<_> =
        compiled.names.iter().map(|(symbol, name)| (symbol.as_str(), name.to_str().unwrap())).collect();
    let expected: Vec<_> =
        kernels[..5].iter().map(|(symbol, _, name)| (symbol.to_str().unwrap(), *name)).collect();
    assert_eq!(names, expected);
    for (_, name) in names {
        assert!(has(&compiled.image, &format!(".text.{name}")), "{name}");
    }
}

#[test]
fn headers_of_small_floats_are_found() {
    let Some(nvrtc) = compiler() else { return };
    if !uncached_job_finds(nvrtc, "cuda_fp16.h") {
        eprintln!(
            "not run: no folder with `cuda_fp16.h` (`pip install nvidia-cuda-runtime nvidia-cuda-cccl`)"
        );
        return;
    }
    let text = "#include <cuda_fp16.h>
#include <cuda_bf16.h>
#include <cuda_fp8.h>
template <class T> __global__ void scale(const T* x, T* y, T by) { y[0] = x[0] * by; }
__global__ void bytes(const __nv_fp8_e4m3* x) {}
";
    let of_half = [
        typed("Ptr<f16>", "const __half*", 8),
        typed("PtrMut<f16>", "__half*", 8),
        typed("f16", "__half", 2),
    ];
    let of_bf16 = [
        typed("Ptr<bf16>", "const __nv_bfloat16*", 8),
        typed("PtrMut<bf16>", "__nv_bfloat16*", 8),
        typed("bf16", "__nv_bfloat16", 2),
    ];
    let kernels = [
        Signature { symbol: c"scale<__half>", parameters: &of_half },
        Signature { symbol: c"scale<__nv_bfloat16>", parameters: &of_bf16 },
        Signature { symbol: c"bytes", parameters: &[typed("Ptr<F8E4M3FN>", "const __nv_fp8_e4m3*", 8)] },
    ];
    for capability in [(8, 0), (9, 0)] {
        let compiled = with_options(nvrtc, text, &[], &kernels, capability).unwrap();
        assert_eq!(compiled.names.len(), 3);
    }
}

fn uncached_job_finds(nvrtc: &Nvrtc, header: &str) -> bool {
    let folders = crate::nvrtc::include::folders(&uncached(), nvrtc.path.as_deref(), nvrtc.version.0);
    folders.iter().any(|folder| folder.join(header).is_file())
}

#[test]
fn a_mistake_is_shown_with_its_place_in_the_source() {
    let Some(nvrtc) = compiler() else { return };
    let text = "extern \"C\" __global__ void k(float* x) {\n    int unused;\n    x[0] = y;\n}\n";
    let result =
        with_options(nvrtc, text, &["-DA=1"], &[Signature { symbol: c"k", parameters: &[WRITE] }], (9, 0));
    let error = result.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::RuntimeError);
    let text = error.message();
    let version = nvrtc.version_text();
    let start = format!(
        "`kernels/k.cu` does not compile for sm_90 with NVRTC {version}\n\
         kernels/k.cu(3): error: identifier \"y\" is undefined\n"
    );
    assert!(text.starts_with(&start), "{text}");
    let options = "\noptions: --gpu-architecture=sm_90 -default-device --no-source-include --std=c++17 -DA=1";
    assert!(text.contains(options), "{text}");
    assert!(!text.contains("unused"), "warnings are not why it failed: {text}");
}

#[test]
fn a_missing_header_is_explained() {
    let Some(nvrtc) = compiler() else { return };
    let text = "#include <cute/tensor.hpp>\nextern \"C\" __global__ void k() {}\n";
    let text = message(one(nvrtc, text, "k", &[]));
    assert!(text.contains("kernels/k.cu(1): catastrophic error: "), "{text}");
    assert!(
        text.contains(
            "\nhelp: set TVM_FFI_CUDA_INCLUDE to the folder that has `cute/tensor.hpp`; looked in "
        ),
        "{text}"
    );

    // Without any folder.
    let nowhere = Environment::new(&[(CACHE, Path::new("0"))], &[]);
    let text = "#include <nv/nothing>\nextern \"C\" __global__ void k() {}";
    let text = message(within(&nowhere, nvrtc, text, &[], &[PLAIN], (9, 0)));
    let package = if nvrtc.version.0 == 12 { "nvidia-cuda-cccl-cu12" } else { "nvidia-cuda-cccl" };
    assert!(
        text.contains(&format!("\nhelp: `pip install {package}`, or set TVM_FFI_CUDA_INCLUDE")),
        "{text}"
    );
}

#[test]
fn a_header_of_another_version_is_suspected() {
    let Some(nvrtc) = compiler() else { return };
    let scratch = Scratch::new("suspected");
    scratch.write("headers/cuda_fp16.h", b"nonsense;\n");
    let mut environment = uncached();
    environment.set(INCLUDE, &scratch.path("headers"));
    let text = "#include <cuda_fp16.h>\nextern \"C\" __global__ void k() {}";
    let text = message(within(&environment, nvrtc, text, &[], &[PLAIN], (9, 0)));
    assert!(text.contains("\nhelp: the error is in a header: the headers in `"), "{text}");
}

#[test]
fn folders_of_the_variable_and_of_options_are_searched() {
    let Some(nvrtc) = compiler() else { return };
    let scratch = Scratch::new("folders");
    scratch.write("variable/own.cuh", b"#include \"neighbour.cuh\"\n");
    scratch.write("variable/neighbour.cuh", b"typedef int Own;\n");
    scratch.write("option/own.cuh", b"typedef float Own;\n");
    let mut environment = uncached();
    environment.set(INCLUDE, &scratch.path("variable"));
    let compile = |options: &[&str], parameter| {
        let text = "#include \"own.cuh\"\nextern \"C\" __global__ void k(Own x) {}";
        let kernel = Signature { symbol: c"k", parameters: &[parameter] };
        within(&environment, nvrtc, text, options, &[kernel], (9, 0))
    };
    compile(&[], INT).unwrap();
    // The author's folder comes first.
    let option = format!("-I{}", scratch.path("option").display());
    compile(&[&option], typed("f32", "float", 4)).unwrap();
}

#[test]
fn invalid_options_are_named() {
    let Some(nvrtc) = compiler() else { return };
    let text = message(with_options(nvrtc, VADD, &["--fast"], &[VADD_KERNEL], (9, 0)));
    assert!(
        text.contains("NVRTC_ERROR_INVALID_OPTION (5)\nnvrtc: error: unrecognized option --fast"),
        "{text}"
    );
    let text = message(with_options(nvrtc, VADD, &["-arch=sm_x"], &[VADD_KERNEL], (9, 0)));
    assert!(text.contains("\nhelp: this compiler supports sm_"), "{text}");
    let text = message(with_options(nvrtc, VADD, &["-dlto"], &[VADD_KERNEL], (9, 0)));
    assert!(text.contains("returned no machine code"), "{text}");
    let text = message(with_options(nvrtc, VADD, &["-DA=\0"], &[VADD_KERNEL], (9, 0)));
    assert!(text.contains("an option contains a NUL byte"), "{text}");
}

#[test]
fn a_declared_source_is_compiled() {
    if compiler().is_none() {
        return;
    }
    let source = Source {
        name: "vadd.cu",
        text: VADD,
        headers: &[],
        options: &["--use_fast_math"],
        kernels: &[&VADD_KERNEL],
    };
    let compiled = crate::nvrtc::compile(&source, (9, 0)).unwrap();
    assert_eq!(architecture(&compiled.image), 90);
    assert_eq!(compiled.names, [("vadd".to_owned(), c"vadd".to_owned())]);
}
