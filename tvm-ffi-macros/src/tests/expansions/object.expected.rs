#[repr(C)]
/// A running mean.
#[derive(Debug)]
pub struct Mean {
    /// Number of samples seen.
    count: i64,
    mean: f64,
    scratch: Vec<f64>,
}
const _: () = {
    static __TVM_FFI_CLASS: ::tvm_ffi::__private::Class = unsafe {
        ::tvm_ffi::__private::Class::new::<
            Mean,
        >(::core::option::Option::None, __tvm_ffi_describe)
    };
    unsafe impl ::tvm_ffi::__private::ObjectType for Mean {
        const TYPE_KEY: &'static ::core::primitive::str = "stats.Mean";
        type Access = ::tvm_ffi::__private::Frozen;
        type Parent = ::tvm_ffi::__private::NoParent;
        fn class() -> &'static ::tvm_ffi::__private::Class {
            &__TVM_FFI_CLASS
        }
    }
    impl ::tvm_ffi::__private::Extendable for Mean {}
    impl ::tvm_ffi::__private::FfiType for Mean {
        fn type_name(__out: &mut ::tvm_ffi::__private::String) {
            ::tvm_ffi::__private::object_type_name::<Mean>(__out)
        }
        fn type_schema(__out: &mut ::tvm_ffi::__private::String) {
            ::tvm_ffi::__private::object_type_schema::<Mean>(__out)
        }
    }
    impl ::tvm_ffi::__private::IntoAny for Mean {
        fn into_any(self) -> ::tvm_ffi::__private::Any {
            ::tvm_ffi::__private::object_into_any(self)
        }
    }
    struct __TvmFfiField<const INDEX: ::core::primitive::usize>;
    impl ::tvm_ffi::__private::DeclaresField<12818901015042040436> for Mean {}
    impl ::tvm_ffi::__private::Field for __TvmFfiField<0> {
        type Object = Mean;
        type Value = i64;
        const OFFSET: ::core::primitive::usize = ::core::mem::offset_of!(Mean, count);
        const SETTABLE: ::core::primitive::bool = false;
        const NAME: &'static ::core::primitive::str = "count";
        #[inline]
        fn get(__object: &Mean) -> &i64 {
            &__object.count
        }
    }
    impl ::tvm_ffi::__private::DeclaresField<4824488397484060564> for Mean {}
    impl ::tvm_ffi::__private::Field for __TvmFfiField<1> {
        type Object = Mean;
        type Value = f64;
        const OFFSET: ::core::primitive::usize = ::core::mem::offset_of!(Mean, mean);
        const SETTABLE: ::core::primitive::bool = false;
        const NAME: &'static ::core::primitive::str = "mean";
        #[inline]
        fn get(__object: &Mean) -> &f64 {
            &__object.mean
        }
    }
    const _: fn() = || {
        #[allow(unused_imports)]
        use ::tvm_ffi::__private::{NotSend as _, NotSync as _};
        ::tvm_ffi::__private::SharedByThreads::<
            Mean,
        >::objects_are_sent_between_threads::<Vec<f64>>();
        ::tvm_ffi::__private::SharedByThreads::<
            Mean,
        >::objects_are_shared_between_threads::<Vec<f64>>();
    };
    fn __tvm_ffi_describe(
        __see: &mut dyn ::core::ops::FnMut(&::tvm_ffi::__private::ClassDescription<'_>),
    ) {
        #[allow(unused_imports)]
        use ::tvm_ffi::__private::{NoMethods as _, NoValue as _};
        __see(
            &::tvm_ffi::__private::ClassDescription {
                text: ::core::concat!(
                    "stats.Mean\0A running mean.\0", ::core::file!(), "\0",
                    ::core::line!(),
                    "\0my-kernels\x001.2.3\0count\0\0Number of samples seen.\0mean\0\0",
                ),
                size: ::core::mem::size_of::<Mean>(),
                align: ::core::mem::align_of::<Mean>(),
                flags: 0,
                structural: 0,
                fields: &[
                    ::tvm_ffi::__private::describe_field::<
                        __TvmFfiField<0>,
                        i64,
                    >(0, ::core::option::Option::None),
                    ::tvm_ffi::__private::describe_field::<
                        __TvmFfiField<1>,
                        f64,
                    >(0, ::core::option::Option::None),
                ],
                hooks: ::tvm_ffi::__private::Hooks {
                    repr: ::core::option::Option::Some(
                        ::tvm_ffi::__private::repr_by_debug::<Mean>(),
                    ),
                    eq: ::core::option::Option::None,
                    hash: ::core::option::Option::None,
                    compare: ::core::option::Option::None,
                    copy: ::core::option::Option::None,
                },
                from_fields: ::core::option::Option::None,
                methods: ::tvm_ffi::__private::MethodsOf::<Mean>::METHODS,
            },
        )
    }
    unsafe impl ::tvm_ffi::__private::SearchTensors for Mean {
        const LEADS_TO_TENSORS: ::core::primitive::bool = ::tvm_ffi::__private::any_of(
            &[
                <i64 as ::tvm_ffi::__private::SearchTensors>::LEADS_TO_TENSORS,
                <f64 as ::tvm_ffi::__private::SearchTensors>::LEADS_TO_TENSORS,
                <Vec<f64> as ::tvm_ffi::__private::SearchTensors>::LEADS_TO_TENSORS,
            ],
        );
        fn search(&self, __search: &mut ::tvm_ffi::__private::TensorSearch) {
            match self {
                Self { count: __part0, mean: __part1, scratch: __part2 } => {
                    <i64 as ::tvm_ffi::__private::SearchTensors>::search(
                        __part0,
                        __search,
                    );
                    <f64 as ::tvm_ffi::__private::SearchTensors>::search(
                        __part1,
                        __search,
                    );
                    <Vec<
                        f64,
                    > as ::tvm_ffi::__private::SearchTensors>::search(__part2, __search);
                }
            }
        }
    }
    ::tvm_ffi::__private::list! {
        classes : ::tvm_ffi::__private::RegisteredClass(& __TVM_FFI_CLASS)
    }
};
