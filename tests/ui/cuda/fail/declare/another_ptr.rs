use tvm_ffi::cuda::{KernelParam, kernels};

/// A struct of the same name as the pointer.
#[derive(Clone, Copy, KernelParam)]
#[repr(C)]
struct Ptr<T: KernelParam> {
    first: T,
    second: T,
}

kernels! {
    ptx concat!(".version 8.0\n.target sm_80\n.address_size 64\n", ".visible .entry k(.param .align 8 .b8 p[16])\n{\nret;\n}\n\0");
    static K: fn(Ptr<u64>) = "k";
}

fn main() {}
