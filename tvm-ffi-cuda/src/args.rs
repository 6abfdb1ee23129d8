//! The arguments of a launch: tuples, passed by pointers to their fields.

use core::ffi::c_void;

use crate::param::{KernelParam, Parameter};

/// The arguments of a launch: a tuple of [`KernelParam`]s, of up to 32.
///
/// # Safety
///
/// `with` passes as many pointers as there are parameters in `PARAMETERS`, in their order, each to an initialised value of that size which lives until the
/// closure returns.
pub unsafe trait KernelArgs {
    /// The parameters.
    const PARAMETERS: &'static [Parameter];

    /// Runs `launch` with pointers to all arguments.
    fn with<R>(&self, launch: impl FnOnce(*mut *mut c_void) -> R) -> R;
}

// SAFETY: there are none.
unsafe impl KernelArgs for () {
    const PARAMETERS: &'static [Parameter] = &[];

    #[inline(always)]
    fn with<R>(&self, launch: impl FnOnce(*mut *mut c_void) -> R) -> R {
        launch(core::ptr::null_mut())
    }
}

macro_rules! tuples {
    ($($name:ident $field:tt),*) => {
        // SAFETY: one pointer to each field of the tuple that is borrowed.
        unsafe impl<$($name: KernelParam),*> KernelArgs for ($($name,)*) {
            const PARAMETERS: &'static [Parameter] = &[$($name::PARAMETER),*];

            #[inline(always)]
            fn with<R>(&self, launch: impl FnOnce(*mut *mut c_void) -> R) -> R {
                let mut pointers = [$((&raw const self.$field).cast_mut().cast::<c_void>()),*];
                launch(pointers.as_mut_ptr())
            }
        }
    };
}

macro_rules! each_length {
    ([$($before:tt)*]) => {};
    ([$($n:ident $f:tt)*] $name:ident $field:tt $($rest:tt)*) => {
        tuples!($($n $f,)* $name $field);
        each_length!([$($n $f)* $name $field] $($rest)*);
    };
}

each_length! {
    [] A0 0 A1 1 A2 2 A3 3 A4 4 A5 5 A6 6 A7 7 A8 8 A9 9 A10 10 A11 11 A12 12 A13 13 A14 14 A15 15
    A16 16 A17 17 A18 18 A19 19 A20 20 A21 21 A22 22 A23 23 A24 24 A25 25 A26 26 A27 27 A28 28 A29 29 A30 30 A31 31
}
