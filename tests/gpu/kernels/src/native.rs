//! Launches from Rust, timed: by this framework and by the safe layer of `cudarc`.

use std::sync::Arc;
use std::time::{Duration, Instant};

use cudarc::driver::{CudaFunction, CudaStream, DriverError, LaunchConfig, PushKernelArg};
use cudarc::nvrtc::Ptx;
use tvm_ffi::cuda::prelude::*;
use tvm_ffi::{CudaView, CudaViewMut, Result, bail};

use crate::plain::EMPTY;

/// The nanoseconds on the host for one launch of the kernel `empty` from Rust, as an average over `launches`. At most `queue` launches wait at a time.
#[tvm_ffi::export]
fn time_native(
    cx: Cuda<'_>,
    a: CudaView<'_, f32, 1>,
    b: CudaView<'_, f32, 1>,
    mut c: CudaViewMut<'_, f32, 1>,
    launches: i64,
    queue: i64,
) -> Result<f64> {
    let (a, b, c) = (a.ptr(), b.ptr(), c.ptr_mut());
    timed(&cx, launches, queue, || {
        // SAFETY: the kernel touches nothing.
        unsafe { EMPTY.launch(&cx, &Launch::grid(4)?.block(256), (a, b, c, 1024)) }
    })
}

/// The same by `cudarc`.
#[tvm_ffi::export]
fn time_cudarc(
    cx: Cuda<'_>,
    a: CudaView<'_, f32, 1>,
    b: CudaView<'_, f32, 1>,
    mut c: CudaViewMut<'_, f32, 1>,
    launches: i64,
    queue: i64,
) -> Result<f64> {
    let (a, b, c) = (a.ptr(), b.ptr(), c.ptr_mut());
    let (stream, kernel) = with_cudarc(&cx, "empty")?;
    let config = LaunchConfig { grid_dim: (4, 1, 1), block_dim: (256, 1, 1), shared_mem_bytes: 0 };
    timed(&cx, launches, queue, || {
        let mut launch = stream.launch_builder(&kernel);
        // SAFETY: the kernel touches nothing.
        unsafe { launch.arg(&a).arg(&b).arg(&c).arg(&1024_i64).launch(config) }.map_err(text)?;
        Ok(())
    })
}

/// Adds 1 to every element of `x`, launched by `cudarc` on the stream of the call.
#[tvm_ffi::export]
fn increment_by_cudarc(cx: Cuda<'_>, #[shape(n)] mut x: CudaViewMut<'_, f32, 1>) -> Result<()> {
    let (x, n) = (x.ptr_mut(), x.dim(0) as i64);
    let (stream, kernel) = with_cudarc(&cx, "increment")?;
    let config = LaunchConfig::for_num_elems(n.try_into()?);
    let mut launch = stream.launch_builder(&kernel);
    // SAFETY: the kernel touches [0, n) of `x`, which has n contiguous elements.
    unsafe { launch.arg(&x).arg(&n).launch(config) }.map_err(text)?;
    Ok(())
}

/// The stream of the call, and a kernel that `cudarc` loads from PTX.
fn with_cudarc(cx: &Cuda<'_>, kernel: &str) -> Result<(Arc<CudaStream>, CudaFunction)> {
    // SAFETY: the stream is used within the call only.
    let stream = unsafe { cx.cudarc_stream() }?;
    let image = Ptx::from_src(include_str!("../images/common.compute_80.ptx"));
    let module = cx.cudarc_context()?.load_module(image).map_err(text)?;
    Ok((stream, module.load_function(kernel).map_err(text)?))
}

fn text(error: DriverError) -> String {
    format!("cudarc: {error:?}")
}

fn timed(cx: &Cuda<'_>, launches: i64, queue: i64, launch: impl Fn() -> Result<()>) -> Result<f64> {
    if launches < 1 || queue < 1 {
        bail!(ValueError, "{launches} launches in queues of {queue}, expected 1 or more");
    }
    launch()?;
    cx.synchronize()?;
    let mut time = Duration::ZERO;
    let mut left = launches;
    while left > 0 {
        let now = left.min(queue);
        let start = Instant::now();
        for _ in 0..now {
            launch()?;
        }
        time += start.elapsed();
        cx.synchronize()?;
        left -= now;
    }
    Ok(time.as_nanos() as f64 / launches as f64)
}
