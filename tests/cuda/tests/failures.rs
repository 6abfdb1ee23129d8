//! Every call of the driver fails once, each in a separate process: the export returns an error, leaks nothing, and succeeds when it is called again.

use tvm_ffi::cuda::prelude::*;
use tvm_ffi::prelude::*;
use tvm_ffi_cuda_tests::fake::{self, DEFAULT_STREAMS, Fake};
use tvm_ffi_cuda_tests::{GpuTensor, call, child};

tvm_ffi::cuda::kernels! {
    cubin "../images/kernels.sm90.cubin";
    static DYNAMIC: fn(PtrMut<f32>) = "dynamic", max_smem = 100 * 1024;
    static MAPPED: fn(TensorMap, TensorMap, PtrMut<f32>) = "mapped";
}

/// Names the failing call to the child.
const VARIABLE: &str = "TVM_FFI_TEST_FAILING_CALL";

/// A status that no driver returns.
const STATUS: u32 = 4711;

/// Uses everything that calls the driver.
#[tvm_ffi::export(global = "failures.work")]
fn work(cx: Cuda<'_>, x: CudaView<'_, f32, 2>, mut y: CudaViewMut<'_, f32, 1>) -> Result<()> {
    cx.is_capturing()?;
    let scratch = cx.workspace(1000, 16)?;
    // SAFETY: the driver writes nothing.
    unsafe { cx.zero(scratch.ptr_mut::<f32>(), 250) }?;
    let launch = Launch::persistent(&DYNAMIC, &cx, 128, 64 * 1024)?;
    // SAFETY: the driver runs nothing.
    unsafe { DYNAMIC.launch(&cx, &launch, (scratch.ptr_mut(),)) }?;
    // SAFETY: as above.
    unsafe { DYNAMIC.launch(&cx, &launch.cluster(16), (scratch.ptr_mut(),)) }?;
    let map = TensorMap::tiled(&x, [16, 8], Swizzle::None)?;
    cx.fork(|side| {
        // SAFETY: as above.
        unsafe { MAPPED.launch(side, &Launch::auto(&MAPPED, side, 100)?, (map, map, y.ptr_mut())) }
    })?;
    cx.synchronize()
}

fn call_work(fake: &Fake) -> Result<(), String> {
    let x = GpuTensor::at::<f32>(0x10000, 0, &[64, 8]);
    let y = GpuTensor::at::<f32>(0x20000, 0, &[32]);
    fake.on_stream(0, DEFAULT_STREAMS[0], || call("failures.work", (x.lend(), y.lend()))).map(drop)
}

/// Whether the call restores or frees something, so that no caller gets its error.
fn is_without_caller(function: &str) -> bool {
    ["cuCtxSetCurrent", "cuCtxGetCurrent", "cuThreadExchangeStreamCaptureMode", "cuMemFreeAsync"]
        .contains(&function)
}

#[test]
#[ignore = "takes long: `cargo xtask test long`"]
fn every_call_of_the_driver_may_fail() {
    const TEST: &str = "every_call_of_the_driver_may_fail";
    let Ok(number) = std::env::var(VARIABLE) else {
        let mut number = 0;
        while !child::run(TEST, &[(VARIABLE, &number.to_string())]).contains("nothing failed") {
            number += 1;
        }
        assert!(number > 60, "there are more calls than {number}");
        return;
    };
    let fake = fake::driver();
    fake.set_other_current(1);
    fake.fail_some("*", STATUS, number.parse().expect("it is a number"), 1);
    let first = call_work(&fake);
    let failed = fake.take().into_iter().find(|call| call.status == STATUS).map(|call| call.name);
    let Some(function) = failed else {
        assert_eq!(first, Ok(()));
        println!("nothing failed");
        return;
    };
    match first {
        Err(error) => assert!(error.contains("4711"), "{function}: {error}"),
        Ok(()) => assert!(is_without_caller(&function), "{function}: the error is lost"),
    }
    if !is_without_caller(&function) {
        assert_eq!(
            (fake.current(), fake.capture_mode()),
            (1001, 0),
            "{function}: the previous state is restored"
        );
        assert_eq!(fake.live_memory(), 0, "{function}: memory is freed");
    }
    if matches!(&*function, "cuInit" | "cuDriverGetVersion") {
        // A driver that failed to start is not started again.
        return;
    }
    fake.reset();
    fake.set_other_current(1);
    call_work(&fake).unwrap_or_else(|error| panic!("after `{function}` failed: {error}"));
    assert_eq!(fake.current(), 1001, "{function}");
    assert_eq!((fake.live_streams(), fake.live_events(), fake.live_libraries()), (1, 2, 1), "{function}");
}
