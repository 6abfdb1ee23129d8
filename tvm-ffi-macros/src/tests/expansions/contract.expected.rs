/// Root-mean-square normalisation of each row.
#[must_use]
#[allow(dead_code)]
#[track_caller]
pub fn rms_norm<'a>(
    x: CpuView<'a, f32, 2>,
    out: CpuViewMut<'a, f32, 2>,
    eps: f32,
) -> Result<()> {
    if !__tvm_ffi_of_rms_norm::__contract(&x, &out) {
        ::tvm_ffi::__private::contract_violated(
            __tvm_ffi_of_rms_norm::__describe,
            &[
                ::tvm_ffi::__private::Shown(&x).operand(),
                ::tvm_ffi::__private::Shown(&out).operand(),
                ::tvm_ffi::__private::Operand::Other,
            ],
        )
    }
    __tvm_ffi_of_rms_norm::rms_norm(x, out, eps)
}
#[doc(hidden)]
#[allow(non_camel_case_types)]
enum __tvm_ffi_of_rms_norm {}
const _: () = {
    impl __tvm_ffi_of_rms_norm {
        fn __describe(
            __see: &mut dyn ::core::ops::FnMut(&::tvm_ffi::__private::Description<'_>),
        ) {
            __see(
                &::tvm_ffi::__private::Description {
                    text: ::core::concat!(
                        "rms_norm\0\0Root-mean-square normalisation of each row.\0",
                        ::core::file!(), "\0", ::core::line!(),
                        "\0my-kernels\x001.2.3\0x\0\0\0shape(n, d % 16)\0out\0\0\0shape(n, d);out\0eps\0\0\0"
                    ),
                    shim: unsafe { ::tvm_ffi::__private::Shim::new(__tvm_ffi_shim) },
                    fallback: ::core::option::Option::None,
                    parameters: &[
                        ::tvm_ffi::__private::Taken::<CpuView<'_, f32, 2>>::tag()
                            .parameter_type(),
                        ::tvm_ffi::__private::Taken::<CpuViewMut<'_, f32, 2>>::tag()
                            .parameter_type(),
                        ::tvm_ffi::__private::Taken::<f32>::tag().parameter_type(),
                    ],
                    result: ::tvm_ffi::__private::Returned::<Result<()>>::tag()
                        .result_type(),
                    flags: 0,
                    constants: &[],
                    variables: &[],
                    instance: ::core::option::Option::None,
                    class: ::core::option::Option::None,
                },
            )
        }
        #[inline(always)]
        fn __contract(
            __arg0: &CpuView<'_, f32, 2>,
            __arg1: &CpuViewMut<'_, f32, 2>,
        ) -> ::core::primitive::bool {
            let ::core::option::Option::Some(__tensor0) = ::tvm_ffi::__private::tensor::<
                CpuView<'_, f32, 2>,
            >(__arg0) else { return false };
            let &[__sym_n, __sym_d] = __tensor0.shape() else { return false };
            if !::tvm_ffi::__private::is_multiple(__sym_d, 16) {
                return false;
            }
            let ::core::option::Option::Some(__tensor1) = ::tvm_ffi::__private::tensor::<
                CpuViewMut<'_, f32, 2>,
            >(__arg1) else { return false };
            let &[__dim0, __dim1] = __tensor1.shape() else { return false };
            if __dim0 != __sym_n {
                return false;
            }
            if __dim1 != __sym_d {
                return false;
            }
            true
        }
        #[inline(never)]
        fn rms_norm<'a>(
            x: CpuView<'a, f32, 2>,
            mut out: CpuViewMut<'a, f32, 2>,
            #[allow(unused)]
            eps: f32,
        ) -> Result<()> {
            out.fill(eps);
        }
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
        let mut __holder0 = ::tvm_ffi::__private::holder::<CpuView<'_, f32, 2>, _>();
        let ::core::option::Option::Some(__arg0) = __args
            .get::<
                ::tvm_ffi::__private::AnyType,
                CpuView<'_, f32, 2>,
                _,
            >(0, &mut __holder0) else { return ::tvm_ffi::__private::REFUSED };
        let ::core::option::Option::Some(__tensor0) = ::tvm_ffi::__private::tensor::<
            CpuView<'_, f32, 2>,
        >(&__arg0) else { return ::tvm_ffi::__private::REFUSED };
        let &[__sym_n, __sym_d] = __tensor0.shape() else {
            return ::tvm_ffi::__private::REFUSED
        };
        if !::tvm_ffi::__private::is_multiple(__sym_d, 16) {
            return ::tvm_ffi::__private::REFUSED;
        }
        let mut __holder1 = ::tvm_ffi::__private::holder::<CpuViewMut<'_, f32, 2>, _>();
        let ::core::option::Option::Some(__arg1) = __args
            .get::<
                ::tvm_ffi::__private::AnyType,
                CpuViewMut<'_, f32, 2>,
                _,
            >(1, &mut __holder1) else { return ::tvm_ffi::__private::REFUSED };
        let ::core::option::Option::Some(__tensor1) = ::tvm_ffi::__private::tensor::<
            CpuViewMut<'_, f32, 2>,
        >(&__arg1) else { return ::tvm_ffi::__private::REFUSED };
        let &[__dim0, __dim1] = __tensor1.shape() else {
            return ::tvm_ffi::__private::REFUSED
        };
        if __dim0 != __sym_n {
            return ::tvm_ffi::__private::REFUSED;
        }
        if __dim1 != __sym_d {
            return ::tvm_ffi::__private::REFUSED;
        }
        let mut __holder2 = ::tvm_ffi::__private::holder::<f32, _>();
        let ::core::option::Option::Some(__arg2) = __args
            .get::<::tvm_ffi::__private::NoTensor, f32, _>(2, &mut __holder2) else {
            return ::tvm_ffi::__private::REFUSED
        };
        if const {
            ::tvm_ffi::__private::writes::<CpuView<'_, f32, 2>>()
                | ::tvm_ffi::__private::writes::<CpuViewMut<'_, f32, 2>>()
        } {
            let __apart = if const {
                ::tvm_ffi::__private::writes_or_needs_scan::<CpuView<'_, f32, 2>>()
                    | ::tvm_ffi::__private::needs_scan::<CpuViewMut<'_, f32, 2>>()
            } {
                ::tvm_ffi::__private::scan(
                    __tvm_ffi_of_rms_norm::__describe,
                    __args,
                    &[],
                )
            } else {
                ::tvm_ffi::__private::apart::<
                    CpuView<'_, f32, 2>,
                    CpuViewMut<'_, f32, 2>,
                >(&__arg0, &__arg1)
            };
            if !__apart {
                return ::tvm_ffi::__private::REFUSED;
            }
        }
        let __value = __tvm_ffi_of_rms_norm::rms_norm(__arg0, __arg1, __arg2);
        ::tvm_ffi::__private::Returned::of(&__value)
            .write_or_raise(__value, __slot, "rms_norm")
    }
    #[unsafe(export_name = "__tvm_ffi_rms_norm")]
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
                __tvm_ffi_of_rms_norm::__describe,
                ::core::option::Option::None,
                __args,
                __num_args,
                __result,
                __tvm_ffi_body,
            )
        }
    }
    #[unsafe(export_name = "__tvm_ffi__metadata_rms_norm")]
    unsafe extern "C" fn __tvm_ffi_metadata(
        _: *mut ::core::ffi::c_void,
        _: *const ::tvm_ffi::__private::TVMFFIAny,
        _: ::core::ffi::c_int,
        __result: *mut ::tvm_ffi::__private::TVMFFIAny,
    ) -> ::core::ffi::c_int {
        unsafe {
            ::tvm_ffi::__private::metadata(__tvm_ffi_of_rms_norm::__describe, __result)
        }
    }
    #[unsafe(export_name = "__tvm_ffi__doc_rms_norm")]
    unsafe extern "C" fn __tvm_ffi_doc(
        _: *mut ::core::ffi::c_void,
        _: *const ::tvm_ffi::__private::TVMFFIAny,
        _: ::core::ffi::c_int,
        __result: *mut ::tvm_ffi::__private::TVMFFIAny,
    ) -> ::core::ffi::c_int {
        unsafe { ::tvm_ffi::__private::doc(__tvm_ffi_of_rms_norm::__describe, __result) }
    }
    ::tvm_ffi::__private::list! {
        exports : ::tvm_ffi::__private::Registered(__tvm_ffi_of_rms_norm::__describe)
    }
};
