#[allow(dead_code)]
#[track_caller]
fn f(x: Vec<TensorView<'_>>) {
    if !__tvm_ffi_of_f::__contract(&x) {
        ::tvm_ffi::__private::contract_violated(
            __tvm_ffi_of_f::__describe,
            &[::tvm_ffi::__private::Shown(&x).operand()],
        )
    }
    __tvm_ffi_of_f::f(x)
}
#[doc(hidden)]
#[allow(non_camel_case_types)]
enum __tvm_ffi_of_f {}
const _: () = {
    impl __tvm_ffi_of_f {
        fn __describe(
            __see: &mut dyn ::core::ops::FnMut(&::tvm_ffi::__private::Description<'_>),
        ) {
            __see(
                &::tvm_ffi::__private::Description {
                    text: ::core::concat!(
                        "f\0\0\0", ::core::file!(), "\0", ::core::line!(),
                        "\0my-kernels\x001.2.3\0x\0\0\0strides(ld, -1);align(16);dtype(float32, float16);device(cpu, cuda)"
                    ),
                    shim: unsafe { ::tvm_ffi::__private::Shim::new(__tvm_ffi_shim) },
                    fallback: ::core::option::Option::None,
                    parameters: &[
                        ::tvm_ffi::__private::Taken::<Vec<TensorView<'_>>>::tag()
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
        fn __contract(__arg0: &Vec<TensorView<'_>>) -> ::core::primitive::bool {
            let mut __sym_ld = ::core::option::Option::None;
            if !::tvm_ffi::__private::each_tensor::<
                Vec<TensorView<'_>>,
            >(
                __arg0,
                |__tensor0| {
                    if !::tvm_ffi::__private::has_dtype(
                        __tensor0,
                        &[
                            ::tvm_ffi::__private::DType::F32,
                            ::tvm_ffi::__private::DType::F16,
                        ],
                    ) {
                        return false;
                    }
                    if !::tvm_ffi::__private::has_device(__tensor0, &[1, 2]) {
                        return false;
                    }
                    if !::tvm_ffi::__private::is_aligned(__tensor0, 16) {
                        return false;
                    }
                    true
                },
            ) {
                return false;
            }
            if !::tvm_ffi::__private::each_tensor::<
                Vec<TensorView<'_>>,
            >(
                __arg0,
                |__tensor0| {
                    if __tensor0.ndim() != 2 {
                        return false;
                    }
                    if let ::core::option::Option::Some(__stride) = ::tvm_ffi::__private::stride(
                        __tensor0,
                        0,
                    ) {
                        if !::tvm_ffi::__private::bind(&mut __sym_ld, __stride) {
                            return false;
                        }
                    }
                    if let ::core::option::Option::Some(__stride) = ::tvm_ffi::__private::stride(
                        __tensor0,
                        1,
                    ) {
                        if __stride != -1 {
                            return false;
                        }
                    }
                    true
                },
            ) {
                return false;
            }
            true
        }
        #[inline]
        fn f(x: Vec<TensorView<'_>>) {}
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
        let mut __sym_ld = ::core::option::Option::None;
        let mut __holder0 = ::tvm_ffi::__private::holder::<Vec<TensorView<'_>>, _>();
        let ::core::option::Option::Some(__arg0) = __args
            .get::<
                ::tvm_ffi::__private::AnyType,
                Vec<TensorView<'_>>,
                _,
            >(0, &mut __holder0) else { return ::tvm_ffi::__private::REFUSED };
        if !::tvm_ffi::__private::each_tensor::<
            Vec<TensorView<'_>>,
        >(
            &__arg0,
            |__tensor0| {
                if !::tvm_ffi::__private::has_dtype(
                    __tensor0,
                    &[::tvm_ffi::__private::DType::F32, ::tvm_ffi::__private::DType::F16],
                ) {
                    return false;
                }
                if !::tvm_ffi::__private::has_device(__tensor0, &[1, 2]) {
                    return false;
                }
                if !::tvm_ffi::__private::is_aligned(__tensor0, 16) {
                    return false;
                }
                true
            },
        ) {
            return ::tvm_ffi::__private::REFUSED;
        }
        if !::tvm_ffi::__private::each_tensor::<
            Vec<TensorView<'_>>,
        >(
            &__arg0,
            |__tensor0| {
                if __tensor0.ndim() != 2 {
                    return false;
                }
                if let ::core::option::Option::Some(__stride) = ::tvm_ffi::__private::stride(
                    __tensor0,
                    0,
                ) {
                    if !::tvm_ffi::__private::bind(&mut __sym_ld, __stride) {
                        return false;
                    }
                }
                if let ::core::option::Option::Some(__stride) = ::tvm_ffi::__private::stride(
                    __tensor0,
                    1,
                ) {
                    if __stride != -1 {
                        return false;
                    }
                }
                true
            },
        ) {
            return ::tvm_ffi::__private::REFUSED;
        }
        let mut __gpu = ::core::option::Option::None;
        if !(::tvm_ffi::__private::on_one_gpu::<
            Vec<TensorView<'_>>,
        >(__args, 0, &mut __gpu)) {
            return ::tvm_ffi::__private::REFUSED;
        }
        if const { ::tvm_ffi::__private::writes::<Vec<TensorView<'_>>>() } {
            let __apart = if const {
                ::tvm_ffi::__private::leads_to_tensors::<Vec<TensorView<'_>>>()
            } {
                ::tvm_ffi::__private::scan(__tvm_ffi_of_f::__describe, __args, &[])
            } else {
                true
            };
            if !__apart {
                return ::tvm_ffi::__private::REFUSED;
            }
        }
        let __value = __tvm_ffi_of_f::f(__arg0);
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
