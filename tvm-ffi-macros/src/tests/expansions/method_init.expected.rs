impl Mean {
    /// A weight.
    const UNIT: f64 = 1.0;
    /// A mean of nothing.
    pub fn new(start: f64) -> Self {
        Self { count: 0, mean: start }
    }
}
const _: () = {
    fn __tvm_ffi_class() -> &'static ::tvm_ffi::__private::Class {
        <Mean as ::tvm_ffi::__private::ObjectType>::class()
    }
    const __TVM_FFI_METHOD_0: ::tvm_ffi::__private::Method = {
        fn __tvm_ffi_describe(
            __see: &mut dyn ::core::ops::FnMut(&::tvm_ffi::__private::Description<'_>),
        ) {
            __see(
                &::tvm_ffi::__private::Description {
                    text: ::core::concat!(
                        "new\0\0A mean of nothing.\0", ::core::file!(), "\0",
                        ::core::line!(),
                        "\0my-kernels\x001.2.3\0start\0=?Mean::UNIT\0Where it starts.\0"
                    ),
                    shim: unsafe { ::tvm_ffi::__private::Shim::new(__tvm_ffi_shim) },
                    fallback: ::core::option::Option::None,
                    parameters: &[
                        ::tvm_ffi::__private::Taken::<f64>::tag().parameter_type(),
                    ],
                    result: ::tvm_ffi::__private::Returned::<Mean>::tag().result_type(),
                    flags: 0 | ::tvm_ffi::__private::CONSTRUCTOR,
                    constants: &[],
                    variables: &[],
                    instance: ::core::option::Option::None,
                    class: ::core::option::Option::Some(__tvm_ffi_class),
                },
            )
        }
        fn __tvm_ffi_questions() {
            use ::tvm_ffi::__private::assert_constructed as __assert;
            __assert::<Mean, Mean>()
        }
        #[inline]
        fn __tvm_ffi_body(
            __args: ::tvm_ffi::__private::Args<'_>,
            __slot: ::tvm_ffi::__private::Slot<'_>,
        ) -> ::core::ffi::c_int {
            match __args.count() {
                0..=1 => {}
                _ => return ::tvm_ffi::__private::REFUSED,
            }
            let mut __holder0 = ::tvm_ffi::__private::holder::<f64, _>();
            let __arg0: f64 = if __args.given(0) {
                let ::core::option::Option::Some(__value) = __args
                    .get::<::tvm_ffi::__private::NoView, f64, _>(0, &mut __holder0) else {
                    return ::tvm_ffi::__private::REFUSED
                };
                __value
            } else {
                ::tvm_ffi::__private::default_value::<f64>(|| Mean::UNIT)
            };
            let __value = <Mean>::new(__arg0);
            ::tvm_ffi::__private::ClassOf::<Mean>::tag()
                .returned(&__value)
                .write_or_raise(__value, __slot, "new")
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
            kind: ::tvm_ffi::__private::MethodKind::Init,
        }
    };
    impl ::tvm_ffi::__private::HasMethods for Mean {
        const METHODS: &'static [::tvm_ffi::__private::Method] = &[__TVM_FFI_METHOD_0];
    }
};
