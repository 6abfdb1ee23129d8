//! Conversions between Rust values and values of the ABI.
//!
//! - [`FromAnyView`] decodes an argument, borrowing from it where the Rust type borrows;
//! - [`IntoAny`] encodes a result;
//! - [`FfiType`] says what a type is to other languages, in its [`TypeTag`];
//! - [`Mismatch`] is why a value did not convert.
//!
//! Decoding formats nothing: it returns `None`, and the code that reports the failure asks [`FromAnyView::explain`].

mod argument;
mod bytes;
mod container;
mod elements;
mod error;
mod exact;
mod facts;
mod float;
mod holders;
mod int;
mod mismatch;
mod object;
mod option;
mod plain;
mod str_enum;
mod tensor_type;
mod text;
mod time;
mod type_tag;
mod union;
mod value;
mod value_or_text;

pub use argument::FromArgument;
pub(crate) use bytes::bytes_of;
pub(crate) use container::container_type;
pub use elements::Plain;
pub(crate) use elements::{accepted_item, accepts_items, decode_items, element_changed, explain_items};
pub use exact::exactly;
pub(crate) use exact::{decodes, decodes_as, explain_plain, farthest};
pub(crate) use facts::Moved;
pub use facts::{Lent, TypeFacts};
pub use holders::Holders;
pub use mismatch::Mismatch;
pub(crate) use mismatch::{InWords, cast_as, debug_value, mismatch_of, type_name_of};
pub(crate) use object::{
    RVALUE_TO_TAKE, decode_owned, lent_and_given, object_conversions, object_type, take_owned, through_rvalue,
};
pub(crate) use option::explain_optional;
pub(crate) use plain::tagged;
pub use str_enum::{StrEnum, decode_str_enum, explain_str_enum};
pub(crate) use tensor_type::leads_to_tensors;
pub use tensor_type::{AccessKind, Form, Holding, LayoutKind, Reach, TensorType};
pub(crate) use text::text_of;
pub use type_tag::TypeTag;
pub use union::{
    Alternative, NoResult, NoVariant, ResultOf, Turn, UnionHolder, Variant, VariantIn, VariantOf, Variants,
    union_kind, union_reach,
};
pub(crate) use union::{Aside as UnionsAside, Level as LevelOfUnions};

use crate::any::{Any, AnyView};
use crate::nesting::Nested;
use crate::tensor_metadata::TensorMetadata;
use crate::tensor_search::TensorSearch;

/// What a Rust type is called on the other side of the ABI.
pub trait FfiType {
    /// What an export believes of the type without looking at a value.
    #[doc(hidden)]
    const FACTS: TypeFacts<Self> = TypeFacts::unknown();

    /// What it is to other languages: its name in messages, its schema in metadata, and what they make of it.
    const TAG: &'static TypeTag;

    /// The tensor that a value is, or holds as an `Option`. Values whose reach is [`Tensor`](Reach::Tensor) lead to no other.
    #[doc(hidden)]
    #[inline(always)]
    fn tensor_within(&self) -> Option<TensorMetadata<'_>> {
        None
    }

    /// Tests each tensor that a value is, or has in it by its type, until a test fails: views wherever they are, and tensors that are
    /// owned, as [`Holding`] says. These are all tensors that the value leads to where the
    /// [facts](TypeFacts::lists_all_tensors) of the type say so.
    #[doc(hidden)]
    #[inline(always)]
    fn all_tensors(&self, test: &mut impl FnMut(TensorMetadata<'_>, Holding) -> bool) -> bool {
        self.tensor_within().is_none_or(|tensor| test(tensor, const { Holding::of(Self::FACTS.tensor) }))
    }

    /// How far the type of a value is from this one, where other types may take the value too: 0 for a value of the type itself, and for an
    /// object the number of classes that it extends before it comes to this one. `None` if the value would have to be converted, as an
    /// integer to an `f64`, and for all types without an implementation.
    #[doc(hidden)]
    fn distance(view: AnyView<'_>) -> Option<u32> {
        let _ = view;
        None
    }

    /// Searches the fields of an object of which the value is the exclusive borrow.
    #[doc(hidden)]
    fn search_exclusive(&self, search: &mut TensorSearch) {
        let _ = search;
    }

    /// Names the parameter that the value is the argument of, for the messages of a function that it is.
    #[doc(hidden)]
    fn name_parameter(&mut self, name: &'static str) {
        let _ = name;
    }
}

