//! Tuples of up to twelve: from arrays and lists of exactly that length; to arrays.

use super::sequence::explain_length;
use crate::any::{Any, AnyView};
use crate::container::build::array;
use crate::container::exact::tuple_distance;
use crate::container::frozen::frozen_elements;
use crate::container::items::{SequenceHolder, Shapes, Snapshot, items};
use crate::convert::container_type;
use crate::convert::{
    FfiType, FromAnyView, Holders, Holding, IntoAny, Lent, Mismatch, Parameter, TypeTag, level_if, may_nest,
};
use crate::tensor_metadata::TensorMetadata;
use crate::tuples::for_tuples;

/// Why a value is not a sequence of elements that decode, each by its own type.
fn explain<T: FfiType>(
    view: AnyView<'_>,
    shapes: Shapes,
    may_nest: bool,
    explain: &[fn(AnyView<'_>) -> Option<Mismatch>],
) -> Option<Mismatch> {
    let mut snapshot = Snapshot::default();
    let Some(items) = items(view, &mut snapshot, shapes) else { return Some(Mismatch::expected::<T>(view)) };
    if let Some(mismatch) = explain_length(Some(explain.len()), items.len()) {
        return Some(mismatch);
    }
    let Some(_level) = level_if(may_nest) else { return Some(Mismatch::too_deep()) };
    let mut parts = items.iter().zip(explain).enumerate();
    parts.find_map(|(index, (item, explain))| Some(explain(item.as_view())?.at(&format!("[{index}]"))))
}

macro_rules! tuples {
    ($($count:literal ($($part:ident $index:tt)*),)*) => {$(
        container_type! {
            {$($part: FfiType),*} ($($part,)*) where {}, TypeTag::Tuple(&[$($part::TAG),*]), [$($part),*], {lent: Lent::All$(.within($part::FACTS.lent))*,},
            view => tuple_distance(view, &[$($part::distance),*]),
            #[inline]
            fn all_tensors(&self, test: &mut impl FnMut(TensorMetadata<'_>, Holding) -> bool) -> bool {
                $(self.$index.all_tensors(test))&&*
            }
        }

        impl<'a, $($part: FromAnyView<'a>),*> FromAnyView<'a> for ($($part,)*) {
            type Holder = SequenceHolder<($(Holders<$part::Holder>,)*)>;

            fn decode(view: AnyView<'a>, holder: &'a mut Self::Holder) -> Option<Self> {
                let SequenceHolder { snapshot, elements } = holder;
                let items: &[Any; $count] = items(view, snapshot, const { Shapes::accepted_if(true $(&& $part::FACTS.integer)*) })?.try_into().ok()?;
                let _level = level_if(const { false $(|| may_nest::<$part>())* })?;
                Some(($($part::decode_element(items[$index].as_view(), &elements.$index)?,)*))
            }

            fn decode_element(element: AnyView<'a>, holders: &'a Holders<Self::Holder>) -> Option<Self> {
                let (items, elements) = SequenceHolder::within(element, holders, const { Shapes::accepted_if(true $(&& $part::FACTS.integer)*) });
                let items: &[Any; $count] = items?.try_into().ok()?;
                let _level = level_if(const { false $(|| may_nest::<$part>())* })?;
                Some(($($part::decode_element(items[$index].as_view(), &elements.$index)?,)*))
            }

            fn explain(view: AnyView<'_>) -> Option<Mismatch> {
                explain::<Self>(view, const { Shapes::accepted_if(true $(&& $part::FACTS.integer)*) }, const { false $(|| may_nest::<$part>())* }, &[$($part::explain),*])
            }

            fn freeze(view: AnyView<'_>) -> Option<Any> {
                let freeze = [$($part::freeze as fn(AnyView<'_>) -> Option<Any>),*];
                frozen_elements(view, Shapes::Refused, |index, item| freeze.get(index)?(item))
            }
        }

        impl<$($part: IntoAny),*> IntoAny for ($($part,)*) {
            fn into_any(self) -> Any {
                array([$(self.$index.into_any()),*].into_iter()).into_any()
            }
        }

        impl<$($part: Parameter),*> Parameter for ($($part,)*) {
            type Item<'a> = ($($part::Item<'a>,)*);
        }
    )*};
}

for_tuples!(tuples);
