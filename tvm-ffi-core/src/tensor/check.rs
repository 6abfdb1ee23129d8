//! What is checked of a `DLTensor` before anything trusts it.

use core::fmt;

use super::layout;
use crate::abi::DLTensor;
use crate::convert::Mismatch;
use crate::dtype::DType;

/// An element has less than 2^24 bits, so fewer elements than two to this power cannot take more bytes than memory has.
const MAX_BITS: u32 = 39;

/// What is wrong with a `DLTensor`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Defect {
    NegativeRank(i32),
    NullShape(i32),
    NegativeExtent { index: usize, extent: i64 },
    TooLarge,
    NullData { numel: usize },
}

impl fmt::Display for Defect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NegativeRank(ndim) => write!(f, "ndim is {ndim}, expected 0 or more"),
            Self::NullShape(ndim) => write!(f, "shape is null, expected {}", count(*ndim as usize, "extent")),
            Self::NegativeExtent { index, extent } => {
                write!(f, "shape[{index}] is {extent}, expected 0 or more")
            }
            Self::TooLarge => f.write_str("shape has more elements than memory can hold"),
            Self::NullData { numel } => {
                write!(f, "data is null, expected memory for {}", count(*numel, "element"))
            }
        }
    }
}

/// `1 element`, `2 elements`.
pub(super) fn count(number: usize, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {noun}{plural}")
}

impl From<Defect> for Mismatch {
    fn from(defect: Defect) -> Self {
        Self::value_error(defect.to_string())
    }
}

impl Defect {
    /// The error, for a tensor that is not an argument.
    #[track_caller]
    pub(super) fn into_error(self) -> crate::Error {
        Mismatch::from(self).into_error()
    }
}

/// Whether nothing is wrong with a `DLTensor`.
///
/// It is inlined into exported functions and calls nothing: a call would need a stack frame in every call of the function.
///
/// # Safety
///
/// DLTensor validity.
#[inline(always)]
pub(super) unsafe fn is_valid(tensor: &DLTensor) -> bool {
    if tensor.ndim < 0 || (tensor.shape.is_null() && tensor.ndim != 0) {
        return false;
    }
    let mut numel = 1u64;
    let (mut overflows, mut is_empty) = (false, false);
    for index in 0..tensor.ndim as usize {
        // SAFETY: DLTensor validity: there are `ndim` extents.
        let extent = unsafe { tensor.shape.add(index) };
        // SAFETY: as above.
        let extent = unsafe { extent.read() };
        if extent < 0 {
            return false;
        }
        is_empty |= extent == 0;
        let (product, overflowed) = numel.overflowing_mul(extent.cast_unsigned());
        numel = product;
        overflows |= overflowed;
    }
    if is_empty {
        return true;
    }
    let fits = numel >> MAX_BITS == 0 || DType::from_dl(tensor.dtype).size_in_bytes(numel as usize).is_some();
    !overflows && fits && isize::try_from(numel).is_ok() && !tensor.data.is_null()
}

/// What is wrong with a `DLTensor`, if anything is.
///
/// # Safety
///
/// DLTensor validity.
#[cold]
pub(crate) unsafe fn defect(tensor: &DLTensor) -> Option<Defect> {
    let Ok(ndim) = usize::try_from(tensor.ndim) else { return Some(Defect::NegativeRank(tensor.ndim)) };
    if ndim > 0 && tensor.shape.is_null() {
        return Some(Defect::NullShape(tensor.ndim));
    }
    // SAFETY: DLTensor validity; the pointer is not NULL where there is an extent.
    let shape = unsafe { layout::slice(tensor.shape, ndim) };
    if let Err(defect) = size(shape, DType::from_dl(tensor.dtype)) {
        return Some(defect);
    }
    match layout::numel(shape) {
        numel @ 1.. if tensor.data.is_null() => Some(Defect::NullData { numel }),
        _ => None,
    }
}