/// What part a type plays in a call.
#[doc(hidden)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Kind {
    /// A number, text, dtype, or device: what a compiler calls an attribute.
    Scalar,
    /// A tensor.
    Tensor,
    /// A sequence or a mapping.
    Container,
    /// A function.
    Function,
    /// Anything else.
    Object,
}

impl Kind {
    /// The name in metadata.
    pub fn name(self) -> &'static str {
        match self {
            Self::Scalar => "scalar",
            Self::Tensor => "tensor",
            Self::Container => "container",
            Self::Function => "function",
            Self::Object => "object",
        }
    }
}

/// A type that can be an argument of an exported function.
///
/// Implement it, with [`FfiType`], to take a type of your own. There are two verbs, and [`IntoAny`], which encodes results, is the third:
///
/// - [`decode`](Self::decode) makes the Rust value, or refuses. Each call runs it, so it formats nothing;
/// - [`explain`](Self::explain) says why a value is refused. Only calls that fail run it.
///
/// A type that consists of another calls both for that one. To be a field of a class too, it needs
/// [`SearchTensors`](crate::SearchTensors).
///
/// ```
/// use tvm_ffi_core::{AnyView, FfiType, FromAnyView, Mismatch, TypeTag};
///
/// struct Celsius(f64);
///
/// impl FfiType for Celsius {
///     const TAG: &'static TypeTag = f64::TAG;
/// }
///
/// impl<'a> FromAnyView<'a> for Celsius {
///     type Holder = ();
///     fn decode(view: AnyView<'a>, holder: &'a mut ()) -> Option<Self> {
///         f64::decode(view, holder).map(Celsius)
///     }
///     fn explain(view: AnyView<'_>) -> Option<Mismatch> {
///         f64::explain(view)
///     }
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be an argument of an exported function or method",
    label = "not an FFI argument type",
    note = "arguments are decoded with `FromAnyView`, which is implemented for integers, floats, `bool`, `&str`, views of tensors such as `CpuView<'_, f32, 1>`, `Function`, `Option<T>`, `Vec<T>`, ...",
    note = "a type of your own needs `#[tvm_ffi::object]` (taken as `&T`, `&mut T`, or `Ref<T>`), `#[derive(tvm_ffi::StrEnum)]`, or `#[derive(tvm_ffi::Union)]`"
)]
pub trait FromAnyView<'a>: FfiType + Sized {
    /// What a borrowed form has to own during the call; `()` for most types.
    type Holder: Default + 'static;

    /// Decodes a value, or gives `None`. It neither formats nor raises.
    ///
    /// No value is an rvalue reference, by which a caller moves an object: what decodes arguments looks at the object instead.
    fn decode(view: AnyView<'a>, holder: &'a mut Self::Holder) -> Option<Self>;

    /// Why a value does not decode, `None` if it does. Nothing is borrowed or waited for again to find out.
    ///
    /// Most types say [`Mismatch::expected`], and have a text of their own for a value that is only out of bounds.
    fn explain(view: AnyView<'_>) -> Option<Mismatch>;

    /// Decodes an argument of a call, which outlives whatever is in the holder.
    ///
    /// # Safety
    ///
    /// The value is valid until the holder is dropped.
    #[doc(hidden)]
    #[inline(always)]
    unsafe fn decode_argument(view: AnyView<'a>, holder: &'a mut Self::Holder) -> Option<Self> {
        decode_argument(view, holder)
    }

    /// A copy that does not change during a call, of a value that is, or has in it, a list or a dict that the type copies.
    ///
    /// A type that leads to tensors refuses to decode such an argument: the search for shared memory reads the arguments themselves, so they
    /// must contain what was decoded. Then the call begins again with the copy.
    #[doc(hidden)]
    #[inline]
    fn freeze(view: AnyView<'_>) -> Option<Any> {
        let _ = view;
        None
    }

    /// How the type is decoded if it is nothing but the payload of its values. Elements of containers need no view then.
    #[doc(hidden)]
    const PLAIN: Option<Plain<Self>> = None;

    /// Decodes an element of a container. The elements share `holders`, and each can be decoded any number of times.
    #[doc(hidden)]
    #[inline]
    fn decode_element(element: AnyView<'a>, holders: &'a Holders<Self::Holder>) -> Option<Self> {
        Self::decode(element, holders.make())
    }
}

