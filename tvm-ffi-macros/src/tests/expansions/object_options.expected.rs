#[repr(C)]
#[allow(dead_code)]
#[repr(align(16))]
pub struct Shape {
    /// What it is called.
    name: String,
    #[cfg(feature = "cached")]
    cache: Mutex<Option<f64>>,
}
#[allow(dead_code)]
const _: () = {
    static __TVM_FFI_CLASS: ::tvm_ffi::__private::Class = unsafe {
        ::tvm_ffi::__private::Class::new::<
            Shape,
        >(::core::option::Option::None, __TVM_FFI_RECORD)
    };
    unsafe impl ::tvm_ffi::__private::ObjectType for Shape {
        const TYPE_KEY: &'static ::core::primitive::str = "shapes.Shape";
        type Access = ::tvm_ffi::__private::Mutable;
        type Parent = ::tvm_ffi::__private::NoParent;
        fn class() -> &'static ::tvm_ffi::__private::Class {
            &__TVM_FFI_CLASS
        }
    }
    impl ::tvm_ffi::__private::Extendable for Shape {}
    impl ::tvm_ffi::__private::FfiType for Shape {
        const TAG: &'static ::tvm_ffi::__private::TypeTag = &::tvm_ffi::__private::TypeTag::Object(
            <Shape as ::tvm_ffi::__private::ObjectType>::TYPE_KEY,
        );
    }
    impl ::tvm_ffi::__private::IntoAny for Shape {
        fn into_any(self) -> ::tvm_ffi::__private::Any {
            ::tvm_ffi::__private::object_into_any(self)
        }
    }
    impl<'a> ::tvm_ffi::__private::FromArgument<'a> for &'a mut Shape {
        type Holder = ::tvm_ffi::__private::borrow::Holder;
        #[inline(always)]
        unsafe fn hot(
            __view: ::tvm_ffi::__private::AnyView<'a>,
            __holder: &'a mut ::tvm_ffi::__private::borrow::Holder,
        ) -> ::core::option::Option<&'a mut Shape> {
            unsafe { ::tvm_ffi::__private::exclusive_argument(__view, __holder) }
        }
        fn explain(
            __view: ::tvm_ffi::__private::AnyView<'_>,
        ) -> ::core::option::Option<::tvm_ffi::__private::Mismatch> {
            ::tvm_ffi::__private::explain_borrowed::<Shape>(__view)
        }
    }
    struct __TvmFfiField<const INDEX: ::core::primitive::usize>;
    impl ::tvm_ffi::__private::Field for __TvmFfiField<0> {
        type Object = Shape;
        type Value = String;
        const OFFSET: ::core::primitive::usize = ::core::mem::offset_of!(Shape, name);
        const SETTABLE: ::core::primitive::bool = true;
        const NAME: &'static ::core::primitive::str = "title";
        #[inline]
        fn get(__object: &Shape) -> &String {
            &__object.name
        }
    }
    const _: () = ::tvm_ffi::__private::assert_shared_by_threads::<Shape>();
    fn __tvm_ffi_default0() -> String {
        String::from("shape")
    }
    const __TVM_FFI_RECORD: &'static ::tvm_ffi::__private::ClassRecord = {
        #[allow(unused_imports)]
        use ::tvm_ffi::__private::{NoMethods as _, NoValue as _};
        &::tvm_ffi::__private::ClassRecord {
            file: ::core::file!(),
            line: ::core::line!(),
            krate: "my-kernels",
            version: "1.2.3",
            flags: 0 | ::tvm_ffi::__private::MUTABLE,
            structural: 1,
            fields: &[
                ::tvm_ffi::__private::describe_field::<
                    __TvmFfiField<0>,
                    String,
                >(
                        11,
                        ::core::option::Option::Some(|| ::tvm_ffi::__private::ValueOf::<
                            String,
                        >::value(__tvm_ffi_default0)),
                    )
                    .named(
                        "title",
                        "What it is called.",
                        ::core::option::Option::Some(
                            ::tvm_ffi::__private::DefaultText::Python("\"shape\""),
                        ),
                    ),
            ],
            hooks: ::tvm_ffi::__private::Hooks {
                repr: ::core::option::Option::None,
                eq: ::core::option::Option::None,
                hash: ::core::option::Option::None,
                compare: ::core::option::Option::None,
                copy: ::core::option::Option::None,
            },
            from_fields: ::core::option::Option::None,
            methods: ::tvm_ffi::__private::MethodsOf::<Shape>::METHODS,
            constants: ::tvm_ffi::__private::MethodsOf::<Shape>::CONSTANTS,
            ..::tvm_ffi::__private::ClassRecord::new::<Shape>("shapes.Shape")
        }
    };
    unsafe impl ::tvm_ffi::__private::SearchTensors for Shape {
        const LEADS_TO_TENSORS: ::core::primitive::bool = ::tvm_ffi::__private::any_of(
            &[
                <String as ::tvm_ffi::__private::SearchTensors>::LEADS_TO_TENSORS,
                #[cfg(feature = "cached")]
                <Mutex<
                    Option<f64>,
                > as ::tvm_ffi::__private::SearchTensors>::LEADS_TO_TENSORS,
            ],
        );
        const LEADS_TO_PYTHON: ::core::primitive::bool = ::tvm_ffi::__private::any_of(
            &[
                <String as ::tvm_ffi::__private::SearchTensors>::LEADS_TO_PYTHON,
                #[cfg(feature = "cached")]
                <Mutex<
                    Option<f64>,
                > as ::tvm_ffi::__private::SearchTensors>::LEADS_TO_PYTHON,
            ],
        );
        fn search(&self, __search: &mut ::tvm_ffi::__private::TensorSearch) {
            match self {
                Self { name: __part0, #[cfg(feature = "cached")] cache: __part1 } => {
                    <String as ::tvm_ffi::__private::SearchTensors>::search(
                        __part0,
                        __search,
                    );
                    #[cfg(feature = "cached")]
                    <Mutex<
                        Option<f64>,
                    > as ::tvm_ffi::__private::SearchTensors>::search(__part1, __search);
                }
            }
        }
    }
    ::tvm_ffi::__private::enter! {
        class : & __TVM_FFI_CLASS
    }
};
