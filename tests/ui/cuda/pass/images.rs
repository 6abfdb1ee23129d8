//! Where kernels come from.

use tvm_ffi::cuda::prelude::*;
use tvm_ffi::prelude::*;

const BYTES: &[u8] = include_bytes!("../images/vadd.sm80.cubin");
type Numbers<'a> = Ptr<'a, f32>;

kernels! {
    cubin "../images/vadd.sm80.cubin";
    /// Adds.
    pub(crate) static VADD: fn(Ptr<f32>, PtrMut<f32>, i64) = "vadd";
    pub static SAME: fn(a: Numbers, b: PtrMut<'_, f32>, n: i64,) = "vadd", max_smem = 96 * 1024, cluster = (2, 1, 1), pdl;

    image [sm_80 = "../images/vadd.sm80.cubin", sm_90a = BYTES, ptx = "../images/vadd.cu"];
    #[cfg(all())]
    static LISTED<T in [f16, bf16]>: fn(Ptr<T>, PtrMut<T>, i64) = "vadd_{T}";
    #[cfg(any())]
    static LISTED: fn(Nothing) = "vadd";

    fatbin BYTES;
    static TWO<T: Copy in [f16, bf16], U in [i32, i64]>: fn(Ptr<T>, PtrMut<U>) = "two_{T}_{U:c}";
    ptx include_bytes!("../images/vadd.cu");
    static FROM_PTX: fn() = "nothing";
}

kernels! {}

fn within() {
    kernels! {
        cubin BYTES;
        static VADD: fn(Ptr<f32>, PtrMut<f32>, i64) = "vadd";
    }
    let _ = &VADD;
}

fn launched<T: Element>(
    cx: &Cuda<'_>,
    launch: &Launch,
    x: &CudaView<'_, T, 1>,
    y: &mut CudaViewMut<'_, T, 1>,
) -> Result<()> {
    // SAFETY: nothing runs.
    unsafe { LISTED.of::<T>().launch(cx, launch, (x.ptr(), y.ptr_mut(), x.dim(0) as i64)) }
}

fn plain(
    cx: &Cuda<'_>,
    launch: &Launch,
    x: &CudaView<'_, f32, 1>,
    y: &mut CudaViewMut<'_, f32, 1>,
) -> Result<()> {
    // SAFETY: nothing runs.
    unsafe { VADD.launch(cx, launch, (x.ptr(), y.ptr_mut(), x.dim(0) as i64)) }
}
