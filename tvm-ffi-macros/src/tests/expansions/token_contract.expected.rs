#[allow(dead_code)]
#[track_caller]
fn solve(x: CudaView<'_, f32, 1>, cx: Cuda<'_>, y: CudaView<'_, f32, 1>) {
    if !__tvm_ffi_of_solve::__contract(&x, &y) {
        ::tvm_ffi::__private::contract_violated(
            __tvm_ffi_of_solve::__describe,
            &[
                ::tvm_ffi::__private::Shown(&x).operand(),
                ::tvm_ffi::__private::Shown(&y).operand(),
            ],
        )
    }
    __tvm_ffi_of_solve::solve(x, cx, y)
}
#[doc(hidden)]
#[allow(non_camel_case_types)]
enum __tvm_ffi_of_solve {}
const _: () = {
    impl __tvm_ffi_of_solve {
        fn __describe(
            __see: &mut dyn ::core::ops::FnMut(&::tvm_ffi::__private::Description<'_>),
        ) {
            __see(
                &::tvm_ffi::__private::Description {
                    text: ::core::concat!(
                        "solve\0\0\0", ::core::file!(), "\0", ::core::line!(),
                        "\0my-kernels\x001.2.3\0x\0\0\0shape(n)\0y\0\0\0shape(n)"
                    ),
                    shim: unsafe { ::tvm_ffi::__private::Shim::new(__tvm_ffi_shim) },
                    fallback: ::core::option::Option::None,
                    parameters: &[
                        ::tvm_ffi::__private::Taken::<CudaView<'_, f32, 1>>::tag()
                            .parameter_type(),
                        ::tvm_ffi::__private::Taken::<CudaView<'_, f32, 1>>::tag()
                            .parameter_type(),
                    ],
                    result: ::tvm_ffi::__private::Returned::<()>::tag().result_type(),
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
            __arg0: &CudaView<'_, f32, 1>,
            __arg1: &CudaView<'_, f32, 1>,
        ) -> ::core::primitive::bool {
            let ::core::option::Option::Some(__tensor0) = ::tvm_ffi::__private::tensor::<
                CudaView<'_, f32, 1>,
            >(__arg0) else { return false };
            let &[__sym_n] = __tensor0.shape() else { return false };
            let ::core::option::Option::Some(__tensor1) = ::tvm_ffi::__private::tensor::<
                CudaView<'_, f32, 1>,
            >(__arg1) else { return false };
            let &[__dim0] = __tensor1.shape() else { return false };
            if __dim0 != __sym_n {
                return false;
            }
            true
        }
        #[inline]
        fn solve(x: CudaView<'_, f32, 1>, cx: Cuda<'_>, y: CudaView<'_, f32, 1>) {}
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
        let mut __holder0 = ::tvm_ffi::__private::holder::<CudaView<'_, f32, 1>, _>();
        let ::core::option::Option::Some(__arg0) = __args
            .get::<
                ::tvm_ffi::__private::AnyType,
                CudaView<'_, f32, 1>,
                _,
            >(0, &mut __holder0) else { return ::tvm_ffi::__private::REFUSED };
        let ::core::option::Option::Some(__tensor0) = ::tvm_ffi::__private::tensor::<
            CudaView<'_, f32, 1>,
        >(&__arg0) else { return ::tvm_ffi::__private::REFUSED };
        let &[__sym_n] = __tensor0.shape() else { return ::tvm_ffi::__private::REFUSED };
        let mut __holder1 = ::tvm_ffi::__private::holder::<CudaView<'_, f32, 1>, _>();
        let ::core::option::Option::Some(__arg1) = __args
            .get::<
                ::tvm_ffi::__private::AnyType,
                CudaView<'_, f32, 1>,
                _,
            >(1, &mut __holder1) else { return ::tvm_ffi::__private::REFUSED };
        let ::core::option::Option::Some(__tensor1) = ::tvm_ffi::__private::tensor::<
            CudaView<'_, f32, 1>,
        >(&__arg1) else { return ::tvm_ffi::__private::REFUSED };
        let &[__dim0] = __tensor1.shape() else { return ::tvm_ffi::__private::REFUSED };
        if __dim0 != __sym_n {
            return ::tvm_ffi::__private::REFUSED;
        }
        let mut __gpu = ::core::option::Option::None;
        if !(::tvm_ffi::__private::on_one_gpu::<
            CudaView<'_, f32, 1>,
        >(__args, 0, &mut __gpu)
            && ::tvm_ffi::__private::on_one_gpu::<
                CudaView<'_, f32, 1>,
            >(__args, 1, &mut __gpu))
        {
            return ::tvm_ffi::__private::REFUSED;
        }
        if const {
            ::tvm_ffi::__private::writes::<CudaView<'_, f32, 1>>()
                | ::tvm_ffi::__private::writes::<CudaView<'_, f32, 1>>()
        } {
            let __apart = if const {
                ::tvm_ffi::__private::writes_or_needs_scan::<CudaView<'_, f32, 1>>()
                    | ::tvm_ffi::__private::writes_or_needs_scan::<
                        CudaView<'_, f32, 1>,
                    >()
            } {
                ::tvm_ffi::__private::scan(__tvm_ffi_of_solve::__describe, __args, &[])
            } else {
                true
            };
            if !__apart {
                return ::tvm_ffi::__private::REFUSED;
            }
        }
        let __token = match ::tvm_ffi::__private::call_token::<Cuda<'_>>(__args, __gpu) {
            ::core::result::Result::Ok(__token) => __token,
            ::core::result::Result::Err(__error) => {
                return ::tvm_ffi::__private::raise_error(__error, "solve");
            }
        };
        let __value = __tvm_ffi_of_solve::solve(__arg0, __token, __arg1);
        ::tvm_ffi::__private::Returned::of(&__value)
            .write_or_raise(__value, __slot, "solve")
    }
    #[unsafe(export_name = "__tvm_ffi_solve")]
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
                __tvm_ffi_of_solve::__describe,
                ::core::option::Option::None,
                __args,
                __num_args,
                __result,
                __tvm_ffi_body,
            )
        }
    }
    #[unsafe(export_name = "__tvm_ffi__metadata_solve")]
    unsafe extern "C" fn __tvm_ffi_metadata(
        _: *mut ::core::ffi::c_void,
        _: *const ::tvm_ffi::__private::TVMFFIAny,
        _: ::core::ffi::c_int,
        __result: *mut ::tvm_ffi::__private::TVMFFIAny,
    ) -> ::core::ffi::c_int {
        unsafe {
            ::tvm_ffi::__private::metadata(__tvm_ffi_of_solve::__describe, __result)
        }
    }
    #[unsafe(export_name = "__tvm_ffi__doc_solve")]
    unsafe extern "C" fn __tvm_ffi_doc(
        _: *mut ::core::ffi::c_void,
        _: *const ::tvm_ffi::__private::TVMFFIAny,
        _: ::core::ffi::c_int,
        __result: *mut ::tvm_ffi::__private::TVMFFIAny,
    ) -> ::core::ffi::c_int {
        unsafe { ::tvm_ffi::__private::doc(__tvm_ffi_of_solve::__describe, __result) }
    }
    ::tvm_ffi::__private::list! {
        exports : ::tvm_ffi::__private::Registered(__tvm_ffi_of_solve::__describe)
    }
};
