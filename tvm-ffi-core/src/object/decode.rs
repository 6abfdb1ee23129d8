//! Conversions of objects: `Ref<T>`, `&T`, `&mut T`, and `T` itself as a result.

use core::ptr::NonNull;

use super::Mutable;
use super::access::Access;
use super::borrow::{self, Holder, Mode, Refusal};
use super::inherit::is_of;
use super::layout::payload;
use super::reference::Ref;
use super::typed::ObjectType;
use crate::abi::{TVMFFIObject, TypeIndex};
use crate::any::{Any, AnyView};
use crate::convert::{FfiType, FromAnyView, IntoAny, Kind, Mismatch, Moved, Parameter, TypeFacts, TypeTag};
use crate::description::{Class, key};
use crate::object_ref::ObjectRef;
use crate::tensor_search::TensorSearch;
use crate::type_info::{depth, is_a};

/// A new object as a value, for `IntoAny` of an object type.
#[inline]
#[track_caller]
pub fn object_into_any<T: ObjectType>(value: T) -> Any {
    Ref::new(value).into_any()
}

/// The object in a value, if it is of a class.
#[inline]
fn object_of(view: AnyView<'_>, class: &'static Class) -> Option<NonNull<TVMFFIObject>> {
    // SAFETY: AnyView validity.
    view.object().filter(|object| unsafe { is_of(*object, class) })
}

/// How many classes the class of an object extends before it comes to this one.
fn distance(view: AnyView<'_>, class: &'static Class) -> Option<u32> {
    object_of(view, class)?;
    let depth_of_class = depth(class.type_index().ok()?);
    u32::try_from(depth(view.type_index()).saturating_sub(depth_of_class)).ok()
}

/// Why a value is not an object of a class.
#[cold]
#[inline(never)]
pub(crate) fn mismatch(class: &'static Class, view: AnyView<'_>) -> Mismatch {
    let expected = key(class);
    if view.object().is_none() || object_of(view, class).is_some() {
        return Mismatch::expected_named(expected, view);
    }
    let got = crate::type_info::type_key(view.type_index());
    match class.type_index() {
        // An object that the runtime or Python made has the right type index, but not our payload.
        Ok(index) if is_a(view.type_index(), index) => Mismatch::type_error(format!(
            "expected a {expected} made by its own constructor, got an object of type {got} that Python allocated"
        )),
        Ok(_) => Mismatch::expected_named(expected, view),
        Err(error) => Mismatch::type_error(format!(
            "expected a {expected} of this library, which could not register it ({}), got {got}",
            error.message()
        )),
    }
}

macro_rules! object_ffi_type {
    ($type:ty $(, { $($more:tt)* })?) => {
        impl<T: ObjectType> FfiType for $type {
            const TAG: &'static TypeTag = &TypeTag::Object(T::TYPE_KEY);
            $($($more)*)?

            fn distance(view: AnyView<'_>) -> Option<u32> {
                distance(view, T::class())
            }
        }
    };
}

object_ffi_type!(Ref<T>, {
    const FACTS: TypeFacts<Self> =
        TypeFacts { field_index: TypeIndex::OBJECT, moved: Moved::Taken, ..TypeFacts::of(Kind::Object) };
});
object_ffi_type!(&T, {
    const FACTS: TypeFacts<Self> = TypeFacts { quiet: true, ..TypeFacts::of(Kind::Object) };
});
object_ffi_type!(&mut T, {
    const FACTS: TypeFacts<Self> = TypeFacts { holds: true, quiet: true, ..TypeFacts::of(Kind::Object) };

    fn search_exclusive(&self, search: &mut TensorSearch) {
        self.search(search);
    }
});

impl<'a, T: ObjectType> FromAnyView<'a> for Ref<T> {
    type Holder = ();

    #[inline]
    fn decode(view: AnyView<'a>, _: &'a mut ()) -> Option<Self> {
        let object = object_of(view, T::class())?;
        // SAFETY: AnyView validity.
        let object = unsafe { ObjectRef::from_borrowed(object) };
        // SAFETY: the object was found to be one.
        Some(unsafe { Self::from_object(object) })
    }

    fn explain(view: AnyView<'_>) -> Option<Mismatch> {
        explain_class(view, T::class())
    }
}

impl<T: ObjectType> IntoAny for Ref<T> {
    #[inline]
    fn into_any(self) -> Any {
        Ref::into_object(self).into_any()
    }
}

impl<T: ObjectType> Parameter for Ref<T> {
    type Item<'a> = Self;
}

#[diagnostic::do_not_recommend]
impl<'a, T: ObjectType> FromAnyView<'a> for &'a T {
    type Holder = <T::Access as Access>::Holder;

    #[inline]
    fn decode(view: AnyView<'a>, holder: &'a mut Self::Holder) -> Option<Self> {
        let object = object_of(view, T::class())?;
        // SAFETY: AnyView validity; the object was found to be a `T` made here.
        if !unsafe { T::Access::share(object, holder) } {
            return None;
        }
        // SAFETY: the object is a `T`, or has one as its first field.
        let payload = unsafe { payload::<T>(object) };
        // SAFETY: the object is not changed, or not as long as the holder lives.
        Some(unsafe { payload.as_ref() })
    }

    fn explain(view: AnyView<'_>) -> Option<Mismatch> {
        explain_borrowed::<T>(view)
    }
}

impl<T: ObjectType> Parameter for &T {
    type Item<'a> = &'a T;
}

/// Decodes an argument `&mut T`, for its `FromArgument::hot`.
///
/// # Safety
///
/// The argument outlives the holder.
#[inline]
pub unsafe fn exclusive_argument<'a, T>(view: AnyView<'a>, holder: &'a mut Holder) -> Option<&'a mut T>
where
    T: ObjectType<Access = Mutable>,
{
    let object = object_of(view, T::class())?;
    // SAFETY: the caller's contract; the object was found to be a `T` made here.
    if !unsafe { borrow::hold(object, Mode::Exclusive, holder) } {
        return None;
    }
    // SAFETY: the object is a `T`, or has one as its first field.
    let mut payload = unsafe { payload::<T>(object) };
    // SAFETY: the holder has the only access to the payload.
    Some(unsafe { payload.as_mut() })
}

/// Why a value is not a `T`, or cannot be borrowed, for the explanation of `&T` and `&mut T`.
pub fn explain_borrowed<T: ObjectType>(view: AnyView<'_>) -> Option<Mismatch> {
    explain_class(view, T::class()).or_else(|| {
        // A refused borrow left the reason. This function does not try again.
        Refusal::take(view.object()?).map(Mismatch::from)
    })
}

/// Why a value is not an object of a class, if it is none.
fn explain_class(view: AnyView<'_>, class: &'static Class) -> Option<Mismatch> {
    object_of(view, class).is_none().then(|| mismatch(class, view))
}
