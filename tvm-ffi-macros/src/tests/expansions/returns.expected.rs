#[allow(dead_code)]
#[track_caller]
fn doubled<T: Element>(x: CpuViewD<'_, T>) -> Result<(Tensor, i64)> {
    let ::core::option::Option::Some((__sym_batch, __sym_n)) = __tvm_ffi_of_doubled::__contract::<
        T,
    >(&x) else {
        ::tvm_ffi::__private::contract_violated(
            __tvm_ffi_of_doubled::__describe,
            &[::tvm_ffi::__private::Shown(&x).operand()],
        )
    };
    let __value = __tvm_ffi_of_doubled::doubled::<T>(x);
    if let ::core::option::Option::Some(__mismatch) = __tvm_ffi_of_doubled::__returned::<
        T,
    >((__sym_batch, __sym_n), &__value, false) {
        ::tvm_ffi::__private::returned_violated(
            __tvm_ffi_of_doubled::__describe,
            &__mismatch,
        )
    }
    __value
}
#[doc(hidden)]
#[allow(non_camel_case_types)]
enum __tvm_ffi_of_doubled {}
const _: () = {
    const __TVM_FFI_DTYPE_0_0: ::tvm_ffi::__private::DType = <f32 as ::tvm_ffi::__private::Element>::DTYPE;
    const __TVM_FFI_BITS_0_0: ::core::primitive::u32 = ::tvm_ffi::__private::dtype_bits(
        __TVM_FFI_DTYPE_0_0,
    );
    const __TVM_FFI_DTYPE_0_1: ::tvm_ffi::__private::DType = <f64 as ::tvm_ffi::__private::Element>::DTYPE;
    const __TVM_FFI_BITS_0_1: ::core::primitive::u32 = ::tvm_ffi::__private::dtype_bits(
        __TVM_FFI_DTYPE_0_1,
    );
    impl __tvm_ffi_of_doubled {
        fn __describe(
            __see: &mut dyn ::core::ops::FnMut(&::tvm_ffi::__private::Description<'_>),
        ) {
            fn __instance<T: Element>(
                __see: &mut dyn ::core::ops::FnMut(
                    &::tvm_ffi::__private::Description<'_>,
                ),
            ) {
                __see(
                    &::tvm_ffi::__private::Description {
                        text: ::core::concat!(
                            "doubled\0\0\0", ::core::file!(), "\0", ::core::line!(),
                            "\0my-kernels\x001.2.3\0x\0\0\0shape(batch.., n % 4);var(T)\0(shape(batch.., 2 * n);var(T)),_"
                        ),
                        shim: unsafe { ::tvm_ffi::__private::Shim::new(__tvm_ffi_shim) },
                        fallback: ::core::option::Option::None,
                        parameters: &[
                            ::tvm_ffi::__private::Taken::<CpuViewD<'_, T>>::tag()
                                .parameter_type(),
                        ],
                        result: &::tvm_ffi::__private::with_contract(
                            ::tvm_ffi::__private::Returned::<
                                Result<(Tensor, i64)>,
                            >::tag()
                                .result_type(),
                        ),
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
        #[inline(always)]
        #[allow(clippy::question_mark)]
        fn __contract<T: Element>(
            __arg0: &CpuViewD<'_, T>,
        ) -> ::core::option::Option<
            (::tvm_ffi::__private::Vec<::core::primitive::i64>, ::core::primitive::i64),
        > {
            let ::core::option::Option::Some(__tensor0) = ::tvm_ffi::__private::tensor::<
                CpuViewD<'_, T>,
            >(__arg0) else { return ::core::option::Option::None };
            let &[ref __sym_batch @ .., __sym_n] = __tensor0.shape() else {
                return ::core::option::Option::None
            };
            if !::tvm_ffi::__private::is_multiple(__sym_n, 4) {
                return ::core::option::Option::None;
            }
            let __sym_batch = ::tvm_ffi::__private::kept_extents(
                ::core::option::Option::Some(__sym_batch),
            );
            ::core::option::Option::Some((__sym_batch, __sym_n))
        }
        fn __returned<T: Element>(
            (
                __sym_batch,
                __sym_n,
            ): (
                ::tvm_ffi::__private::Vec<::core::primitive::i64>,
                ::core::primitive::i64,
            ),
            __value: &Result<(Tensor, i64)>,
            __on_host: ::core::primitive::bool,
        ) -> ::core::option::Option<::tvm_ffi::__private::Mismatch> {
            let (ref __returned0, _) = *::tvm_ffi::__private::Returned::of(__value)
                .value(__value)?;
            let __returned0 = {
                use ::tvm_ffi::__private::returned_tensor as __returned_tensor;
                let __value = __returned0;
                __returned_tensor(__value)
            };
            let __is_kept = || {
                if let ::core::option::Option::Some(__returned0) = __returned0 {
                    let &[ref __dim0 @ .., __dim1] = __returned0.shape() else {
                        return false
                    };
                    if __dim0 != __sym_batch {
                        return false;
                    }
                    if ::core::option::Option::Some(__dim1)
                        != ::tvm_ffi::__private::mul(
                            ::core::option::Option::Some(2),
                            ::core::option::Option::Some(__sym_n),
                        )
                    {
                        return false;
                    }
                    if !::tvm_ffi::__private::has_dtype(
                        __returned0,
                        &[<T as ::tvm_ffi::__private::Element>::DTYPE],
                    ) {
                        return false;
                    }
                }
                true
            };
            if __is_kept() {
                return ::core::option::Option::None;
            }
            ::core::option::Option::Some(
                ::tvm_ffi::__private::returned_mismatch(
                    Self::__describe,
                    &::tvm_ffi::__private::ReturnedTensors {
                        symbols: &[
                            ::tvm_ffi::__private::SymbolValue::Extents(&__sym_batch),
                            ::tvm_ffi::__private::SymbolValue::Number(
                                ::core::option::Option::Some(__sym_n),
                            ),
                        ],
                        dtypes: &[<T as ::tvm_ffi::__private::Element>::DTYPE],
                        on_host: __on_host,
                        tensors: &[__returned0, ::core::option::Option::None],
                    },
                ),
            )
        }
        #[inline]
        fn doubled<T: Element>(x: CpuViewD<'_, T>) -> Result<(Tensor, i64)> {
            double(x)
        }
    }
    #[inline]
    fn __tvm_ffi_instance<T: Element>(
        __args: ::tvm_ffi::__private::Args<'_>,
        __slot: ::tvm_ffi::__private::Slot<'_>,
    ) -> ::core::ffi::c_int {
        let mut __holder0 = ::tvm_ffi::__private::holder::<CpuViewD<'_, T>, _>();
        let ::core::option::Option::Some(__arg0) = __args
            .get::<::tvm_ffi::__private::AnyType, CpuViewD<'_, T>, _>(0, &mut __holder0)
        else { return ::tvm_ffi::__private::REFUSED };
        let ::core::option::Option::Some(__tensor0) = ::tvm_ffi::__private::tensor::<
            CpuViewD<'_, T>,
        >(&__arg0) else { return ::tvm_ffi::__private::REFUSED };
        let &[ref __sym_batch @ .., __sym_n] = __tensor0.shape() else {
            return ::tvm_ffi::__private::REFUSED
        };
        if !::tvm_ffi::__private::is_multiple(__sym_n, 4) {
            return ::tvm_ffi::__private::REFUSED;
        }
        let __sym_batch = ::tvm_ffi::__private::kept_extents(
            ::core::option::Option::Some(__sym_batch),
        );
        let __value = __tvm_ffi_of_doubled::doubled::<T>(__arg0);
        if let ::core::option::Option::Some(__mismatch) = __tvm_ffi_of_doubled::__returned::<
            T,
        >((__sym_batch, __sym_n), &__value, false) {
            return ::tvm_ffi::__private::raise_returned(
                __tvm_ffi_of_doubled::__describe,
                __args,
                &__mismatch,
            );
        }
        ::tvm_ffi::__private::Returned::of(&__value)
            .write_or_raise(__value, __slot, "doubled")
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
        match ::tvm_ffi::__private::dtype_of(__args, &[0]) {
            0 | __TVM_FFI_BITS_0_0 => __tvm_ffi_instance::<f32>(__args, __slot),
            __TVM_FFI_BITS_0_1 => __tvm_ffi_instance::<f64>(__args, __slot),
            _ => ::tvm_ffi::__private::REFUSED,
        }
    }
    #[unsafe(export_name = "__tvm_ffi_doubled")]
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
                __tvm_ffi_of_doubled::__describe,
                ::core::option::Option::None,
                __args,
                __num_args,
                __result,
                __tvm_ffi_body,
            )
        }
    }
    #[unsafe(export_name = "__tvm_ffi__metadata_doubled")]
    unsafe extern "C" fn __tvm_ffi_metadata(
        _: *mut ::core::ffi::c_void,
        _: *const ::tvm_ffi::__private::TVMFFIAny,
        _: ::core::ffi::c_int,
        __result: *mut ::tvm_ffi::__private::TVMFFIAny,
    ) -> ::core::ffi::c_int {
        unsafe {
            ::tvm_ffi::__private::metadata(__tvm_ffi_of_doubled::__describe, __result)
        }
    }
    #[unsafe(export_name = "__tvm_ffi__doc_doubled")]
    unsafe extern "C" fn __tvm_ffi_doc(
        _: *mut ::core::ffi::c_void,
        _: *const ::tvm_ffi::__private::TVMFFIAny,
        _: ::core::ffi::c_int,
        __result: *mut ::tvm_ffi::__private::TVMFFIAny,
    ) -> ::core::ffi::c_int {
        unsafe { ::tvm_ffi::__private::doc(__tvm_ffi_of_doubled::__describe, __result) }
    }
    ::tvm_ffi::__private::list! {
        exports : ::tvm_ffi::__private::Registered(__tvm_ffi_of_doubled::__describe)
    }
};
