//! Errors of the driver: their kinds and messages.

use tvm_ffi::cuda::prelude::*;
use tvm_ffi::prelude::*;
use tvm_ffi_cuda_tests::fake::DEFAULT_STREAMS;
use tvm_ffi_cuda_tests::{Fake, error_text, fake};

use crate::NOTHING;

fn launch_nothing(cx: &Cuda<'_>) -> Result<()> {
    // SAFETY: the driver runs nothing.
    unsafe { NOTHING.launch(cx, &Launch::grid((5, 6, 7))?.block((8, 4, 2)).smem(96)?, ()) }
}

/// The error of a launch for which the driver returns a status.
fn error_of_launch(fake: &Fake, status: u32) -> String {
    NOTHING.preload(0).expect("it is loaded");
    fake.fail("cuLaunchKernelEx", status);
    let error = error_text(&fake.on_new_stream(0, launch_nothing).expect_err("the driver refuses"));
    assert!(error.contains(&format!(" ({status})")) || status == 12_345, "{error}");
    assert!(error.contains("`nothing`"), "the kernel is named: {error}");
    fake.take();
    error
}

#[test]
fn each_status_of_a_launch_has_its_kind_and_its_advice() {
    let fake = fake::driver();
    let shape = "grid (5, 6, 7), block (8, 4, 2), 96 bytes of dynamic shared memory";
    for (status, kind, advice) in [
        (1, "ValueError", shape),
        (2, "MemoryError", "out of memory"),
        (3, "RuntimeError", "`spawn`"),
        (4, "RuntimeError", "the process is ending"),
        (201, "RuntimeError", "context"),
        (400, "RuntimeError", "the stream does not exist any more"),
        (701, "RuntimeError", "__launch_bounds__(64)"),
        (720, "ValueError", "`Launch::persistent`"),
        (801, "RuntimeError", "cannot do that"),
        (900, "RuntimeError", "preload(device)"),
        (901, "RuntimeError", "preload(device)"),
        (905, "RuntimeError", "another capture"),
        (906, "RuntimeError", "the legacy default stream"),
        (912, "ValueError", "at most 8 blocks"),
        (999, "RuntimeError", "`nvidia-smi`"),
        (12_345, "RuntimeError", "CUDA error 12345"),
    ] {
        let error = error_of_launch(&fake, status);
        assert!(error.starts_with(&format!("{kind}: kernel `nothing` could not be launched: ")), "{error}");
        assert!(error.contains(advice), "{error}");
    }
}

#[test]
fn a_launch_without_code_for_the_gpu_names_its_capability_and_the_images() {
    let fake = fake::driver();
    for status in [200, 209, 218, 222] {
        let error = error_of_launch(&fake, status);
        let start = "RuntimeError: kernel `nothing` could not be launched on cuda:0, which has compute capability 9.0; embedded: sm_80, sm_90: CUDA_ERROR_";
        assert!(error.starts_with(start), "{error}");
        assert!(error.contains("compile it for the GPU's compute capability"), "{error}");
    }
}

#[test]
fn an_error_of_an_earlier_kernel_is_reported_as_such() {
    let fake = fake::driver();
    for status in [700, 702, 710, 714, 715, 716, 717, 718, 719, 721] {
        let error = error_of_launch(&fake, status);
        assert!(error.starts_with("RuntimeError: CUDA_ERROR_"), "{error}");
        assert!(error.contains("reported when launching `nothing`"), "{error}");
        assert!(error.contains("TVM_FFI_CUDA_LAUNCH_BLOCKING=1"), "{error}");
    }
}

#[test]
fn the_drivers_description_is_shown() {
    let fake = fake::driver();
    let error = error_of_launch(&fake, 716);
    assert!(error.contains("misaligned address"), "{error}");
    // If the driver cannot describe the status, the message has the name that this crate knows.
    NOTHING.preload(0).expect("it is loaded");
    fake.fail("cuGetErrorString", 1);
    fake.fail("cuGetErrorName", 1);
    fake.fail("cuLaunchKernelEx", 716);
    let error = error_text(&fake.on_new_stream(0, launch_nothing).expect_err("it fails"));
    assert!(error.contains("CUDA_ERROR_MISALIGNED_ADDRESS (716)"), "{error}");
}

#[test]
fn a_launch_beyond_the_limits_is_reported_with_them() {
    let fake = fake::driver();
    NOTHING.preload(0).expect("it is loaded");
    fake.attribute(0, 6, 4);
    fake.kernel_attribute("nothing", 0, 32);
    let error = error_of_launch(&fake, 1);
    assert!(error.contains("grid.y is 6, at most 4 is possible"), "{error}");
    assert!(error.contains("a block has 64 threads, at most 32"), "{error}");
    fake.kernel_attribute("nothing", 4, 2000);
    let registers = error_of_launch(&fake, 701);
    assert!(
        registers.contains("2000 registers a thread, 128000 for a block of 64 threads, of 65536"),
        "{registers}"
    );
}

#[test]
fn all_calls_fail_after_a_sticky_error_without_further_damage() {
    let fake = fake::driver();
    NOTHING.preload(0).expect("it is loaded");
    fake.set_current(Some(1));
    fake.sticky(700);
    for stream in [fake.stream(0), DEFAULT_STREAMS[0]] {
        let error = error_text(&fake.within(0, stream, launch_nothing).expect_err("everything fails"));
        assert!(error.contains("CUDA_ERROR_ILLEGAL_ADDRESS (700)"), "{error}");
        assert_eq!(fake.current(), 1);
    }
    fake.sticky(0);
    fake.on_new_stream(0, launch_nothing).expect("it is over");
}

#[test]
fn each_status_of_a_load_has_its_kind_and_names_the_image() {
    macro_rules! fresh {
        () => {{
            tvm_ffi::cuda::kernels! {
                cubin "../../images/kernels.sm90.cubin";
                static FRESH: fn() = "nothing";
            }
            &FRESH
        }};
    }
    let fake = fake::driver();
    let kernel = fresh!();
    for function in ["cuLibraryLoadData", "cuKernelGetFunction"] {
        for (status, kind, advice) in [
            (2, "MemoryError", ""),
            (200, "RuntimeError", "compile it for"),
            (209, "RuntimeError", "compile it for"),
            (218, "RuntimeError", "compile it for"),
            (222, "RuntimeError", "compile it for"),
            (700, "RuntimeError", "TVM_FFI_CUDA_LAUNCH_BLOCKING=1"),
            (801, "RuntimeError", "cannot do that"),
            (900, "RuntimeError", "preload(device)"),
        ] {
            fake.fail(function, status);
            let error = error_text(&kernel.preload(0).expect_err("the driver refuses"));
            assert!(error.starts_with(&format!("{kind}: ")), "{error}");
            for part in
                ["`nothing`", "sm_90", "cuda:0", "compute capability 9.0", &format!("({status})"), advice]
            {
                assert!(error.contains(part), "`{part}` is not in: {error}");
            }
        }
    }
    kernel.preload(0).expect("the failure has left nothing behind");
}

#[test]
fn a_missing_kernel_is_reported_with_those_in_the_image() {
    tvm_ffi::cuda::kernels! {
        cubin "../../images/kernels.sm90.cubin";
        static FRESH: fn() = "nothing";
    }
    let fake = fake::driver();
    fake.fail("cuLibraryGetKernel", 500);
    let error = error_text(&FRESH.preload(0).expect_err("the driver does not find it"));
    assert!(error.starts_with("RuntimeError: ") && error.contains("`nothing`"), "{error}");
    assert!(error.contains("`vadd`") && error.contains("`scalars`"), "{error}");
}
