//! The numbers that XLA has for dtypes.

use tvm_ffi_core::DType;

/// `XLA_FFI_DataType_PRED`
pub(crate) const PRED: i32 = 1;

/// The dtypes by their numbers.
static DTYPES: [Option<DType>; 34] = {
    let mut dtypes = [None; 34];
    dtypes[PRED as usize] = Some(DType::BOOL);
    dtypes[2] = Some(DType::I8);
    dtypes[3] = Some(DType::I16);
    dtypes[4] = Some(DType::I32);
    dtypes[5] = Some(DType::I64);
    dtypes[6] = Some(DType::U8);
    dtypes[7] = Some(DType::U16);
    dtypes[8] = Some(DType::U32);
    dtypes[9] = Some(DType::U64);
    dtypes[10] = Some(DType::F16);
    dtypes[11] = Some(DType::F32);
    dtypes[12] = Some(DType::F64);
    dtypes[15] = Some(DType::COMPLEX64);
    dtypes[16] = Some(DType::BF16);
    dtypes[18] = Some(DType::COMPLEX128);
    dtypes[19] = Some(DType::F8_E5M2);
    dtypes[20] = Some(DType::F8_E4M3FN);
    dtypes[23] = Some(DType::F8_E4M3B11FNUZ);
    dtypes[24] = Some(DType::F8_E5M2FNUZ);
    dtypes[25] = Some(DType::F8_E4M3FNUZ);
    dtypes[28] = Some(DType::F8_E4M3);
    dtypes[29] = Some(DType::F8_E3M4);
    dtypes[32] = Some(DType::F4_E2M1FN);
    dtypes[33] = Some(DType::F8_E8M0FNU);
    dtypes
};

/// The dtype with a number of XLA; None for those without one here: integers of less than eight bits, and tokens.
#[inline]
pub(crate) fn dtype(number: i32) -> Option<DType> {
    *DTYPES.get(usize::try_from(number).ok()?)?
}