/// Decodes an argument that need not be [frozen](FromAnyView::freeze). An object that the caller moves is taken with permission only,
/// because another argument may send the call back to its start.
#[inline(always)]
pub(crate) fn decode_argument<'a, T: FromAnyView<'a>>(
    view: AnyView<'a>,
    holder: &'a mut T::Holder,
) -> Option<T> {
    if const { leads_to_tensors(T::FACTS.reach) } && T::freeze(view).is_some() {
        return None;
    }
    match T::decode(view, holder) {
        None if const { matches!(T::FACTS.moved, Moved::Taken) } && view.type_index() == RVALUE_TO_TAKE => {
            take_owned(view)
        }
        decoded => decoded,
    }
}

/// Whether values of a type may contain others of the same type: false for numbers, text, and tensors.
pub(crate) const fn may_nest<T: FfiType>() -> bool {
    matches!(T::FACTS.kind, Kind::Object | Kind::Container)
}

/// For as long as the elements of a container are converted to `T`. `None` if the stack has no room for what may be in them.
#[inline(always)]
pub(crate) fn level<T: FfiType>() -> Option<Level> {
    level_if(const { may_nest::<T>() })
}

/// The same, if the elements may have others in them.
#[inline(always)]
pub(crate) fn level_if(may_nest: bool) -> Option<Level> {
    let nested = if may_nest { Some(Nested::enter()?) } else { None };
    Some(Level { _nested: nested })
}

/// See [`level`].
pub(crate) struct Level {
    _nested: Option<Nested>,
}

/// A parameter type of a closure that becomes a [`Function`](crate::Function), or an element type of a borrowed container
/// such as [`ArrayRef`](crate::ArrayRef).
///
/// It names the type for every lifetime that a call may have, which a borrowed type such as `&str` cannot do by itself. For
/// an owned type of your own, `Item` is `Self`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a parameter of a closure or an element of a borrowed container",
    label = "not an FFI parameter type",
    note = "for an owned type of your own that implements `FromAnyView`, add `impl Parameter for T {{ type Item<'a> = T; }}`"
)]
pub trait Parameter {
    /// The type, borrowed for one call.
    type Item<'a>: FromAnyView<'a>;
}

/// Implements [`Parameter`] for owned types.
macro_rules! owned_parameters {
    ($($type:ty),* $(,)?) => {$(
        impl $crate::convert::Parameter for $type {
            type Item<'a> = $type;
        }
    )*};
}
pub(crate) use owned_parameters;

owned_parameters! {
    i8, i16, i32, i64, isize, i128, u8, u16, u32, u64, usize, u128, f32, f64, half::f16, half::bf16, bool,
    (), *mut core::ffi::c_void, String, Box<str>, std::path::PathBuf, Any, crate::Bytes, crate::Str,
    crate::Error, crate::ObjectRef
}

impl Parameter for &str {
    type Item<'a> = &'a str;
}

impl Parameter for std::borrow::Cow<'_, str> {
    type Item<'a> = std::borrow::Cow<'a, str>;
}

impl Parameter for &[u8] {
    type Item<'a> = &'a [u8];
}

impl Parameter for AnyView<'_> {
    type Item<'a> = AnyView<'a>;
}

impl<T: Parameter> Parameter for Option<T> {
    type Item<'a> = Option<T::Item<'a>>;
}

/// A type that can be the result of an exported function.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the result of an exported function or method",
    label = "not an FFI return type",
    note = "results are encoded with `IntoAny`, which is implemented for `()`, integers, floats, `bool`, `&str`, `String`, `Tensor`, `Function`, `Option<T>`, `Vec<T>`, ...",
    note = "a type of your own needs `#[tvm_ffi::object]` (returned as `T`, which makes a new object, or as `Ref<T>`), `#[derive(tvm_ffi::StrEnum)]`, or `#[derive(tvm_ffi::Union)]`"
)]
pub trait IntoAny: FfiType {
    /// Encodes the value.
    fn into_any(self) -> Any;
}

#[cfg(test)]
mod tests;
