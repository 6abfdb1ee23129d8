use tvm_ffi::cuda::prelude::*;
use tvm_ffi::prelude::*;

kernels! {
    cubin "../../images/kernels.sm80.cubin";
    static VADD: fn(Ptr<f32>, PtrMut<f32>, i64) = "vadd";
}

#[tvm_ffi::export]
fn written_and_read(cx: Cuda<'_>, mut y: CudaViewMut<'_, f32, 1>) -> Result<()> {
    // SAFETY: it does not compile.
    unsafe { VADD.launch(&cx, &Launch::grid(1)?, (y.ptr(), y.ptr_mut(), 1)) }
}

fn pointer_outlives_view(y: CudaViewMut<'_, f32, 1>) -> PtrMut<'static, f32> {
    let mut y = y;
    y.ptr_mut()
}

fn main() {}
