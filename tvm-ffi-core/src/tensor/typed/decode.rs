//! Views as arguments: of exports, of closures, and of calls.

use super::fast_path::{self, cold_path};
use super::{Access, Cells, DeviceMarker, Exclusive, Layout, RankMarker, ReadOnly, View};
use crate::any::{Any, AnyView};
use crate::container::frozen_elements;
use crate::container::items::{Shapes, Snapshot, array_items, items};
use crate::convert::{
    FfiType, Form, FromAnyView, FromArgument, Kind, Mismatch, Parameter, Reach, TensorType, TypeFacts,
    TypeTag, explain_optional,
};
use crate::tensor::view::{explain, tensor_of};
use crate::tensor::{Element, TensorView, written};
use crate::tensor_metadata::TensorMetadata;

impl<D: DeviceMarker, A: Access, T: Element, R: RankMarker, L: Layout> View<'_, D, A, T, R, L> {
    /// The requirements of the type on a tensor.
    pub(super) const TYPE: TensorType = TensorType {
        dtype: Some(T::DTYPE),
        ndim: R::NDIM,
        layout: Some(L::KIND),
        device: Some(D::DEVICE_TYPE),
        access: A::KIND,
        align: align_of::<T>(),
        form: Form::One,
    };
}

impl<D: DeviceMarker, A: Access, T: Element, R: RankMarker, L: Layout> FfiType for View<'_, D, A, T, R, L> {
    const TAG: &'static TypeTag = &TypeTag::View(Self::TYPE);
    const FACTS: TypeFacts<Self> = TypeFacts {
        tensor: Some(Self::TYPE),
        reach: Reach::Tensor,
        writes: A::WRITES,
        ..TypeFacts::of(Kind::Tensor)
    };

    #[inline]
    fn tensor_within(&self) -> Option<TensorMetadata<'_>> {
        Some(TensorMetadata::of(self.tensor))
    }

    fn distance(view: AnyView<'_>) -> Option<u32> {
        // SAFETY: AnyView validity: the value is a `DLTensor`.
        crate::convert::exactly(
            tensor_of(view).is_some_and(|tensor| unsafe { fast_path::matches::<D, A, T, R, L>(tensor) }),
        )
    }
}

impl<'a, D: DeviceMarker, A: Access, T: Element, R: RankMarker, L: Layout> View<'a, D, A, T, R, L> {
    /// # Safety
    ///
    /// View validity for `'a`, as far as it is about other accesses to the elements of a tensor in the value.
    #[inline]
    unsafe fn decode_any(view: AnyView<'a>) -> Option<Self> {
        let tensor = tensor_of(view)?;
        // SAFETY: AnyView validity: the value is a `DLTensor`.
        if !unsafe { fast_path::matches::<D, A, T, R, L>(tensor) } {
            cold_path();
            return None;
        }
        // SAFETY: AnyView validity; all that `TensorView` wants to be checked has just been checked.
        let tensor = unsafe { TensorView::new_unchecked(tensor) };
        // SAFETY: the tensor has just been checked; the caller's contract.
        Some(unsafe { Self::new_unchecked(tensor) })
    }

    /// What is wrong with a value that does not decode.
    fn mismatch(view: AnyView<'_>) -> Mismatch {
        match TensorView::of_value(view) {
            Some(tensor) => tensor.explain(&Self::TYPE),
            None => explain::<Self>(view),
        }
    }
}

impl<'a, D: DeviceMarker, A: ReadOnly, T: Element, R: RankMarker, L: Layout> FromAnyView<'a>
    for View<'a, D, A, T, R, L>
{
    type Holder = ();

    #[inline]
    fn decode(view: AnyView<'a>, _: &'a mut ()) -> Option<Self> {
        if written::writer_of_value::<D>(view).is_some() {
            return None;
        }
        // SAFETY: Element validity: no other code writes the elements of a passed tensor, as callers promise, and no call of this thread
        // those of another.
        unsafe { Self::decode_any(view) }
    }

    #[inline]
    unsafe fn decode_argument(view: AnyView<'a>, _: &'a mut ()) -> Option<Self> {
        // SAFETY: Element validity, as callers promise. The arguments of a call are compared with each other.
        unsafe { Self::decode_any(view) }
    }

    fn explain(view: AnyView<'_>) -> Option<Mismatch> {
        if let Some(by) = written::writer_of_value::<D>(view) {
            return Some(written::mismatch(by));
        }
        Self::distance(view).is_none().then(|| Self::mismatch(view))
    }
}

