//! [`DType`]: the element type of a tensor, with names as in the runtime.
//!
//! - the type, its constants, and its sizes;
//! - [`parse`] and [`print`]: names, by the tables of [`abi`](crate::abi); the runtime knows those of custom types;
//! - conversions from and to values.

pub(crate) mod parse;
mod print;

use core::fmt;
use core::str::FromStr;

use crate::abi::{DLDataType, DLDataTypeCode};
use crate::error::{Error, ErrorKind};

/// The type of a tensor's elements: a code, the bits of one lane, and the number of lanes.
///
/// The set is open: a dtype from other code may have any code, so codes are integers here.
///
/// ```
/// use tvm_ffi_core::DType;
/// assert_eq!(DType::F32.to_string(), "float32");
/// assert_eq!("bf16".parse::<DType>().unwrap(), DType::BF16);
/// assert_eq!("float32x4".parse::<DType>().unwrap().lanes(), 4);
/// ```
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct DType {
    code: u8,
    bits: u8,
    lanes: u16,
}

macro_rules! constants {
    ($($(#[$doc:meta])* $name:ident = $code:ident $bits:literal;)*) => {
        impl DType {
            $($(#[$doc])* pub const $name: Self = Self::new(DLDataTypeCode::$code as u8, $bits, 1);)*
        }
    };
}

constants! {
    /// `int8`.
    I8 = kDLInt 8;
    /// `int16`.
    I16 = kDLInt 16;
    /// `int32`.
    I32 = kDLInt 32;
    /// `int64`.
    I64 = kDLInt 64;
    /// `uint8`.
    U8 = kDLUInt 8;
    /// `uint16`.
    U16 = kDLUInt 16;
    /// `uint32`.
    U32 = kDLUInt 32;
    /// `uint64`.
    U64 = kDLUInt 64;
    /// `float16`.
    F16 = kDLFloat 16;
    /// `float32`.
    F32 = kDLFloat 32;
    /// `float64`.
    F64 = kDLFloat 64;
    /// `bfloat16`.
    BF16 = kDLBfloat 16;
    /// `bool`, one byte.
    BOOL = kDLBool 8;
    /// `complex32`: two `float16`.
    COMPLEX32 = kDLComplex 32;
    /// `complex64`: two `float32`.
    COMPLEX64 = kDLComplex 64;
    /// `complex128`: two `float64`.
    COMPLEX128 = kDLComplex 128;
    /// `bcomplex32`: two `bfloat16`.
    BCOMPLEX32 = kDLBcomplex 32;
    /// `float8_e3m4`.
    F8_E3M4 = kDLFloat8_e3m4 8;
    /// `float8_e4m3`.
    F8_E4M3 = kDLFloat8_e4m3 8;
    /// `float8_e4m3b11fnuz`.
    F8_E4M3B11FNUZ = kDLFloat8_e4m3b11fnuz 8;
    /// `float8_e4m3fn`.
    F8_E4M3FN = kDLFloat8_e4m3fn 8;
    /// `float8_e4m3fnuz`.
    F8_E4M3FNUZ = kDLFloat8_e4m3fnuz 8;
    /// `float8_e5m2`.
    F8_E5M2 = kDLFloat8_e5m2 8;
    /// `float8_e5m2fnuz`.
    F8_E5M2FNUZ = kDLFloat8_e5m2fnuz 8;
    /// `float8_e8m0fnu`: only an exponent, without a sign.
    F8_E8M0FNU = kDLFloat8_e8m0fnu 8;
    /// `float6_e2m3fn`.
    F6_E2M3FN = kDLFloat6_e2m3fn 6;
    /// `float6_e3m2fn`.
    F6_E3M2FN = kDLFloat6_e3m2fn 6;
    /// `float4_e2m1fn`, two to a byte.
    F4_E2M1FN = kDLFloat4_e2m1fn 4;
    /// An opaque pointer.
    HANDLE = kDLOpaqueHandle 64;
}

impl DType {
    /// `void`.
    pub const VOID: Self = Self::new(DLDataTypeCode::kDLOpaqueHandle as u8, 0, 0);

    /// Makes a dtype from a DLPack code, the bits of one lane, and the number of lanes.
    pub const fn new(code: u8, bits: u8, lanes: u16) -> Self {
        Self { code, bits, lanes }
    }

    /// This dtype with another number of lanes.
    #[must_use]
    pub const fn with_lanes(self, lanes: u16) -> Self {
        Self { lanes, ..self }
    }

    /// The DLPack code. It may be any number.
    #[inline]
    pub const fn code(self) -> u8 {
        self.code
    }

    /// The number of bits of one lane.
    #[inline]
    pub const fn bits(self) -> u8 {
        self.bits
    }

    /// The number of lanes: 1, except for vector types. A number above 32767 is a scalable vector, see
    /// [`is_scalable`](Self::is_scalable).
    #[inline]
    pub const fn lanes(self) -> u16 {
        self.lanes
    }

    /// Whether this is a scalable vector, whose number of lanes is a multiple of a machine-dependent number (`float32xvscalex4`).
    pub const fn is_scalable(self) -> bool {
        self.lanes.cast_signed() < -1
    }

    /// The bits of one element, with all of its lanes.
    #[inline]
    pub const fn element_bits(self) -> u32 {
        self.bits as u32 * self.lanes as u32
    }

    /// The size of `numel` elements in bytes; `None` if it exceeds the largest possible allocation.
    ///
    /// Elements of less than a byte are packed, and the last byte is padded: three `float4_e2m1fn` take two bytes.
    pub const fn size_in_bytes(self, numel: usize) -> Option<usize> {
        let bits = numel as u128 * self.element_bits() as u128;
        let bytes = bits.div_ceil(8);
        if bytes <= isize::MAX as u128 { Some(bytes as usize) } else { None }
    }

    /// The alignment of the element type that has this dtype.
    pub(crate) fn alignment(self) -> usize {
        let codes = [DLDataTypeCode::kDLComplex, DLDataTypeCode::kDLBcomplex];
        let is_complex = codes.contains(&u32::from(self.code()));
        let bits = if is_complex { self.bits() / 2 } else { self.bits() };
        usize::from(bits / 8).clamp(1, align_of::<u64>())
    }

    /// The name, as `Display` writes it.
    pub(crate) fn name(self) -> String {
        let mut name = String::new();
        self.push_name(&mut name);
        name
    }

    /// Appends the name.
    pub(crate) fn push_name(self, out: &mut String) {
        print::push(self, out);
    }

    /// All three numbers as one word, so that a comparison is one instruction.
    #[inline]
    pub(crate) const fn to_bits(self) -> u32 {
        let [low, high] = self.lanes.to_ne_bytes();
        u32::from_ne_bytes([self.code, self.bits, low, high])
    }

    /// Converts the dtype to its C struct.
    pub(crate) const fn to_dl(self) -> DLDataType {
        DLDataType { code: self.code, bits: self.bits, lanes: self.lanes }
    }

    /// Converts the C struct to a dtype.
    #[inline]
    pub(crate) const fn from_dl(dtype: DLDataType) -> Self {
        Self::new(dtype.code, dtype.bits, dtype.lanes)
    }
}

impl From<DLDataType> for DType {
    fn from(dtype: DLDataType) -> Self {
        Self::from_dl(dtype)
    }
}

impl From<DType> for DLDataType {
    fn from(dtype: DType) -> Self {
        dtype.to_dl()
    }
}

impl FromStr for DType {
    type Err = Error;

    /// Parses a dtype in any form that the runtime reads: `float32`, `f32`, `bf16`, `fp8_e4m3fn`, `int8x4`; also `complex64`, which the
    /// runtime does not read.
    ///
    /// # Errors
    ///
    /// A `ValueError` that lists the accepted forms.
    #[track_caller]
    fn from_str(text: &str) -> Result<Self, Error> {
        match parse::parse(text) {
            Some(dtype) => Ok(dtype),
            None => Err(Error::new(ErrorKind::ValueError, parse::not_a_dtype(text))),
        }
    }
}

impl fmt::Display for DType {
    /// The runtime's name of the dtype, which is empty for [`VOID`](Self::VOID).
    ///
    /// Complex types are written like the others, and an unknown code as a number.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.name())
    }
}

impl fmt::Debug for DType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == Self::VOID { f.pad("void") } else { fmt::Display::fmt(self, f) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::abi::TypeIndex;
    use crate::any::Any;

    #[test]
    fn sizes_are_packed_and_checked() {
        assert_eq!(DType::F32.size_in_bytes(3), Some(12));
        assert_eq!(DType::F4_E2M1FN.size_in_bytes(0), Some(0));
        assert_eq!(DType::F4_E2M1FN.size_in_bytes(2), Some(1));
        assert_eq!(DType::F4_E2M1FN.size_in_bytes(3), Some(2));
        assert_eq!(DType::F6_E3M2FN.size_in_bytes(4), Some(3));
        assert_eq!(DType::F32.with_lanes(4).size_in_bytes(2), Some(32));
        assert_eq!(DType::VOID.size_in_bytes(usize::MAX), Some(0));
        let largest = isize::MAX as usize;
        assert_eq!(DType::U8.size_in_bytes(largest), Some(largest));
        assert_eq!(DType::U8.size_in_bytes(largest + 1), None);
        assert_eq!(DType::new(200, 255, u16::MAX).size_in_bytes(usize::MAX), None);
    }

    #[test]
    fn a_value_round_trips_and_its_unused_bytes_are_zero() {
        for dtype in [DType::F32, DType::VOID, DType::new(255, 254, 0xABCD), DType::BOOL.with_lanes(4)] {
            let value = Any::new(dtype);
            assert_eq!(value.type_index(), TypeIndex::DATA_TYPE);
            assert_eq!(value.as_raw().payload.bytes()[4..], [0; 4]);
            assert_eq!(value.cast::<DType>().unwrap(), dtype);
        }
    }

    #[test]
    fn the_layout_is_that_of_c() {
        assert_eq!(size_of::<DType>(), size_of::<DLDataType>());
        assert_eq!(align_of::<DType>(), align_of::<DLDataType>());
        assert_eq!(DType::from(DLDataType::from(DType::BF16)), DType::BF16);
    }
}
