use tvm_ffi::cuda::prelude::*;

#[derive(Clone, Copy, KernelParam)]
#[repr(C)]
struct Table {
    rows: [[f64; 64]; 64],
}

kernels! {
    cubin "../../images/kernels.sm80.cubin";
    static NOTHING: fn(Table) = "nothing";
}

fn main() {}
