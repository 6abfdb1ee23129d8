//! Shapes: sequences of integers.

use core::ptr::NonNull;

use tvm_ffi_abi::{TVMFFIShapeCell, TypeIndex};

use crate::builtin::{Parameter, builtins};
use crate::catch::{Result, fail, no_memory};
use crate::object::{Object, Tail};
use crate::value::Value;

/// The body of a shape, which the integers follow.
#[repr(transparent)]
struct Body(TVMFFIShapeCell);

// SAFETY: nothing changes the number.
unsafe impl Tail for Body {
    type Element = i64;

    unsafe fn count(body: *const Self) -> usize {
        // SAFETY: the caller's contract.
        unsafe { (*body).0.size }
    }
}

/// A new shape.
///
/// # Errors
///
/// An `InternalError` if there is no memory.
pub(crate) fn new(ints: impl ExactSizeIterator<Item = i64>) -> Result<Object> {
    let size = ints.len();
    Object::with_tail(TypeIndex::SHAPE, size, |data: NonNull<i64>| {
        for (index, int) in ints.take(size).enumerate() {
            // SAFETY: the tail has room for this many integers.
            let place = unsafe { data.add(index) };
            // SAFETY: as above.
            unsafe { place.write(int) };
        }
        Body(TVMFFIShapeCell { data: data.as_ptr(), size })
    })
    .ok_or_else(no_memory)
}

builtins! {
    pub(crate) const BUILTINS;
    packed "ffi.Shape" fn shape(args) {
        if args.iter().any(|arg| i64::read(arg).is_none()) {
            return Err(fail!(ValueError, "Expect shape to take list of int arguments"));
        }
        new(args.iter().map(|arg| arg.payload.int())).map(Value::from)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shape_has_its_integers() {
        for ints in [&[][..], &[2], &[3, -1, i64::MAX]] {
            let shape = new(ints.iter().copied()).ok().expect("a shape");
            assert_eq!(shape.type_index(), TypeIndex::SHAPE);
            // SAFETY: the cell follows the header.
            let cell = unsafe { shape.body::<TVMFFIShapeCell>().read() };
            // SAFETY: the cell has readable integers.
            assert_eq!(unsafe { core::slice::from_raw_parts(cell.data, cell.size) }, ints);
        }
    }
}
