use tvm_ffi::cuda::prelude::*;
use tvm_ffi::prelude::*;

kernels! {
    cubin "../../images/kernels.sm80.cubin";
    static A: fn(&[f32]) = "nothing";
    static B: fn(CudaView<'_, f32, 1>) = "nothing";
    static C: fn(Ptr<String>) = "nothing";
}

fn main() {}