impl<D: DeviceMarker, A: ReadOnly, T: Element, R: RankMarker, L: Layout> Parameter
    for View<'_, D, A, T, R, L>
{
    type Item<'a> = View<'a, D, A, T, R, L>;
}

/// Views that write are arguments of exports alone, which look for memory that is shared.
macro_rules! written {
    ($($access:ident)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<'a, D: DeviceMarker, T: Element, R: RankMarker, L: Layout> FromArgument<'a> for View<'a, D, $access, T, R, L> {
            type Holder = ();

            #[inline]
            unsafe fn hot(view: AnyView<'a>, _: &'a mut ()) -> Option<Self> {
                // SAFETY: Argument exclusivity, and the promise of callers.
                unsafe { Self::decode_any(view) }
            }

            fn explain(view: AnyView<'_>) -> Option<Mismatch> {
                Self::distance(view).is_none().then(|| Self::mismatch(view))
            }
        }
    )*};
}

written!(Exclusive Cells);

/// Any number of views that write. Not of cells: which of them share memory, nothing could say.
#[diagnostic::do_not_recommend]
impl<'a, D: DeviceMarker, T: Element, R: RankMarker, L: Layout> FromArgument<'a>
    for Vec<View<'a, D, Exclusive, T, R, L>>
{
    type Holder = ();

    #[inline]
    unsafe fn hot(view: AnyView<'a>, _: &'a mut ()) -> Option<Self> {
        let items = array_items(view)?;
        let mut views = Vec::with_capacity(items.len());
        for item in items {
            // SAFETY: the caller's contract; elements of an array live as long as it does.
            views.push(unsafe { View::decode_any(item.as_view()) }?);
        }
        Some(views)
    }

    fn explain(view: AnyView<'_>) -> Option<Mismatch> {
        let mut snapshot = Snapshot::default();
        let Some(items) = items(view, &mut snapshot, Shapes::Refused) else {
            return Some(Mismatch::expected::<Self>(view));
        };
        let explain = |(index, item): (usize, &Any)| {
            let mismatch = View::<D, Exclusive, T, R, L>::explain(item.as_view())?;
            Some(mismatch.at(&format!("[{index}]")))
        };
        items.iter().enumerate().find_map(explain)
    }

    fn freeze(view: AnyView<'_>) -> Option<Any> {
        frozen_elements(view, Shapes::Refused, |_, _| None)
    }
}

/// One of these, or `None`.
macro_rules! optional {
    ($($of:ty)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<'a, D: DeviceMarker, T: Element, R: RankMarker, L: Layout> FromArgument<'a> for Option<$of> {
            type Holder = ();

            #[inline]
            unsafe fn hot(view: AnyView<'a>, holder: &'a mut ()) -> Option<Self> {
                if view.is_none() {
                    return Some(None);
                }
                // SAFETY: the caller's contract.
                unsafe { <$of>::hot(view, holder) }.map(Some)
            }

            fn explain(view: AnyView<'_>) -> Option<Mismatch> {
                explain_optional::<$of>(view, <$of as FromArgument>::explain)
            }

            fn freeze(view: AnyView<'_>) -> Option<Any> {
                <$of as FromArgument>::freeze(view)
            }
        }
    )*};
}

optional! {
    View<'a, D, Exclusive, T, R, L>
    View<'a, D, Cells, T, R, L>
    Vec<View<'a, D, Exclusive, T, R, L>>
}
