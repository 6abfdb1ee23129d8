fn gather<U: Element, T: Element>(
    x: Option<CpuView<'_, T, 1>>,
    index: CpuView<'_, U, 1>,
    y: Image<'_, T>,
) {}
const _: () = {
    const __TVM_FFI_DTYPE_0_0: ::tvm_ffi::__private::DType = <f32 as ::tvm_ffi::__private::Element>::DTYPE;
    const __TVM_FFI_BITS_0_0: ::core::primitive::u32 = ::tvm_ffi::__private::dtype_bits(
        __TVM_FFI_DTYPE_0_0,
    );
    const __TVM_FFI_DTYPE_0_1: ::tvm_ffi::__private::DType = <f64 as ::tvm_ffi::__private::Element>::DTYPE;
    const __TVM_FFI_BITS_0_1: ::core::primitive::u32 = ::tvm_ffi::__private::dtype_bits(
        __TVM_FFI_DTYPE_0_1,
    );
    const __TVM_FFI_DTYPE_1_0: ::tvm_ffi::__private::DType = <i8 as ::tvm_ffi::__private::Element>::DTYPE;
    const __TVM_FFI_BITS_1_0: ::core::primitive::u32 = ::tvm_ffi::__private::dtype_bits(
        __TVM_FFI_DTYPE_1_0,
    );
    const __TVM_FFI_DTYPE_1_1: ::tvm_ffi::__private::DType = <u8 as ::tvm_ffi::__private::Element>::DTYPE;
    const __TVM_FFI_BITS_1_1: ::core::primitive::u32 = ::tvm_ffi::__private::dtype_bits(
        __TVM_FFI_DTYPE_1_1,
    );
    fn __tvm_ffi_describe(
        __see: &mut dyn ::core::ops::FnMut(&::tvm_ffi::__private::Description<'_>),
    ) {
        fn __instance<U: Element, T: Element>(
            __see: &mut dyn ::core::ops::FnMut(&::tvm_ffi::__private::Description<'_>),
        ) {
            __see(
                &::tvm_ffi::__private::Description {
                    text: ::core::concat!(
                        "gather\0\0\0", ::core::file!(), "\0", ::core::line!(),
                        "\0my-kernels\x001.2.3\0x\0\0\0var(T)\0index\0\0\0var(U)\0y\0\0\0var(T)"
                    ),
                    shim: unsafe { ::tvm_ffi::__private::Shim::new(__tvm_ffi_shim) },
                    fallback: ::core::option::Option::None,
                    parameters: &[
                        ::tvm_ffi::__private::Taken::<Option<CpuView<'_, T, 1>>>::tag()
                            .parameter_type(),
                        ::tvm_ffi::__private::Taken::<CpuView<'_, U, 1>>::tag()
                            .parameter_type(),
                        ::tvm_ffi::__private::Taken::<Image<'_, T>>::tag()
                            .parameter_type(),
                    ],
                    result: ::tvm_ffi::__private::Returned::<()>::tag().result_type(),
                    flags: 0,
                    constants: &[],
                    variables: &[
                        ("T", &[__TVM_FFI_DTYPE_0_0, __TVM_FFI_DTYPE_0_1]),
                        ("U", &[__TVM_FFI_DTYPE_1_0, __TVM_FFI_DTYPE_1_1]),
                    ],
                    instance: ::core::option::Option::None,
                    class: ::core::option::Option::None,
                },
            )
        }
        __instance::<i8, f32>(__see)
    }
    const _: () = {
        #[allow(dead_code)]
        type T = f32;
        #[allow(dead_code)]
        type U = i8;
        {
            use ::tvm_ffi::__private::assert_element as __assert;
            __assert::<Image<'_, T>, T>()
        }
    };
    const _: () = {
        #[allow(dead_code)]
        type T = f32;
        #[allow(dead_code)]
        type U = u8;
        {
            use ::tvm_ffi::__private::assert_element as __assert;
            __assert::<Image<'_, T>, T>()
        }
    };
    const _: () = {
        #[allow(dead_code)]
        type T = f64;
        #[allow(dead_code)]
        type U = i8;
        {
            use ::tvm_ffi::__private::assert_element as __assert;
            __assert::<Image<'_, T>, T>()
        }
    };
    const _: () = {
        #[allow(dead_code)]
        type T = f64;
        #[allow(dead_code)]
        type U = u8;
        {
            use ::tvm_ffi::__private::assert_element as __assert;
            __assert::<Image<'_, T>, T>()
        }
    };
    #[inline]
    fn __tvm_ffi_instance<U: Element, T: Element>(
        __args: ::tvm_ffi::__private::Args<'_>,
        __slot: ::tvm_ffi::__private::Slot<'_>,
    ) -> ::core::ffi::c_int {
        let mut __holder0 = ::tvm_ffi::__private::holder::<
            Option<CpuView<'_, T, 1>>,
            _,
        >();
        let ::core::option::Option::Some(__arg0) = __args
            .get::<
                ::tvm_ffi::__private::AnyType,
                Option<CpuView<'_, T, 1>>,
                _,
            >(0, &mut __holder0) else { return ::tvm_ffi::__private::REFUSED };
        let mut __holder1 = ::tvm_ffi::__private::holder::<CpuView<'_, U, 1>, _>();
        let ::core::option::Option::Some(__arg1) = __args
            .get::<
                ::tvm_ffi::__private::AnyType,
                CpuView<'_, U, 1>,
                _,
            >(1, &mut __holder1) else { return ::tvm_ffi::__private::REFUSED };
        let mut __holder2 = ::tvm_ffi::__private::holder::<Image<'_, T>, _>();
        let ::core::option::Option::Some(__arg2) = __args
            .get::<::tvm_ffi::__private::AnyType, Image<'_, T>, _>(2, &mut __holder2)
        else { return ::tvm_ffi::__private::REFUSED };
        let mut __gpu = ::core::option::Option::None;
        if !(::tvm_ffi::__private::on_one_gpu::<Image<'_, T>>(__args, 2, &mut __gpu)) {
            return ::tvm_ffi::__private::REFUSED;
        }
        if const {
            ::tvm_ffi::__private::writes::<Option<CpuView<'_, T, 1>>>()
                | ::tvm_ffi::__private::writes::<CpuView<'_, U, 1>>()
                | ::tvm_ffi::__private::writes::<Image<'_, T>>()
        } {
            let __apart = if const {
                ::tvm_ffi::__private::writes_or_needs_scan::<Option<CpuView<'_, T, 1>>>()
                    | ::tvm_ffi::__private::writes_or_needs_scan::<CpuView<'_, U, 1>>()
                    | ::tvm_ffi::__private::needs_scan::<Image<'_, T>>()
            } {
                ::tvm_ffi::__private::scan(
                    __tvm_ffi_describe,
                    __args,
                    &[::tvm_ffi::__private::held::<Image<'_, T>>(2, &__arg2)],
                )
            } else {
                ::tvm_ffi::__private::apart::<
                    Option<CpuView<'_, T, 1>>,
                    Image<'_, T>,
                >(&__arg0, &__arg2)
                    && ::tvm_ffi::__private::apart::<
                        CpuView<'_, U, 1>,
                        Image<'_, T>,
                    >(&__arg1, &__arg2)
            };
            if !__apart {
                return ::tvm_ffi::__private::REFUSED;
            }
        }
        let __value = gather::<U, T>(__arg0, __arg1, __arg2);
        ::tvm_ffi::__private::Returned::of(&__value)
            .write_or_raise(__value, __slot, "gather")
    }
    #[inline]
    fn __tvm_ffi_body(
        __args: ::tvm_ffi::__private::Args<'_>,
        __slot: ::tvm_ffi::__private::Slot<'_>,
    ) -> ::core::ffi::c_int {
        match __args.count() {
            3 => {}
            _ => return ::tvm_ffi::__private::REFUSED,
        }
        match ::tvm_ffi::__private::dtype_of(__args, &[0, 2]) {
            0 | __TVM_FFI_BITS_0_0 => {
                match ::tvm_ffi::__private::dtype_of(__args, &[1]) {
                    0 | __TVM_FFI_BITS_1_0 => {
                        __tvm_ffi_instance::<i8, f32>(__args, __slot)
                    }
                    __TVM_FFI_BITS_1_1 => __tvm_ffi_instance::<u8, f32>(__args, __slot),
                    _ => ::tvm_ffi::__private::REFUSED,
                }
            }
            __TVM_FFI_BITS_0_1 => {
                match ::tvm_ffi::__private::dtype_of(__args, &[1]) {
                    0 | __TVM_FFI_BITS_1_0 => {
                        __tvm_ffi_instance::<i8, f64>(__args, __slot)
                    }
                    __TVM_FFI_BITS_1_1 => __tvm_ffi_instance::<u8, f64>(__args, __slot),
                    _ => ::tvm_ffi::__private::REFUSED,
                }
            }
            _ => ::tvm_ffi::__private::REFUSED,
        }
    }
    #[unsafe(export_name = "__tvm_ffi_gather")]
    unsafe extern "C" fn __tvm_ffi_shim(
        _: *mut ::core::ffi::c_void,
        __args: *const ::tvm_ffi::__private::TVMFFIAny,
        __num_args: ::core::ffi::c_int,
        __result: *mut ::tvm_ffi::__private::TVMFFIAny,
    ) -> ::core::ffi::c_int {
        if ::tvm_ffi::__private::has_on_load!() && ::tvm_ffi::__private::is_refused() {
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
    #[unsafe(export_name = "__tvm_ffi__metadata_gather")]
    unsafe extern "C" fn __tvm_ffi_metadata(
        _: *mut ::core::ffi::c_void,
        _: *const ::tvm_ffi::__private::TVMFFIAny,
        _: ::core::ffi::c_int,
        __result: *mut ::tvm_ffi::__private::TVMFFIAny,
    ) -> ::core::ffi::c_int {
        unsafe { ::tvm_ffi::__private::metadata(__tvm_ffi_describe, __result) }
    }
    #[unsafe(export_name = "__tvm_ffi__doc_gather")]
    unsafe extern "C" fn __tvm_ffi_doc(
        _: *mut ::core::ffi::c_void,
        _: *const ::tvm_ffi::__private::TVMFFIAny,
        _: ::core::ffi::c_int,
        __result: *mut ::tvm_ffi::__private::TVMFFIAny,
    ) -> ::core::ffi::c_int {
        unsafe { ::tvm_ffi::__private::doc(__tvm_ffi_describe, __result) }
    }
    ::tvm_ffi::__private::list! {
        exports : ::tvm_ffi::__private::Registered(__tvm_ffi_describe)
    }
};
