impl Mean {
    #[cfg(feature = "of")]
    fn of(values: Vec<f64>) -> Result<Self> {
        Ok(Self {
            count: values.len() as i64,
            mean: 0.0,
        })
    }
}
const _: () = {
    fn __tvm_ffi_class() -> &'static ::tvm_ffi::__private::Class {
        <Mean as ::tvm_ffi::__private::ObjectType>::class()
    }
    #[cfg(feature = "of")]
    const __TVM_FFI_METHOD_0: ::tvm_ffi::__private::Method = {
        fn __tvm_ffi_describe(
            __see: &mut dyn ::core::ops::FnMut(&::tvm_ffi::__private::Description<'_>),
        ) {
            __see(
                &::tvm_ffi::__private::Description {
                    text: ::core::concat!(
                        "of\0\0\0", ::core::file!(), "\0", ::core::line!(),
                        "\0my-kernels\x001.2.3\0values\0\0\0"
                    ),
                    shim: unsafe { ::tvm_ffi::__private::Shim::new(__tvm_ffi_shim) },
                    fallback: ::core::option::Option::None,
                    parameters: &[
                        ::tvm_ffi::__private::Taken::<Vec<f64>>::tag().parameter_type(),
                    ],
                    result: ::tvm_ffi::__private::Returned::<Result<Mean>>::tag()
                        .result_type(),
                    flags: 0,
                    constants: &[],
                    variables: &[],
                    instance: ::core::option::Option::None,
                    class: ::core::option::Option::Some(__tvm_ffi_class),
                },
            )
        }
        fn __tvm_ffi_questions() {
            ::tvm_ffi::__private::ClassOf::<Mean>::tag()
                .parents::<626105934427877640>()
                .name_that_a_parent_has();
            ::tvm_ffi::__private::ClassOf::<Mean>::tag()
                .itself::<626105934427877640>()
                .name_that_a_field_has();
        }
        #[inline]
        fn __tvm_ffi_body(
            __args: ::tvm_ffi::__private::Args<'_>,
            __slot: ::tvm_ffi::__private::Slot<'_>,
        ) -> ::core::ffi::c_int {
            match __args.count() {
                1 => {}
                _ => return ::tvm_ffi::__private::REFUSED,
            }
            let mut __holder0 = ::tvm_ffi::__private::holder::<Vec<f64>, _>();
            let ::core::option::Option::Some(__arg0) = __args
                .get::<::tvm_ffi::__private::NoView, Vec<f64>, _>(0, &mut __holder0)
            else { return ::tvm_ffi::__private::REFUSED };
            let __value = <Mean>::of(__arg0);
            ::tvm_ffi::__private::ClassOf::<Mean>::tag()
                .returned(&__value)
                .write_or_raise(__value, __slot, "of")
        }
        unsafe extern "C" fn __tvm_ffi_shim(
            _: *mut ::core::ffi::c_void,
            __args: *const ::tvm_ffi::__private::TVMFFIAny,
            __num_args: ::core::ffi::c_int,
            __result: *mut ::tvm_ffi::__private::TVMFFIAny,
        ) -> ::core::ffi::c_int {
            if ::tvm_ffi::__private::has_on_load!() && ::tvm_ffi::__private::is_refused()
            {
                return -1;
            }
            unsafe {
                ::tvm_ffi::__private::call(
                    __tvm_ffi_describe,
                    ::core::option::Option::None,
                    __args,
                    __num_args,
                    __result,
                    __tvm_ffi_body,
                )
            }
        }
        ::tvm_ffi::__private::Method {
            export: __tvm_ffi_describe,
            kind: ::tvm_ffi::__private::MethodKind::Static,
        }
    };
    #[cfg(feature = "of")]
    impl ::tvm_ffi::__private::DeclaresMethod<626105934427877640> for Mean {}
    impl ::tvm_ffi::__private::HasMethods for Mean {
        const METHODS: &'static [::tvm_ffi::__private::Method] = &[
            #[cfg(feature = "of")]
            __TVM_FFI_METHOD_0,
        ];
    }
};
