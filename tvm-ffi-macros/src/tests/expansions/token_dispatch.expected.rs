fn fill<T: Element>(mut x: CudaViewMut<'_, T, 1>, by: f64, mut cx: cuda::Cuda) {}
const _: () = {
    const __TVM_FFI_DTYPE_0_0: ::tvm_ffi::__private::DType = <f32 as ::tvm_ffi::__private::Element>::DTYPE;
    const __TVM_FFI_BITS_0_0: ::core::primitive::u32 = ::tvm_ffi::__private::dtype_bits(
        __TVM_FFI_DTYPE_0_0,
    );
    const __TVM_FFI_DTYPE_0_1: ::tvm_ffi::__private::DType = <f16 as ::tvm_ffi::__private::Element>::DTYPE;
    const __TVM_FFI_BITS_0_1: ::core::primitive::u32 = ::tvm_ffi::__private::dtype_bits(
        __TVM_FFI_DTYPE_0_1,
    );
    fn __tvm_ffi_describe(
        __see: &mut dyn ::core::ops::FnMut(&::tvm_ffi::__private::Description<'_>),
    ) {
        fn __instance<T: Element>(
            __see: &mut dyn ::core::ops::FnMut(&::tvm_ffi::__private::Description<'_>),
        ) {
            __see(
                &::tvm_ffi::__private::Description {
                    text: ::core::concat!(
                        "fill\0\0\0", ::core::file!(), "\0", ::core::line!(),
                        "\0my-kernels\x001.2.3\0x\0\0\0var(T)\0by\0=0.0\0\0"
                    ),
                    shim: unsafe { ::tvm_ffi::__private::Shim::new(__tvm_ffi_shim) },
                    fallback: ::core::option::Option::None,
                    parameters: &[
                        ::tvm_ffi::__private::Taken::<CudaViewMut<'_, T, 1>>::tag()
                            .parameter_type(),
                        ::tvm_ffi::__private::Taken::<f64>::tag().parameter_type(),
                    ],
                    result: ::tvm_ffi::__private::Returned::<()>::tag().result_type(),
                    flags: 0,
                    constants: &[],
                    variables: &[("T", &[__TVM_FFI_DTYPE_0_0, __TVM_FFI_DTYPE_0_1])],
                    instance: ::core::option::Option::None,
                    class: ::core::option::Option::None,
                },
            )
        }
        __instance::<f32>(__see)
    }
    #[inline]
    fn __tvm_ffi_instance<T: Element>(
        __args: ::tvm_ffi::__private::Args<'_>,
        __slot: ::tvm_ffi::__private::Slot<'_>,
    ) -> ::core::ffi::c_int {
        let mut __holder0 = ::tvm_ffi::__private::holder::<CudaViewMut<'_, T, 1>, _>();
        let ::core::option::Option::Some(__arg0) = __args
            .get::<
                ::tvm_ffi::__private::AnyType,
                CudaViewMut<'_, T, 1>,
                _,
            >(0, &mut __holder0) else { return ::tvm_ffi::__private::REFUSED };
        let mut __holder1 = ::tvm_ffi::__private::holder::<f64, _>();
        let __arg1: f64 = if __args.given(1) {
            let ::core::option::Option::Some(__value) = __args
                .get::<::tvm_ffi::__private::NoTensor, f64, _>(1, &mut __holder1) else {
                return ::tvm_ffi::__private::REFUSED
            };
            __value
        } else {
            ::tvm_ffi::__private::default_value::<f64>(|| 0.0)
        };
        let mut __gpu = ::core::option::Option::None;
        if !(::tvm_ffi::__private::on_one_gpu::<
            CudaViewMut<'_, T, 1>,
        >(__args, 0, &mut __gpu)) {
            return ::tvm_ffi::__private::REFUSED;
        }
        let __token = match ::tvm_ffi::__private::call_token::<
            cuda::Cuda,
        >(__args, __gpu) {
            ::core::result::Result::Ok(__token) => __token,
            ::core::result::Result::Err(__error) => {
                return ::tvm_ffi::__private::raise_error(__error, "fill");
            }
        };
        let __value = fill::<T>(__arg0, __arg1, __token);
        ::tvm_ffi::__private::Returned::of(&__value)
            .write_or_raise(__value, __slot, "fill")
    }
    #[inline]
    fn __tvm_ffi_body(
        __args: ::tvm_ffi::__private::Args<'_>,
        __slot: ::tvm_ffi::__private::Slot<'_>,
    ) -> ::core::ffi::c_int {
        match __args.count() {
            1..=2 => {}
            _ => return ::tvm_ffi::__private::REFUSED,
        }
        match ::tvm_ffi::__private::dtype_of(__args, &[0]) {
            0 | __TVM_FFI_BITS_0_0 => __tvm_ffi_instance::<f32>(__args, __slot),
            __TVM_FFI_BITS_0_1 => __tvm_ffi_instance::<f16>(__args, __slot),
            _ => ::tvm_ffi::__private::REFUSED,
        }
    }
    #[unsafe(export_name = "__tvm_ffi_fill")]
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
    #[unsafe(export_name = "__tvm_ffi__metadata_fill")]
    unsafe extern "C" fn __tvm_ffi_metadata(
        _: *mut ::core::ffi::c_void,
        _: *const ::tvm_ffi::__private::TVMFFIAny,
        _: ::core::ffi::c_int,
        __result: *mut ::tvm_ffi::__private::TVMFFIAny,
    ) -> ::core::ffi::c_int {
        unsafe { ::tvm_ffi::__private::metadata(__tvm_ffi_describe, __result) }
    }
    #[unsafe(export_name = "__tvm_ffi__doc_fill")]
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
