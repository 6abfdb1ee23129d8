//! The arguments for `cuTensorMapEncodeTiled`, checked here because the driver's error does not say what is wrong.

use tvm_ffi_core::{DType, Element, Error, ErrorKind, Result};

use super::{Interleave, Swizzle, TensorMapBuilder};
use crate::param::is_same;

/// The address, shape, and strides of a tensor.
#[derive(Debug, Clone, Copy)]
pub(super) struct Geometry<const N: usize> {
    pub(super) address: u64,
    pub(super) dims: [u64; N],
    /// In elements.
    pub(super) strides: [i64; N],
    /// The size of an element in bytes.
    pub(super) element: u64,
}

/// The driver's arguments, in its order: the contiguous dimension comes first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Plan<const N: usize> {
    pub(super) dims: [u64; N],
    /// In bytes, from the second dimension on. The last element is unused.
    pub(super) strides: [u64; N],
    pub(super) tile: [u32; N],
    pub(super) steps: [u32; N],
}

/// A `CUtensorMapDataType`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct DataType(i32);

impl DataType {
    const UINT8: Self = Self(0);
    const UINT16: Self = Self(1);
    const UINT32: Self = Self(2);
    const INT32: Self = Self(3);
    const UINT64: Self = Self(4);
    const INT64: Self = Self(5);
    const FLOAT16: Self = Self(6);
    const FLOAT32: Self = Self(7);
    const FLOAT64: Self = Self(8);
    const BFLOAT16: Self = Self(9);
    const TFLOAT32: Self = Self(11);

    /// The data type for an element type. Types without a data type of their own are transferred as integers of the same size, since only NaN filling and TF32 depend
    /// on values.
    pub(super) const fn of<T: Element>() -> Self {
        const NAMED: [(DType, DataType); 6] = [
            (DType::F16, DataType::FLOAT16),
            (DType::BF16, DataType::BFLOAT16),
            (DType::F32, DataType::FLOAT32),
            (DType::F64, DataType::FLOAT64),
            (DType::I32, DataType::INT32),
            (DType::I64, DataType::INT64),
        ];
        let mut index = 0;
        while index < NAMED.len() {
            if is_same(T::DTYPE, NAMED[index].0) {
                return NAMED[index].1;
            }
            index += 1;
        }
        match size_of::<T>() {
            1 => Self::UINT8,
            2 => Self::UINT16,
            4 => Self::UINT32,
            8 => Self::UINT64,
            _ => panic!("elements of a `TensorMap` have at most 8 bytes"),
        }
    }

    pub(super) const fn number(self) -> i32 {
        self.0
    }

    /// TF32 for `f32`; other types are unchanged.
    pub(super) fn as_tf32(self) -> Self {
        if self == Self::FLOAT32 { Self::TFLOAT32 } else { self }
    }

    fn is_float(self) -> bool {
        [Self::FLOAT16, Self::FLOAT32, Self::FLOAT64, Self::BFLOAT16, Self::TFLOAT32].contains(&self)
    }
}

/// The numbers that are passed to the driver, for the comparison with cuda.h.
#[cfg(test)]
pub(crate) const DATA_TYPES: &[(&str, i32)] = &[
    ("CU_TENSOR_MAP_DATA_TYPE_UINT8", DataType::UINT8.0),
    ("CU_TENSOR_MAP_DATA_TYPE_UINT16", DataType::UINT16.0),
    ("CU_TENSOR_MAP_DATA_TYPE_UINT32", DataType::UINT32.0),
    ("CU_TENSOR_MAP_DATA_TYPE_INT32", DataType::INT32.0),
    ("CU_TENSOR_MAP_DATA_TYPE_UINT64", DataType::UINT64.0),
    ("CU_TENSOR_MAP_DATA_TYPE_INT64", DataType::INT64.0),
    ("CU_TENSOR_MAP_DATA_TYPE_FLOAT16", DataType::FLOAT16.0),
    ("CU_TENSOR_MAP_DATA_TYPE_FLOAT32", DataType::FLOAT32.0),
    ("CU_TENSOR_MAP_DATA_TYPE_FLOAT64", DataType::FLOAT64.0),
    ("CU_TENSOR_MAP_DATA_TYPE_BFLOAT16", DataType::BFLOAT16.0),
    ("CU_TENSOR_MAP_DATA_TYPE_TFLOAT32", DataType::TFLOAT32.0),
];

impl Swizzle {
    /// The maximum size of a box along its first dimension in bytes, if there is one.
    fn span(self) -> Option<u64> {
        match self {
            Self::None => None,
            Self::B32 => Some(32),
            Self::B64 => Some(64),
            Self::B128 | Self::B128Atom32B | Self::B128Atom32BFlip8B | Self::B128Atom64B => Some(128),
        }
    }
}

macro_rules! ensure {
    ($holds:expr, $($message:tt)*) => {
        if !$holds {
            return Err(refused(format!($($message)*)));
        }
    };
}

