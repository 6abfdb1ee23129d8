//! Shapes: sequences of integers.

use core::ptr::NonNull;

use tvm_ffi_abi::{TVMFFIShapeCell, TypeIndex};

use crate::builtin::{Parameter, builtins};
use crate::catch::fail;
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

fn new(ints: &[i64]) -> Object {
    Object::with_tail(TypeIndex::SHAPE, ints.len(), |data| {
        // SAFETY: the tail has room for the integers, and is new.
        unsafe { data.copy_from_nonoverlapping(NonNull::from(ints).cast(), ints.len()) };
        Body(TVMFFIShapeCell { data: data.as_ptr(), size: ints.len() })
    })
}

builtins! {
    pub(crate) const BUILTINS;
    packed "ffi.Shape" fn shape(args) {
        let ints: Option<Vec<i64>> = args.iter().map(i64::read).collect();
        let ints = ints.ok_or_else(|| fail!(ValueError, "Expect shape to take list of int arguments"))?;
        Ok(Value::from(new(&ints)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shape_has_its_integers() {
        for ints in [&[][..], &[2], &[3, -1, i64::MAX]] {
            let shape = new(ints);
            assert_eq!(shape.type_index(), TypeIndex::SHAPE);
            // SAFETY: the cell follows the header.
            let cell = unsafe { shape.body::<TVMFFIShapeCell>().read() };
            // SAFETY: the cell has readable integers.
            assert_eq!(unsafe { core::slice::from_raw_parts(cell.data, cell.size) }, ints);
        }
    }
}
