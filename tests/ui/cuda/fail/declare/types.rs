use std::path::Path;

use tvm_ffi::cuda::prelude::*;
use tvm_ffi::prelude::*;

#[derive(Clone, Copy, KernelParam)]
#[repr(C)]
struct GenericField<T: Copy> {
    scale: T,
}

#[derive(KernelParam)]
#[repr(C)]
struct NotCopy {
    scale: f32,
}

#[derive(Clone, Copy, KernelParam)]
#[repr(C)]
struct ReferenceField<'a> {
    scale: &'a f32,
    ok: Ptr<'a, f32>,
}

kernels! {
    cubin "../../images/kernels.sm80.cubin";
    static A: fn(&[f32]) = "nothing";
    static B: fn(CudaView<'_, f32, 1>) = "nothing";
    static C: fn(Ptr<String>) = "nothing";
    static GENERIC_FIELD: fn(GenericField<char>, PtrMut<f32>) = "by_value";
    static MAX_SMEM_NO_NUMBER: fn() = "nothing", max_smem = "96 KiB";

    cubin Path::new("kernels.cubin");
    static NOT_BYTES: fn() = "nothing";
}

fn main() {}
