use tvm_ffi::cuda::prelude::*;
use tvm_ffi::prelude::*;

kernels! {
    cubin "../../images/kernels.sm80.cubin";
    static VADD: fn(Ptr<f32>, PtrMut<f32>, i64) = "vadd";
}

#[tvm_ffi::export]
fn add(cx: Cuda<'_>, x: CudaView<'_, f32, 1>, mut y: CudaViewMut<'_, f32, 1>) -> Result<()> {
    let launch = Launch::linear(x.dim(0), 256)?;
    // SAFETY: it does not compile.
    unsafe { VADD.launch(&cx, &launch, (x.ptr(), y.ptr_mut(), 1, 2.0)) }
}

fn main() {}
