//! What is checked of a `DLTensor` before anything trusts it.

use core::fmt;

use super::layout;
use crate::abi::DLTensor;
use crate::convert::Mismatch;
use crate::dtype::DType;

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

/// What is wrong with a `DLTensor`, if anything is.
///
/// # Safety
///
/// DLTensor validity.
#[inline(never)]
pub(crate) unsafe fn defect(tensor: &DLTensor) -> Option<Defect> {
    let Ok(ndim) = usize::try_from(tensor.ndim) else { return Some(Defect::NegativeRank(tensor.ndim)) };
    if ndim > 0 && tensor.shape.is_null() {
        return Some(Defect::NullShape(tensor.ndim));
    }
    // SAFETY: DLTensor validity; the pointer is not NULL where there is an extent.
    let shape = unsafe { layout::slice(tensor.shape, ndim) };
    match size(shape, DType::from_dl(tensor.dtype)) {
        Err(defect) => Some(defect),
        Ok(_) if !tensor.data.is_null() || shape.contains(&0) => None,
        Ok(_) => Some(Defect::NullData { numel: layout::numel(shape) }),
    }
}

/// The bytes that a tensor takes.
#[inline]
pub(super) fn size(shape: &[i64], dtype: DType) -> Result<usize, Defect> {
    let (mut numel, mut is_empty) = (Some(1usize), false);
    for (index, &extent) in shape.iter().enumerate() {
        if extent < 0 {
            return Err(Defect::NegativeExtent { index, extent });
        }
        is_empty |= extent == 0;
        numel = numel.and_then(|numel| numel.checked_mul(usize::try_from(extent).ok()?));
    }
    if is_empty {
        return Ok(0);
    }
    let numel = numel.filter(|numel| isize::try_from(*numel).is_ok());
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

    fn defect_of(tensor: &DLTensor) -> Option<Defect> {
        // SAFETY: the tensor has its shape.
        unsafe { defect(tensor) }
    }

    #[test]
    fn defects_are_told_apart() {
        let mut memory = 0u64;
        let data: *mut core::ffi::c_void = (&raw mut memory).cast();
        let null = core::ptr::null_mut();
        let of = |shape: &mut [i64], data| defect_of(&tensor(shape, data, DType::F32));
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
        assert_eq!(defect_of(&negative), Some(Defect::NegativeRank(-1)));
        let mut shapeless = tensor(&mut [], data, DType::F32);
        shapeless.shape = core::ptr::null_mut();
        assert_eq!(defect_of(&shapeless), None);
        shapeless.ndim = 2;
        assert_eq!(defect_of(&shapeless), Some(Defect::NullShape(2)));
    }
}
