use tvm_ffi::cuda::prelude::*;

kernels! {
    cubin "../../images/kernels.sm80.cubin";
    fn vadd(x: Ptr<f32>);
    satic A: fn() = "nothing";
    static B = "nothing";
    static C: fn();
    static D: (Ptr<f32>) = "vadd";
    static E: fn() = nothing;
    static F: fn() -> i32 = "nothing";
    static mut G: unsafe extern "C" fn() = "nothing";
    cubin = "../../images/kernels.sm80.cubin";
    static H: fn() = "nothing"
}

fn main() {}
