#[allow(dead_code)]
#[track_caller]
fn vadd(
    cx: Cuda<'_>,
    bias: Option<CudaView<'_, f32, 1>>,
    y: CudaViewMut<'_, f32, 1>,
    by: f64,
) -> Result<()> {
    if __tvm_ffi_exported_vadd::__contract(&bias, &y).is_none() {
        ::tvm_ffi::__private::contract_violated(
            __tvm_ffi_exported_vadd::__TVM_FFI_RECORD,
            &[
                ::tvm_ffi::__private::OperandProbe(&bias).operand(),
                ::tvm_ffi::__private::OperandProbe(&y).operand(),
                ::tvm_ffi::__private::Operand::Other,
            ],
        )
    }
    __tvm_ffi_exported_vadd::vadd(cx, bias, y, by)
}
#[doc(hidden)]
#[allow(non_camel_case_types)]
enum __tvm_ffi_exported_vadd {}
const _: () = {
    use ::tvm_ffi::__private as __tvm_ffi;
    #[allow(unused_imports)]
    use __tvm_ffi::NoParameter as _;
    impl __tvm_ffi_exported_vadd {
        pub const __TVM_FFI_RECORD: &'static __tvm_ffi::Record = {
            &__tvm_ffi::Record {
                name: "vadd",
                file: ::core::file!(),
                line: ::core::line!(),
                krate: "my-kernels",
                version: "1.2.3",
                parameters: &[
                    __tvm_ffi::Param {
                        name: "bias",
                        contract: __tvm_ffi::Contract {
                            shape: __tvm_ffi::Some(
                                __tvm_ffi::Dims::new(const {
                                    &[__tvm_ffi::Dim::symbol(__tvm_ffi::Sym::new("n", 0))]
                                }),
                            ),
                            has_fallback: true,
                            ..__tvm_ffi::Contract::FREE
                        },
                        ..__tvm_ffi::Param::new(
                            __tvm_ffi::ParameterProbe::<
                                Option<CudaView<'_, f32, 1>>,
                            >::TYPE,
                        )
                    },
                    __tvm_ffi::Param {
                        name: "y",
                        contract: __tvm_ffi::Contract {
                            shape: __tvm_ffi::Some(
                                __tvm_ffi::Dims::new(const {
                                    &[__tvm_ffi::Dim::symbol(__tvm_ffi::Sym::new("n", 0))]
                                }),
                            ),
                            out: __tvm_ffi::Some(__tvm_ffi::Out::Any),
                            has_fallback: true,
                            ..__tvm_ffi::Contract::FREE
                        },
                        ..__tvm_ffi::Param::new(
                            __tvm_ffi::ParameterProbe::<CudaViewMut<'_, f32, 1>>::TYPE,
                        )
                    },
                    __tvm_ffi::Param {
                        name: "by",
                        contract: __tvm_ffi::Contract {
                            has_fallback: true,
                            ..__tvm_ffi::Contract::FREE
                        },
                        ..__tvm_ffi::Param::new(__tvm_ffi::ParameterProbe::<f64>::TYPE)
                    },
                ],
                fallback: __tvm_ffi::Some(
                    __tvm_ffi::shim!(unsafe __tvm_ffi_fallback_shim),
                ),
                ..__tvm_ffi::Record::new(
                    __tvm_ffi::shim!(unsafe __tvm_ffi_shim),
                    || __tvm_ffi::Returned::<Result<()>>::tag().result_type(),
                )
            }
        };
        #[inline(always)]
        fn __contract(
            __arg0: &Option<CudaView<'_, f32, 1>>,
            __arg1: &CudaViewMut<'_, f32, 1>,
        ) -> __tvm_ffi::Option<()> {
            #[allow(unused_mut)]
            let mut __symbols = __tvm_ffi::Symbols::<1>::new();
            __tvm_ffi::refuse_if!(
                ! (__tvm_ffi::fits:: < Option < CudaView < '_, f32, 1 > >, _ > (const {
                __tvm_ffi_exported_vadd::__TVM_FFI_RECORD.contract(0) }, __arg0, & mut
                __symbols) && __tvm_ffi::fits:: < CudaViewMut < '_, f32, 1 >, _ > (const
                { __tvm_ffi_exported_vadd::__TVM_FFI_RECORD.contract(1) }, __arg1, & mut
                __symbols))
            );
            let __symbols = ();
            __tvm_ffi::Some(__symbols)
        }
        #[inline]
        fn vadd(
            cx: Cuda<'_>,
            bias: Option<CudaView<'_, f32, 1>>,
            mut y: CudaViewMut<'_, f32, 1>,
            by: f64,
        ) -> Result<()> {
            launch(&cx, x, y, by)
        }
    }
    const _: () = {
        use __tvm_ffi::assert_shape as __assert;
        __assert(__tvm_ffi_exported_vadd::__TVM_FFI_RECORD, 0)
    };
    const _: () = {
        use __tvm_ffi::assert_shape as __assert;
        __assert(__tvm_ffi_exported_vadd::__TVM_FFI_RECORD, 1)
    };
    const _: () = {
        use __tvm_ffi::assert_out as __assert;
        __assert(__tvm_ffi_exported_vadd::__TVM_FFI_RECORD, 1)
    };
    const _: () = {
        use __tvm_ffi::assert_fallback as __assert;
        __assert(__tvm_ffi_exported_vadd::__TVM_FFI_RECORD)
    };
    #[inline]
    fn __tvm_ffi_body(
        __args: __tvm_ffi::Args<'_>,
        __slot: __tvm_ffi::Slot<'_>,
    ) -> __tvm_ffi::Option<__tvm_ffi::c_int> {
        __args.require_count(3, 3)?;
        let __decoding = __tvm_ffi::Decoding::begin_if(const {
            (__tvm_ffi::writes_on_host::<Option<CudaView<'_, f32, 1>>>()
                | __tvm_ffi::writes_on_host::<CudaViewMut<'_, f32, 1>>())
                && (__tvm_ffi::may_get_tensors::<Option<CudaView<'_, f32, 1>>>()
                    | __tvm_ffi::may_get_tensors::<CudaViewMut<'_, f32, 1>>())
        });
        let mut __holder0 = __tvm_ffi::holder::<Option<CudaView<'_, f32, 1>>, _>();
        let __arg0 = __args
            .get_named::<Option<CudaView<'_, f32, 1>>, _>(0, &mut __holder0, "bias")?;
        let mut __holder1 = __tvm_ffi::holder::<CudaViewMut<'_, f32, 1>, _>();
        let __arg1 = __args
            .get_named::<CudaViewMut<'_, f32, 1>, _>(1, &mut __holder1, "y")?;
        let mut __holder2 = __tvm_ffi::holder::<f64, _>();
        let __arg2 = __args.get_plain::<f64, _>(2, &mut __holder2)?;
        let __symbols = __tvm_ffi_exported_vadd::__contract(&__arg0, &__arg1)?;
        let mut __gpu = __tvm_ffi::Gpu::NONE;
        if !(__tvm_ffi::on_one_gpu::<
            Option<CudaView<'_, f32, 1>>,
        >(&__arg0, 0, &mut __gpu)
            && __tvm_ffi::on_one_gpu::<CudaViewMut<'_, f32, 1>>(&__arg1, 1, &mut __gpu))
        {
            return __tvm_ffi::Some(
                __tvm_ffi::raise_two_gpus(
                    __tvm_ffi_exported_vadd::__TVM_FFI_RECORD,
                    __args,
                    &__gpu,
                ),
            );
        }
        if const {
            (__tvm_ffi::writes::<Option<CudaView<'_, f32, 1>>>()
                | __tvm_ffi::writes::<CudaViewMut<'_, f32, 1>>())
                && __tvm_ffi::tensors::<Option<CudaView<'_, f32, 1>>>()
                    + __tvm_ffi::tensors::<CudaViewMut<'_, f32, 1>>() > 1
        } {
            let __apart = __tvm_ffi::are_apart(
                &[
                    __tvm_ffi::extent::<Option<CudaView<'_, f32, 1>>>(&__arg0),
                    __tvm_ffi::extent::<CudaViewMut<'_, f32, 1>>(&__arg1),
                ],
            )
                || {
                    __tvm_ffi::scan(
                        __tvm_ffi_exported_vadd::__TVM_FFI_RECORD,
                        __args.bare(),
                        &[
                            __tvm_ffi::held::<Option<CudaView<'_, f32, 1>>>(0, &__arg0),
                            __tvm_ffi::held::<CudaViewMut<'_, f32, 1>>(1, &__arg1),
                        ],
                    )
                };
            __tvm_ffi::refuse_if!(! __apart);
        }
        let __writing = __decoding
            .map(|__decoding| {
                let mut __writing = __tvm_ffi::Writing::begin(
                    __tvm_ffi_exported_vadd::__TVM_FFI_RECORD,
                    __decoding,
                );
                __writing.add::<Option<CudaView<'_, f32, 1>>>(&__arg0, "bias");
                __writing.add::<CudaViewMut<'_, f32, 1>>(&__arg1, "y");
                __writing
            });
        let (__token, __on_gpu) = match __tvm_ffi::call_token::<
            Cuda<'_>,
        >(__args, __gpu.device(__args)) {
            ::core::result::Result::Ok(__token) => __token,
            ::core::result::Result::Err(__error) => {
                return __tvm_ffi::Some(__tvm_ffi::raise_error(__error, "vadd"));
            }
        };
        let __value = __tvm_ffi_exported_vadd::vadd(__token, __arg0, __arg1, __arg2);
        __tvm_ffi::Some(
            __tvm_ffi::Returned::of(&__value).write_or_raise(__value, __slot, "vadd"),
        )
    }
    #[inline]
    fn __tvm_ffi_fallback(
        __args: __tvm_ffi::Args<'_>,
        __slot: __tvm_ffi::Slot<'_>,
    ) -> __tvm_ffi::Option<__tvm_ffi::c_int> {
        __args.require_count(3, 3)?;
        let __decoding = __tvm_ffi::Decoding::begin_if(true);
        let mut __holder0 = __tvm_ffi::FallbackArgument::<
            Option<CudaView<'_, f32, 1>>,
        >::tag()
            .holder();
        let __arg0 = __tvm_ffi::FallbackArgument::<Option<CudaView<'_, f32, 1>>>::tag()
            .get(__args, 0, &mut __holder0)?;
        let mut __holder1 = __tvm_ffi::FallbackArgument::<CudaViewMut<'_, f32, 1>>::tag()
            .holder();
        let __arg1 = __tvm_ffi::FallbackArgument::<CudaViewMut<'_, f32, 1>>::tag()
            .get(__args, 1, &mut __holder1)?;
        let mut __holder2 = __tvm_ffi::holder::<f64, _>();
        let __arg2 = __args.get_plain::<f64, _>(2, &mut __holder2)?;
        let __symbols = {
            let __arg0 = &__arg0;
            let __arg1 = &__arg1;
            #[allow(unused_mut)]
            let mut __symbols = __tvm_ffi::Symbols::<1>::new();
            __tvm_ffi::refuse_if!(
                ! (__tvm_ffi::fits:: < _, _ > (const {
                __tvm_ffi_exported_vadd::__TVM_FFI_RECORD.contract(0) }, __arg0, & mut
                __symbols) && __tvm_ffi::fits:: < _, _ > (const {
                __tvm_ffi_exported_vadd::__TVM_FFI_RECORD.contract(1) }, __arg1, & mut
                __symbols))
            );
            let __symbols = ();
            __symbols
        };
        let mut __gpu = __tvm_ffi::Gpu::NONE;
        if !(__tvm_ffi::on_one_gpu::<_>(&__arg0, 0, &mut __gpu)
            && __tvm_ffi::on_one_gpu::<_>(&__arg1, 1, &mut __gpu))
        {
            return __tvm_ffi::Some(
                __tvm_ffi::raise_two_gpus(
                    __tvm_ffi_exported_vadd::__TVM_FFI_RECORD,
                    __args,
                    &__gpu,
                ),
            );
        }
        if const {
            (__tvm_ffi::writes::<Option<CudaView<'_, f32, 1>>>()
                | __tvm_ffi::writes::<CudaViewMut<'_, f32, 1>>())
                && __tvm_ffi::tensors::<Option<CudaView<'_, f32, 1>>>()
                    + __tvm_ffi::tensors::<CudaViewMut<'_, f32, 1>>() > 1
        } {
            let __apart = __tvm_ffi::are_apart(
                &[__tvm_ffi::extent::<_>(&__arg0), __tvm_ffi::extent::<_>(&__arg1)],
            )
                || {
                    __tvm_ffi::scan(
                        __tvm_ffi_exported_vadd::__TVM_FFI_RECORD,
                        __args.bare(),
                        &[
                            __tvm_ffi::held::<_>(0, &__arg0),
                            __tvm_ffi::held::<_>(1, &__arg1),
                        ],
                    )
                };
            __tvm_ffi::refuse_if!(! __apart);
        }
        let __writing = __decoding
            .map(|__decoding| {
                let mut __writing = __tvm_ffi::Writing::begin(
                    __tvm_ffi_exported_vadd::__TVM_FFI_RECORD,
                    __decoding,
                );
                __writing.add::<_>(&__arg0, "bias");
                __writing.add::<_>(&__arg1, "y");
                __writing
            });
        let __value: Result<()> = host::vadd(__arg0, __arg1, __arg2);
        __tvm_ffi::Some(
            __tvm_ffi::Returned::of(&__value).write_or_raise(__value, __slot, "vadd"),
        )
    }
    __tvm_ffi::shim! {
        unsafe unsafe #[inline(never)] __tvm_ffi_fallback_shim,
        __tvm_ffi_exported_vadd::__TVM_FFI_RECORD, __tvm_ffi_fallback
    }
    __tvm_ffi::symbols! {
        unsafe unsafe "vadd", __tvm_ffi_exported_vadd::__TVM_FFI_RECORD, __tvm_ffi_body,
        __tvm_ffi_fallback_shim
    }
};
