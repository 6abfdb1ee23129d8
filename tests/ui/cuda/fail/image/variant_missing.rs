use tvm_ffi::cuda::prelude::*;
use tvm_ffi::prelude::*;

kernels! {
    cubin "../../images/kernels.sm80.cubin";
    static SCALE<T in [f16, f32]>: fn(Ptr<T>, PtrMut<T>, i32, f32) = "scale_{T}";
}

fn main() {}
