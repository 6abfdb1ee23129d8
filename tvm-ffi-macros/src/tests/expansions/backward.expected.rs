#[allow(dead_code)]
#[track_caller]
fn rms_norm_bwd<T: Float>(
    dy: CpuView<'_, T, 2>,
    rstd: CpuView<'_, f32, 1>,
    dweight: Option<CpuViewMut<'_, T, 1>>,
    scale: CpuViewMut<'_, f32, 1>,
) {
    if __tvm_ffi_exported_rms_norm_bwd::__contract::<T>(&dy, &rstd, &dweight, &scale)
        .is_none()
    {
        ::tvm_ffi::__private::contract_violated(
            __tvm_ffi_exported_rms_norm_bwd::__describe,
            &[
                ::tvm_ffi::__private::OperandProbe(&dy).operand(),
                ::tvm_ffi::__private::OperandProbe(&rstd).operand(),
                ::tvm_ffi::__private::OperandProbe(&dweight).operand(),
                ::tvm_ffi::__private::OperandProbe(&scale).operand(),
            ],
        )
    }
    __tvm_ffi_exported_rms_norm_bwd::rms_norm_bwd::<T>(dy, rstd, dweight, scale)
}
#[doc(hidden)]
#[allow(non_camel_case_types)]
enum __tvm_ffi_exported_rms_norm_bwd {}
const _: () = {
    use ::tvm_ffi::__private as __tvm_ffi;
    #[allow(unused_imports)]
    use __tvm_ffi::NoParameter as _;
    const __TVM_FFI_DTYPE_0_0: __tvm_ffi::DType = <f32 as __tvm_ffi::Element>::DTYPE;
    const __TVM_FFI_BITS_0_0: ::core::primitive::u32 = __tvm_ffi::dtype_bits(
        __TVM_FFI_DTYPE_0_0,
    );
    const __TVM_FFI_DTYPE_0_1: __tvm_ffi::DType = <f64 as __tvm_ffi::Element>::DTYPE;
    const __TVM_FFI_BITS_0_1: ::core::primitive::u32 = __tvm_ffi::dtype_bits(
        __TVM_FFI_DTYPE_0_1,
    );
    const __TVM_FFI_CONSTANT_0: ::core::primitive::i64 = {
        use __tvm_ffi::{constant as __constant, is_integer as __is_integer};
        let __value = { WIDTH };
        __is_integer(&__value);
        let __wide = __value as ::core::primitive::i128;
        __constant(__wide)
    };
    impl __tvm_ffi_exported_rms_norm_bwd {
        pub const __SIGNATURE: __tvm_ffi::Signature<'static> = {
            #[allow(dead_code)]
            type T = f32;
            __tvm_ffi::Signature {
                variables: &[("T", &[__TVM_FFI_DTYPE_0_0, __TVM_FFI_DTYPE_0_1])],
                constants: &[__TVM_FFI_CONSTANT_0],
                ..__tvm_ffi::Signature::new(
                    ::core::concat!(
                        "rms_norm_bwd\0\0\0", ::core::file!(), "\0", ::core::line!(),
                        "\0my-kernels\x001.2.3\0dy\0\0\0shape(n, d);grad(y);var(T)\0rstd\0\0\0shape(n)\0dweight\0\0\0shape({WIDTH});out(zero);grad(weight);var(T)\0scale\0\0\0shape(n);out(saved)\0\0mask",
                    ),
                    &[
                        __tvm_ffi::ParameterProbe::<CpuView<'_, T, 2>>::TYPE,
                        __tvm_ffi::ParameterProbe::<CpuView<'_, f32, 1>>::TYPE,
                        __tvm_ffi::ParameterProbe::<Option<CpuViewMut<'_, T, 1>>>::TYPE,
                        __tvm_ffi::ParameterProbe::<CpuViewMut<'_, f32, 1>>::TYPE,
                    ],
                )
            }
        };
        pub fn __describe(__read: __tvm_ffi::Reader<'_>) {
            __read(
                &__tvm_ffi::Description {
                    constants: __tvm_ffi_exported_rms_norm_bwd::__SIGNATURE.constants,
                    variables: __tvm_ffi_exported_rms_norm_bwd::__SIGNATURE.variables,
                    forward: __tvm_ffi::Some(
                        <crate::norm::__tvm_ffi_exported_rms_norm>::__describe,
                    ),
                    ..__tvm_ffi::Description::new(
                        __tvm_ffi_exported_rms_norm_bwd::__SIGNATURE.text,
                        __tvm_ffi::shim!(unsafe __tvm_ffi_shim),
                        __tvm_ffi_exported_rms_norm_bwd::__SIGNATURE.parameters,
                        __tvm_ffi::Returned::<()>::tag().result_type(),
                    )
                },
            )
        }
        #[inline(always)]
        fn __contract<T: Float>(
            __arg0: &CpuView<'_, T, 2>,
            __arg1: &CpuView<'_, f32, 1>,
            __arg2: &Option<CpuViewMut<'_, T, 1>>,
            __arg3: &CpuViewMut<'_, f32, 1>,
        ) -> __tvm_ffi::Option<()> {
            let __tensor0 = __tvm_ffi::tensor::<CpuView<'_, T, 2>>(__arg0)?;
            let &[__sym_n, __sym_d] = __tensor0.shape() else { return __tvm_ffi::None };
            let __tensor1 = __tvm_ffi::tensor::<CpuView<'_, f32, 1>>(__arg1)?;
            let &[__dim0] = __tensor1.shape() else { return __tvm_ffi::None };
            __tvm_ffi::refuse_if!(__dim0 != __sym_n);
            if let __tvm_ffi::Some(__tensor2) = __tvm_ffi::tensor::<
                Option<CpuViewMut<'_, T, 1>>,
            >(__arg2) {
                let &[__dim0] = __tensor2.shape() else { return __tvm_ffi::None };
                __tvm_ffi::refuse_if!(__dim0 != __TVM_FFI_CONSTANT_0);
            }
            let __tensor3 = __tvm_ffi::tensor::<CpuViewMut<'_, f32, 1>>(__arg3)?;
            let &[__dim0] = __tensor3.shape() else { return __tvm_ffi::None };
            __tvm_ffi::refuse_if!(__dim0 != __sym_n);
            __tvm_ffi::Some(())
        }
        #[inline]
        fn rms_norm_bwd<T: Float>(
            dy: CpuView<'_, T, 2>,
            rstd: CpuView<'_, f32, 1>,
            dweight: Option<CpuViewMut<'_, T, 1>>,
            scale: CpuViewMut<'_, f32, 1>,
        ) {}
    }
    const _: () = {
        use __tvm_ffi::report_mistake as __report;
        const __MISTAKE: __tvm_ffi::Option<__tvm_ffi::PairMistake> = __tvm_ffi::compare_pair(
            &<crate::norm::__tvm_ffi_exported_rms_norm>::__SIGNATURE,
            &__tvm_ffi_exported_rms_norm_bwd::__SIGNATURE,
            &["mask"],
        );
        __report(&__MISTAKE, 0);
        __report(&__MISTAKE, 1);
        __report(&__MISTAKE, 2);
        __report(&__MISTAKE, 3);
        __report(&__MISTAKE, 4);
        __report(&__MISTAKE, 5);
    };
    #[inline]
    fn __tvm_ffi_instance<T: Float>(
        __args: __tvm_ffi::Args<'_>,
        __slot: __tvm_ffi::Slot<'_>,
    ) -> __tvm_ffi::Option<__tvm_ffi::c_int> {
        let mut __holder0 = __tvm_ffi::holder::<CpuView<'_, T, 2>, _>();
        let __arg0 = __args
            .get::<__tvm_ffi::AnyType, CpuView<'_, T, 2>, _>(0, &mut __holder0)?;
        let __tensor0 = __tvm_ffi::tensor::<CpuView<'_, T, 2>>(&__arg0)?;
        let &[__sym_n, __sym_d] = __tensor0.shape() else { return __tvm_ffi::None };
        let mut __holder1 = __tvm_ffi::holder::<CpuView<'_, f32, 1>, _>();
        let __arg1 = __args
            .get::<__tvm_ffi::AnyType, CpuView<'_, f32, 1>, _>(1, &mut __holder1)?;
        let __tensor1 = __tvm_ffi::tensor::<CpuView<'_, f32, 1>>(&__arg1)?;
        let &[__dim0] = __tensor1.shape() else { return __tvm_ffi::None };
        __tvm_ffi::refuse_if!(__dim0 != __sym_n);
        let mut __holder2 = __tvm_ffi::holder::<Option<CpuViewMut<'_, T, 1>>, _>();
        let __arg2 = __args
            .get::<
                __tvm_ffi::AnyType,
                Option<CpuViewMut<'_, T, 1>>,
                _,
            >(2, &mut __holder2)?;
        if let __tvm_ffi::Some(__tensor2) = __tvm_ffi::tensor::<
            Option<CpuViewMut<'_, T, 1>>,
        >(&__arg2) {
            let &[__dim0] = __tensor2.shape() else { return __tvm_ffi::None };
            __tvm_ffi::refuse_if!(__dim0 != __TVM_FFI_CONSTANT_0);
        }
        let mut __holder3 = __tvm_ffi::holder::<CpuViewMut<'_, f32, 1>, _>();
        let __arg3 = __args
            .get::<__tvm_ffi::AnyType, CpuViewMut<'_, f32, 1>, _>(3, &mut __holder3)?;
        let __tensor3 = __tvm_ffi::tensor::<CpuViewMut<'_, f32, 1>>(&__arg3)?;
        let &[__dim0] = __tensor3.shape() else { return __tvm_ffi::None };
        __tvm_ffi::refuse_if!(__dim0 != __sym_n);
        if const {
            (__tvm_ffi::writes::<CpuView<'_, T, 2>>()
                | __tvm_ffi::writes::<CpuView<'_, f32, 1>>()
                | __tvm_ffi::writes::<Option<CpuViewMut<'_, T, 1>>>()
                | __tvm_ffi::writes::<CpuViewMut<'_, f32, 1>>())
                && __tvm_ffi::tensors::<CpuView<'_, T, 2>>()
                    + __tvm_ffi::tensors::<CpuView<'_, f32, 1>>()
                    + __tvm_ffi::tensors::<Option<CpuViewMut<'_, T, 1>>>()
                    + __tvm_ffi::tensors::<CpuViewMut<'_, f32, 1>>() > 1
        } {
            let __apart = __tvm_ffi::are_apart(
                &[
                    __tvm_ffi::extent::<CpuView<'_, T, 2>>(&__arg0),
                    __tvm_ffi::extent::<CpuView<'_, f32, 1>>(&__arg1),
                    __tvm_ffi::extent::<Option<CpuViewMut<'_, T, 1>>>(&__arg2),
                    __tvm_ffi::extent::<CpuViewMut<'_, f32, 1>>(&__arg3),
                ],
            )
                || {
                    __tvm_ffi::scan(
                        __tvm_ffi_exported_rms_norm_bwd::__describe,
                        __args.bare(),
                        &[
                            __tvm_ffi::held::<CpuView<'_, T, 2>>(0, &__arg0),
                            __tvm_ffi::held::<CpuView<'_, f32, 1>>(1, &__arg1),
                            __tvm_ffi::held::<Option<CpuViewMut<'_, T, 1>>>(2, &__arg2),
                            __tvm_ffi::held::<CpuViewMut<'_, f32, 1>>(3, &__arg3),
                        ],
                    )
                };
            __tvm_ffi::refuse_if!(! __apart);
        }
        let __writing = if const {
            (__tvm_ffi::writes_on_host::<CpuView<'_, T, 2>>()
                | __tvm_ffi::writes_on_host::<CpuView<'_, f32, 1>>()
                | __tvm_ffi::writes_on_host::<Option<CpuViewMut<'_, T, 1>>>()
                | __tvm_ffi::writes_on_host::<CpuViewMut<'_, f32, 1>>())
                && (__tvm_ffi::may_get_tensors::<CpuView<'_, T, 2>>()
                    | __tvm_ffi::may_get_tensors::<CpuView<'_, f32, 1>>()
                    | __tvm_ffi::may_get_tensors::<Option<CpuViewMut<'_, T, 1>>>()
                    | __tvm_ffi::may_get_tensors::<CpuViewMut<'_, f32, 1>>())
        } {
            let mut __writing = __tvm_ffi::Writing::begin(
                __tvm_ffi_exported_rms_norm_bwd::__describe,
            );
            __writing.add::<CpuView<'_, T, 2>>(&__arg0);
            __writing.add::<CpuView<'_, f32, 1>>(&__arg1);
            __writing.add::<Option<CpuViewMut<'_, T, 1>>>(&__arg2);
            __writing.add::<CpuViewMut<'_, f32, 1>>(&__arg3);
            __tvm_ffi::Some(__writing)
        } else {
            __tvm_ffi::None
        };
        let __value = __tvm_ffi_exported_rms_norm_bwd::rms_norm_bwd::<
            T,
        >(__arg0, __arg1, __arg2, __arg3);
        __tvm_ffi::Some(
            __tvm_ffi::Returned::of(&__value)
                .write_or_raise(__value, __slot, "rms_norm_bwd"),
        )
    }
    #[inline]
    fn __tvm_ffi_body(
        __args: __tvm_ffi::Args<'_>,
        __slot: __tvm_ffi::Slot<'_>,
    ) -> __tvm_ffi::Option<__tvm_ffi::c_int> {
        __args.require_count(4, 4)?;
        match __tvm_ffi::dtype_of(__args, &[0, 2]) {
            0 | __TVM_FFI_BITS_0_0 => __tvm_ffi_instance::<f32>(__args, __slot),
            __TVM_FFI_BITS_0_1 => __tvm_ffi_instance::<f64>(__args, __slot),
            _ => __tvm_ffi::None,
        }
    }
    __tvm_ffi::symbols! {
        unsafe unsafe "rms_norm_bwd", __tvm_ffi_exported_rms_norm_bwd::__describe,
        __tvm_ffi_body
    }
};
