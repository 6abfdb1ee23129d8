//! Images and options of kernels.

use tvm_ffi::cuda::prelude::*;
use tvm_ffi::prelude::*;

const BYTES: &[u8] = include_bytes!("../images/kernels.sm80.cubin");
type Numbers<'a> = Ptr<'a, f32>;

kernels! {
    cubin "../images/kernels.sm80.cubin";
    /// Adds to the numbers.
    pub(crate) static VADD: fn(Ptr<f32>, PtrMut<f32>, i64) = "vadd";
    pub static SAME: fn(x: Numbers, y: PtrMut<'_, f32>, n: i64,) = "vadd", max_smem = 96 * 1024, pdl;

    image [
        sm_80 = "../images/kernels.sm80.cubin",
        sm_90 = include_bytes!("../images/kernels.sm90.cubin"),
        ptx = "../images/kernels.compute_80.ptx",
    ];
    #[cfg(all())]
    static SCALE<T in [f16, bf16]>: fn(Ptr<T>, PtrMut<T>, i32, f32) = "scale_{T}";
    #[cfg(any())]
    static SCALE: fn(Nothing) = "scale";

    fatbin "../images/kernels.fatbin";
    static CONVERT<T: Copy in [f32, f64], U in [i32, i64]>: fn(Ptr<T>, PtrMut<U>, i32) = "convert_{T}_{U}";

    ptx include_str!("../images/kernels.compute_80.ptx");
    static NOTHING: fn() = "nothing";
}

/// No kernels at all.
mod none {
    tvm_ffi::cuda::kernels! {}
}

fn within() {
    kernels! {
        cubin BYTES;
        static VADD: fn(Ptr<f32>, PtrMut<f32>, i64) = "vadd";
    }
    let _ = &VADD;
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

fn by_type<T: Element>(
    cx: &Cuda<'_>,
    launch: &Launch,
    x: &CudaView<'_, T, 1>,
    y: &mut CudaViewMut<'_, T, 1>,
) -> Result<()> {
    // SAFETY: nothing runs.
    unsafe { SCALE.of::<T>().launch(cx, launch, (x.ptr(), y.ptr_mut(), x.dim(0) as i32, 2.0)) }
}

fn by_two_types(cx: &Cuda<'_>, launch: &Launch) -> Result<()> {
    let kernel = CONVERT.of::<f32, i64>();
    // SAFETY: nothing runs.
    unsafe { kernel.launch(cx, launch, (Ptr::null(), PtrMut::null(), 0)) }
}
