//! Launches from Rust, timed.

use std::time::{Duration, Instant};

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
    if launches < 1 || queue < 1 {
        bail!(ValueError, "{launches} launches in queues of {queue}, expected 1 or more");
    }
    let (a, b, c) = (a.ptr(), b.ptr(), c.ptr_mut());
    let launch = || -> Result<()> {
        // SAFETY: the kernel touches nothing.
        unsafe { EMPTY.launch(&cx, &Launch::grid(4)?.block(256), (a, b, c, 1024)) }
    };
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
