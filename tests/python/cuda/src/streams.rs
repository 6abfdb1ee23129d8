//! Side streams, and memory that is allocated in their order.

use tvm_ffi::cuda::prelude::*;
use tvm_ffi::prelude::*;

tvm_ffi::cuda::kernels! {
    fatbin "../../../cuda/images/kernels.fatbin";
    static DYNAMIC: fn(PtrMut<f32>) = "dynamic";
}

fn launch(cx: &Cuda<'_>, memory: PtrMut<'_, f32>) -> Result<()> {
    // SAFETY: the driver runs nothing.
    unsafe { DYNAMIC.launch(cx, &Launch::grid(1)?.block(32), (memory,)) }
}

/// A launch on a side stream, which the caller's stream waits for.
#[tvm_ffi::export]
fn on_side(cx: Cuda<'_>, mut x: CudaViewMut<'_, f32, 1>) -> Result<()> {
    cx.fork(|side| launch(side, x.ptr_mut()))
}

/// A launch on scratch memory.
#[tvm_ffi::export]
fn with_workspace(cx: Cuda<'_>, x: CudaView<'_, f32, 1>, bytes: usize) -> Result<()> {
    _ = x;
    let memory = cx.workspace(bytes, 256)?;
    launch(&cx, memory.ptr_mut())
}
