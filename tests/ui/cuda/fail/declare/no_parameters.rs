use tvm_ffi::cuda::prelude::*;
use tvm_ffi::prelude::*;

kernels! {
    cubin "../../images/kernels.sm80.cubin";
    static A: fn(&[f32]) = "nothing";
    static B: fn(String) = "nothing";
    static C: fn([f32; 4]) = "nothing";
    static D: fn(*const f32) = "nothing";
    static E: fn(CudaView<'_, f32, 1>) = "nothing";
    static F: fn(Ptr<String>) = "nothing";
}

fn main() {}