/// The bytes that a tensor takes.
pub(super) fn size(shape: &[i64], dtype: DType) -> Result<usize, Defect> {
    if let Some((index, &extent)) = shape.iter().enumerate().find(|(_, extent)| **extent < 0) {
        return Err(Defect::NegativeExtent { index, extent });
    }
    if shape.contains(&0) {
        return Ok(0);
    }
    let product = |numel: usize, extent: &i64| numel.checked_mul(usize::try_from(*extent).ok()?);
    let numel = shape.iter().try_fold(1, product).filter(|numel| isize::try_from(*numel).is_ok());
    numel.and_then(|numel| dtype.size_in_bytes(numel)).ok_or(Defect::TooLarge)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::device::Device;

    fn tensor(shape: &mut [i64], data: *mut core::ffi::c_void, dtype: DType) -> DLTensor {
        DLTensor {
            data,
            device: Device::cpu().to_dl(),
            ndim: shape.len() as i32,
            dtype: dtype.to_dl(),
            shape: shape.as_mut_ptr(),
            strides: core::ptr::null_mut(),
            byte_offset: 0,
        }
    }

    fn both(tensor: &DLTensor) -> Option<Defect> {
        // SAFETY: the tensor has its shape.
        let defect = unsafe { defect(tensor) };
        // SAFETY: as above.
        assert_eq!(unsafe { is_valid(tensor) }, defect.is_none(), "{defect:?}");
        defect
    }

    #[test]
    fn every_shape_is_judged_alike_on_both_paths() {
        let all = [0, 2, 1 << 39, i64::MAX, -1, 1, 3, 1 << 20, 1 << 40, i64::MIN];
        // Miri takes a minute for all of them.
        let extents = if cfg!(miri) { &all[..5] } else { &all };
        let mut elements = 0u32;
        for &a in extents {
            for &b in extents {
                for &c in extents {
                    for dtype in [DType::U8, DType::F64, DType::F4_E2M1FN, DType::new(2, 255, u16::MAX)] {
                        for data in [core::ptr::null_mut(), (&raw mut elements).cast()] {
                            both(&tensor(&mut [a, b, c], data, dtype));
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn defects_are_told_apart() {
        let mut memory = 0u64;
        let data: *mut core::ffi::c_void = (&raw mut memory).cast();
        let null = core::ptr::null_mut();
        let of = |shape: &mut [i64], data| both(&tensor(shape, data, DType::F32));
        assert_eq!(of(&mut [], data), None);
        assert_eq!(of(&mut [], null), Some(Defect::NullData { numel: 1 }));
        assert_eq!(of(&mut [2, 0], null), None);
        assert_eq!(of(&mut [2, 3], null), Some(Defect::NullData { numel: 6 }));
        assert_eq!(of(&mut [2, -3], null), Some(Defect::NegativeExtent { index: 1, extent: -3 }));
        assert_eq!(of(&mut [0, -3], data), Some(Defect::NegativeExtent { index: 1, extent: -3 }));
        // More elements than there are, times none, is none.
        assert_eq!(of(&mut [i64::MAX, i64::MAX, 0], null), None);
        assert_eq!(of(&mut [i64::MAX, i64::MAX], data), Some(Defect::TooLarge));
        assert_eq!(of(&mut [1 << 61], data), Some(Defect::TooLarge));
        assert_eq!(of(&mut [(1 << 61) - 1], data), None);
        assert_eq!(of(&mut [1; 1000], data), None);

        let mut negative = tensor(&mut [], data, DType::F32);
        negative.ndim = -1;
        assert_eq!(both(&negative), Some(Defect::NegativeRank(-1)));
        let mut shapeless = tensor(&mut [], data, DType::F32);
        shapeless.shape = core::ptr::null_mut();
        assert_eq!(both(&shapeless), None);
        shapeless.ndim = 2;
        assert_eq!(both(&shapeless), Some(Defect::NullShape(2)));
    }
}
