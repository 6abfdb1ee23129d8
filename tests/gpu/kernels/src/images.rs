//! Images that the driver compiles, images for other GPUs, and a list of all kernels of this package.

use tvm_ffi::cuda::Kernel;
use tvm_ffi::cuda::prelude::*;
use tvm_ffi::{CudaView, CudaViewMut, Result, bail};

use crate::{by_value, clusters, dependent, grids, plain, smem, tiles};

kernels! {
    ptx "../images/scale.compute_80.ptx";
    static FROM_PTX: fn(Ptr<f32>, PtrMut<f32>, f32, i64) = "scale";

    cubin "../images/scale.sm_80.cubin";
    static FOR_SM_80: fn(Ptr<f32>, PtrMut<f32>, f32, i64) = "scale";
}

/// `y = x * by`, compiled by the driver.
#[tvm_ffi::export]
fn scale_from_ptx(
    cx: Cuda<'_>,
    #[shape(n)] x: CudaView<'_, f32, 1>,
    #[out]
    #[shape(n)]
    mut y: CudaViewMut<'_, f32, 1>,
    by: f32,
) -> Result<()> {
    let n = x.dim(0) as i64;
    // SAFETY: the kernel touches [0, n) of `x` and `y`, which have n contiguous elements.
    unsafe { FROM_PTX.launch(&cx, &Launch::linear(n, 256)?, (x.ptr(), y.ptr_mut(), by, n)) }
}

/// The same from machine code that runs on GPUs of compute capability 8.x only.
#[tvm_ffi::export]
fn scale_for_sm_80(
    cx: Cuda<'_>,
    #[shape(n)] x: CudaView<'_, f32, 1>,
    #[out]
    #[shape(n)]
    mut y: CudaViewMut<'_, f32, 1>,
    by: f32,
) -> Result<()> {
    let n = x.dim(0) as i64;
    // SAFETY: the kernel touches [0, n) of `x` and `y`, which have n contiguous elements.
    unsafe { FOR_SM_80.launch(&cx, &Launch::linear(n, 256)?, (x.ptr(), y.ptr_mut(), by, n)) }
}

/// Each static of a kernel has its own type. They all deref to `Kernel`.
type Kernels = &'static [fn() -> &'static Kernel];

/// The kernels with code for every GPU since compute capability 8.0.
static COMMON: Kernels = &[
    || &plain::EMPTY,
    || &plain::SLOW_FILL,
    || &plain::INCREMENT,
    || &plain::WRITE_AT,
    || &smem::REVERSE,
    || &smem::REVERSE_MORE,
    || &grids::GRID_TOTAL,
    || &by_value::OF_128,
    || &by_value::OF_1024,
    || &by_value::OF_4096,
    || &FROM_PTX,
];

/// The kernels for 9.0 and later.
static HOPPER: Kernels = &[
    || &clusters::NEIGHBOURS,
    || &clusters::NEIGHBOURS_OF_TWO,
    || &dependent::FIRST,
    || &dependent::SECOND,
    || &tiles::COPY_TILE,
];

/// Loads the kernels of a group, `common` or `hopper`, for a device, which compares their parameters with those that the driver reports. Returns their names.
#[tvm_ffi::export]
fn load_kernels(group: String, device: i32) -> Result<Vec<String>> {
    let kernels = match &*group {
        "common" => COMMON,
        "hopper" => HOPPER,
        _ => bail!(ValueError, "`group` is `{group}`, expected `common` or `hopper`"),
    };
    let names = kernels.iter().map(|kernel| {
        let kernel = kernel();
        kernel.preload(device)?;
        Ok(kernel.name().to_owned())
    });
    names.collect()
}

/// The architecture and the number of registers of the PTX kernel, which the driver has compiled.
#[tvm_ffi::export]
fn compiled_from_ptx(cx: Cuda<'_>) -> Result<(i64, i64)> {
    let attributes = FROM_PTX.attributes(&cx)?;
    Ok((i64::from(attributes.binary_version), i64::from(attributes.registers)))
}
