use tvm_ffi::cuda::prelude::*;
use tvm_ffi::prelude::*;

#[tvm_ffi::export]
fn moved_to_thread(cx: Cuda<'_>, x: CudaView<'_, f32, 1>, mut y: CudaViewMut<'_, f32, 1>) -> Result<()> {
    std::thread::scope(|scope| {
        scope.spawn(|| cx.device());
        scope.spawn(move || cx.device());
    });
    let _ = (x, y);
    Ok(())
}

#[tvm_ffi::export]
fn returned<'a>(cx: Cuda<'a>, x: CudaView<'_, f32, 1>) -> Cuda<'a> {
    let _ = x;
    cx
}

#[tvm_ffi::object("ui.Holder")]
struct Holder {
    cx: Cuda<'static>,
}

fn main() {}
