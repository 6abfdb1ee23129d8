//! [`TensorMap`]: descriptors of tensors for the tensor memory accelerator (TMA).

mod plan;
#[cfg(test)]
mod tests;

use core::fmt;

#[cfg(test)]
pub(crate) use plan::DATA_TYPES;
use plan::{DataType, Geometry, Plan};
use tvm_ffi_core::view::{self, Access, Layout, Rank, View};
use tvm_ffi_core::{Element, Result};

use crate::context;
use crate::driver::driver;
use crate::param::KernelParam;
use crate::signature::Parameter;

/// A `CUtensorMap`: describes a tensor in device memory to the tensor memory accelerator, which GPUs have since compute capability 9.0.
///
/// A kernel takes it by value, as `const __grid_constant__ CUtensorMap`. It holds the tensor's address but does not keep the tensor alive: the safety contract of
/// the launch covers that the memory is valid.
///
/// Its alignment is 128 bytes, as in CUDA 13. Earlier headers had 64, which is what the hardware needs, so a value with the larger alignment works with both. Only
/// the layout of a C++ struct with a member of this type depends on the headers that it is compiled with.
#[repr(C, align(128))]
#[derive(Clone, Copy)]
pub struct TensorMap {
    opaque: [u64; 16],
}

const _: () = assert!(size_of::<TensorMap>() == 128 && align_of::<TensorMap>() == 128);

// SAFETY: the type has the layout of `CUtensorMap` in cuda.h, which is opaque and has no host addresses.
unsafe impl KernelParam for TensorMap {
    const PARAMETER: Parameter =
        Parameter { name: "TensorMap", size: 128, align: 128, c_type: Some("CUtensorMap") };
}

impl fmt::Debug for TensorMap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("TensorMap")
    }
}

/// How 16-byte chunks of a row are permuted in shared memory, so that columns can be read without bank conflicts. The variants name the span of the permutation.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[repr(i32)]
pub enum Swizzle {
    /// No permutation.
    #[default]
    None = 0,
    /// Within 32 bytes.
    B32 = 1,
    /// Within 64 bytes.
    B64 = 2,
    /// Within 128 bytes.
    B128 = 3,
    /// Chunks of 32 bytes within 128 bytes. Needs a driver of CUDA 12.8 or later.
    B128Atom32B = 4,
    /// Like `B128Atom32B`, with the 16-byte halves swapped in every other row. Needs a driver of CUDA 12.8 or later.
    B128Atom32BFlip8B = 5,
    /// Chunks of 64 bytes within 128 bytes. Needs a driver of CUDA 12.8 or later.
    B128Atom64B = 6,
}

/// Whether channels are interleaved in slices, as in `NC/8HWC8`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[repr(i32)]
pub enum Interleave {
    /// Not interleaved.
    #[default]
    None = 0,
    /// In slices of 16 bytes.
    B16 = 1,
    /// In slices of 32 bytes.
    B32 = 2,
}

/// The granularity of fetches into the L2 cache.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[repr(i32)]
pub enum L2Promotion {
    /// Only the requested bytes.
    #[default]
    None = 0,
    /// 64 bytes.
    B64 = 1,
    /// 128 bytes.
    B128 = 2,
    /// 256 bytes.
    B256 = 3,
}

impl TensorMap {
    /// The map of a tensor that is transferred in boxes with `tile` elements along each dimension.
    ///
    /// `tile` has the order of the view's dimensions. The accelerator counts dimensions in the opposite order: a kernel gives the coordinate along the last dimension
    /// first. That coordinate has to be at a multiple of 16 bytes, also in tiles that begin outside of the tensor: otherwise the kernel ends with an illegal
    /// instruction (seen on an H200; CUDA's documentation does not say it). Use [`builder`](Self::builder) to set other options.
    ///
    /// # Errors
    ///
    /// A `ValueError` if the tensor or the box does not meet the hardware's rules: the address and all strides but the last are multiples of 16 bytes, the last stride
    /// is 1, no extent is 0, a box has 1 to 256 elements along each dimension, and along the last one its size is a multiple of 16 bytes, at most the span of the
    /// swizzle. A `RuntimeError` if there is no driver, or if the driver refuses the map.
    pub fn tiled<A: Access, T: Element, const N: usize, L: Layout>(
        view: &View<'_, view::Cuda, A, T, Rank<N>, L>,
        tile: [u32; N],
        swizzle: Swizzle,
    ) -> Result<Self> {
        Self::builder(view, tile).swizzle(swizzle).encode()
    }

