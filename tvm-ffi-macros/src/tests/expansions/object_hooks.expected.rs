#[repr(C)]
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point {
    radius: u32,
}
const _: () = {
    static __TVM_FFI_CLASS: ::tvm_ffi::__private::Class = unsafe {
        ::tvm_ffi::__private::Class::new::<
            Point,
        >(::core::option::Option::None, __tvm_ffi_describe)
    };
    unsafe impl ::tvm_ffi::__private::ObjectType for Point {
        const TYPE_KEY: &'static ::core::primitive::str = "shapes.Point";
        type Access = ::tvm_ffi::__private::Frozen;
        type Parent = ::tvm_ffi::__private::NoParent;
        fn class() -> &'static ::tvm_ffi::__private::Class {
            &__TVM_FFI_CLASS
        }
    }
    impl ::tvm_ffi::__private::Extendable for Point {}
    impl ::tvm_ffi::__private::FfiType for Point {
        fn type_name(__out: &mut ::tvm_ffi::__private::String) {
            ::tvm_ffi::__private::object_type_name::<Point>(__out)
        }
        fn type_schema(__out: &mut ::tvm_ffi::__private::String) {
            ::tvm_ffi::__private::object_type_schema::<Point>(__out)
        }
    }
    impl ::tvm_ffi::__private::IntoAny for Point {
        fn into_any(self) -> ::tvm_ffi::__private::Any {
            ::tvm_ffi::__private::object_into_any(self)
        }
    }
    struct __TvmFfiField<const INDEX: ::core::primitive::usize>;
    impl ::tvm_ffi::__private::DeclaresField<11714910769601064179> for Point {}
    impl ::tvm_ffi::__private::Field for __TvmFfiField<0> {
        type Object = Point;
        type Value = u32;
        const OFFSET: ::core::primitive::usize = ::core::mem::offset_of!(Point, radius);
        const SETTABLE: ::core::primitive::bool = false;
        const NAME: &'static ::core::primitive::str = "radius";
        #[inline]
        fn get(__object: &Point) -> &u32 {
            &__object.radius
        }
    }
    fn __tvm_ffi_describe(
        __see: &mut dyn ::core::ops::FnMut(&::tvm_ffi::__private::ClassDescription<'_>),
    ) {
        #[allow(unused_imports)]
        use ::tvm_ffi::__private::{NoMethods as _, NoValue as _};
        __see(
            &::tvm_ffi::__private::ClassDescription {
                text: ::core::concat!(
                    "shapes.Point\0\0", ::core::file!(), "\0", ::core::line!(),
                    "\0my-kernels\x001.2.3\0radius\0\0",
                ),
                size: ::core::mem::size_of::<Point>(),
                align: ::core::mem::align_of::<Point>(),
                flags: 0,
                structural: 0,
                fields: &[
                    ::tvm_ffi::__private::describe_field::<
                        __TvmFfiField<0>,
                        u32,
                    >(448, ::core::option::Option::None),
                ],
                hooks: ::tvm_ffi::__private::Hooks {
                    repr: ::core::option::Option::Some(
                        ::tvm_ffi::__private::repr_by_debug::<Point>(),
                    ),
                    eq: ::core::option::Option::Some(
                        ::tvm_ffi::__private::eq_by_partial_eq::<Point>(),
                    ),
                    hash: ::core::option::Option::Some(
                        ::tvm_ffi::__private::hash_by_hash::<Point>(),
                    ),
                    compare: ::core::option::Option::Some(
                        ::tvm_ffi::__private::compare_by_partial_ord::<Point>(),
                    ),
                    copy: ::core::option::Option::Some(
                        ::tvm_ffi::__private::copy_by_clone::<Point>(),
                    ),
                },
                from_fields: ::core::option::Option::None,
                methods: ::tvm_ffi::__private::MethodsOf::<Point>::METHODS,
            },
        )
    }
    unsafe impl ::tvm_ffi::__private::SearchTensors for Point {
        const LEADS_TO_TENSORS: ::core::primitive::bool = ::tvm_ffi::__private::any_of(
            &[<u32 as ::tvm_ffi::__private::SearchTensors>::LEADS_TO_TENSORS],
        );
        fn search(&self, __search: &mut ::tvm_ffi::__private::TensorSearch) {
            match self {
                Self { radius: __part0 } => {
                    <u32 as ::tvm_ffi::__private::SearchTensors>::search(
                        __part0,
                        __search,
                    );
                }
            }
        }
    }
    ::tvm_ffi::__private::list! {
        classes : ::tvm_ffi::__private::RegisteredClass(& __TVM_FFI_CLASS)
    }
};
