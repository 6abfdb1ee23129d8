//! Tuples of up to twelve: from arrays and lists of exactly that length; to arrays.

use super::sequence::check_length;
use crate::any::{Any, AnyView};
use crate::container::build::array;
use crate::container::exact::tuple_distance;
use crate::container::frozen::frozen_elements;
use crate::container::items::{SequenceHolder, Shapes, Snapshot, array_items, items};
use crate::convert::container_type;
use crate::convert::{
    Canonical, FfiType, FromAnyView, Holders, Holding, IntoAny, Mismatch, Parameter, canonical_rvalue,
    decode_unless_rvalue, leads_to_tensors, level_if, may_nest,
};
use crate::tensor_metadata::TensorMetadata;
use crate::tuples::for_tuples;

/// The elements of a value that is a sequence with the length of a tuple.
fn tuple_items<'a, T: FfiType>(
    view: AnyView<'a>,
    snapshot: &'a mut Snapshot,
    count: usize,
    shapes: Shapes,
) -> Result<&'a [Any], Mismatch> {
    let items = items(view, snapshot, shapes).ok_or_else(|| Mismatch::expected::<T>(view))?;
    check_length(Some(count), items.len()).map(|()| items)
}

macro_rules! tuples {
    ($($count:literal ($($part:ident $index:tt)*),)*) => {$(
        container_type! {
            {$($part: FfiType),*} ($($part,)*) where {}, "Tuple", "Tuple", [$($part),*], {.lent(true)},
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
                let items: &[Any; $count] = items(view, snapshot, const { Shapes::accepted_if(true $(&& $part::IN_SHAPE)*) })?.try_into().ok()?;
                let _level = level_if(const { false $(|| may_nest::<$part>())* })?;
                Some(($($part::decode_element(items[$index].as_view(), &elements.$index)?,)*))
            }

            fn decode_element(element: AnyView<'a>, holders: &'a Holders<Self::Holder>) -> Option<Self> {
                let (items, elements) = SequenceHolder::within(element, holders, const { Shapes::accepted_if(true $(&& $part::IN_SHAPE)*) });
                let items: &[Any; $count] = items?.try_into().ok()?;
                let _level = level_if(const { false $(|| may_nest::<$part>())* })?;
                Some(($($part::decode_element(items[$index].as_view(), &elements.$index)?,)*))
            }

            #[inline]
            fn decode_hot(view: AnyView<'a>, holder: &'a mut Self::Holder) -> Option<Self> {
                if const { leads_to_tensors(Self::FACTS.reach) } {
                    let items: &[Any; $count] = array_items(view)?.try_into().ok()?;
                    return Some(($($part::decode_hot(items[$index].as_view(), holder.elements.$index.make())?,)*));
                }
                decode_unless_rvalue(view, holder)
            }

            #[cold]
            fn explain_argument(view: AnyView<'a>, holder: &'a mut Self::Holder) -> Result<(), Mismatch> {
                let SequenceHolder { snapshot, elements } = holder;
                let items = tuple_items::<Self>(view, snapshot, $count, const { Shapes::accepted_if(true $(&& $part::IN_SHAPE)*) })?;
                let _level = level_if(const { false $(|| may_nest::<$part>())* }).ok_or_else(Mismatch::too_deep)?;
                $($part::explain_argument(items[$index].as_view(), elements.$index.make())
                    .map_err(|mismatch| mismatch.at(concat!("[", $index, "]")))?;)*
                Ok(())
            }

            fn canonical(view: AnyView<'_>) -> Option<Canonical> {
                if const { leads_to_tensors(Self::FACTS.reach) } {
                    return frozen_elements(view, |index, item| match index {
                        $($index => $part::canonical(item),)*
                        _ => None,
                    });
                }
                canonical_rvalue(view)
            }

            #[cold]
            fn try_decode(view: AnyView<'a>, holder: &'a mut Self::Holder) -> Result<Self, Mismatch> {
                let SequenceHolder { snapshot, elements } = holder;
                let items = tuple_items::<Self>(view, snapshot, $count, const { Shapes::accepted_if(true $(&& $part::IN_SHAPE)*) })?;
                let _level = level_if(const { false $(|| may_nest::<$part>())* }).ok_or_else(Mismatch::too_deep)?;
                Ok(($(
                    $part::try_decode(items[$index].as_view(), elements.$index.make())
                        .map_err(|mismatch| mismatch.at(concat!("[", $index, "]")))?,
                )*))
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
