use tvm_ffi::cuda::prelude::*;
use tvm_ffi::prelude::*;

kernels! {
    cubin "../../images/kernels.sm80.cubin";
    static VADD: fn(Ptr<f32>, PtrMut<f32>, i64) = "vadd", maxsmem = 1024;
    static SCALE<T in [f16, bf16]>: fn(Ptr<T>, PtrMut<T>, i32, f32) = "scale";
}

#[tvm_ffi::export]
fn add(cx: Cuda<'_>, x: CudaView<'_, f32, 1>, mut y: CudaViewMut<'_, f32, 1>) -> Result<()> {
    let launch = Launch::linear(x.dim(0), 256)?;
    // SAFETY: it does not compile.
    unsafe { VADD.launch(&cx, &launch, (x.ptr(), y.ptr_mut(), 1)) }.and_then(|()| {
        let _ = (VADD.name(), SCALE.of::<f16>().name());
        Ok(())
    })
}

fn main() {}
