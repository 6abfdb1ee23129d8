#[allow(dead_code)]
#[track_caller]
fn f(x: CpuViewD<'_, f32>, y: Option<CudaViewD<'_, f32, Strided>>) {
    if !__tvm_ffi_of_f::__contract(&x, &y) {
        ::tvm_ffi::__private::contract_violated(
            __tvm_ffi_of_f::__describe,
            &[
                ::tvm_ffi::__private::Shown(&x).operand(),
                ::tvm_ffi::__private::Shown(&y).operand(),
            ],
        )
    }
    __tvm_ffi_of_f::f(x, y)
}
#[doc(hidden)]
#[allow(non_camel_case_types)]
enum __tvm_ffi_of_f {}
const _: () = {
    const __TVM_FFI_CONSTANT_0: ::core::primitive::i64 = {
        use ::tvm_ffi::__private::{constant as __constant, is_integer as __is_integer};
        let __value = { K };
        __is_integer(&__value);
        let __wide = __value as ::core::primitive::i128;
        __constant(__wide)
    };
    const __TVM_FFI_CONSTANT_1: ::core::primitive::i64 = {
        use ::tvm_ffi::__private::{constant as __constant, is_integer as __is_integer};
        let __value = { A };
        __is_integer(&__value);
        let __wide = __value as ::core::primitive::i128;
        __constant(__wide)
    };
    const __TVM_FFI_ALIGNMENT_1: ::core::primitive::usize = {
        use ::tvm_ffi::__private::alignment as __alignment;
        __alignment(__TVM_FFI_CONSTANT_1)
    };
    impl __tvm_ffi_of_f {
        fn __describe(
            __see: &mut dyn ::core::ops::FnMut(&::tvm_ffi::__private::Description<'_>),
        ) {
            __see(
                &::tvm_ffi::__private::Description {
                    text: ::core::concat!(
                        "f\0\0\0", ::core::file!(), "\0", ::core::line!(),
                        "\0my-kernels\x001.2.3\0x\0\0\0shape(m, s..)\0y\0\0\0shape(m % {K}, s.., (m % 3));strides(.., ld % 8, m / 2);align({A})"
                    ),
                    shim: unsafe { ::tvm_ffi::__private::Shim::new(__tvm_ffi_shim) },
                    fallback: ::core::option::Option::None,
                    parameters: &[
                        ::tvm_ffi::__private::Taken::<CpuViewD<'_, f32>>::tag()
                            .parameter_type(),
                        ::tvm_ffi::__private::Taken::<
                            Option<CudaViewD<'_, f32, Strided>>,
                        >::tag()
                            .parameter_type(),
                    ],
                    result: ::tvm_ffi::__private::Returned::<()>::tag().result_type(),
                    flags: 0,
                    constants: &[__TVM_FFI_CONSTANT_0, __TVM_FFI_CONSTANT_1],
                    variables: &[],
                    instance: ::core::option::Option::None,
                    class: ::core::option::Option::None,
                },
            )
        }
        #[inline(always)]
        fn __contract(
            __arg0: &CpuViewD<'_, f32>,
            __arg1: &Option<CudaViewD<'_, f32, Strided>>,
        ) -> ::core::primitive::bool {
            let mut __sym_ld = ::core::option::Option::None;
            let ::core::option::Option::Some(__tensor0) = ::tvm_ffi::__private::tensor::<
                CpuViewD<'_, f32>,
            >(__arg0) else { return false };
            let &[__sym_m, ref __sym_s @ ..] = __tensor0.shape() else { return false };
            if let ::core::option::Option::Some(__tensor1) = ::tvm_ffi::__private::tensor::<
                Option<CudaViewD<'_, f32, Strided>>,
            >(__arg1) {
                let &[__dim0, ref __dim1 @ .., __dim2] = __tensor1.shape() else {
                    return false
                };
                if __dim0 != __sym_m {
                    return false;
                }
                if !::tvm_ffi::__private::is_multiple(__dim0, __TVM_FFI_CONSTANT_0) {
                    return false;
                }
                if __dim1 != __sym_s {
                    return false;
                }
                if ::core::option::Option::Some(__dim2)
                    != ::tvm_ffi::__private::rem(
                        ::core::option::Option::Some(__sym_m),
                        ::core::option::Option::Some(3),
                    )
                {
                    return false;
                }
                if !::tvm_ffi::__private::is_aligned(__tensor1, __TVM_FFI_ALIGNMENT_1) {
                    return false;
                }
            }
            if let ::core::option::Option::Some(__tensor1) = ::tvm_ffi::__private::tensor::<
                Option<CudaViewD<'_, f32, Strided>>,
            >(__arg1) {
                if __tensor1.ndim() < 2 {
                    return false;
                }
                if let ::core::option::Option::Some(__stride) = ::tvm_ffi::__private::stride(
                    __tensor1,
                    __tensor1.ndim() - 2,
                ) {
                    if !::tvm_ffi::__private::bind(&mut __sym_ld, __stride) {
                        return false;
                    }
                    if !::tvm_ffi::__private::is_multiple(__stride, 8) {
                        return false;
                    }
                }
                if let ::core::option::Option::Some(__stride) = ::tvm_ffi::__private::stride(
                    __tensor1,
                    __tensor1.ndim() - 1,
                ) {
                    if ::core::option::Option::Some(__stride)
                        != ::tvm_ffi::__private::div(
                            ::core::option::Option::Some(__sym_m),
                            ::core::option::Option::Some(2),
                        )
                    {
                        return false;
                    }
                }
            }
            true
        }
        #[inline]
        fn f(x: CpuViewD<'_, f32>, y: Option<CudaViewD<'_, f32, Strided>>) {}
    }
    #[inline]
    fn __tvm_ffi_body(
        __args: ::tvm_ffi::__private::Args<'_>,
        __slot: ::tvm_ffi::__private::Slot<'_>,
    ) -> ::core::ffi::c_int {
        match __args.count() {
            2 => {}
            _ => return ::tvm_ffi::__private::REFUSED,
        }
        let mut __sym_ld = ::core::option::Option::None;
        let mut __holder0 = ::tvm_ffi::__private::holder::<CpuViewD<'_, f32>, _>();
        let ::core::option::Option::Some(__arg0) = __args
            .get::<
                ::tvm_ffi::__private::AnyType,
                CpuViewD<'_, f32>,
                _,
            >(0, &mut __holder0) else { return ::tvm_ffi::__private::REFUSED };
        let ::core::option::Option::Some(__tensor0) = ::tvm_ffi::__private::tensor::<
            CpuViewD<'_, f32>,
        >(&__arg0) else { return ::tvm_ffi::__private::REFUSED };
        let &[__sym_m, ref __sym_s @ ..] = __tensor0.shape() else {
            return ::tvm_ffi::__private::REFUSED
        };
        let mut __holder1 = ::tvm_ffi::__private::holder::<
            Option<CudaViewD<'_, f32, Strided>>,
            _,
        >();
        let ::core::option::Option::Some(__arg1) = __args
            .get::<
                ::tvm_ffi::__private::AnyType,
                Option<CudaViewD<'_, f32, Strided>>,
                _,
            >(1, &mut __holder1) else { return ::tvm_ffi::__private::REFUSED };
        if let ::core::option::Option::Some(__tensor1) = ::tvm_ffi::__private::tensor::<
            Option<CudaViewD<'_, f32, Strided>>,
        >(&__arg1) {
            let &[__dim0, ref __dim1 @ .., __dim2] = __tensor1.shape() else {
                return ::tvm_ffi::__private::REFUSED
            };
            if __dim0 != __sym_m {
                return ::tvm_ffi::__private::REFUSED;
            }
            if !::tvm_ffi::__private::is_multiple(__dim0, __TVM_FFI_CONSTANT_0) {
                return ::tvm_ffi::__private::REFUSED;
            }
            if __dim1 != __sym_s {
                return ::tvm_ffi::__private::REFUSED;
            }
            if ::core::option::Option::Some(__dim2)
                != ::tvm_ffi::__private::rem(
                    ::core::option::Option::Some(__sym_m),
                    ::core::option::Option::Some(3),
                )
            {
                return ::tvm_ffi::__private::REFUSED;
            }
            if !::tvm_ffi::__private::is_aligned(__tensor1, __TVM_FFI_ALIGNMENT_1) {
                return ::tvm_ffi::__private::REFUSED;
            }
        }
        if let ::core::option::Option::Some(__tensor1) = ::tvm_ffi::__private::tensor::<
            Option<CudaViewD<'_, f32, Strided>>,
        >(&__arg1) {
            if __tensor1.ndim() < 2 {
                return ::tvm_ffi::__private::REFUSED;
            }
            if let ::core::option::Option::Some(__stride) = ::tvm_ffi::__private::stride(
                __tensor1,
                __tensor1.ndim() - 2,
            ) {
                if !::tvm_ffi::__private::bind(&mut __sym_ld, __stride) {
                    return ::tvm_ffi::__private::REFUSED;
                }
                if !::tvm_ffi::__private::is_multiple(__stride, 8) {
                    return ::tvm_ffi::__private::REFUSED;
                }
            }
            if let ::core::option::Option::Some(__stride) = ::tvm_ffi::__private::stride(
                __tensor1,
                __tensor1.ndim() - 1,
            ) {
                if ::core::option::Option::Some(__stride)
                    != ::tvm_ffi::__private::div(
                        ::core::option::Option::Some(__sym_m),
                        ::core::option::Option::Some(2),
                    )
                {
                    return ::tvm_ffi::__private::REFUSED;
                }
            }
        }
        if const {
            ::tvm_ffi::__private::writes::<CpuViewD<'_, f32>>()
                | ::tvm_ffi::__private::writes::<Option<CudaViewD<'_, f32, Strided>>>()
        } {
            let __apart = if const {
                ::tvm_ffi::__private::writes_or_needs_scan::<CpuViewD<'_, f32>>()
                    | ::tvm_ffi::__private::writes_or_needs_scan::<
                        Option<CudaViewD<'_, f32, Strided>>,
                    >()
            } {
                ::tvm_ffi::__private::scan(__tvm_ffi_of_f::__describe, __args, &[])
            } else {
                true
            };
            if !__apart {
                return ::tvm_ffi::__private::REFUSED;
            }
        }
        let __value = __tvm_ffi_of_f::f(__arg0, __arg1);
        ::tvm_ffi::__private::Returned::of(&__value).write_or_raise(__value, __slot, "f")
    }
    #[unsafe(export_name = "__tvm_ffi_f")]
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
                __tvm_ffi_of_f::__describe,
                ::core::option::Option::None,
                __args,
                __num_args,
                __result,
                __tvm_ffi_body,
            )
        }
    }
    #[unsafe(export_name = "__tvm_ffi__metadata_f")]
    unsafe extern "C" fn __tvm_ffi_metadata(
        _: *mut ::core::ffi::c_void,
        _: *const ::tvm_ffi::__private::TVMFFIAny,
        _: ::core::ffi::c_int,
        __result: *mut ::tvm_ffi::__private::TVMFFIAny,
    ) -> ::core::ffi::c_int {
        unsafe { ::tvm_ffi::__private::metadata(__tvm_ffi_of_f::__describe, __result) }
    }
    #[unsafe(export_name = "__tvm_ffi__doc_f")]
    unsafe extern "C" fn __tvm_ffi_doc(
        _: *mut ::core::ffi::c_void,
        _: *const ::tvm_ffi::__private::TVMFFIAny,
        _: ::core::ffi::c_int,
        __result: *mut ::tvm_ffi::__private::TVMFFIAny,
    ) -> ::core::ffi::c_int {
        unsafe { ::tvm_ffi::__private::doc(__tvm_ffi_of_f::__describe, __result) }
    }
    ::tvm_ffi::__private::list! {
        exports : ::tvm_ffi::__private::Registered(__tvm_ffi_of_f::__describe)
    }
};
