//! Launches of this project.

use std::ptr::{null_mut, without_provenance_mut};

use tvm_ffi::Device;
use tvm_ffi::cuda::prelude::*;
use tvm_ffi::prelude::*;

use crate::{BLOCKS, ELEMENTS, LaunchMany};

tvm_ffi::cuda::kernels! {
    cubin "../../../tests/cuda/images/kernels.sm90.cubin";
    static VADD: fn(Ptr<f32>, Ptr<f32>, PtrMut<f32>, i64) = "vadd";
}

/// What callgrind counts: one launch.
#[unsafe(no_mangle)]
#[inline(never)]
fn bench_launch_ours(
    cx: &Cuda<'_>,
    blocks: u32,
    (a, b): (Ptr<'_, f32>, Ptr<'_, f32>),
    c: PtrMut<'_, f32>,
    n: i64,
) -> Result<()> {
    // SAFETY: the driver does nothing.
    unsafe { VADD.launch(cx, &Launch::grid(blocks)?.block(256), (a, b, c, n)) }
}

/// Passes launches on a stream that a framework would set.
pub(crate) fn with_launches<R>(is_default: bool, body: impl FnOnce(LaunchMany) -> R) -> Result<R> {
    let stream = if is_default { null_mut() } else { without_provenance_mut(0x5000) };
    let launches = || {
        tvm_ffi::cuda::with_device(0, |cx| {
            assert_eq!(cx.raw_stream(), stream);
            Ok(())
        })?;
        Ok(body(Box::new(|calls| {
            launch_many(calls).expect("the driver does nothing");
        })))
    };
    // SAFETY: the driver does nothing.
    unsafe { tvm_ffi::env::with_stream(Device::cuda(0), stream, launches) }?
}

fn launch_many(calls: u64) -> Result<()> {
    tvm_ffi::cuda::with_device(0, |cx| {
        let [a, b] = [0x1000, 0x2000].map(Ptr::from_address);
        let c = PtrMut::from_address(0x3000);
        // As on a thread that works with CUDA: its context is current.
        cx.with_context(|| (0..calls).try_for_each(|_| bench_launch_ours(cx, BLOCKS, (a, b), c, ELEMENTS)))
    })
}
