//! [`TensorMap`]: what the tensor memory accelerator (TMA) is told of a tensor.

mod plan;
#[cfg(test)]
mod tests;

use core::fmt;

#[cfg(test)]
pub(crate) use plan::DATA_TYPES;
use plan::{DataType, Geometry, Plan};
use tvm_ffi_core::view::{Access, Cuda, Layout, Rank, View};
use tvm_ffi_core::{Element, Result};

use crate::context;
use crate::driver::driver;
use crate::param::{KernelParam, Parameter};

/// A `CUtensorMap`: describes a tensor in device memory to the tensor memory accelerator, which GPUs have from compute capability 9.0 on.
///
/// A kernel takes it by value, as `const __grid_constant__ CUtensorMap`. It has the address of the tensor and does not keep that alive: that the memory is
/// there is part of what whoever launches the kernel promises.
///
/// It is aligned to 128 bytes, as since CUDA 13. Before, it was 64, which the hardware asks for: a value with the larger alignment will do for both. Only a struct in
/// C++ that has a member of this type depends on which headers it was compiled with.
#[repr(C, align(128))]
#[derive(Clone, Copy)]
pub struct TensorMap {
    opaque: [u64; 16],
}

const _: () = assert!(size_of::<TensorMap>() == 128 && align_of::<TensorMap>() == 128);

// SAFETY: the type of the same name in cuda.h, of numbers that only the driver and the hardware understand.
unsafe impl KernelParam for TensorMap {
    const PARAMETER: Parameter =
        Parameter { name: "TensorMap", size: 128, align: 128, c_type: Some("CUtensorMap") };
}

impl fmt::Debug for TensorMap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("TensorMap")
    }
}

/// How 16-byte pieces of a row change places in shared memory, so that columns can be read without bank conflicts: within how many bytes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[repr(i32)]
pub enum Swizzle {
    /// They stay where they are.
    #[default]
    None = 0,
    /// Within 32 bytes.
    B32 = 1,
    /// Within 64 bytes.
    B64 = 2,
    /// Within 128 bytes.
    B128 = 3,
    /// Pieces of 32 bytes within 128. Drivers have it from CUDA 12.8 on.
    B128Atom32B = 4,
    /// The same, with the halves of 16 bytes swapped in every other row. Drivers have it from CUDA 12.8 on.
    B128Atom32BFlip8B = 5,
    /// Pieces of 64 bytes within 128. Drivers have it from CUDA 12.8 on.
    B128Atom64B = 6,
}

/// Whether channels lie in slices, as in `NC/8HWC8`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[repr(i32)]
pub enum Interleave {
    /// They do not.
    #[default]
    None = 0,
    /// In slices of 16 bytes.
    B16 = 1,
    /// In slices of 32 bytes.
    B32 = 2,
}

/// How much the L2 cache fetches where something is read that it does not have.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[repr(i32)]
pub enum L2Promotion {
    /// What is asked for.
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
    /// The map of a tensor that is moved in boxes of `tile` elements along each dimension.
    ///
    /// Dimensions are in the order of the view, here and for `tile`. The accelerator counts them the other way round: a kernel gives the coordinate along
    /// the last dimension first. [`tiles`](Self::tiles) has what else can be chosen.
    ///
    /// # Errors
    ///
    /// A `ValueError` if the tensor or the box is not as the hardware needs it: the address and all strides but that of the last dimension are multiples of 16
    /// bytes, the elements along the last dimension lie side by side, no extent is 0, a box has 1 to 256 elements along each dimension, and along the last
    /// one a multiple of 16 bytes, no more than the swizzle has. A `RuntimeError` if there is no driver, or if it refuses.
    pub fn tiled<A: Access, T: Element, const N: usize, L: Layout>(
        view: &View<'_, Cuda, A, T, Rank<N>, L>,
        tile: [u32; N],
        swizzle: Swizzle,
    ) -> Result<Self> {
        Self::tiles(view, tile).swizzle(swizzle).encode()
    }

    /// The same, with everything that can be chosen: `TensorMap::tiles(&x, [128, 64]).swizzle(Swizzle::B128).l2_promotion(L2Promotion::B256).encode()?`.
    pub fn tiles<A: Access, T: Element, const N: usize, L: Layout>(
        view: &View<'_, Cuda, A, T, Rank<N>, L>,
        tile: [u32; N],
    ) -> Tiles<N> {
        const {
            assert!(N >= 1 && N <= 5, "a `TensorMap` has 1 to 5 dimensions");
        }
        let geometry = Geometry {
            address: view.address().addr() as u64,
            dims: view.dims().map(|dim| dim as u64),
            strides: view.strides(),
            element: size_of::<T>() as u64,
        };
        Tiles {
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

/// A [`TensorMap`] to be made, with `N` dimensions. See [`TensorMap::tiles`].
#[derive(Debug, Clone, Copy)]
#[must_use = "nothing is made without `encode`"]
pub struct Tiles<const N: usize> {
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

impl<const N: usize> Tiles<N> {
    /// How pieces of a row change places in shared memory. They do not, without it.
    pub fn swizzle(mut self, swizzle: Swizzle) -> Self {
        self.swizzle = swizzle;
        self
    }

    /// Whether channels lie in slices. They do not, without it.
    pub fn interleave(mut self, interleave: Interleave) -> Self {
        self.interleave = interleave;
        self
    }

    /// How much the L2 cache fetches.
    pub fn l2_promotion(mut self, l2_promotion: L2Promotion) -> Self {
        self.l2_promotion = l2_promotion;
        self
    }

    /// Elements outside the tensor are read as a NaN that counts as 0 in fused multiply-adds, rather than as 0. The elements have to be floats.
    pub fn fill_with_nan(mut self) -> Self {
        self.is_nan_filled = true;
        self
    }

    /// Every how many elements one is taken along each dimension, 1 to 8. The box counts those that are left out too.
    pub fn element_strides(mut self, steps: [u32; N]) -> Self {
        self.steps = steps;
        self
    }

    /// The dimensions of the view in the order in which a kernel gives their coordinates: the one first whose elements lie side by side. Without it, that is the
    /// last one, and the others follow from the last to the first: `[2, 1, 0]`.
    pub fn order(mut self, order: [usize; N]) -> Self {
        self.order = order;
        self
    }

    /// `f32` elements are rounded to TF32 where they are read.
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
        // SAFETY: the map is writable and aligned, and the arrays have `N` numbers each, of which strides one more than are read.
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
                "no tensor map could be made, with extents {dims:?}, strides of {:?} bytes, boxes of {tile:?}, steps of {steps:?}, {:?} swizzle, {:?} \
                 interleave (innermost first)",
                &strides[..N - 1],
                self.swizzle,
                self.interleave,
            ),
        )?;
        Ok(map)
    }
}
