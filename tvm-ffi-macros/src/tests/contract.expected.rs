/// Root-mean-square normalisation of each row.
#[must_use]
#[allow(dead_code)]
#[track_caller]
pub fn rms_norm<'a>(
    x: CpuView<'a, f32, 2>,
    weight: CpuView<'_, f32, 1>,
    out: CpuViewMut<'a, f32, 2>,
    eps: f32,
) -> Result<()> {
    if !__tvm_ffi_of_rms_norm::__contract(&x, &weight, &out) {
        ::tvm_ffi::__private::contract_violated(
            __tvm_ffi_of_rms_norm::__describe,
            &[
                ::tvm_ffi::__private::Shown(&x).operand(),
                ::tvm_ffi::__private::Shown(&weight).operand(),
                ::tvm_ffi::__private::Shown(&out).operand(),
                ::tvm_ffi::__private::Operand::Other,
            ],
        )
    }
    __tvm_ffi_of_rms_norm::rms_norm(x, weight, out, eps)
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
                        "\0my-kernels\x001.2.3\0x\0\0\0shape(n, d % 16)\0weight\0\0\0shape(d)\0out\0\0\0shape(n, d);out\0eps\0=1e-6\0\0"
                    ),
                    shim: unsafe { ::tvm_ffi::__private::Shim::new(__tvm_ffi_shim) },
                    exact: ::core::option::Option::Some(unsafe {
                        ::tvm_ffi::__private::Shim::new(__tvm_ffi_exact)
                    }),
                    parameters: &[
                        ::tvm_ffi::__private::Taken::<CpuView<'_, f32, 2>>::tag()
                            .parameter_type(),
                        ::tvm_ffi::__private::Taken::<CpuView<'_, f32, 1>>::tag()
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
            __arg1: &CpuView<'_, f32, 1>,
            __arg2: &CpuViewMut<'_, f32, 2>,
        ) -> ::core::primitive::bool {
            let ::core::option::Option::Some(__tensor0) = ::tvm_ffi::__private::tensor::<
                CpuView<'_, f32, 2>,
            >(__arg0) else { return false };
            let &[__sym_n, __sym_d] = __tensor0.shape() else { return false };
            if !::tvm_ffi::__private::is_multiple(__sym_d, 16) {
                return false;
            }
            let ::core::option::Option::Some(__tensor1) = ::tvm_ffi::__private::tensor::<
                CpuView<'_, f32, 1>,
            >(__arg1) else { return false };
            let &[__dim0] = __tensor1.shape() else { return false };
            if __dim0 != __sym_d {
                return false;
            }
            let ::core::option::Option::Some(__tensor2) = ::tvm_ffi::__private::tensor::<
                CpuViewMut<'_, f32, 2>,
            >(__arg2) else { return false };
            let &[__dim0, __dim1] = __tensor2.shape() else { return false };
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
            weight: CpuView<'_, f32, 1>,
            mut out: CpuViewMut<'a, f32, 2>,
            #[allow(unused)]
            eps: f32,
        ) -> Result<()> {
            out.fill(eps);
        }
    }
    #[inline]
    fn __tvm_ffi_body<__M: ::tvm_ffi::__private::Mode>(
        __args: ::tvm_ffi::__private::Args<'_>,
        __slot: ::tvm_ffi::__private::Slot<'_>,
    ) -> ::core::ffi::c_int {
        match __args.count() {
            3..=4 => {}
            _ => return ::tvm_ffi::__private::REFUSED,
        }
        let mut __holder0 = ::tvm_ffi::__private::holder::<CpuView<'_, f32, 2>, _>();
        let ::core::option::Option::Some(__arg0) = __args
            .get::<__M, CpuView<'_, f32, 2>, _>(0, &mut __holder0) else {
            return ::tvm_ffi::__private::REFUSED
        };
        let ::core::option::Option::Some(__tensor0) = ::tvm_ffi::__private::tensor::<
            CpuView<'_, f32, 2>,
        >(&__arg0) else { return ::tvm_ffi::__private::REFUSED };
        let &[__sym_n, __sym_d] = __tensor0.shape() else {
            return ::tvm_ffi::__private::REFUSED
        };
        if !::tvm_ffi::__private::is_multiple(__sym_d, 16) {
            return ::tvm_ffi::__private::REFUSED;
        }
        let mut __holder1 = ::tvm_ffi::__private::holder::<CpuView<'_, f32, 1>, _>();
        let ::core::option::Option::Some(__arg1) = __args
            .get::<__M, CpuView<'_, f32, 1>, _>(1, &mut __holder1) else {
            return ::tvm_ffi::__private::REFUSED
        };
        let ::core::option::Option::Some(__tensor1) = ::tvm_ffi::__private::tensor::<
            CpuView<'_, f32, 1>,
        >(&__arg1) else { return ::tvm_ffi::__private::REFUSED };
        let &[__dim0] = __tensor1.shape() else { return ::tvm_ffi::__private::REFUSED };
        if __dim0 != __sym_d {
            return ::tvm_ffi::__private::REFUSED;
        }
        let mut __holder2 = ::tvm_ffi::__private::holder::<CpuViewMut<'_, f32, 2>, _>();
        let ::core::option::Option::Some(__arg2) = __args
            .get::<__M, CpuViewMut<'_, f32, 2>, _>(2, &mut __holder2) else {
            return ::tvm_ffi::__private::REFUSED
        };
        let ::core::option::Option::Some(__tensor2) = ::tvm_ffi::__private::tensor::<
            CpuViewMut<'_, f32, 2>,
        >(&__arg2) else { return ::tvm_ffi::__private::REFUSED };
        let &[__dim0, __dim1] = __tensor2.shape() else {
            return ::tvm_ffi::__private::REFUSED
        };
        if __dim0 != __sym_n {
            return ::tvm_ffi::__private::REFUSED;
        }
        if __dim1 != __sym_d {
            return ::tvm_ffi::__private::REFUSED;
        }
        let mut __holder3 = ::tvm_ffi::__private::holder::<f32, _>();
        let __arg3: f32 = if __args.has(3) {
            let ::core::option::Option::Some(__value) = __args
                .get::<::tvm_ffi::__private::NoTensor, f32, _>(3, &mut __holder3) else {
                return ::tvm_ffi::__private::REFUSED
            };
            __value
        } else {
            ::tvm_ffi::__private::default_value::<f32>(|| 1e-6)
        };
        if const {
            ::tvm_ffi::__private::writes::<CpuView<'_, f32, 2>>()
                | ::tvm_ffi::__private::writes::<CpuView<'_, f32, 1>>()
                | ::tvm_ffi::__private::writes::<CpuViewMut<'_, f32, 2>>()
        } {
            let __apart = if __M::EXACT
                || const {
                    ::tvm_ffi::__private::writes_or_needs_scan::<CpuView<'_, f32, 2>>()
                        | ::tvm_ffi::__private::writes_or_needs_scan::<
                            CpuView<'_, f32, 1>,
                        >()
                        | ::tvm_ffi::__private::needs_scan::<CpuViewMut<'_, f32, 2>>()
                }
            {
                ::tvm_ffi::__private::scan(
                    __tvm_ffi_of_rms_norm::__describe,
                    __args,
                    &[],
                )
            } else {
                ::tvm_ffi::__private::apart::<
                    CpuView<'_, f32, 2>,
                    CpuViewMut<'_, f32, 2>,
                >(&__arg0, &__arg2)
                    && ::tvm_ffi::__private::apart::<
                        CpuView<'_, f32, 1>,
                        CpuViewMut<'_, f32, 2>,
                    >(&__arg1, &__arg2)
            };
            if !__apart {
                return ::tvm_ffi::__private::REFUSED;
            }
        }
        let __value = __tvm_ffi_of_rms_norm::rms_norm(__arg0, __arg1, __arg2, __arg3);
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
            ::tvm_ffi::__private::call_or_exact(
                __tvm_ffi_of_rms_norm::__describe,
                __tvm_ffi_exact,
                __args,
                __num_args,
                __result,
                __tvm_ffi_body::<::tvm_ffi::__private::Hot>,
            )
        }
    }
    #[cold]
    #[inline(never)]
    unsafe extern "C" fn __tvm_ffi_exact(
        _: *mut ::core::ffi::c_void,
        __args: *const ::tvm_ffi::__private::TVMFFIAny,
        __num_args: ::core::ffi::c_int,
        __result: *mut ::tvm_ffi::__private::TVMFFIAny,
    ) -> ::core::ffi::c_int {
        unsafe {
            ::tvm_ffi::__private::call(
                __tvm_ffi_of_rms_norm::__describe,
                __args,
                __num_args,
                __result,
                __tvm_ffi_body::<::tvm_ffi::__private::Exact>,
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
    ::tvm_ffi::__private::inventory::submit! {
        ::tvm_ffi::__private::Registered(__tvm_ffi_of_rms_norm::__describe)
    }
};
#[allow(dead_code)]
#[track_caller]
fn entries(
    n: usize,
    x: CpuViewD<'_, f32, Strided>,
    y: Option<CudaViewD<'_, f32, Strided>>,
    z: Vec<TensorView<'_>>,
) {
    if !__tvm_ffi_of_entries::__contract(&n, &x, &y, &z) {
        ::tvm_ffi::__private::contract_violated(
            __tvm_ffi_of_entries::__describe,
            &[
                ::tvm_ffi::__private::Shown(&n).operand(),
                ::tvm_ffi::__private::Shown(&x).operand(),
                ::tvm_ffi::__private::Shown(&y).operand(),
                ::tvm_ffi::__private::Shown(&z).operand(),
            ],
        )
    }
    __tvm_ffi_of_entries::entries(n, x, y, z)
}
#[doc(hidden)]
#[allow(non_camel_case_types)]
enum __tvm_ffi_of_entries {}
const _: () = {
    const __TVM_FFI_CONSTANT_0: ::core::primitive::i64 = {
        use ::tvm_ffi::__private::{constant as __constant, is_integer as __is_integer};
        let __value = { HEADS * 2 };
        __is_integer(&__value);
        let __wide = __value as ::core::primitive::i128;
        __constant(__wide)
    };
    const __TVM_FFI_CONSTANT_1: ::core::primitive::i64 = {
        use ::tvm_ffi::__private::{constant as __constant, is_integer as __is_integer};
        let __value = { K };
        __is_integer(&__value);
        let __wide = __value as ::core::primitive::i128;
        __constant(__wide)
    };
    const __TVM_FFI_CONSTANT_2: ::core::primitive::i64 = {
        use ::tvm_ffi::__private::{constant as __constant, is_integer as __is_integer};
        let __value = { A };
        __is_integer(&__value);
        let __wide = __value as ::core::primitive::i128;
        __constant(__wide)
    };
    const __TVM_FFI_ALIGNMENT_2: ::core::primitive::usize = {
        use ::tvm_ffi::__private::alignment as __alignment;
        __alignment(__TVM_FFI_CONSTANT_2)
    };
    impl __tvm_ffi_of_entries {
        fn __describe(
            __see: &mut dyn ::core::ops::FnMut(&::tvm_ffi::__private::Description<'_>),
        ) {
            __see(
                &::tvm_ffi::__private::Description {
                    text: ::core::concat!(
                        "entries\0\0\0", ::core::file!(), "\0", ::core::line!(),
                        "\0my-kernels\x001.2.3\0n\0\0\0\0x\0\0\0shape(m, n, 4, {HEADS * 2}, _, 2 * m - n, s..)\0y\0\0\0shape(m % {K}, s.., (m % 3));strides(.., ld % 8, n / 2);align({A})\0z\0\0\0strides(ld, -1);align(16);dtype(float32, float16);device(cpu, cuda)"
                    ),
                    shim: unsafe { ::tvm_ffi::__private::Shim::new(__tvm_ffi_shim) },
                    exact: ::core::option::Option::Some(unsafe {
                        ::tvm_ffi::__private::Shim::new(__tvm_ffi_exact)
                    }),
                    parameters: &[
                        ::tvm_ffi::__private::Taken::<usize>::tag().parameter_type(),
                        ::tvm_ffi::__private::Taken::<CpuViewD<'_, f32, Strided>>::tag()
                            .parameter_type(),
                        ::tvm_ffi::__private::Taken::<
                            Option<CudaViewD<'_, f32, Strided>>,
                        >::tag()
                            .parameter_type(),
                        ::tvm_ffi::__private::Taken::<Vec<TensorView<'_>>>::tag()
                            .parameter_type(),
                    ],
                    result: ::tvm_ffi::__private::Returned::<()>::tag().result_type(),
                    flags: 0,
                    constants: &[
                        __TVM_FFI_CONSTANT_0,
                        __TVM_FFI_CONSTANT_1,
                        __TVM_FFI_CONSTANT_2,
                    ],
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
            __arg2: &Option<CudaViewD<'_, f32, Strided>>,
            __arg3: &Vec<TensorView<'_>>,
        ) -> ::core::primitive::bool {
            let __sym_n = ::tvm_ffi::__private::symbol::<usize>(__arg0);
            let mut __sym_ld = ::core::option::Option::None;
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
            if let ::core::option::Option::Some(__tensor2) = ::tvm_ffi::__private::tensor::<
                Option<CudaViewD<'_, f32, Strided>>,
            >(__arg2) {
                let &[__dim0, ref __dim1 @ .., __dim2] = __tensor2.shape() else {
                    return false
                };
                if __dim0 != __sym_m {
                    return false;
                }
                if !::tvm_ffi::__private::is_multiple(__dim0, __TVM_FFI_CONSTANT_1) {
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
                if !::tvm_ffi::__private::is_aligned(__tensor2, __TVM_FFI_ALIGNMENT_2) {
                    return false;
                }
            }
            if !::tvm_ffi::__private::each_tensor::<
                Vec<TensorView<'_>>,
            >(
                __arg3,
                |__tensor3| {
                    if !::tvm_ffi::__private::has_dtype(
                        __tensor3,
                        &[
                            ::tvm_ffi::__private::DType::F32,
                            ::tvm_ffi::__private::DType::F16,
                        ],
                    ) {
                        return false;
                    }
                    if !::tvm_ffi::__private::has_device(__tensor3, &[1, 2]) {
                        return false;
                    }
                    if !::tvm_ffi::__private::is_aligned(__tensor3, 16) {
                        return false;
                    }
                    true
                },
            ) {
                return false;
            }
            if let ::core::option::Option::Some(__tensor2) = ::tvm_ffi::__private::tensor::<
                Option<CudaViewD<'_, f32, Strided>>,
            >(__arg2) {
                if __tensor2.ndim() < 2 {
                    return false;
                }
                if let ::core::option::Option::Some(__stride) = ::tvm_ffi::__private::stride(
                    __tensor2,
                    __tensor2.ndim() - 2,
                ) {
                    if !::tvm_ffi::__private::bind(&mut __sym_ld, __stride) {
                        return false;
                    }
                    if !::tvm_ffi::__private::is_multiple(__stride, 8) {
                        return false;
                    }
                }
                if let ::core::option::Option::Some(__stride) = ::tvm_ffi::__private::stride(
                    __tensor2,
                    __tensor2.ndim() - 1,
                ) {
                    if ::core::option::Option::Some(__stride)
                        != ::tvm_ffi::__private::div(
                            __sym_n,
                            ::core::option::Option::Some(2),
                        )
                    {
                        return false;
                    }
                }
            }
            if !::tvm_ffi::__private::each_tensor::<
                Vec<TensorView<'_>>,
            >(
                __arg3,
                |__tensor3| {
                    if __tensor3.ndim() != 2 {
                        return false;
                    }
                    if let ::core::option::Option::Some(__stride) = ::tvm_ffi::__private::stride(
                        __tensor3,
                        0,
                    ) {
                        if !::tvm_ffi::__private::bind(&mut __sym_ld, __stride) {
                            return false;
                        }
                    }
                    if let ::core::option::Option::Some(__stride) = ::tvm_ffi::__private::stride(
                        __tensor3,
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
        fn entries(
            n: usize,
            x: CpuViewD<'_, f32, Strided>,
            y: Option<CudaViewD<'_, f32, Strided>>,
            z: Vec<TensorView<'_>>,
        ) {}
    }
    #[inline]
    fn __tvm_ffi_body<__M: ::tvm_ffi::__private::Mode>(
        __args: ::tvm_ffi::__private::Args<'_>,
        __slot: ::tvm_ffi::__private::Slot<'_>,
    ) -> ::core::ffi::c_int {
        match __args.count() {
            4 => {}
            _ => return ::tvm_ffi::__private::REFUSED,
        }
        let mut __holder0 = ::tvm_ffi::__private::holder::<usize, _>();
        let ::core::option::Option::Some(__arg0) = __args
            .get::<::tvm_ffi::__private::NoTensor, usize, _>(0, &mut __holder0) else {
            return ::tvm_ffi::__private::REFUSED
        };
        let __sym_n = ::tvm_ffi::__private::symbol::<usize>(&__arg0);
        let mut __sym_ld = ::core::option::Option::None;
        let mut __holder1 = ::tvm_ffi::__private::holder::<
            CpuViewD<'_, f32, Strided>,
            _,
        >();
        let ::core::option::Option::Some(__arg1) = __args
            .get::<__M, CpuViewD<'_, f32, Strided>, _>(1, &mut __holder1) else {
            return ::tvm_ffi::__private::REFUSED
        };
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
        let mut __holder2 = ::tvm_ffi::__private::holder::<
            Option<CudaViewD<'_, f32, Strided>>,
            _,
        >();
        let ::core::option::Option::Some(__arg2) = __args
            .get::<__M, Option<CudaViewD<'_, f32, Strided>>, _>(2, &mut __holder2) else {
            return ::tvm_ffi::__private::REFUSED
        };
        if let ::core::option::Option::Some(__tensor2) = ::tvm_ffi::__private::tensor::<
            Option<CudaViewD<'_, f32, Strided>>,
        >(&__arg2) {
            let &[__dim0, ref __dim1 @ .., __dim2] = __tensor2.shape() else {
                return ::tvm_ffi::__private::REFUSED
            };
            if __dim0 != __sym_m {
                return ::tvm_ffi::__private::REFUSED;
            }
            if !::tvm_ffi::__private::is_multiple(__dim0, __TVM_FFI_CONSTANT_1) {
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
            if !::tvm_ffi::__private::is_aligned(__tensor2, __TVM_FFI_ALIGNMENT_2) {
                return ::tvm_ffi::__private::REFUSED;
            }
        }
        let mut __holder3 = ::tvm_ffi::__private::holder::<Vec<TensorView<'_>>, _>();
        let ::core::option::Option::Some(__arg3) = __args
            .get::<__M, Vec<TensorView<'_>>, _>(3, &mut __holder3) else {
            return ::tvm_ffi::__private::REFUSED
        };
        if !::tvm_ffi::__private::each_tensor::<
            Vec<TensorView<'_>>,
        >(
            &__arg3,
            |__tensor3| {
                if !::tvm_ffi::__private::has_dtype(
                    __tensor3,
                    &[::tvm_ffi::__private::DType::F32, ::tvm_ffi::__private::DType::F16],
                ) {
                    return false;
                }
                if !::tvm_ffi::__private::has_device(__tensor3, &[1, 2]) {
                    return false;
                }
                if !::tvm_ffi::__private::is_aligned(__tensor3, 16) {
                    return false;
                }
                true
            },
        ) {
            return ::tvm_ffi::__private::REFUSED;
        }
        if let ::core::option::Option::Some(__tensor2) = ::tvm_ffi::__private::tensor::<
            Option<CudaViewD<'_, f32, Strided>>,
        >(&__arg2) {
            if __tensor2.ndim() < 2 {
                return ::tvm_ffi::__private::REFUSED;
            }
            if let ::core::option::Option::Some(__stride) = ::tvm_ffi::__private::stride(
                __tensor2,
                __tensor2.ndim() - 2,
            ) {
                if !::tvm_ffi::__private::bind(&mut __sym_ld, __stride) {
                    return ::tvm_ffi::__private::REFUSED;
                }
                if !::tvm_ffi::__private::is_multiple(__stride, 8) {
                    return ::tvm_ffi::__private::REFUSED;
                }
            }
            if let ::core::option::Option::Some(__stride) = ::tvm_ffi::__private::stride(
                __tensor2,
                __tensor2.ndim() - 1,
            ) {
                if ::core::option::Option::Some(__stride)
                    != ::tvm_ffi::__private::div(
                        __sym_n,
                        ::core::option::Option::Some(2),
                    )
                {
                    return ::tvm_ffi::__private::REFUSED;
                }
            }
        }
        if !::tvm_ffi::__private::each_tensor::<
            Vec<TensorView<'_>>,
        >(
            &__arg3,
            |__tensor3| {
                if __tensor3.ndim() != 2 {
                    return false;
                }
                if let ::core::option::Option::Some(__stride) = ::tvm_ffi::__private::stride(
                    __tensor3,
                    0,
                ) {
                    if !::tvm_ffi::__private::bind(&mut __sym_ld, __stride) {
                        return false;
                    }
                }
                if let ::core::option::Option::Some(__stride) = ::tvm_ffi::__private::stride(
                    __tensor3,
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
            Option<CudaViewD<'_, f32, Strided>>,
        >(__args, 2, &mut __gpu)
            && ::tvm_ffi::__private::on_one_gpu::<
                Vec<TensorView<'_>>,
            >(__args, 3, &mut __gpu))
        {
            return ::tvm_ffi::__private::REFUSED;
        }
        if const {
            ::tvm_ffi::__private::writes::<CpuViewD<'_, f32, Strided>>()
                | ::tvm_ffi::__private::writes::<Option<CudaViewD<'_, f32, Strided>>>()
                | ::tvm_ffi::__private::writes::<Vec<TensorView<'_>>>()
        } {
            let __apart = if __M::EXACT
                || const {
                    ::tvm_ffi::__private::writes_or_needs_scan::<
                        CpuViewD<'_, f32, Strided>,
                    >()
                        | ::tvm_ffi::__private::writes_or_needs_scan::<
                            Option<CudaViewD<'_, f32, Strided>>,
                        >()
                        | ::tvm_ffi::__private::leads_to_tensors::<Vec<TensorView<'_>>>()
                }
            {
                ::tvm_ffi::__private::scan(__tvm_ffi_of_entries::__describe, __args, &[])
            } else {
                true
            };
            if !__apart {
                return ::tvm_ffi::__private::REFUSED;
            }
        }
        let __value = __tvm_ffi_of_entries::entries(__arg0, __arg1, __arg2, __arg3);
        ::tvm_ffi::__private::Returned::of(&__value)
            .write_or_raise(__value, __slot, "entries")
    }
    #[unsafe(export_name = "__tvm_ffi_entries")]
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
            ::tvm_ffi::__private::call_or_exact(
                __tvm_ffi_of_entries::__describe,
                __tvm_ffi_exact,
                __args,
                __num_args,
                __result,
                __tvm_ffi_body::<::tvm_ffi::__private::Hot>,
            )
        }
    }
    #[cold]
    #[inline(never)]
    unsafe extern "C" fn __tvm_ffi_exact(
        _: *mut ::core::ffi::c_void,
        __args: *const ::tvm_ffi::__private::TVMFFIAny,
        __num_args: ::core::ffi::c_int,
        __result: *mut ::tvm_ffi::__private::TVMFFIAny,
    ) -> ::core::ffi::c_int {
        unsafe {
            ::tvm_ffi::__private::call(
                __tvm_ffi_of_entries::__describe,
                __args,
                __num_args,
                __result,
                __tvm_ffi_body::<::tvm_ffi::__private::Exact>,
            )
        }
    }
    #[unsafe(export_name = "__tvm_ffi__metadata_entries")]
    unsafe extern "C" fn __tvm_ffi_metadata(
        _: *mut ::core::ffi::c_void,
        _: *const ::tvm_ffi::__private::TVMFFIAny,
        _: ::core::ffi::c_int,
        __result: *mut ::tvm_ffi::__private::TVMFFIAny,
    ) -> ::core::ffi::c_int {
        unsafe {
            ::tvm_ffi::__private::metadata(__tvm_ffi_of_entries::__describe, __result)
        }
    }
    #[unsafe(export_name = "__tvm_ffi__doc_entries")]
    unsafe extern "C" fn __tvm_ffi_doc(
        _: *mut ::core::ffi::c_void,
        _: *const ::tvm_ffi::__private::TVMFFIAny,
        _: ::core::ffi::c_int,
        __result: *mut ::tvm_ffi::__private::TVMFFIAny,
    ) -> ::core::ffi::c_int {
        unsafe { ::tvm_ffi::__private::doc(__tvm_ffi_of_entries::__describe, __result) }
    }
    ::tvm_ffi::__private::inventory::submit! {
        ::tvm_ffi::__private::Registered(__tvm_ffi_of_entries::__describe)
    }
};
