#[allow(dead_code)]
#[track_caller]
fn f(n: usize, x: CpuViewD<'_, f32, Strided>) {
    if !__tvm_ffi_of_f::__contract(&n, &x) {
        ::tvm_ffi::__private::contract_violated(
            __tvm_ffi_of_f::__describe,
            &[
                ::tvm_ffi::__private::Shown(&n).operand(),
                ::tvm_ffi::__private::Shown(&x).operand(),
            ],
        )
    }
    __tvm_ffi_of_f::f(n, x)
}
#[doc(hidden)]
#[allow(non_camel_case_types)]
enum __tvm_ffi_of_f {}
const _: () = {
    const __TVM_FFI_CONSTANT_0: ::core::primitive::i64 = {
        use ::tvm_ffi::__private::{constant as __constant, is_integer as __is_integer};
        let __value = { HEADS * 2 };
        __is_integer(&__value);
        let __wide = __value as ::core::primitive::i128;
        __constant(__wide)
    };
    impl __tvm_ffi_of_f {
        fn __describe(
            __see: &mut dyn ::core::ops::FnMut(&::tvm_ffi::__private::Description<'_>),
        ) {
            __see(
                &::tvm_ffi::__private::Description {
                    text: ::core::concat!(
                        "f\0\0\0", ::core::file!(), "\0", ::core::line!(),
                        "\0my-kernels\x001.2.3\0n\0\0\0\0x\0\0\0shape(m, n, 4, {HEADS * 2}, _, 2 * m - n, s..)"
                    ),
                    shim: unsafe { ::tvm_ffi::__private::Shim::new(__tvm_ffi_shim) },
                    fallback: ::core::option::Option::None,
                    parameters: &[
                        ::tvm_ffi::__private::Taken::<usize>::tag().parameter_type(),
                        ::tvm_ffi::__private::Taken::<CpuViewD<'_, f32, Strided>>::tag()
                            .parameter_type(),
                    ],
                    result: ::tvm_ffi::__private::Returned::<()>::tag().result_type(),
                    flags: 0,
                    constants: &[__TVM_FFI_CONSTANT_0],
                    variables: &[],
                    instance: ::core::option::Option::None,
                    class: ::core::option::Option::None,
                },
            )
        }
        #[inline(always)]
        fn __contract(
            __arg0: &usize,
            __arg1: &CpuViewD<'_, f32, Strided>,
        ) -> ::core::primitive::bool {
            let __sym_n = ::tvm_ffi::__private::symbol::<usize>(__arg0);
            let ::core::option::Option::Some(__tensor1) = ::tvm_ffi::__private::tensor::<
                CpuViewD<'_, f32, Strided>,
            >(__arg1) else { return false };
            let &[__sym_m, __dim1, __dim2, __dim3, _, __dim5, ref __sym_s @ ..] = __tensor1
                .shape() else { return false };
            if ::core::option::Option::Some(__dim1) != __sym_n {
                return false;
            }
            if __dim2 != 4 {
                return false;
            }
            if __dim3 != __TVM_FFI_CONSTANT_0 {
                return false;
            }
            if ::core::option::Option::Some(__dim5)
                != ::tvm_ffi::__private::sub(
                    ::tvm_ffi::__private::mul(
                        ::core::option::Option::Some(2),
                        ::core::option::Option::Some(__sym_m),
                    ),
                    __sym_n,
                )
            {
                return false;
            }
            true
        }
        #[inline]
        fn f(n: usize, x: CpuViewD<'_, f32, Strided>) {}
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
        let mut __holder0 = ::tvm_ffi::__private::holder::<usize, _>();
        let ::core::option::Option::Some(__arg0) = __args
            .get::<::tvm_ffi::__private::NoTensor, usize, _>(0, &mut __holder0) else {
            return ::tvm_ffi::__private::REFUSED
        };
        let __sym_n = ::tvm_ffi::__private::symbol::<usize>(&__arg0);
        let mut __holder1 = ::tvm_ffi::__private::holder::<
            CpuViewD<'_, f32, Strided>,
            _,
        >();
        let ::core::option::Option::Some(__arg1) = __args
            .get::<
                ::tvm_ffi::__private::AnyType,
                CpuViewD<'_, f32, Strided>,
                _,
            >(1, &mut __holder1) else { return ::tvm_ffi::__private::REFUSED };
        let ::core::option::Option::Some(__tensor1) = ::tvm_ffi::__private::tensor::<
            CpuViewD<'_, f32, Strided>,
        >(&__arg1) else { return ::tvm_ffi::__private::REFUSED };
        let &[__sym_m, __dim1, __dim2, __dim3, _, __dim5, ref __sym_s @ ..] = __tensor1
            .shape() else { return ::tvm_ffi::__private::REFUSED };
        if ::core::option::Option::Some(__dim1) != __sym_n {
            return ::tvm_ffi::__private::REFUSED;
        }
        if __dim2 != 4 {
            return ::tvm_ffi::__private::REFUSED;
        }
        if __dim3 != __TVM_FFI_CONSTANT_0 {
            return ::tvm_ffi::__private::REFUSED;
        }
        if ::core::option::Option::Some(__dim5)
            != ::tvm_ffi::__private::sub(
                ::tvm_ffi::__private::mul(
                    ::core::option::Option::Some(2),
                    ::core::option::Option::Some(__sym_m),
                ),
                __sym_n,
            )
        {
            return ::tvm_ffi::__private::REFUSED;
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
