//! Exported functions that call other exported functions with the token of their call.

use tvm_ffi::cuda::prelude::*;
use tvm_ffi::cuda::with_device;
use tvm_ffi::prelude::*;
use tvm_ffi_cuda_tests::{GpuTensor, call, fake};

tvm_ffi::cuda::kernels! {
    cubin "../../images/kernels.sm90.cubin";
    static COPY<T in [f32, i32]>: fn(Ptr<T>, PtrMut<T>, i32) = "copy_{T}";
}

#[tvm_ffi::export(name = "nested_calls_copy", global = "nested_calls.copy", dispatch(T = [f32, i32]), cpu = on_host)]
fn copy<T: Element>(
    cx: Cuda<'_>,
    #[shape(n)] from: CudaView<'_, T, 1>,
    #[shape(n)] mut to: CudaViewMut<'_, T, 1>,
) -> Result<()> {
    let n = from.dim(0);
    // SAFETY: the driver runs nothing.
    unsafe { COPY.of::<T>().launch(&cx, &Launch::linear(n, 128)?, (from.ptr(), to.ptr_mut(), n.try_into()?)) }
}

fn on_host<T: Element>(from: CpuView<'_, T, 1>, to: CpuViewMut<'_, T, 1>) -> Result<()> {
    let _ = (from, to);
    Ok(())
}

/// Copies twice on the caller's stream, and once more on a side stream.
#[tvm_ffi::export(global = "nested_calls.copies")]
fn copies(
    cx: Cuda<'_>,
    #[shape(n)] from: CudaView<'_, f32, 1>,
    mut to: CudaViewMut<'_, f32, 1>,
    mut last: CudaViewMut<'_, f32, 1>,
) -> Result<()> {
    copy(cx, from, to.reborrow())?;
    copy(cx, from, to)?;
    cx.fork(|side| copy(*side, from, last.reborrow()))
}

/// Copies twice, with a token of `with_device`.
#[tvm_ffi::export(global = "nested_calls.without_token")]
fn without_token(from: CudaView<'_, i32, 1>, mut to: CudaViewMut<'_, i32, 1>) -> Result<()> {
    with_device(from.device().device_id, |cx| {
        copy(*cx, from, to.reborrow())?;
        copy(*cx, from, to.reborrow())
    })
}

/// Copies twice, with a fallback for the host.
#[tvm_ffi::export(global = "nested_calls.with_fallback", cpu = on_host)]
fn with_fallback(from: CudaView<'_, i32, 1>, cx: Cuda<'_>, mut to: CudaViewMut<'_, i32, 1>) -> Result<()> {
    copy(cx, from, to.reborrow())?;
    copy(cx, from, to)
}

/// The streams of the launches that were recorded.
fn streams(fake: &fake::Fake) -> Vec<String> {
    fake.launches().into_iter().map(|launch| launch.stream).collect()
}

#[test]
fn the_token_of_a_call_is_passed_to_several_functions() {
    let fake = fake::driver();
    let [from, to, last] = [0x10000, 0x20000, 0x30000].map(|address| GpuTensor::at::<f32>(address, 0, &[5]));
    let stream = fake.stream(0);
    fake.on_stream(0, stream, || call("nested_calls.copies", (from.lend(), to.lend(), last.lend())))
        .expect("it is launched");
    assert_eq!(streams(&fake), ["user 0", "user 0", "stream 0"]);
}

#[test]
fn a_token_of_with_device_is_passed_to_exported_functions() {
    let fake = fake::driver();
    let [from, to] = [0x10000, 0x20000].map(|address| GpuTensor::at::<i32>(address, 0, &[5]));
    let stream = fake.stream(0);
    fake.on_stream(0, stream, || call("nested_calls.without_token", (from.lend(), to.lend())))
        .expect("it is launched");
    assert_eq!(streams(&fake), ["user 0"; 2]);
}

#[test]
fn a_function_with_a_cpu_version_is_called_with_the_token() {
    let fake = fake::driver();
    let [from, to] = [0x10000, 0x20000].map(|address| GpuTensor::at::<i32>(address, 0, &[5]));
    let stream = fake.stream(0);
    fake.on_stream(0, stream, || call("nested_calls.with_fallback", (from.lend(), to.lend())))
        .expect("it is launched");
    assert_eq!(streams(&fake), ["user 0"; 2]);
}
