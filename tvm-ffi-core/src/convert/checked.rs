//! Checked tensors: the private form in which the slow path of an export passes a tensor to the fast path.
//!
//! The fast path takes tensors in a plain form only. The slow path checks a tensor in any other form against the type of its
//! parameter, replaces it by a value of the form here, and calls the shim once more. The first word of that value states the type
//! that the tensor was checked against; the payload is the address of the `DLTensor`. So the fast path compares one word, and it
//! refuses a tensor that was checked against another type, such as that of another instance of a `dispatch`.
//!
//! AnyView validity of [`crate::abi`] keeps callers from passing such a value, as it keeps them from passing the type index of a tensor
//! with another address: a type index below -1 is not part of the ABI, and neither Python nor a safe function of Rust or
//! C++ makes one. A caller that breaks this rule can write raw memory anyway, so the index gives it no new power.

use core::ptr::NonNull;

use super::{AccessKind, LayoutKind, TensorType};
use crate::abi::{DLTensor, TVMFFIAny, TVMFFIAnyPayload};

/// The highest byte of the type index of a checked tensor. The sign bit is set, and the byte differs from those of the other private
/// indices, `RVALUE_TO_TAKE` and `ABSENT`.
const TAG: u32 = 0x81;

/// Whether a type index is that of a checked tensor.
#[inline(always)]
pub(crate) const fn is_checked(type_index: i32) -> bool {
    type_index.cast_unsigned() >> 24 == TAG
}

/// The first word of a checked tensor.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct CheckedAs {
    type_index: i32,
    /// The four bytes behind the type index.
    dtype: u32,
}

impl CheckedAs {
    /// The word of a type. No two types have the same. A list, and a type with more dimensions than there is room for, have none.
    pub(crate) const fn of(wanted: TensorType) -> Option<Self> {
        let ndim = match wanted.ndim {
            _ if wanted.form.is_list() => return None,
            None => 0,
            Some(ndim) if ndim < 255 => ndim as u32 + 1,
            Some(_) => return None,
        };
        let device = match wanted.device {
            None => 0,
            Some(device) => (device as u32 + 1) & 0xFF,
        };
        let layout = match wanted.layout {
            None => 0,
            Some(LayoutKind::Contiguous) => 1,
            Some(LayoutKind::Strided) => 2,
        };
        let access = match wanted.access {
            AccessKind::Shared => 0,
            AccessKind::Exclusive => 1,
            AccessKind::Cells => 2,
        };
        let dtype = match wanted.dtype {
            None => 0,
            Some(dtype) => dtype.to_bits(),
        };
        let details = layout << 6 | access << 4 | wanted.align.ilog2() & 0xF;
        let type_index = (TAG << 24 | ndim << 16 | device << 8 | details).cast_signed();
        Some(Self { type_index, dtype })
    }

    /// The value for a tensor at an address.
    pub(crate) fn value(self, tensor: NonNull<DLTensor>) -> TVMFFIAny {
        let Self { type_index, dtype } = self;
        let payload = TVMFFIAnyPayload::from_ptr(tensor.as_ptr().cast());
        TVMFFIAny { type_index, small_len: dtype, payload }
    }

    /// Whether a value is a tensor that was checked against a type which has this word.
    #[inline(always)]
    pub(crate) fn is(this: Option<Self>, value: &TVMFFIAny) -> bool {
        this.is_some_and(|Self { type_index, dtype }| {
            value.type_index == type_index && value.small_len == dtype
        })
    }
}
