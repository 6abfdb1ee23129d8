use tvm_ffi::cuda::prelude::*;

#[derive(Clone, Copy, KernelParam)]
#[repr(C)]
#[kernel_param(name = "Params")]
struct A {
    scale: f32,
}

#[derive(Clone, Copy, KernelParam)]
#[repr(C)]
#[kernel_param(c = Params)]
struct B {
    #[kernel_param(c = "float")]
    scale: f32,
}

#[derive(Clone, Copy, KernelParam)]
#[repr(C)]
#[kernel_param]
struct C {
    scale: f32,
}

fn main() {}
