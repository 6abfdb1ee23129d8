#[repr(C)]
#[allow(dead_code)]
#[repr(align(16))]
pub struct Shape {
    /// What it is called.
    name: String,
    inside: Option<Ref<Self>>,
    #[cfg(feature = "cached")]
    cache: Mutex<Option<f64>>,
}
#[allow(dead_code)]
const _: () = {
    const _: () = {
        #[allow(unused_imports)]
        use ::tvm_ffi::__private::NoMethods as _;
        ::core::assert!(
            ! ::tvm_ffi::__private::MethodsOf:: < Shape > ::HAS_INIT,
            "`Shape` has two constructors, option `init` and the `#[init]` function of its `#[tvm_ffi::methods]`: keep one of them"
        )
    };
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
        fn type_name(__out: &mut ::tvm_ffi::__private::String) {
            ::tvm_ffi::__private::object_type_name::<Shape>(__out)
        }
        fn type_schema(__out: &mut ::tvm_ffi::__private::String) {
            ::tvm_ffi::__private::object_type_schema::<Shape>(__out)
        }
    }
    impl ::tvm_ffi::__private::IntoAny for Shape {
        fn into_any(self) -> ::tvm_ffi::__private::Any {
            ::tvm_ffi::__private::object_into_any(self)
        }
    }
    impl<'a> ::tvm_ffi::__private::FromArgument<'a> for &'a mut Shape {
        type Holder = ::tvm_ffi::__private::borrow::Exclusive;
        #[inline(always)]
        unsafe fn hot(
            __view: ::tvm_ffi::__private::AnyView<'a>,
            __holder: &'a mut ::tvm_ffi::__private::borrow::Exclusive,
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
    impl ::tvm_ffi::__private::DeclaresField<14176396743819860870> for Shape {}
    impl ::tvm_ffi::__private::Field for __TvmFfiField<0> {
        type Object = Shape;
        type Value = String;
        const OFFSET: ::core::primitive::usize = ::core::mem::offset_of!(Shape, name);
        const SETTABLE: ::core::primitive::bool = true;
        const NAME: &'static ::core::primitive::str = "name";
        #[inline]
        fn get(__object: &Shape) -> &String {
            &__object.name
        }
    }
    impl ::tvm_ffi::__private::DeclaresField<7371339085820260189> for Shape {}
    impl ::tvm_ffi::__private::Field for __TvmFfiField<1> {
        type Object = Shape;
        type Value = Option<Ref<Shape>>;
        const OFFSET: ::core::primitive::usize = ::core::mem::offset_of!(Shape, inside);
        const SETTABLE: ::core::primitive::bool = false;
        const NAME: &'static ::core::primitive::str = "parent";
        #[inline]
        fn get(__object: &Shape) -> &Option<Ref<Shape>> {
            &__object.inside
        }
    }
    const _: fn() = || {
        #[allow(unused_imports)]
        use ::tvm_ffi::__private::{NotSend as _, NotSync as _};
        #[cfg(feature = "cached")]
        ::tvm_ffi::__private::SharedByThreads::<
            Shape,
        >::objects_are_sent_between_threads::<Mutex<Option<f64>>>();
        #[cfg(feature = "cached")]
        ::tvm_ffi::__private::SharedByThreads::<
            Shape,
        >::objects_are_shared_between_threads::<Mutex<Option<f64>>>();
    };
    fn __tvm_ffi_default0() -> String {
        String::from("shape")
    }
    fn __tvm_ffi_default1() -> Option<Ref<Shape>> {
        ::tvm_ffi::__private::default_from_factory::<Option<Ref<Shape>>>(|| None)
    }
    impl ::tvm_ffi::__private::FromFields for Shape {
        fn from_fields(
            __values: &mut ::tvm_ffi::__private::FieldValues<'_>,
        ) -> ::core::option::Option<Shape> {
            #[allow(unused_imports)]
            use ::tvm_ffi::__private::NoValue as _;
            ::core::option::Option::Some(Shape {
                name: ::tvm_ffi::__private::ValueOf::<
                    String,
                >::next(__values, ::core::option::Option::Some(__tvm_ffi_default0))?,
                inside: ::tvm_ffi::__private::ValueOf::<
                    Option<Ref<Shape>>,
                >::next(__values, ::core::option::Option::Some(__tvm_ffi_default1))?,
                #[cfg(feature = "cached")]
                cache: ::tvm_ffi::__private::default_of_a_field_that_is_no_parameter::<
                    Mutex<Option<f64>>,
                >(),
            })
        }
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
                        "name",
                        "What it is called.",
                        ::core::option::Option::Some(
                            ::tvm_ffi::__private::DefaultText::Python("\"shape\""),
                        ),
                    ),
                ::tvm_ffi::__private::describe_field::<
                    __TvmFfiField<1>,
                    Option<Ref<Shape>>,
                >(
                        34,
                        ::core::option::Option::Some(|| ::tvm_ffi::__private::ValueOf::<
                            Option<Ref<Shape>>,
                        >::factory(__tvm_ffi_default1)),
                    )
                    .named(
                        "parent",
                        "",
                        ::core::option::Option::Some(
                            ::tvm_ffi::__private::DefaultText::Python("None"),
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
            from_fields: ::core::option::Option::Some(
                ::tvm_ffi::__private::construct_from_fields::<Shape>,
            ),
            methods: ::tvm_ffi::__private::MethodsOf::<Shape>::METHODS,
            constants: ::tvm_ffi::__private::MethodsOf::<Shape>::CONSTANTS,
            ..::tvm_ffi::__private::ClassRecord::new::<Shape>("shapes.Shape")
        }
    };
    unsafe impl ::tvm_ffi::__private::SearchTensors for Shape {
        const LEADS_TO_TENSORS: ::core::primitive::bool = ::tvm_ffi::__private::any_of(
            &[
                <String as ::tvm_ffi::__private::SearchTensors>::LEADS_TO_TENSORS,
                true,
                #[cfg(feature = "cached")]
                <Mutex<
                    Option<f64>,
                > as ::tvm_ffi::__private::SearchTensors>::LEADS_TO_TENSORS,
            ],
        );
        fn search(&self, __search: &mut ::tvm_ffi::__private::TensorSearch) {
            match self {
                Self {
                    name: __part0,
                    inside: __part1,
                    #[cfg(feature = "cached")]
                    cache: __part2,
                } => {
                    <String as ::tvm_ffi::__private::SearchTensors>::search(
                        __part0,
                        __search,
                    );
                    <Option<
                        Ref<Shape>,
                    > as ::tvm_ffi::__private::SearchTensors>::search(__part1, __search);
                    #[cfg(feature = "cached")]
                    <Mutex<
                        Option<f64>,
                    > as ::tvm_ffi::__private::SearchTensors>::search(__part2, __search);
                }
            }
        }
    }
    ::tvm_ffi::__private::enter! {
        class : & __TVM_FFI_CLASS
    }
};
