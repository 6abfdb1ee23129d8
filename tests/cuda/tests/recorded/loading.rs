//! Images are loaded once. A failed load is tried again.

use std::sync::Barrier;

use tvm_ffi::cuda::prelude::*;
use tvm_ffi::prelude::*;
use tvm_ffi_cuda_tests::error_text;
use tvm_ffi_cuda_tests::fake::{self, Fake};

/// Declares a kernel that no other test has loaded, and returns a function that launches it.
macro_rules! fresh {
    ($symbol:literal) => {{
        tvm_ffi::cuda::kernels! {
            cubin "../../images/kernels.sm90.cubin";
            static FRESH: fn() = $symbol;
        }
        |cx: &Cuda<'_>| -> Result<()> {
            // SAFETY: the driver runs nothing.
            unsafe { FRESH.launch(cx, &Launch::grid(1)?.block(1), ()) }
        }
    }};
}

fn count(fake: &Fake, function: &str) -> usize {
    fake.names().iter().filter(|name| *name == function).count()
}

#[test]
fn sixteen_threads_load_a_kernel_once() {
    let launch = fresh!("nothing");
    let fake = fake::driver();
    // All other threads call it while the first one loads.
    fake.delay("cuLibraryLoadData", 50_000);
    fake.delay("cuKernelGetFunction", 20_000);
    let barrier = Barrier::new(16);
    let stream = fake.stream(0);
    std::thread::scope(|scope| {
        for _ in 0..16 {
            scope.spawn(|| {
                barrier.wait();
                fake.within(0, stream, launch).expect("it is launched");
            });
        }
    });
    let calls = fake.take();
    let count = |function: &str| calls.iter().filter(|call| call.name == function).count();
    assert_eq!(
        ["cuLibraryLoadData", "cuLibraryGetKernel", "cuKernelGetFunction", "cuLaunchKernelEx"].map(count),
        [1, 1, 1, 16]
    );
    let loaded = calls.iter().position(|call| call.name == "cuKernelGetFunction");
    let launched = calls.iter().position(|call| call.name == "cuLaunchKernelEx");
    assert!(loaded < launched, "nothing is launched before it is loaded");
    assert_eq!(calls.iter().map(|call| call.thread).max(), Some(15), "all threads have called the driver");
}

#[test]
fn kernels_of_one_image_share_its_library() {
    tvm_ffi::cuda::kernels! {
        cubin "../../images/kernels.sm90.cubin";
        static ONE: fn() = "nothing";
        static OTHER: fn(PtrMut<f32>) = "dynamic";
    }
    let fake = fake::driver();
    ONE.preload(0).expect("it is loaded");
    OTHER.preload(0).expect("it is loaded");
    assert_eq!(count(&fake, "cuLibraryLoadData"), 1);
    ONE.preload(0).expect("it is loaded");
    assert_eq!(fake.names().iter().filter(|name| name.starts_with("cuLibrary")).count(), 0);
}

#[test]
fn a_failed_load_is_tried_again() {
    let steps = [
        "cuThreadExchangeStreamCaptureMode",
        "cuLibraryLoadData",
        "cuLibraryGetKernel",
        "cuKernelGetFunction",
        "cuKernelGetAttribute",
    ];
    let launches: [fn(&Cuda<'_>) -> Result<()>; 5] =
        [fresh!("nothing"), fresh!("nothing"), fresh!("nothing"), fresh!("nothing"), fresh!("nothing")];
    let fake = fake::driver();
    for (step, launch) in steps.into_iter().zip(launches) {
        fake.fail(step, 2);
        let error = error_text(&fake.on_new_stream(0, launch).expect_err(step));
        assert!(
            error.starts_with("MemoryError: ") && error.contains("CUDA_ERROR_OUT_OF_MEMORY (2)"),
            "{step}: {error}"
        );
        assert_eq!((fake.current(), fake.capture_mode()), (-1, 0), "{step}: the previous state is restored");
        assert!(fake.launches().is_empty(), "{step}");
        fake.on_new_stream(0, launch).unwrap_or_else(|error| panic!("{step}: {error}"));
        assert_eq!(fake.launches().len(), 1, "{step}");
    }
}

#[test]
fn a_thread_that_waited_for_a_load_that_failed_loads_itself() {
    let launch = fresh!("nothing");
    let fake = fake::driver();
    fake.delay("cuLibraryLoadData", 20_000);
    fake.fail_some("cuLibraryLoadData", 2, 0, 3);
    let barrier = Barrier::new(8);
    let stream = fake.stream(0);
    let launched = std::thread::scope(|scope| {
        let launch = || {
            barrier.wait();
            fake.within(0, stream, launch).is_ok()
        };
        let threads = [(); 8].map(|()| scope.spawn(launch));
        threads.map(|thread| thread.join().expect("it does not panic")).into_iter().filter(|ok| *ok).count()
    });
    let calls = fake.names();
    let count = |function: &str| calls.iter().filter(|name| *name == function).count();
    assert_eq!((launched, count("cuLibraryLoadData"), count("cuLaunchKernelEx")), (5, 4, 5));
}

#[test]
fn parameters_are_compared_with_those_that_the_driver_reports() {
    let launches: [fn(&Cuda<'_>) -> Result<()>; 3] = {
        macro_rules! vadd {
            () => {{
                tvm_ffi::cuda::kernels! {
                    cubin "../../images/kernels.sm90.cubin";
                    static VADD: fn(Ptr<f32>, Ptr<f32>, PtrMut<f32>, i64) = "vadd";
                }
                |cx| {
                    let args = (Ptr::null(), Ptr::null(), PtrMut::null(), 0);
                    // SAFETY: the driver runs nothing.
                    unsafe { VADD.launch(cx, &Launch::grid(1)?.block(1), args) }
                }
            }};
        }
        [vadd!(), vadd!(), vadd!()]
    };
    let fake = fake::driver();
    let error = |launch: fn(&Cuda<'_>) -> Result<()>| {
        let error = error_text(&fake.on_new_stream(0, launch).expect_err("it is declared otherwise"));
        assert!(error.starts_with("RuntimeError: kernel `vadd`"), "{error}");
        assert!(fake.launches().is_empty());
        error
    };
    fake.parameter_size("vadd", 3, 4);
    let size = error(launches[0]);
    assert!(size.contains("`i64`") && size.contains("4 bytes") && size.contains("8 bytes"), "{size}");
    fake.reset();
    fake.parameter_size("vadd", 3, 0);
    let count = error(launches[1]);
    assert!(count.contains('3') && count.contains('4'), "{count}");
    fake.reset();
    fake.on_new_stream(0, launches[2]).expect("they are the same");
    // After a mismatch, a matching image can be loaded.
    fake.on_new_stream(0, launches[0]).expect("the driver reports the declared size now");
}
