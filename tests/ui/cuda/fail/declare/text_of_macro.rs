use tvm_ffi::cuda::prelude::*;

macro_rules! declare {
    ($file:literal, $ty:ty) => {
        kernels! {
            cubin $file;
            static VADD: fn(Ptr<f32>, PtrMut<f32>, $ty) = "vadd";
        }
    };
}

declare!("../../images/kernels.sm80.cubin", i32);

fn main() {}
