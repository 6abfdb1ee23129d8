use tvm_ffi::cuda::prelude::*;
use tvm_ffi::prelude::*;

#[tvm_ffi::export]
fn add(cx: Cuda<'_>, x: CudaView<'_, f32, 1>, mut y: CudaViewMut<'_, f32, 1>) -> Result<()> {
    std::thread::scope(|scope| {
        scope.spawn(|| cx.device());
        scope.spawn(move || cx.device());
    });
    let _ = (x, y);
    Ok(())
}

fn main() {}
