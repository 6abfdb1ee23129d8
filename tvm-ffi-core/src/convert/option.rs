//! `Option`: `None`, or the value.

use super::{FfiType, FromAnyView, Holders, Holding, IntoAny, Mismatch, TensorType, TypeFacts, TypeTag};
use crate::any::{Any, AnyView};
use crate::tensor_metadata::TensorMetadata;

impl<T: FfiType> FfiType for Option<T> {
    const TAG: &'static TypeTag = &TypeTag::Optional(T::TAG);
    const FACTS: TypeFacts<Self> = TypeFacts {
        tensor: TensorType::optional(T::FACTS.tensor),
        reach: T::FACTS.reach,
        writes: T::FACTS.writes,
        listed: T::FACTS.lists_all_tensors(),
        lent: T::FACTS.lent,
        moved: T::FACTS.moved,
        ..TypeFacts::of(T::FACTS.kind)
    };

    #[inline(always)]
    fn tensor_within(&self) -> Option<TensorMetadata<'_>> {
        self.as_ref()?.tensor_within()
    }

    #[inline(always)]
    fn all_tensors(&self, test: &mut impl FnMut(TensorMetadata<'_>, Holding) -> bool) -> bool {
        self.as_ref().is_none_or(|value| value.all_tensors(test))
    }

    fn name_parameter(&mut self, name: &'static str) {
        if let Some(value) = self {
            value.name_parameter(name);
        }
    }

    fn distance(view: AnyView<'_>) -> Option<u32> {
        if view.is_none() { Some(0) } else { T::distance(view) }
    }
}

impl<'a, T: FromAnyView<'a>> FromAnyView<'a> for Option<T> {
    type Holder = T::Holder;

    #[inline(always)]
    fn decode(view: AnyView<'a>, holder: &'a mut T::Holder) -> Option<Self> {
        if view.is_none() { Some(None) } else { T::decode(view, holder).map(Some) }
    }

    #[inline(always)]
    unsafe fn decode_argument(view: AnyView<'a>, holder: &'a mut T::Holder) -> Option<Self> {
        // SAFETY: the caller's contract.
        if view.is_none() { Some(None) } else { unsafe { T::decode_argument(view, holder) }.map(Some) }
    }

    #[inline]
    fn decode_element(element: AnyView<'a>, holders: &'a Holders<T::Holder>) -> Option<Self> {
        if element.is_none() { Some(None) } else { T::decode_element(element, holders).map(Some) }
    }

    fn freeze(view: AnyView<'_>) -> Option<Any> {
        T::freeze(view)
    }

    fn explain(view: AnyView<'_>) -> Option<Mismatch> {
        explain_optional::<T>(view, T::explain)
    }
}

/// Explains an `Option<T>` as `explain` does a `T`. A mismatch of the type names `Option<T>`; one of a value or of an element is unchanged.
#[cold]
pub(crate) fn explain_optional<T: FfiType>(
    view: AnyView<'_>,
    explain: fn(AnyView<'_>) -> Option<Mismatch>,
) -> Option<Mismatch> {
    if view.is_none() {
        return None;
    }
    let mismatch = explain(view)?;
    let is_of_type = mismatch == Mismatch::expected::<T>(view);
    Some(if is_of_type { Mismatch::expected::<Option<T>>(view) } else { mismatch })
}

impl<T: IntoAny> IntoAny for Option<T> {
    #[inline]
    fn into_any(self) -> Any {
        match self {
            Some(value) => value.into_any(),
            None => Any::none(),
        }
    }
}
