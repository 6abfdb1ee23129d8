#[repr(C)]
#[cfg(unix)]
struct Tag;
#[cfg(unix)]
const _: () = {
    static __TVM_FFI_CLASS: ::my::ffi::__private::Class = unsafe {
        ::my::ffi::__private::Class::new::<
            Tag,
        >(::core::option::Option::None, __tvm_ffi_describe)
    };
    unsafe impl ::my::ffi::__private::ObjectType for Tag {
        const TYPE_KEY: &'static ::core::primitive::str = "tags.Tag";
        type Access = ::my::ffi::__private::Frozen;
        type Parent = ::my::ffi::__private::NoParent;
        fn class() -> &'static ::my::ffi::__private::Class {
            &__TVM_FFI_CLASS
        }
    }
    impl ::my::ffi::__private::Extendable for Tag {}
    impl ::my::ffi::__private::FfiType for Tag {
        fn type_name(__out: &mut ::my::ffi::__private::String) {
            ::my::ffi::__private::object_type_name::<Tag>(__out)
        }
        fn type_schema(__out: &mut ::my::ffi::__private::String) {
            ::my::ffi::__private::object_type_schema::<Tag>(__out)
        }
    }
    impl ::my::ffi::__private::IntoAny for Tag {
        fn into_any(self) -> ::my::ffi::__private::Any {
            ::my::ffi::__private::object_into_any(self)
        }
    }
    fn __tvm_ffi_describe(
        __see: &mut dyn ::core::ops::FnMut(&::my::ffi::__private::ClassDescription<'_>),
    ) {
        #[allow(unused_imports)]
        use ::my::ffi::__private::{NoMethods as _, NoValue as _};
        __see(
            &::my::ffi::__private::ClassDescription {
                text: ::core::concat!(
                    "tags.Tag\0\0", ::core::file!(), "\0", ::core::line!(),
                    "\0my-kernels\x001.2.3",
                ),
                size: ::core::mem::size_of::<Tag>(),
                align: ::core::mem::align_of::<Tag>(),
                flags: 0,
                structural: 0,
                fields: &[],
                hooks: ::my::ffi::__private::Hooks {
                    repr: ::core::option::Option::None,
                    eq: ::core::option::Option::None,
                    hash: ::core::option::Option::None,
                    compare: ::core::option::Option::None,
                    copy: ::core::option::Option::None,
                },
                from_fields: ::core::option::Option::None,
                methods: ::my::ffi::__private::MethodsOf::<Tag>::METHODS,
            },
        )
    }
    unsafe impl ::my::ffi::__private::SearchTensors for Tag {
        const LEADS_TO_TENSORS: ::core::primitive::bool = ::my::ffi::__private::any_of(
            &[],
        );
        fn search(&self, __search: &mut ::my::ffi::__private::TensorSearch) {
            match self {
                Self {} => {}
            }
        }
    }
    ::my::ffi::__private::list! {
        classes : ::my::ffi::__private::RegisteredClass(& __TVM_FFI_CLASS)
    }
};
