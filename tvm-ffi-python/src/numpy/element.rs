//! Types of elements: NumPy's numbers for them, and those of DLPack.

use core::ffi::{c_int, c_long};

use tvm_ffi_core::abi::{DLDataType, DLDataTypeCode};

/// A type of elements that NumPy and DLPack have.
#[derive(Clone, Copy)]
pub(super) struct Element {
    code: u8,
    /// The logarithm of the size in bytes: all sizes are powers of two.
    log_size: u8,
}

const fn element(code: u32, size: usize) -> Option<Element> {
    assert!(size.is_power_of_two());
    Some(Element { code: code as u8, log_size: size.trailing_zeros() as u8 })
}

const INT: u32 = DLDataTypeCode::kDLInt;
const UINT: u32 = DLDataTypeCode::kDLUInt;
const FLOAT: u32 = DLDataTypeCode::kDLFloat;
const COMPLEX: u32 = DLDataTypeCode::kDLComplex;

/// Whether a `long double` is a `double`, for the C compilers that NumPy is built with.
const LONG_IS_DOUBLE: bool = cfg!(any(windows, all(target_vendor = "apple", target_arch = "aarch64")));

/// By NumPy's number: the types of C in their order, and `float16`. Not objects, text, structures, and times.
const ELEMENTS: [Option<Element>; 24] = [
    element(DLDataTypeCode::kDLBool, 1),
    element(INT, 1),
    element(UINT, 1),
    element(INT, 2),
    element(UINT, 2),
    element(INT, 4),
    element(UINT, 4),
    element(INT, size_of::<c_long>()),
    element(UINT, size_of::<c_long>()),
    element(INT, 8),
    element(UINT, 8),
    element(FLOAT, 4),
    element(FLOAT, 8),
    if LONG_IS_DOUBLE { element(FLOAT, 8) } else { None },
    element(COMPLEX, 8),
    element(COMPLEX, 16),
    if LONG_IS_DOUBLE { element(COMPLEX, 16) } else { None },
    None,
    None,
    None,
    None,
    None,
    None,
    element(FLOAT, 2),
];

/// The type with a number of NumPy's.
#[inline(always)]
pub(super) fn of_number(number: c_int) -> Option<Element> {
    *ELEMENTS.get(usize::try_from(number).ok()?)?
}

/// NumPy's number for a type, and the type.
pub(super) fn of_dtype(dtype: DLDataType) -> Option<(c_int, Element)> {
    let numbered = (0..).zip(ELEMENTS);
    numbered.filter_map(|(number, element)| Some((number, element?))).find(|(_, element)| element.is(dtype))
}

impl Element {
    #[inline(always)]
    pub(super) fn dtype(self) -> DLDataType {
        DLDataType { code: self.code, bits: 8 << self.log_size, lanes: 1 }
    }

    fn is(self, dtype: DLDataType) -> bool {
        let DLDataType { code, bits, lanes } = self.dtype();
        (dtype.code, dtype.bits, dtype.lanes) == (code, bits, lanes)
    }

    /// A number of bytes in elements, if it is a whole one.
    #[inline(always)]
    pub(super) fn elements(self, bytes: isize) -> Option<i64> {
        let elements = bytes >> self.log_size;
        (elements << self.log_size == bytes).then_some(elements as i64)
    }

    /// A number of elements in bytes.
    pub(super) fn bytes(self, elements: i64) -> Option<isize> {
        isize::try_from(elements).ok()?.checked_mul(1 << self.log_size)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_dtypes_are_inverse() {
        for (number, element) in (0..).zip(ELEMENTS) {
            let Some(element) = element else { continue };
            let (found, same) = of_dtype(element.dtype()).expect("it is in the table");
            // Two types of C may have one size: then the first one represents both.
            assert!(found <= number && same.is(element.dtype()));
        }
        assert!(of_number(-1).is_none() && of_number(24).is_none());
        const LONG_DOUBLE: c_int = 13;
        assert_eq!(of_number(LONG_DOUBLE).is_some(), LONG_IS_DOUBLE);
        assert!(of_dtype(DLDataType { code: 4, bits: 16, lanes: 1 }).is_none());
        assert!(of_dtype(DLDataType { code: 2, bits: 32, lanes: 4 }).is_none());
    }

    #[test]
    fn strides_are_whole_numbers_of_elements() {
        let float = of_number(11).expect("it is in the table");
        assert_eq!(
            [8, -8, 0, 6, -2].map(|bytes| float.elements(bytes)),
            [Some(2), Some(-2), Some(0), None, None]
        );
        assert_eq!([float.bytes(-3), float.bytes(i64::MAX)], [Some(-12), None]);
    }
}
