use tvm_ffi::cuda::prelude::*;
use tvm_ffi::cuda::with_device;
use tvm_ffi::prelude::*;

#[tvm_ffi::export]
fn kept(cx: Cuda<'_>, x: CudaView<'_, f32, 1>) -> Result<()> {
    let _ = x;
    let mut kept = None;
    cx.fork(|side| {
        kept = Some(*side);
        Ok(())
    })?;
    let _ = kept;
    Ok(())
}

fn returned() -> Result<i64> {
    let cx = with_device(0, |cx| Ok(*cx))?;
    Ok(cx.raw_stream() as i64)
}

fn main() {}
