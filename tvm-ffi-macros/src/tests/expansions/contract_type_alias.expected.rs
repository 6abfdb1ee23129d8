#[allow(dead_code)]
#[track_caller]
fn f(k: Index, x: Image<'_>, y: CpuView<'_, f32, RANK, Layout>, z: Images<'_>) {
    if !__tvm_ffi_of_f::__contract(&k, &x, &y, &z) {
        ::tvm_ffi::__private::contract_violated(
            __tvm_ffi_of_f::__describe,
            &[
                ::tvm_ffi::__private::Shown(&k).operand(),
                ::tvm_ffi::__private::Shown(&x).operand(),
                ::tvm_ffi::__private::Shown(&y).operand(),
                ::tvm_ffi::__private::Shown(&z).operand(),
            ],
        )
    }
    __tvm_ffi_of_f::f(k, x, y, z)
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
                        "\0my-kernels\x001.2.3\0k\0\0\0\0x\0\0\0shape(n, ..);strides(.., 1)\0y\0\0\0shape(2 * n, k)\0z\0\0\0dtype(float32)"
                    ),
                    shim: unsafe { ::tvm_ffi::__private::Shim::new(__tvm_ffi_shim) },
                    fallback: ::core::option::Option::None,
                    parameters: &[
                        ::tvm_ffi::__private::Taken::<Index>::tag().parameter_type(),
                        ::tvm_ffi::__private::Taken::<Image<'_>>::tag().parameter_type(),
                        ::tvm_ffi::__private::Taken::<
                            CpuView<'_, f32, RANK, Layout>,
                        >::tag()
                            .parameter_type(),
                        ::tvm_ffi::__private::Taken::<Images<'_>>::tag().parameter_type(),
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
            __arg0: &Index,
            __arg1: &Image<'_>,
            __arg2: &CpuView<'_, f32, RANK, Layout>,
            __arg3: &Images<'_>,
        ) -> ::core::primitive::bool {
            let mut __sym_n = ::core::option::Option::None;
            let __sym_k = ::tvm_ffi::__private::symbol::<Index>(__arg0);
            if let ::core::option::Option::Some(__tensor1) = ::tvm_ffi::__private::tensor::<
                Image<'_>,
            >(__arg1) {
                let &[__dim0, ..] = __tensor1.shape() else { return false };
                if !::tvm_ffi::__private::bind(&mut __sym_n, __dim0) {
                    return false;
                }
            }
            let ::core::option::Option::Some(__tensor2) = ::tvm_ffi::__private::tensor::<
                CpuView<'_, f32, RANK, Layout>,
            >(__arg2) else { return false };
            let &[__dim0, __dim1] = __tensor2.shape() else { return false };
            if ::core::option::Option::Some(__dim0)
                != ::tvm_ffi::__private::mul(::core::option::Option::Some(2), __sym_n)
            {
                return false;
            }
            if ::core::option::Option::Some(__dim1) != __sym_k {
                return false;
            }
            if !::tvm_ffi::__private::each_tensor::<
                Images<'_>,
            >(
                __arg3,
                |__tensor3| {
                    if !::tvm_ffi::__private::has_dtype(
                        __tensor3,
                        &[::tvm_ffi::__private::DType::F32],
                    ) {
                        return false;
                    }
                    true
                },
            ) {
                return false;
            }
            if let ::core::option::Option::Some(__tensor1) = ::tvm_ffi::__private::tensor::<
                Image<'_>,
            >(__arg1) {
                if __tensor1.ndim() < 1 {
                    return false;
                }
                if let ::core::option::Option::Some(__stride) = ::tvm_ffi::__private::stride(
                    __tensor1,
                    __tensor1.ndim() - 1,
                ) {
                    if __stride != 1 {
                        return false;
                    }
                }
            }
            true
        }
        #[inline]
        fn f(k: Index, x: Image<'_>, y: CpuView<'_, f32, RANK, Layout>, z: Images<'_>) {}
    }
    const _: () = {
        {
            use ::tvm_ffi::__private::assert_shape as __assert;
            __assert::<Image<'_>>(1, true)
        }
        {
            use ::tvm_ffi::__private::assert_present as __assert;
            __assert::<Image<'_>>()
        }
        {
            use ::tvm_ffi::__private::assert_strides as __assert;
            __assert::<Image<'_>>(1, true)
        }
        {
            use ::tvm_ffi::__private::assert_shape as __assert;
            __assert::<CpuView<'_, f32, RANK, Layout>>(2, false)
        }
        {
            use ::tvm_ffi::__private::assert_dtype as __assert;
            __assert::<Images<'_>>()
        }
    };
    #[inline]
    fn __tvm_ffi_body(
        __args: ::tvm_ffi::__private::Args<'_>,
        __slot: ::tvm_ffi::__private::Slot<'_>,
    ) -> ::core::ffi::c_int {
        match __args.count() {
            4 => {}
            _ => return ::tvm_ffi::__private::REFUSED,
        }
        let mut __holder0 = ::tvm_ffi::__private::holder::<Index, _>();
        let ::core::option::Option::Some(__arg0) = __args
            .get::<::tvm_ffi::__private::AnyType, Index, _>(0, &mut __holder0) else {
            return ::tvm_ffi::__private::REFUSED
        };
        let mut __sym_n = ::core::option::Option::None;
        let __sym_k = ::tvm_ffi::__private::symbol::<Index>(&__arg0);
        let mut __holder1 = ::tvm_ffi::__private::holder::<Image<'_>, _>();
        let ::core::option::Option::Some(__arg1) = __args
            .get::<::tvm_ffi::__private::AnyType, Image<'_>, _>(1, &mut __holder1) else {
            return ::tvm_ffi::__private::REFUSED
        };
        if let ::core::option::Option::Some(__tensor1) = ::tvm_ffi::__private::tensor::<
            Image<'_>,
        >(&__arg1) {
            let &[__dim0, ..] = __tensor1.shape() else {
                return ::tvm_ffi::__private::REFUSED
            };
            if !::tvm_ffi::__private::bind(&mut __sym_n, __dim0) {
                return ::tvm_ffi::__private::REFUSED;
            }
        }
        let mut __holder2 = ::tvm_ffi::__private::holder::<
            CpuView<'_, f32, RANK, Layout>,
            _,
        >();
        let ::core::option::Option::Some(__arg2) = __args
            .get::<
                ::tvm_ffi::__private::AnyType,
                CpuView<'_, f32, RANK, Layout>,
                _,
            >(2, &mut __holder2) else { return ::tvm_ffi::__private::REFUSED };
        let ::core::option::Option::Some(__tensor2) = ::tvm_ffi::__private::tensor::<
            CpuView<'_, f32, RANK, Layout>,
        >(&__arg2) else { return ::tvm_ffi::__private::REFUSED };
        let &[__dim0, __dim1] = __tensor2.shape() else {
            return ::tvm_ffi::__private::REFUSED
        };
        if ::core::option::Option::Some(__dim0)
            != ::tvm_ffi::__private::mul(::core::option::Option::Some(2), __sym_n)
        {
            return ::tvm_ffi::__private::REFUSED;
        }
        if ::core::option::Option::Some(__dim1) != __sym_k {
            return ::tvm_ffi::__private::REFUSED;
        }
        let mut __holder3 = ::tvm_ffi::__private::holder::<Images<'_>, _>();
        let ::core::option::Option::Some(__arg3) = __args
            .get::<::tvm_ffi::__private::AnyType, Images<'_>, _>(3, &mut __holder3) else {
            return ::tvm_ffi::__private::REFUSED
        };
        if !::tvm_ffi::__private::each_tensor::<
            Images<'_>,
        >(
            &__arg3,
            |__tensor3| {
                if !::tvm_ffi::__private::has_dtype(
                    __tensor3,
                    &[::tvm_ffi::__private::DType::F32],
                ) {
                    return false;
                }
                true
            },
        ) {
            return ::tvm_ffi::__private::REFUSED;
        }
        if let ::core::option::Option::Some(__tensor1) = ::tvm_ffi::__private::tensor::<
            Image<'_>,
        >(&__arg1) {
            if __tensor1.ndim() < 1 {
                return ::tvm_ffi::__private::REFUSED;
            }
            if let ::core::option::Option::Some(__stride) = ::tvm_ffi::__private::stride(
                __tensor1,
                __tensor1.ndim() - 1,
            ) {
                if __stride != 1 {
                    return ::tvm_ffi::__private::REFUSED;
                }
            }
        }
        let mut __gpu = ::core::option::Option::None;
        if !(::tvm_ffi::__private::on_one_gpu::<Index>(__args, 0, &mut __gpu)
            && ::tvm_ffi::__private::on_one_gpu::<Image<'_>>(__args, 1, &mut __gpu)
            && ::tvm_ffi::__private::on_one_gpu::<Images<'_>>(__args, 3, &mut __gpu))
        {
            return ::tvm_ffi::__private::REFUSED;
        }
        if const {
            ::tvm_ffi::__private::writes::<Index>()
                | ::tvm_ffi::__private::writes::<Image<'_>>()
                | ::tvm_ffi::__private::writes::<CpuView<'_, f32, RANK, Layout>>()
                | ::tvm_ffi::__private::writes::<Images<'_>>()
        } {
            let __apart = if const {
                ::tvm_ffi::__private::writes_or_needs_scan::<
                    CpuView<'_, f32, RANK, Layout>,
                >() | ::tvm_ffi::__private::needs_scan::<Index>()
                    | ::tvm_ffi::__private::needs_scan::<Image<'_>>()
                    | ::tvm_ffi::__private::needs_scan::<Images<'_>>()
            } {
                ::tvm_ffi::__private::scan(
                    __tvm_ffi_of_f::__describe,
                    __args,
                    &[
                        ::tvm_ffi::__private::held::<Index>(0, &__arg0),
                        ::tvm_ffi::__private::held::<Image<'_>>(1, &__arg1),
                        ::tvm_ffi::__private::held::<Images<'_>>(3, &__arg3),
                    ],
                )
            } else {
                ::tvm_ffi::__private::apart::<Index, Image<'_>>(&__arg0, &__arg1)
                    && ::tvm_ffi::__private::apart::<
                        Index,
                        CpuView<'_, f32, RANK, Layout>,
                    >(&__arg0, &__arg2)
                    && ::tvm_ffi::__private::apart::<Index, Images<'_>>(&__arg0, &__arg3)
                    && ::tvm_ffi::__private::apart::<
                        Image<'_>,
                        CpuView<'_, f32, RANK, Layout>,
                    >(&__arg1, &__arg2)
                    && ::tvm_ffi::__private::apart::<
                        Image<'_>,
                        Images<'_>,
                    >(&__arg1, &__arg3)
                    && ::tvm_ffi::__private::apart::<
                        CpuView<'_, f32, RANK, Layout>,
                        Images<'_>,
                    >(&__arg2, &__arg3)
            };
            if !__apart {
                return ::tvm_ffi::__private::REFUSED;
            }
        }
        let __value = __tvm_ffi_of_f::f(__arg0, __arg1, __arg2, __arg3);
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
