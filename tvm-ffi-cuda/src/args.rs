//! The arguments of a launch: tuples, passed by pointers to their fields.

use core::ffi::c_void;

use crate::param::{KernelParam, Parameter};

/// The arguments of a launch: a tuple of [`KernelParam`]s, of up to 32.
///
/// They are passed as they lie in the tuple, by pointers. One buffer with all of them is what the driver would take too, but where each lies in that depends on
/// the architecture that the kernel was compiled for.
///
/// # Safety
///
/// `pointers` gives as many pointers as there are parameters in `PARAMETERS`, in their order, each to an initialised value of that size which lives as long as
/// the tuple is borrowed.
pub unsafe trait KernelArgs {
    /// The parameters.
    const PARAMETERS: &'static [Parameter];

    /// An array with a pointer for each argument.
    #[doc(hidden)]
    type Pointers: AsMut<[*mut c_void]>;

    /// Pointers to all arguments.
    // An array by value, and no closure that is given one: through a closure, errors would not have the line of the launch.
    #[doc(hidden)]
    fn pointers(&self) -> Self::Pointers;
}

// SAFETY: there are none.
unsafe impl KernelArgs for () {
    const PARAMETERS: &'static [Parameter] = &[];

    type Pointers = [*mut c_void; 0];

    #[inline(always)]
    fn pointers(&self) -> Self::Pointers {
        []
    }
}

macro_rules! count {
    ($($name:ident)*) => { [$(stringify!($name)),*].len() };
}

macro_rules! tuples {
    ($($name:ident $field:tt),*) => {
        // SAFETY: one pointer to each field of the tuple that is borrowed.
        unsafe impl<$($name: KernelParam),*> KernelArgs for ($($name,)*) {
            const PARAMETERS: &'static [Parameter] = &[$($name::PARAMETER),*];

            type Pointers = [*mut c_void; count!($($name)*)];

            #[inline(always)]
            fn pointers(&self) -> Self::Pointers {
                [$((&raw const self.$field).cast_mut().cast::<c_void>()),*]
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pointer::PtrMut;

    #[test]
    fn each_argument_has_a_pointer_to_it() {
        let args = (1_u8, 2_i64, PtrMut::<f32>::from_address(3), 4.0_f32);
        let pointers = args.pointers();
        let expected = [
            (&raw const args.0).addr(),
            (&raw const args.1).addr(),
            (&raw const args.2).addr(),
            (&raw const args.3).addr(),
        ];
        assert_eq!(pointers.map(|pointer| pointer.addr()), expected);
        assert_eq!(
            parameters(&args).iter().map(|parameter| parameter.size).collect::<Vec<_>>(),
            [1, 8, 8, 4]
        );
        assert_eq!(().pointers().len(), 0);
    }

    fn parameters<A: KernelArgs>(_: &A) -> &'static [Parameter] {
        A::PARAMETERS
    }
}
