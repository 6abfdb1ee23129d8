//! Launches while a stream is captured into a graph.

use tvm_ffi::cuda::prelude::*;
use tvm_ffi_cuda_tests::fake;

use crate::{NOTHING, launch_nothing};

#[test]
fn a_kernel_is_loaded_in_the_middle_of_a_capture() {
    tvm_ffi::cuda::kernels! {
        cubin "../../images/kernels.sm90.cubin";
        static FIRST: fn(PtrMut<f32>) = "dynamic", max_smem = 100 * 1024;
    }
    let fake = fake::driver();
    let stream = fake.stream(0);
    let launch = |cx: &Cuda<'_>| {
        // SAFETY: the driver runs nothing.
        unsafe { FIRST.launch(cx, &Launch::grid(1)?.block(1).smem(100 * 1024)?, (PtrMut::null(),)) }
    };
    fake.capture(stream, || fake.within(0, stream, launch)).expect("the driver refuses what may not be done");
    let calls = fake.take();
    assert!(
        calls.iter().any(|call| call.name == "cuLibraryLoadData"),
        "the kernel is loaded during the capture"
    );
    assert!(calls.iter().all(|call| call.status != 900), "{calls:#?}");
    assert_eq!(fake.capture_mode(), 0);
    // The recording driver refuses loading in any other mode.
    let refused = fake.capture(stream, || {
        tvm_ffi::cuda::kernels! {
            cubin "../../images/kernels.sm90.cubin";
            static REFUSED: fn() = "nothing";
        }
        fake.fail_always("cuThreadExchangeStreamCaptureMode", 999);
        REFUSED.preload(0)
    });
    assert!(refused.is_err());
}

#[test]
fn a_launch_in_a_capture_is_the_same_one_call() {
    let fake = fake::driver();
    NOTHING.preload(0).expect("it is loaded");
    let stream = fake.stream(0);
    fake.capture(stream, || {
        fake.within(0, stream, |cx| {
            fake.take();
            launch_nothing(cx)
        })
    })
    .expect("it is launched");
    assert_eq!(fake.names(), ["cuLaunchKernelEx"]);
}

#[test]
fn waiting_is_refused_in_a_capture() {
    let fake = fake::driver();
    let stream = fake.stream(0);
    let error =
        fake.capture(stream, || fake.within(0, stream, |cx| cx.synchronize())).expect_err("it cannot wait");
    assert!(error.to_string().contains("CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED (900)"), "{error}");
}
