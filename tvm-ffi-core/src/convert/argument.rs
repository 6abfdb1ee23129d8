//! [`FromArgument`]: what a parameter of an export can be.

use super::{FfiType, FromAnyView, Mismatch};
use crate::any::{Any, AnyView};

/// A parameter type of an exported function: everything with [`FromAnyView`], mutable views of tensors, and `&mut` of objects.
///
/// Mutable views do without `FromAnyView` on purpose. Decoding one value twice would give two of them for the same memory, so
/// only an export makes one, which afterwards looks at all arguments of the call for memory that is shared.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be an argument of an exported function or method",
    label = "not an FFI argument type",
    note = "arguments are decoded with `FromAnyView`, which is implemented for integers, floats, `bool`, `&str`, views of tensors such as `CpuView<'_, f32, 1>`, `Function`, `Option<T>`, `Vec<T>`, ...",
    note = "a type of your own needs `#[tvm_ffi::object]` (taken as `&T`, `&mut T`, or `Ref<T>`), `#[derive(tvm_ffi::StrEnum)]`, or `#[derive(tvm_ffi::Union)]`"
)]
pub trait FromArgument<'a>: FfiType + Sized {
    /// What a borrowed form has to own during the call; `()` for most types.
    type Holder: Default + 'static;

    /// Decodes the common forms of an argument. It is inlined, formats nothing, and refuses whatever costs a call.
    ///
    /// # Safety
    ///
    /// Argument exclusivity: if the type writes, its memory is not used before the arguments of the call
    /// have been found to share none of it. And the value is valid until the holder is dropped.
    unsafe fn hot(view: AnyView<'a>, holder: &'a mut Self::Holder) -> Option<Self>;

    /// Why an argument does not decode, `None` if it does. What is wrong with a tensor is explained by its contract instead, which looks
    /// at the whole call.
    fn explain(view: AnyView<'_>) -> Option<Mismatch>;

    /// As [`FromAnyView::freeze`].
    fn freeze(view: AnyView<'_>) -> Option<Any> {
        let _ = view;
        None
    }
}

#[diagnostic::do_not_recommend]
impl<'a, T: FromAnyView<'a>> FromArgument<'a> for T {
    type Holder = T::Holder;

    #[inline(always)]
    unsafe fn hot(view: AnyView<'a>, holder: &'a mut Self::Holder) -> Option<Self> {
        // SAFETY: the caller's contract.
        unsafe { T::decode_argument(view, holder) }
    }

    fn explain(view: AnyView<'_>) -> Option<Mismatch> {
        T::explain(view)
    }

    fn freeze(view: AnyView<'_>) -> Option<Any> {
        T::freeze(view)
    }
}
