//! The numbers that XLA has for dtypes.

use tvm_ffi_core::DType;

/// `XLA_FFI_DataType_PRED`
pub(crate) const PRED: i32 = 1;

/// The dtype with a number of XLA; None for those without one here: integers of less than eight bits, and tokens.
#[inline]
pub(crate) fn dtype(number: i32) -> Option<DType> {
    Some(match number {
        PRED => DType::BOOL,
        2 => DType::I8,
        3 => DType::I16,
        4 => DType::I32,
        5 => DType::I64,
        6 => DType::U8,
        7 => DType::U16,
        8 => DType::U32,
        9 => DType::U64,
        10 => DType::F16,
        11 => DType::F32,
        12 => DType::F64,
        15 => DType::COMPLEX64,
        16 => DType::BF16,
        18 => DType::COMPLEX128,
        19 => DType::F8_E5M2,
        20 => DType::F8_E4M3FN,
        23 => DType::F8_E4M3B11FNUZ,
        24 => DType::F8_E5M2FNUZ,
        25 => DType::F8_E4M3FNUZ,
        28 => DType::F8_E4M3,
        29 => DType::F8_E3M4,
        32 => DType::F4_E2M1FN,
        33 => DType::F8_E8M0FNU,
        _ => return None,
    })
}
