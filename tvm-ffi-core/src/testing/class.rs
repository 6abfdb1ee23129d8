//! Object types, made as `#[tvm_ffi::object]` makes them.

/// Makes an object type of a `repr(C)` struct:
///
/// ```text
/// object_type!(Dog, "test.Dog", Frozen);
/// object_type!(Puppy, "test.Puppy", Frozen, extends Dog);
/// object_type!(Kennel, "test.Kennel", Frozen, reaches dogs name);
/// object_type!(Cat, "test.Cat", Frozen, described describe_cat);
/// ```
///
/// The first field of a type that extends another is its parent. `reaches` lists the fields that are searched for tensors. A function after
/// `described` describes the class, in addition to its key.
macro_rules! object_type {
    ($type:ident, $key:literal, Mutable $($rest:tt)*) => {
        $crate::testing::object_type!(@ $type, $key, Mutable $($rest)*);

        impl<'a> $crate::__private::FromArgument<'a> for &'a mut $type {
            type Holder = $crate::__private::borrow::Holder;

            #[inline(always)]
            unsafe fn hot(view: $crate::AnyView<'a>, holder: &'a mut Self::Holder) -> Option<Self> {
                // SAFETY: the caller's contract.
                unsafe { $crate::__private::exclusive_argument(view, holder) }
            }

            fn explain(view: $crate::AnyView<'_>) -> Option<$crate::Mismatch> {
                $crate::__private::explain_borrowed::<$type>(view)
            }
        }
    };
    ($type:ident, $key:literal, Frozen $($rest:tt)*) => {
        $crate::testing::object_type!(@ $type, $key, Frozen $($rest)*);
    };
    (@ $type:ident, $key:literal, $access:ident $(, extends $parent:ident)? $(, reaches $($field:ident)*)?
        $(, described $described:ident)?) => {
        const _: () = {
            use $crate::__private as p;

            const PARENT: Option<fn() -> &'static p::Class> = $crate::testing::object_type!(@class $($parent)?);

            static CLASS: p::Class =
                // SAFETY: the class of the type.
                unsafe { p::Class::new::<$type>(PARENT, $crate::testing::object_type!(@described RECORD $($described)?)) };

            #[allow(dead_code, reason = "there may be another")]
            const RECORD: &p::ClassRecord = &p::ClassRecord {
                file: file!(),
                line: line!(),
                krate: "tests",
                version: "0.1.0",
                flags: if <p::$access as p::Access>::MUTABLE { p::MUTABLE } else { 0 },
                ..p::ClassRecord::new::<$type>($key)
            };

            // SAFETY: the struct is `repr(C)` and begins with its parent; the class is the one above.
            unsafe impl p::ObjectType for $type {
                const TYPE_KEY: &'static str = $key;
                type Access = p::$access;
                type Parent = $crate::testing::object_type!(@parent $($parent)?);

                fn class() -> &'static p::Class {
                    &CLASS
                }
            }

            impl p::Extendable for $type {}

            impl p::FfiType for $type {
                const TAG: &'static p::TypeTag = &p::TypeTag::Object(<$type as p::ObjectType>::TYPE_KEY);
            }

            // SAFETY: the tests of the search list all fields that lead to tensors.
            unsafe impl p::SearchTensors for $type {
                const LEADS_TO_TENSORS: bool = !matches!(stringify!($($($field)*)?).as_bytes(), b"");

                fn search(&self, search: &mut p::TensorSearch) {
                    let _ = search;
                    $($(p::SearchTensors::search(&self.$field, search);)*)?
                }
            }

            impl p::IntoAny for $type {
                fn into_any(self) -> p::Any {
                    p::object_into_any(self)
                }
            }

            crate::__enter! { class: &CLASS }
        };
    };
    (@described $own:ident) => { $own };
    (@described $own:ident $described:ident) => { $described };
    (@class) => { None };
    (@class $parent:ident) => { Some(<$parent as p::ObjectType>::class) };
    (@parent) => { p::NoParent };
    (@parent $parent:ident) => { $parent };
}
pub(crate) use object_type;

/// Registers the type key `tests.Taken`, as another library would that was loaded before.
pub(super) fn take_key(function: core::ptr::NonNull<core::ffi::c_void>) {
    use crate::abi::{TVMFFIByteArray, TypeIndex};
    type Register = unsafe extern "C" fn(*const TVMFFIByteArray, i32, i32, i32, i32, i32) -> i32;
    // SAFETY: the C API promises this signature for the function that the caller found.
    let register = unsafe { core::mem::transmute::<*mut core::ffi::c_void, Register>(function.as_ptr()) };
    // SAFETY: the key is readable; every object is an `Object`.
    unsafe { register(&TVMFFIByteArray::of(b"tests.Taken"), -1, 1, 0, 1, TypeIndex::OBJECT) };
}
