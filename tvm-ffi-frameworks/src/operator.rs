//! The exports of this library, each with the functions by which frameworks call it.
//!
//! A framework calls a kernel without a pointer to anything of this library. So each export has a thunk of its own for each framework, which passes
//! the static of the export to a function that all exports share.

use tvm_ffi_core::__private::{List, ListElement, Record};

#[cfg(feature = "jax")]
use crate::jax::Jax;
#[cfg(feature = "torch")]
use crate::torch::Torch;

/// An export: a static that its thunks refer to.
pub struct Operator {
    /// Frameworks read what it declares.
    #[cfg_attr(
        not(any(feature = "jax", feature = "torch")),
        expect(dead_code, reason = "a framework reads it")
    )]
    pub(crate) export: &'static Record,
    #[cfg(feature = "torch")]
    pub(crate) torch: Torch,
    #[cfg(feature = "jax")]
    pub(crate) jax: Jax,
}

impl Operator {
    /// The export with this record, without thunks.
    pub const fn new(export: &'static Record) -> Self {
        Self {
            export,
            #[cfg(feature = "torch")]
            torch: Torch::none(),
            #[cfg(feature = "jax")]
            jax: Jax::none(),
        }
    }
}

/// The exports of this library.
pub(crate) static OPERATORS: List<&'static Operator> = List::empty();

/// Enters an export in the list when the library is loaded.
pub fn enter_operator(operator: &'static ListElement<&'static Operator>) {
    OPERATORS.enter(operator);
}

/// The symbols of an export as the core crate defines them, and an entry in the list of operators, with its thunks.
///
/// # Safety
///
/// As for the macro of the core crate.
#[doc(hidden)]
#[macro_export]
macro_rules! __symbols {
    (unsafe $unsafe:tt $name:literal, $record:path, $($shim:tt)*) => {
        $crate::__private::core_symbols! { unsafe $unsafe $name, $record, $($shim)* }
        static OPERATOR: $crate::__private::Operator = $crate::__private::with_jax!(
            $unsafe,
            $crate::__private::with_torch!($unsafe, $crate::__private::Operator::new($record))
        );
        $crate::__private::enter! { $crate::__private::enter_operator, &'static $crate::__private::Operator, &OPERATOR }
    };
}
