use tvm_ffi::cuda::prelude::*;
use tvm_ffi::prelude::*;

kernels! {
    cubin "../../images/kernels.sm80.cubin";
    static SCALE<T in [f16, bf16]>: fn(Ptr<T>, PtrMut<T>, i32, f32) = "scale_{T}";
}

#[tvm_ffi::export]
fn add(cx: Cuda<'_>, x: CudaView<'_, f16, 1>, mut y: CudaViewMut<'_, f16, 1>) -> Result<()> {
    let launch = Launch::linear(x.dim(0), 256)?;
    // SAFETY: it does not compile.
    unsafe { SCALE.launch(&cx, &launch, (x.ptr(), y.ptr_mut(), 1, 2.0)) }
}

fn main() {}
