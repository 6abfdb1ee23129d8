//! What is known of the variants of a union by their types.
//!
//! Expansions ask through [`VariantOf`], which knows nothing of a type that cannot be in a union: the compiler reports that once,
//! where the expansion asserts [`Variant`].

use core::marker::PhantomData;

use super::UnionHolder;
use crate::any::{Any, AnyView};
use crate::convert::{FromAnyView, Holding, IntoAny, Kind, Mismatch, Reach, TypeTag};
use crate::tensor_metadata::TensorMetadata;

/// What a variant of a union can hold.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the value of a variant of a `Union`",
    label = "not an FFI type that can be taken and given",
    note = "variants hold types with `FromAnyView` and `IntoAny`: integers, floats, `bool`, `String`, `Tensor`, `Function`, `Option<T>`, `Vec<T>`, ...",
    note = "to hold a Rust type as an object, annotate it with `#[tvm_ffi::object]` and hold `Ref<T>`"
)]
pub trait Variant: for<'a> FromAnyView<'a> + IntoAny {}

#[diagnostic::do_not_recommend]
impl<T: for<'a> FromAnyView<'a> + IntoAny> Variant for T {}

/// What a variant of a union that borrows can hold.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the value of a variant of a `Union`",
    label = "not an FFI type that can be taken",
    note = "variants hold types with `FromAnyView`: integers, floats, `bool`, `&str`, `TensorView<'_>`, `Function`, `Option<T>`, `Vec<T>`, ..., but not views that write, such as `CpuViewMut`, which can only be parameters",
    note = "to hold a Rust type as an object, annotate it with `#[tvm_ffi::object]` and hold `Ref<T>`"
)]
pub trait VariantIn<'a>: FromAnyView<'a> {}

#[diagnostic::do_not_recommend]
impl<'a, T: FromAnyView<'a>> VariantIn<'a> for T {}

/// What is known of a variant's type.
pub struct Alternative {
    pub(super) tag: &'static TypeTag,
    pub(super) distance: fn(AnyView<'_>) -> Option<u32>,
    /// Why a value does not decode, if it does not.
    pub(super) explain: fn(AnyView<'_>) -> Option<Mismatch>,
    pub(super) freeze: fn(AnyView<'_>) -> Option<Any>,
}

impl Alternative {
    const fn of<T: FromAnyView<'static>>() -> Self {
        Self { tag: T::TAG, distance: T::distance, explain: T::explain, freeze: T::freeze }
    }

    /// The type of the variant for `None`.
    pub const fn none() -> Self {
        Self::of::<()>()
    }
}

/// What is known of a type that a variant has in a union which is decoded for `'a`, with [`NoVariant`] in scope.
pub struct VariantOf<'a, T>(PhantomData<(&'a (), T)>);

impl<T: FromAnyView<'static>> VariantOf<'static, T> {
    /// The type in the table of the variants.
    pub const ALTERNATIVE: Alternative = Alternative::of::<T>();
}

impl<'a, T: FromAnyView<'a>> VariantOf<'a, T> {
    /// What part the type plays in a call.
    pub const KIND: Kind = T::FACTS.kind;
    /// How tensor memory can be reached through a value of the type.
    pub const REACH: Reach = T::FACTS.reach;

    /// See [`FfiType::tensor_within`](crate::FfiType::tensor_within).
    pub fn tensor_within(value: &T) -> Option<TensorMetadata<'_>> {
        value.tensor_within()
    }

    /// See [`FfiType::all_tensors`](crate::FfiType::all_tensors).
    pub fn all_tensors(value: &T, test: &mut impl FnMut(TensorMetadata<'_>, Holding) -> bool) -> bool {
        value.all_tensors(test)
    }

    /// Decodes the value of the variant.
    pub fn decode(view: AnyView<'a>, holder: &'a UnionHolder) -> Option<T> {
        T::decode(view, holder.make())
    }
}

/// The fallback for a type that cannot be in a union.
pub trait NoVariant<'a, T> {
    /// Any type.
    const ALTERNATIVE: Alternative = Alternative::none();
    /// Any kind.
    const KIND: Kind = Kind::Object;
    /// Nothing.
    const REACH: Reach = Reach::Nothing;

    /// None.
    fn tensor_within(_: &T) -> Option<TensorMetadata<'_>> {
        None
    }

    /// None.
    fn all_tensors(_: &T, _: &mut impl FnMut(TensorMetadata<'_>, Holding) -> bool) -> bool {
        true
    }

    /// None.
    fn decode(_: AnyView<'a>, _: &'a UnionHolder) -> Option<T> {
        None
    }
}

impl<'a, T> NoVariant<'a, T> for VariantOf<'a, T> {}

/// Encodes the value of a variant, with [`NoResult`] in scope.
pub struct ResultOf<T>(PhantomData<T>);

impl<T: IntoAny> ResultOf<T> {
    /// The value.
    pub fn into_any(value: T) -> Any {
        value.into_any()
    }
}

/// The fallback for a type without an encoding.
pub trait NoResult<T> {
    /// `None`.
    fn into_any(_: T) -> Any {
        Any::none()
    }
}

impl<T> NoResult<T> for ResultOf<T> {}
