//! Kernels from source, with the real compiler. Without one, a test says so and ends.

use std::path::PathBuf;

use tvm_ffi::ErrorKind;
use tvm_ffi::cuda::prelude::*;
use tvm_ffi_cuda_tests::fake;

kernels! {
    nvrtc "../../images/source/scale.cu",
        headers = [
            "../../images/source/factor.cuh",
            "../../images/source/detail/place.cuh",
            "../../images/source/detail/grid.cuh",
        ],
        options = ["--use_fast_math", "-DFACTOR=3"];
    static SCALE<T in [f32, i32], N: KernelParam in [i32, i64]>: fn(PtrMut<T>, N) = "scale<{T:c}, {N:c}>";
    static FILL: fn(x: PtrMut<f32>, n: i64) = "fill", max_smem = 64 * 1024;

    nvrtc TEXT, headers = ["../../images/source/factor.cuh"];
    static NOTHING: fn() = "n::nothing<Value>";
}

const TEXT: &str = "#include \"../../images/source/factor.cuh\"
namespace n { template <class T> __global__ void nothing() {} }
";

/// Whether there is a compiler.
fn is_compiled(result: tvm_ffi::Result<()>) -> bool {
    let Err(error) = result else { return true };
    let is_missing = error.message().contains("NVRTC is needed and could not be loaded");
    assert!(is_missing && std::env::var_os("TVM_FFI_TEST_CUDA").is_none(), "{}", error.message());
    eprintln!("not run: {}", error.message());
    false
}

#[test]
fn a_source_with_embedded_headers_is_compiled_at_first_use() {
    let fake = fake::driver();
    // SAFETY: other code in these tests reads the environment through Rust's library, or holds the lock.
    unsafe { std::env::set_var("TVM_FFI_CUDA_CACHE", "0") };
    let result = fake.on_new_stream(0, |cx| {
        let launch = Launch::linear(100, 32)?;
        let pointer = PtrMut::from_address(0x1000);
        // SAFETY: the driver runs nothing.
        unsafe { SCALE.of::<f32, i64>().launch(cx, &launch, (pointer, 7)) }?;
        // SAFETY: as above.
        unsafe { SCALE.of::<i32, i32>().launch(cx, &launch, (PtrMut::from_address(0x2000), 7)) }?;
        // SAFETY: as above.
        unsafe { FILL.launch(cx, &launch, (pointer, 7)) }?;
        // SAFETY: as above.
        unsafe { NOTHING.launch(cx, &launch, ()) }
    });
    if !is_compiled(result) {
        return;
    }
    let launches = fake.launches();
    let names: Vec<_> = launches.iter().map(|launched| launched.kernel.as_str()).collect();
    assert_eq!(names, ["_Z5scaleIfxEvPT_T0_", "_Z5scaleIiiEvPT_T0_", "fill", "_ZN1n7nothingIfEEvv"]);
    assert_eq!(launches[1].parameters, [0x2000_u64.to_ne_bytes().to_vec(), 7_i32.to_ne_bytes().to_vec()]);
}

/// Includes a file that the test below creates and deletes.
const INCLUDING: &str = concat!("#include \"", env!("CARGO_TARGET_TMPDIR"), "/compiled_once.cuh\"\n");

#[test]
fn a_source_is_compiled_once_however_often_its_code_cannot_be_loaded() {
    kernels! {
        nvrtc INCLUDING;
        static INCLUDED: fn() = "included";
    }
    let fake = fake::driver();
    // SAFETY: other code in these tests reads the environment through Rust's library, or holds the lock.
    unsafe { std::env::set_var("TVM_FFI_CUDA_CACHE", "0") };
    let header = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("compiled_once.cuh");
    std::fs::write(&header, "extern \"C\" __global__ void included() {}").expect("it can be written");
    fake.fail_some("cuLibraryLoadData", 2, 0, 2);
    let error = INCLUDED.preload(0).expect_err("the driver fails, or there is no compiler");
    std::fs::remove_file(header).expect("it was written");
    if error.kind() != ErrorKind::MemoryError && !is_compiled(Err(error)) {
        return;
    }
    // Without its header the source does not compile again.
    let error = INCLUDED.preload(0).expect_err("the driver fails");
    assert_eq!(error.kind(), ErrorKind::MemoryError, "{error}");
    INCLUDED.preload(0).expect("the driver does not fail");
}

/// The declarations embed the files unchanged, so a library does not need them at run time.
#[test]
fn sources_and_headers_are_embedded() {
    let program = std::fs::read(std::env::current_exe().expect("it has a path")).expect("it can be read");
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("images/source");
    for file in ["scale.cu", "factor.cuh", "detail/place.cuh", "detail/grid.cuh"] {
        let content = std::fs::read(folder.join(file)).expect("it is next to the images");
        assert!(program.windows(content.len()).any(|part| part == content), "{file}");
    }
}
