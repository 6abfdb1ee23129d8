use tvm_ffi::cuda::prelude::*;
use tvm_ffi::prelude::*;

kernels! {
    cubin "../../images/kernels.sm80.cubin";
    static SCALE<T in [f16, bf16]>: fn(Ptr<T>, PtrMut<T>, i32, f32) = "scale_{T}";
}

static KERNEL: &tvm_ffi::cuda::Kernel = {
    let _ = SCALE.of::<f64>();
    panic!()
};

fn main() {}
