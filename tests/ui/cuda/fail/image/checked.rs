use tvm_ffi::cuda::prelude::*;
use tvm_ffi::prelude::*;

#[derive(Clone, Copy, KernelParam)]
#[repr(C)]
struct Table {
    rows: [[f64; 64]; 64],
}

const BLOCKS: u32 = 0;

kernels! {
    cubin "../../images/kernels.sm80.cubin";
    static MISSPELT: fn(Ptr<f32>, PtrMut<f32>, i64) = "vad";
    static PARAMETER_MISSING: fn(Ptr<f32>, PtrMut<f32>) = "vadd";
    static PARAMETER_SIZE: fn(Ptr<f32>, PtrMut<f32>, i32) = "vadd";
    static VARIANT_MISSING<T in [f16, f32]>: fn(Ptr<T>, PtrMut<T>, i32, f32) = "scale_{T}";
    static CLUSTER_OF_NONE: fn() = "nothing", cluster = (BLOCKS, 1, 1);
    static CLUSTER_TOO_LARGE: fn() = "nothing", cluster = (4, 4, 2);
    static MAX_SMEM_TOO_LARGE: fn() = "nothing", max_smem = 256 * 1024;
    static TOO_MANY_BYTES: fn(Table) = "nothing";

    image [sm_80 = "../../images/kernels.sm80.cubin", ptx = "../../images/kernels.compute_80.ptx"];
    static ONE_OF_SEVERAL: fn(Ptr<f32>, PtrMut<f32>, u32) = "vadd";

    cubin "../../images/kernels.fatbin";
    static FATBIN_AS_CUBIN: fn() = "nothing";

    image [sm_90 = "../../images/kernels.sm80.cubin"];
    static OTHER_ARCHITECTURE: fn() = "nothing";
}

fn main() {}
