#[allow(dead_code)]
#[track_caller]
fn resized(size: (i64, i64), x: CpuView<'_, f32, 2>) -> i64 {
    if !__tvm_ffi_of_resized::__contract(&size, &x) {
        ::tvm_ffi::__private::contract_violated(
            __tvm_ffi_of_resized::__describe,
            &[
                ::tvm_ffi::__private::integers_operand(&size),
                ::tvm_ffi::__private::Shown(&x).operand(),
            ],
        )
    }
    __tvm_ffi_of_resized::resized(size, x)
}
#[doc(hidden)]
#[allow(non_camel_case_types)]
enum __tvm_ffi_of_resized {}
const _: () = {
    impl __tvm_ffi_of_resized {
        fn __describe(
            __see: &mut dyn ::core::ops::FnMut(&::tvm_ffi::__private::Description<'_>),
        ) {
            __see(
                &::tvm_ffi::__private::Description {
                    text: ::core::concat!(
                        "resized\0\0\0", ::core::file!(), "\0", ::core::line!(),
                        "\0my-kernels\x001.2.3\0size\0\0\0shape(h, w)\0x\0\0\0shape(h, 2 * w)"
                    ),
                    shim: unsafe { ::tvm_ffi::__private::Shim::new(__tvm_ffi_shim) },
                    fallback: ::core::option::Option::None,
                    parameters: &[
                        ::tvm_ffi::__private::Taken::<(i64, i64)>::tag()
                            .parameter_type(),
                        ::tvm_ffi::__private::Taken::<CpuView<'_, f32, 2>>::tag()
                            .parameter_type(),
                    ],
                    result: &::tvm_ffi::__private::with_contract(
                        ::tvm_ffi::__private::Returned::<i64>::tag().result_type(),
                    ),
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
            __arg0: &(i64, i64),
            __arg1: &CpuView<'_, f32, 2>,
        ) -> ::core::primitive::bool {
            let ::core::option::Option::Some(__tensor0) = ::tvm_ffi::__private::integers::<
                (i64, i64),
            >(__arg0) else { return false };
            let &[__sym_h, __sym_w] = ::core::convert::AsRef::<
                [::core::primitive::i64],
            >::as_ref(&__tensor0) else { return false };
            let ::core::option::Option::Some(__tensor1) = ::tvm_ffi::__private::tensor::<
                CpuView<'_, f32, 2>,
            >(__arg1) else { return false };
            let &[__dim0, __dim1] = __tensor1.shape() else { return false };
            if __dim0 != __sym_h {
                return false;
            }
            if ::core::option::Option::Some(__dim1)
                != ::tvm_ffi::__private::mul(
                    ::core::option::Option::Some(2),
                    ::core::option::Option::Some(__sym_w),
                )
            {
                return false;
            }
            true
        }
        #[inline]
        fn resized(size: (i64, i64), x: CpuView<'_, f32, 2>) -> i64 {
            size.0 + x.shape()[1]
        }
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
        let mut __holder0 = ::tvm_ffi::__private::holder::<(i64, i64), _>();
        let ::core::option::Option::Some(__arg0) = __args
            .get::<::tvm_ffi::__private::AnyType, (i64, i64), _>(0, &mut __holder0) else {
            return ::tvm_ffi::__private::REFUSED
        };
        let ::core::option::Option::Some(__tensor0) = ::tvm_ffi::__private::integers::<
            (i64, i64),
        >(&__arg0) else { return ::tvm_ffi::__private::REFUSED };
        let &[__sym_h, __sym_w] = ::core::convert::AsRef::<
            [::core::primitive::i64],
        >::as_ref(&__tensor0) else { return ::tvm_ffi::__private::REFUSED };
        let mut __holder1 = ::tvm_ffi::__private::holder::<CpuView<'_, f32, 2>, _>();
        let ::core::option::Option::Some(__arg1) = __args
            .get::<
                ::tvm_ffi::__private::AnyType,
                CpuView<'_, f32, 2>,
                _,
            >(1, &mut __holder1) else { return ::tvm_ffi::__private::REFUSED };
        let ::core::option::Option::Some(__tensor1) = ::tvm_ffi::__private::tensor::<
            CpuView<'_, f32, 2>,
        >(&__arg1) else { return ::tvm_ffi::__private::REFUSED };
        let &[__dim0, __dim1] = __tensor1.shape() else {
            return ::tvm_ffi::__private::REFUSED
        };
        if __dim0 != __sym_h {
            return ::tvm_ffi::__private::REFUSED;
        }
        if ::core::option::Option::Some(__dim1)
            != ::tvm_ffi::__private::mul(
                ::core::option::Option::Some(2),
                ::core::option::Option::Some(__sym_w),
            )
        {
            return ::tvm_ffi::__private::REFUSED;
        }
        if const {
            ::tvm_ffi::__private::writes::<(i64, i64)>()
                | ::tvm_ffi::__private::writes::<CpuView<'_, f32, 2>>()
        } {
            let __apart = if const {
                ::tvm_ffi::__private::writes_or_needs_scan::<CpuView<'_, f32, 2>>()
                    | ::tvm_ffi::__private::leads_to_tensors::<(i64, i64)>()
            } {
                ::tvm_ffi::__private::scan(__tvm_ffi_of_resized::__describe, __args, &[])
            } else {
                true
            };
            if !__apart {
                return ::tvm_ffi::__private::REFUSED;
            }
        }
        let __value = __tvm_ffi_of_resized::resized(__arg0, __arg1);
        ::tvm_ffi::__private::Returned::of(&__value)
            .write_or_raise(__value, __slot, "resized")
    }
    #[unsafe(export_name = "__tvm_ffi_resized")]
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
                __tvm_ffi_of_resized::__describe,
                ::core::option::Option::None,
                __args,
                __num_args,
                __result,
                __tvm_ffi_body,
            )
        }
    }
    #[unsafe(export_name = "__tvm_ffi__metadata_resized")]
    unsafe extern "C" fn __tvm_ffi_metadata(
        _: *mut ::core::ffi::c_void,
        _: *const ::tvm_ffi::__private::TVMFFIAny,
        _: ::core::ffi::c_int,
        __result: *mut ::tvm_ffi::__private::TVMFFIAny,
    ) -> ::core::ffi::c_int {
        unsafe {
            ::tvm_ffi::__private::metadata(__tvm_ffi_of_resized::__describe, __result)
        }
    }
    #[unsafe(export_name = "__tvm_ffi__doc_resized")]
    unsafe extern "C" fn __tvm_ffi_doc(
        _: *mut ::core::ffi::c_void,
        _: *const ::tvm_ffi::__private::TVMFFIAny,
        _: ::core::ffi::c_int,
        __result: *mut ::tvm_ffi::__private::TVMFFIAny,
    ) -> ::core::ffi::c_int {
        unsafe { ::tvm_ffi::__private::doc(__tvm_ffi_of_resized::__describe, __result) }
    }
    ::tvm_ffi::__private::list! {
        exports : ::tvm_ffi::__private::Registered(__tvm_ffi_of_resized::__describe)
    }
};