    /// A builder for a map with more options: `TensorMap::builder(&x, [128, 64]).swizzle(Swizzle::B128).l2_promotion(L2Promotion::B256).encode()?`.
    pub fn builder<A: Access, T: Element, const N: usize, L: Layout>(
        view: &View<'_, view::Cuda, A, T, Rank<N>, L>,
        tile: [u32; N],
    ) -> TensorMapBuilder<N> {
        const {
            assert!(N >= 1 && N <= 5, "a `TensorMap` has 1 to 5 dimensions");
        }
        let geometry = Geometry {
            address: view.address().addr() as u64,
            dims: view.dims().map(|dim| dim as u64),
            strides: view.strides(),
            element: size_of::<T>() as u64,
        };
        TensorMapBuilder {
            device: view.device().device_id,
            geometry,
            data_type: const { DataType::of::<T>() },
            tile,
            order: core::array::from_fn(|axis| N - 1 - axis),
            steps: [1; N],
            swizzle: Swizzle::None,
            interleave: Interleave::None,
            l2_promotion: L2Promotion::None,
            is_nan_filled: false,
        }
    }
}

/// A builder of a [`TensorMap`] with `N` dimensions. See [`TensorMap::builder`].
#[derive(Debug, Clone, Copy)]
#[must_use = "nothing is made without `encode`"]
pub struct TensorMapBuilder<const N: usize> {
    device: i32,
    geometry: Geometry<N>,
    data_type: DataType,
    tile: [u32; N],
    order: [usize; N],
    steps: [u32; N],
    swizzle: Swizzle,
    interleave: Interleave,
    l2_promotion: L2Promotion,
    is_nan_filled: bool,
}

impl<const N: usize> TensorMapBuilder<N> {
    /// Sets the swizzle in shared memory. The default is none.
    pub fn swizzle(mut self, swizzle: Swizzle) -> Self {
        self.swizzle = swizzle;
        self
    }

    /// Sets the interleaving of channels. The default is none.
    pub fn interleave(mut self, interleave: Interleave) -> Self {
        self.interleave = interleave;
        self
    }

    /// Sets the granularity of fetches into the L2 cache.
    pub fn l2_promotion(mut self, l2_promotion: L2Promotion) -> Self {
        self.l2_promotion = l2_promotion;
        self
    }

    /// Fills elements outside of the tensor with a special NaN, which fused multiply-adds treat as 0, rather than with 0. The elements have to be floats.
    pub fn fill_with_nan(mut self) -> Self {
        self.is_nan_filled = true;
        self
    }

    /// Sets the traversal stride along each dimension, 1 to 8: of so many elements one is transferred. The size of the box includes the skipped elements.
    pub fn element_strides(mut self, steps: [u32; N]) -> Self {
        self.steps = steps;
        self
    }

    /// Sets the order in which a kernel gives the coordinates, as indices of the view's dimensions. The first has to be the contiguous dimension. The default is the
    /// reverse order: `[2, 1, 0]`.
    pub fn order(mut self, order: [usize; N]) -> Self {
        self.order = order;
        self
    }

    /// Rounds `f32` elements to TF32 when they are read.
    pub fn as_tf32(mut self) -> Self {
        self.data_type = self.data_type.as_tf32();
        self
    }

    /// Makes the map.
    ///
    /// # Errors
    ///
    /// As for [`TensorMap::tiled`].
    #[track_caller]
    pub fn encode(self) -> Result<TensorMap> {
        let plan = self.plan()?;
        let driver = driver()?;
        let _guard = context::enter(driver, self.device.cast_unsigned())?;
        let mut map = TensorMap { opaque: [0; 16] };
        // SAFETY: the map is writable and aligned, and each array has `N` elements. Of the strides the driver reads only `N - 1`.
        let status = unsafe {
            (driver.tensor_map_encode_tiled)(
                (&raw mut map).cast(),
                self.data_type.number(),
                N as u32,
                core::ptr::without_provenance_mut(self.geometry.address as usize),
                plan.dims.as_ptr(),
                plan.strides.as_ptr(),
                plan.tile.as_ptr(),
                plan.steps.as_ptr(),
                self.interleave as i32,
                self.swizzle as i32,
                self.l2_promotion as i32,
                self.is_nan_filled as i32,
            )
        };
        let Plan { dims, strides, tile, steps } = plan;
        status.check(
            driver,
            format_args!(
                "the tensor map could not be encoded, with extents {dims:?}, strides of {:?} bytes, boxes of {tile:?}, steps of {steps:?}, {:?} swizzle, {:?} \
                 interleave (innermost first)",
                &strides[..N - 1],
                self.swizzle,
                self.interleave,
            ),
        )?;
        Ok(map)
    }
}
