//! The safe launch of `cudarc`.

use std::error::Error;
use std::sync::Arc;

use cudarc::driver::{
    CudaContext, CudaFunction, CudaSlice, CudaStream, DriverError, LaunchConfig, PushKernelArg,
};
use cudarc::nvrtc::Ptx;

use crate::{BLOCKS, ELEMENTS, LaunchMany};

/// What callgrind counts: one launch.
#[unsafe(no_mangle)]
#[inline(never)]
fn bench_launch_cudarc(
    stream: &Arc<CudaStream>,
    function: &CudaFunction,
    (a, b): (&CudaSlice<f32>, &CudaSlice<f32>),
    c: &mut CudaSlice<f32>,
    n: i64,
) -> Result<(), DriverError> {
    let config = LaunchConfig { grid_dim: (BLOCKS, 1, 1), block_dim: (256, 1, 1), shared_mem_bytes: 0 };
    // SAFETY: the driver does nothing.
    unsafe { stream.launch_builder(function).arg(a).arg(b).arg(c).arg(&n).launch(config) }.map(drop)
}

/// Launches as a program makes them that has one stream, or with `tracks_events` one that has several.
pub(crate) fn launches(is_default: bool, tracks_events: bool) -> Result<LaunchMany, Box<dyn Error>> {
    let context = CudaContext::new(0)?;
    if !tracks_events {
        // SAFETY: nothing runs, so that nothing has to be waited for.
        unsafe { context.disable_event_tracking() };
    }
    let other = context.new_stream()?;
    let stream = if is_default { context.default_stream() } else { other };
    let function = context.load_module(Ptx::from_src(""))?.load_function("vadd")?;
    let [a, b, mut c] = [(); 3].map(|()| stream.alloc_zeros::<f32>(ELEMENTS as usize)).map(Result::unwrap);
    Ok(Box::new(move |calls| {
        for _ in 0..calls {
            bench_launch_cudarc(&stream, &function, (&a, &b), &mut c, ELEMENTS)
                .expect("the driver does nothing");
        }
    }))
}
