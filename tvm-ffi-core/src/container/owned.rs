//! Owned containers: a reference to the object, and the types of the elements.

use crate::abi::TVMFFIAny;
use crate::any::Any;
use crate::convert::{FromAnyView, decode_owned};
use crate::error::Result;
use crate::function::Function;
use crate::object_ref::ObjectRef;

/// Whether an element converts, found out without making what would be thrown away.
pub(super) fn converts<T: for<'x> FromAnyView<'x>>(element: &Any) -> bool {
    T::explain(element.as_view()).is_none()
}

/// Whether two elements decode, and to equal values.
pub(super) fn is_equal<T: for<'x> FromAnyView<'x> + PartialEq>(a: &Any, b: &Any) -> bool {
    decode_owned::<T>(a.as_view()).is_some_and(|a| decode_owned(b.as_view()) == Some(a))
}

/// Whether two values are the same object, or the same plain value.
pub(super) fn is_same(a: &Any, b: &Any) -> bool {
    let words = |value: &Any| {
        let raw = value.as_raw();
        (raw.type_index, raw.small_len, raw.payload.uint())
    };
    words(a) == words(b)
}

/// Calls a function of the runtime with a container and borrowed values.
pub(super) fn call(function: &Function, container: &ObjectRef, values: &[TVMFFIAny]) -> Result<()> {
    call_for(function, container, values).map(drop)
}

/// Calls a function of the runtime, and returns its result.
pub(super) fn call_for(function: &Function, container: &ObjectRef, values: &[TVMFFIAny]) -> Result<Any> {
    let mut raw = Vec::with_capacity(values.len() + 1);
    raw.push(container.as_raw_any());
    raw.extend_from_slice(values);
    function.call_raw(&raw)
}

/// Defines an owned container: a reference to an object with known element types, and its conversions.
///
/// `$freezes` is the mutable container that the type copies, and `$collect` makes an object from the items of an iterator. The type has
/// `from_view` and `explain_view`, which are its conversions.
macro_rules! owned_container {
    ($(#[$meta:meta])* $name:ident<$($param:ident),+>, $freezes:expr, $collect:ident, $distance:ident) => {
        $(#[$meta])*
        pub struct $name<$($param = $crate::any::Any),+> {
            object: $crate::object_ref::ObjectRef,
            marker: core::marker::PhantomData<fn() -> ($($param,)+)>,
        }

        impl<$($param),+> $name<$($param),+> {
            /// From an object of this type whose elements have been checked.
            fn from_checked(object: $crate::object_ref::ObjectRef) -> Self {
                Self { object, marker: core::marker::PhantomData }
            }

            /// A new, empty container.
            ///
            /// # Panics
            ///
            /// If there is no runtime in the process and none can be found.
            pub fn new() -> Self {
                Self::from_checked($crate::container::build::container(Container::$name, Vec::new()))
            }

            /// A value of the container, which shares it.
            pub fn to_any(&self) -> $crate::any::Any {
                $crate::convert::IntoAny::into_any(self.object.clone())
            }

            /// The container as an object.
            pub fn as_object(&self) -> &$crate::object_ref::ObjectRef {
                &self.object
            }
        }

        impl<$($param),+> Clone for $name<$($param),+> {
            fn clone(&self) -> Self {
                Self::from_checked(self.object.clone())
            }
        }

        impl<$($param),+> Default for $name<$($param),+> {
            /// As [`new`](Self::new).
            fn default() -> Self {
                Self::new()
            }
        }

        #[allow(unused_parens, reason = "an item is an element, or a tuple of key and value")]
        impl<$($param: $crate::convert::IntoAny),+> FromIterator<($($param),+)> for $name<$($param),+> {
            /// In a mapping, the last of several equal keys wins.
            ///
            /// # Panics
            ///
            /// If there is no runtime in the process and none can be found.
            fn from_iter<I: IntoIterator<Item = ($($param),+)>>(items: I) -> Self {
                Self::from_checked($collect(Container::$name, items))
            }
        }

        impl<$($param),+> From<$name<$($param),+>> for $crate::object_ref::ObjectRef {
            fn from(container: $name<$($param),+>) -> Self {
                container.object
            }
        }

        $crate::convert::container_type! {
            {$($param: $crate::convert::FfiType),+} $name<$($param),+> where {}, $crate::convert::TypeTag::$name($($param::TAG),+), [$($param),+], {},
            view => $distance::<$($param),+>(view, Container::$name),
        }

        impl<$($param: $crate::convert::FfiType),+> $crate::convert::IntoAny for $name<$($param),+> {
            #[inline]
            fn into_any(self) -> $crate::any::Any {
                self.object.into_any()
            }
        }

        impl<'a, $($param),+> $crate::convert::FromAnyView<'a> for $name<$($param),+>
        where
            $($param: for<'x> $crate::convert::FromAnyView<'x>,)+
        {
            type Holder = ();

            fn decode(view: $crate::any::AnyView<'a>, _: &'a mut ()) -> Option<Self> {
                // Not the object of an rvalue reference, which would be copied.
                view.object()?;
                Self::from_view(view)
            }

            fn explain(view: $crate::any::AnyView<'_>) -> Option<$crate::convert::Mismatch> {
                Self::explain_view(view)
            }

            fn freeze(view: $crate::any::AnyView<'_>) -> Option<$crate::any::Any> {
                let copies: Option<Container> = $freezes;
                let is_copied = copies.is_some_and(|mutable| mutable.type_index() == view.type_index());
                if is_copied { $crate::container::frozen::frozen(view) } else { None }
            }
        }

        impl<$($param),+> $crate::convert::Parameter for $name<$($param),+>
        where
            $($param: for<'x> $crate::convert::FromAnyView<'x>,)+
        {
            type Item<'a> = Self;
        }
    };
}
pub(super) use owned_container;

/// Implements `IntoIterator` for a container or a reference to one, by its `iter`, which collects the items.
macro_rules! into_iterator {
    (<$($param:ident),+> $type:ty, $item:ty) => {
        impl<$($param),+> IntoIterator for $type
        where
            $($param: for<'x> $crate::convert::FromAnyView<'x>,)+
        {
            type Item = $item;
            type IntoIter = std::vec::IntoIter<$item>;

            #[track_caller]
            fn into_iter(self) -> Self::IntoIter {
                self.iter()
            }
        }
    };
}
pub(super) use into_iterator;
