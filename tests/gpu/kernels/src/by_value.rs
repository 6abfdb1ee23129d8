//! Structs that kernels take by value.

use tvm_ffi::cuda::prelude::*;
use tvm_ffi::{CudaViewMut, Result, bail};

#[derive(Clone, Copy, KernelParam)]
#[repr(C)]
struct Words<const N: usize> {
    words: [i32; N],
}

kernels! {
    image [
        sm_80 = "../images/common.sm_80.cubin",
        sm_90 = "../images/common.sm_90.cubin",
        ptx = "../images/common.compute_80.ptx",
    ];
    pub(crate) static OF_128: fn(Words<32>, PtrMut<i64>) = "weigh_128_bytes";
    pub(crate) static OF_1024: fn(Words<256>, PtrMut<i64>) = "weigh_1024_bytes";
    // More than 4096 bytes, together with the pointer.
    pub(crate) static OF_4096: fn(Words<1024>, PtrMut<i64>) = "weigh_4096_bytes";
}

/// The words `first`, `first + 1`, and so on.
fn words<const N: usize>(first: i32) -> Words<N> {
    Words { words: core::array::from_fn(|i| first.wrapping_add(i as i32)) }
}

/// The weighted sum of `bytes` bytes of words: `1 * first + 2 * (first + 1) + ...`.
#[tvm_ffi::export]
fn weigh(
    cx: Cuda<'_>,
    #[out]
    #[shape(1)]
    mut result: CudaViewMut<'_, i64, 1>,
    first: i32,
    bytes: i64,
) -> Result<()> {
    let launch = Launch::grid(1)?.block(1);
    let result = result.ptr_mut();
    match bytes {
        // SAFETY: the kernel writes one number.
        128 => unsafe { OF_128.launch(&cx, &launch, (words(first), result)) },
        // SAFETY: as above.
        1024 => unsafe { OF_1024.launch(&cx, &launch, (words(first), result)) },
        // SAFETY: as above.
        4096 => unsafe { OF_4096.launch(&cx, &launch, (words(first), result)) },
        _ => bail!(ValueError, "`bytes` is {bytes}, expected 128, 1024, or 4096"),
    }
}