impl<const N: usize> TensorMapBuilder<N> {
    /// The arguments for the driver.
    ///
    /// # Errors
    ///
    /// A `ValueError` that names the violated rule.
    #[track_caller]
    pub(super) fn plan(&self) -> Result<Plan<N>> {
        self.check_order()?;
        self.check_modes()?;
        self.check_memory()?;
        self.check_tile()?;
        let strides = self.strides()?;
        let by = |axis: usize| self.order[axis];
        Ok(Plan {
            dims: core::array::from_fn(|axis| self.geometry.dims[by(axis)]),
            strides,
            tile: core::array::from_fn(|axis| self.tile[by(axis)]),
            steps: core::array::from_fn(|axis| self.steps[by(axis)]),
        })
    }

    #[track_caller]
    fn check_order(&self) -> Result<()> {
        let order = self.order;
        let is_order = (0..N).all(|axis| order.contains(&axis));
        ensure!(is_order, "the order of dimensions is {order:?}, expected each of 0 to {} once", N - 1);
        Ok(())
    }

    #[track_caller]
    fn check_modes(&self) -> Result<()> {
        let interleaved = self.interleave != Interleave::None;
        ensure!(
            !interleaved || N >= 3,
            "the tensor has {N} dimensions, expected 3 or more where channels are interleaved"
        );
        ensure!(
            self.interleave != Interleave::B32 || self.swizzle == Swizzle::B32,
            "swizzle is {:?}, expected B32 where slices of 32 bytes are interleaved",
            self.swizzle
        );
        ensure!(
            !self.is_nan_filled || self.data_type.is_float(),
            "elements outside the tensor cannot be filled with NaN: its elements are not floats"
        );
        Ok(())
    }

    #[track_caller]
    fn check_memory(&self) -> Result<()> {
        let Geometry { address, dims, strides, .. } = self.geometry;
        let align = self.alignment();
        ensure!(
            address.is_multiple_of(align),
            "the address is {address:#x}, expected a multiple of {align} for a tensor map"
        );
        for (axis, dim) in dims.into_iter().enumerate() {
            ensure!(
                (1..=1 << 32).contains(&dim),
                "shape[{axis}] is {dim}, expected 1 to 2^32 for a tensor map"
            );
        }
        let inner = self.order[0];
        ensure!(
            strides[inner] == 1 || dims[inner] == 1,
            "strides[{inner}] is {}, expected 1 for a tensor map: along this dimension elements have to be contiguous",
            strides[inner]
        );
        Ok(())
    }

    #[track_caller]
    fn check_tile(&self) -> Result<()> {
        for axis in 0..N {
            let (tile, step) = (self.tile[axis], self.steps[axis]);
            ensure!(
                (1..=256).contains(&tile),
                "the box has {tile} elements along dimension {axis}, expected 1 to 256"
            );
            ensure!(
                (1..=8).contains(&step),
                "the element stride is {step} along dimension {axis}, expected 1 to 8"
            );
        }
        let inner = self.order[0];
        let bytes = u64::from(self.tile[inner]) * self.geometry.element;
        if self.interleave == Interleave::None {
            ensure!(
                bytes.is_multiple_of(16),
                "the box has {bytes} bytes along dimension {inner}, expected a multiple of 16"
            );
            if let Some(span) = self.swizzle.span() {
                ensure!(
                    bytes <= span,
                    "the box has {bytes} bytes along dimension {inner}, expected at most the {span} of {:?} swizzle",
                    self.swizzle
                );
            }
        }
        Ok(())
    }

    /// The strides in bytes, from the second dimension on.
    #[track_caller]
    fn strides(&self) -> Result<[u64; N]> {
        let Geometry { dims, strides, element, .. } = self.geometry;
        let align = self.alignment();
        let mut bytes = [0; N];
        // The size of the dimensions so far, without gaps.
        let mut inner = dims[self.order[0]].saturating_mul(element).next_multiple_of(align);
        for index in 1..N {
            let axis = self.order[index];
            // The stride of extent 1 is irrelevant, but the driver checks it anyway.
            let stride = match dims[axis] {
                1 => Some(inner.min((1 << 40) - align)),
                _ => u64::try_from(strides[axis]).ok().and_then(|stride| stride.checked_mul(element)),
            };
            let fits = stride.filter(|stride| stride.is_multiple_of(align) && *stride < 1 << 40);
            let Some(stride) = fits else {
                return Err(refused(format!(
                    "strides[{axis}] is {} elements of {element} bytes, expected a multiple of {align} bytes below 2^40 for a tensor map",
                    strides[axis]
                )));
            };
            bytes[index - 1] = stride;
            inner = stride.saturating_mul(dims[axis]);
        }
        Ok(bytes)
    }

    /// The required alignment of the address and the strides, in bytes.
    fn alignment(&self) -> u64 {
        if self.interleave == Interleave::B32 { 32 } else { 16 }
    }
}

#[cold]
#[inline(never)]
#[track_caller]
fn refused(message: String) -> Error {
    Error::new(ErrorKind::ValueError, message)
}
