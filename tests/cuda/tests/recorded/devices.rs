//! More than one device.

use tvm_ffi::cuda::prelude::*;
use tvm_ffi::prelude::*;
use tvm_ffi_cuda_tests::fake::{self, DEFAULT_STREAMS};
use tvm_ffi_cuda_tests::{GpuTensor, call, error_text};

tvm_ffi::cuda::kernels! {
    image [sm_90 = "../../images/kernels.sm90.cubin", sm_80 = "../../images/kernels.sm80.cubin", ptx = "../../images/kernels.compute_80.ptx"];
    static COPY: fn(Ptr<f32>, PtrMut<f32>, i32) = "copy_f32";
}

#[tvm_ffi::export(global = "devices.copy")]
fn copy(
    cx: Cuda<'_>,
    #[shape(n)] from: CudaView<'_, f32, 1>,
    #[out]
    #[shape(n)]
    mut to: CudaViewMut<'_, f32, 1>,
) -> Result<i64> {
    let n = from.dim(0);
    // SAFETY: the driver runs nothing.
    unsafe { COPY.launch(&cx, &Launch::linear(n, 128)?, (from.ptr(), to.ptr_mut(), n.try_into()?)) }?;
    Ok(i64::from(cx.device().device_id))
}

#[tvm_ffi::export(global = "devices.which")]
fn which(cx: Cuda<'_>) -> i64 {
    i64::from(cx.device().device_id)
}

fn call_copy(from: i32, to: i32) -> Result<i64, String> {
    let from = GpuTensor::at::<f32>(0x10000, from, &[5]);
    let to = GpuTensor::at::<f32>(0x20000, to, &[5]);
    call("devices.copy", (from.lend(), to.lend())).map(|device| device.cast().expect("a number"))
}

#[test]
fn each_device_gets_the_image_that_runs_there() {
    tvm_ffi::cuda::kernels! {
        image [sm_90 = "../../images/kernels.sm90.cubin", sm_80 = "../../images/kernels.sm80.cubin", ptx = "../../images/kernels.compute_80.ptx"];
        static EVERYWHERE: fn() = "nothing";
    }
    let fake = fake::driver();
    // An H100, an A100, and a B300, for which there is only PTX.
    for (device, image) in [(0, "cubin of sm_90"), (1, "cubin of sm_80"), (2, "ptx of sm_0")] {
        fake.on_new_stream(device, |cx| {
            // SAFETY: the driver runs nothing.
            unsafe { EVERYWHERE.launch(cx, &Launch::grid(1)?.block(1), ()) }
        })
        .expect("it is launched");
        let calls = fake.take();
        let load = calls.iter().find(|call| call.name == "cuLibraryLoadData").expect("it is loaded");
        assert_eq!(load.arguments, format!("{image}, 0 jit options, 0 options"));
        let function =
            calls.iter().find(|call| call.name == "cuKernelGetFunction").expect("the code is loaded");
        assert_eq!(function.context, format!("primary {device}"));
    }
}

#[test]
fn a_device_without_an_image_is_named_with_the_embedded_images() {
    let fake = fake::driver();
    let error = fake.on_new_stream(3, |cx| {
        let (from, to) = (Ptr::null(), PtrMut::null());
        // SAFETY: the driver runs nothing.
        unsafe { COPY.launch(cx, &Launch::grid(1)?.block(1), (from, to, 0)) }
    });
    let error = error_text(&error.expect_err("a T4 has nothing to run"));
    assert!(error.starts_with("RuntimeError: no image of kernel `copy_f32` is for cuda:3"), "{error}");
    for part in ["cuda:3", "7.5", "sm_90", "sm_80"] {
        assert!(error.contains(part), "{error}");
    }
    assert!(fake.launches().is_empty());
}

#[test]
fn the_device_is_the_one_of_the_tensors_and_the_stream_is_that_devices() {
    let fake = fake::driver();
    let streams = [fake.stream(0), fake.stream(1)];
    fake.on_stream(0, streams[0], || {
        fake.on_stream(1, streams[1], || {
            assert_eq!(call_copy(1, 1), Ok(1));
            assert_eq!(call_copy(0, 0), Ok(0));
        });
    });
    let seen = fake.launches().into_iter().map(|launch| launch.stream);
    assert_eq!(seen.collect::<Vec<_>>(), ["user 1", "user 0"]);
}

#[test]
fn a_call_without_tensors_uses_the_current_device_or_the_first() {
    let fake = fake::driver();
    let device = || call("devices.which", ()).expect("it is one").cast::<i64>().expect("a number");
    assert_eq!(device(), 0);
    fake.set_current(Some(1));
    assert_eq!(device(), 1);
}

#[test]
fn properties_of_a_device_are_queried_once() {
    let fake = fake::driver();
    let ask = |cx: &Cuda<'_>| Ok((cx.compute_capability()?, cx.multiprocessors()?));
    assert_eq!(fake.within(2, DEFAULT_STREAMS[0], ask).expect("the driver answers"), ((10, 3), 130));
    fake.within(2, DEFAULT_STREAMS[0], |cx| {
        fake.take();
        ask(cx)
    })
    .expect("it is known");
    assert_eq!(fake.lines(), [""; 0]);
}

#[test]
fn a_missing_device_is_an_error() {
    let fake = fake::driver();
    let say =
        |device| error_text(&tvm_ffi::cuda::with_device(device, |_| Ok(())).expect_err("there is none"));
    for (device, why) in [
        (-1, "expected a number from 0"),
        (4, "this process has 4 devices, the last of them cuda:3"),
        (63, "this process has 4 devices, the last of them cuda:3"),
        (64, "numbers of devices are below 64"),
        (1 << 20, "numbers of devices are below 64"),
    ] {
        assert_eq!(say(device), format!("ValueError: there is no device cuda:{device}: {why}"));
    }
    for device in [4, 64, 1 << 15] {
        let error = call_copy(device, device).expect_err("there is none");
        assert!(error.contains(&format!("there is no device cuda:{device}")), "{error}");
    }
    assert!(fake.launches().is_empty());
    assert_eq!(tvm_ffi::cuda::device_count().expect("the driver answers"), 4);
    assert!(tvm_ffi::cuda::is_available());
}
