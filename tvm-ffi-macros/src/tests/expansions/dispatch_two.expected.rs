fn gather<U: Element, T: Element>(x: CpuView<'_, T, 1>, y: Image<'_, U>) {}
#[doc(hidden)]
#[allow(non_camel_case_types)]
enum __tvm_ffi_exported_gather {}
const _: () = {
    use ::tvm_ffi::__private as __tvm_ffi;
    #[allow(unused_imports)]
    use __tvm_ffi::NoParameter as _;
    const __TVM_FFI_DTYPE_0_0: __tvm_ffi::DType = <f32 as __tvm_ffi::Element>::DTYPE;
    const __TVM_FFI_BITS_0_0: ::core::primitive::u32 = __tvm_ffi::dtype_bits(
        __TVM_FFI_DTYPE_0_0,
    );
    const __TVM_FFI_DTYPE_1_0: __tvm_ffi::DType = <i8 as __tvm_ffi::Element>::DTYPE;
    const __TVM_FFI_BITS_1_0: ::core::primitive::u32 = __tvm_ffi::dtype_bits(
        __TVM_FFI_DTYPE_1_0,
    );
    impl __tvm_ffi_exported_gather {
        pub const __TVM_FFI_RECORD: &'static __tvm_ffi::Record = {
            #[allow(dead_code)]
            type T = f32;
            #[allow(dead_code, non_upper_case_globals)]
            const __TVM_FFI_DTYPE_OF_T: __tvm_ffi::DType = __TVM_FFI_DTYPE_0_0;
            #[allow(dead_code)]
            type U = i8;
            #[allow(dead_code, non_upper_case_globals)]
            const __TVM_FFI_DTYPE_OF_U: __tvm_ffi::DType = __TVM_FFI_DTYPE_1_0;
            &__tvm_ffi::Record {
                name: "gather",
                file: ::core::file!(),
                line: ::core::line!(),
                krate: "my-kernels",
                version: "1.2.3",
                parameters: &[
                    __tvm_ffi::Param {
                        name: "x",
                        contract: __tvm_ffi::Contract {
                            variable: __tvm_ffi::Some("T"),
                            ..__tvm_ffi::Contract::FREE
                        },
                        ..__tvm_ffi::Param::new(
                            __tvm_ffi::ParameterProbe::<CpuView<'_, T, 1>>::TYPE,
                        )
                    },
                    __tvm_ffi::Param {
                        name: "y",
                        contract: __tvm_ffi::Contract {
                            variable: __tvm_ffi::Some("U"),
                            ..__tvm_ffi::Contract::FREE
                        },
                        ..__tvm_ffi::Param::new(
                            __tvm_ffi::ParameterProbe::<Image<'_, U>>::TYPE,
                        )
                    },
                ],
                variables: &[
                    ("T", &[__TVM_FFI_DTYPE_0_0]),
                    ("U", &[__TVM_FFI_DTYPE_1_0]),
                ],
                instance: __tvm_ffi::Some(__tvm_ffi_exported_gather::__choose),
                ..__tvm_ffi::Record::new(
                    __tvm_ffi::shim!(unsafe __tvm_ffi_shim),
                    || __tvm_ffi::Returned::<()>::tag().result_type(),
                )
            }
        };
        fn __instance<U: Element, T: Element>() -> &'static __tvm_ffi::Record {
            const {
                &__tvm_ffi::Record {
                    parameters: &[
                        __tvm_ffi::Param {
                            name: "x",
                            contract: __tvm_ffi::Contract {
                                variable: __tvm_ffi::Some("T"),
                                ..__tvm_ffi::Contract::FREE
                            },
                            ..__tvm_ffi::Param::new(
                                __tvm_ffi::ParameterProbe::<CpuView<'_, T, 1>>::TYPE,
                            )
                        },
                        __tvm_ffi::Param {
                            name: "y",
                            contract: __tvm_ffi::Contract {
                                variable: __tvm_ffi::Some("U"),
                                ..__tvm_ffi::Contract::FREE
                            },
                            ..__tvm_ffi::Param::new(
                                __tvm_ffi::ParameterProbe::<Image<'_, U>>::TYPE,
                            )
                        },
                    ],
                    result: || __tvm_ffi::Returned::<()>::tag().result_type(),
                    instance: __tvm_ffi::None,
                    ..*__tvm_ffi_exported_gather::__TVM_FFI_RECORD
                }
            }
        }
        fn __choose(__args: __tvm_ffi::Args<'_>) -> &'static __tvm_ffi::Record {
            match __tvm_ffi::dtype_of(__args, &[0]) {
                0 | __TVM_FFI_BITS_0_0 => {
                    match __tvm_ffi::dtype_of(__args, &[1]) {
                        0 | __TVM_FFI_BITS_1_0 => {
                            __tvm_ffi_exported_gather::__instance::<i8, f32>()
                        }
                        _ => __tvm_ffi_exported_gather::__instance::<i8, f32>(),
                    }
                }
                _ => __tvm_ffi_exported_gather::__instance::<i8, f32>(),
            }
        }
    }
    const _: () = {
        #[allow(dead_code)]
        type T = f32;
        #[allow(dead_code, non_upper_case_globals)]
        const __TVM_FFI_DTYPE_OF_T: __tvm_ffi::DType = __TVM_FFI_DTYPE_0_0;
        #[allow(dead_code)]
        type U = i8;
        #[allow(dead_code, non_upper_case_globals)]
        const __TVM_FFI_DTYPE_OF_U: __tvm_ffi::DType = __TVM_FFI_DTYPE_1_0;
        const _: () = {
            use __tvm_ffi::assert_instance as __assert;
            __assert(
                __tvm_ffi::ParameterProbe::<CpuView<'_, T, 1>>::TYPE,
                __tvm_ffi_exported_gather::__TVM_FFI_RECORD,
                0,
                __tvm_ffi::Some(__TVM_FFI_DTYPE_OF_T),
            )
        };
        const _: () = {
            use __tvm_ffi::assert_instance as __assert;
            __assert(
                __tvm_ffi::ParameterProbe::<Image<'_, U>>::TYPE,
                __tvm_ffi_exported_gather::__TVM_FFI_RECORD,
                1,
                __tvm_ffi::Some(__TVM_FFI_DTYPE_OF_U),
            )
        };
    };
    const _: () = {
        use __tvm_ffi::assert_chosen as __assert;
        __assert(__tvm_ffi_exported_gather::__TVM_FFI_RECORD, &[0])
    };
    const _: () = {
        use __tvm_ffi::assert_chosen as __assert;
        __assert(__tvm_ffi_exported_gather::__TVM_FFI_RECORD, &[1])
    };
    #[inline]
    fn __tvm_ffi_instance<U: Element, T: Element>(
        __args: __tvm_ffi::Args<'_>,
        __slot: __tvm_ffi::Slot<'_>,
    ) -> __tvm_ffi::Option<__tvm_ffi::c_int> {
        let __decoding = __tvm_ffi::Decoding::begin_if(const {
            (__tvm_ffi::writes_on_host::<CpuView<'_, T, 1>>()
                | __tvm_ffi::writes_on_host::<Image<'_, U>>())
                && (__tvm_ffi::may_get_tensors::<CpuView<'_, T, 1>>()
                    | __tvm_ffi::may_get_tensors::<Image<'_, U>>())
        });
        let mut __holder0 = __tvm_ffi::holder::<CpuView<'_, T, 1>, _>();
        let __arg0 = __args.get_named::<CpuView<'_, T, 1>, _>(0, &mut __holder0, "x")?;
        let mut __holder1 = __tvm_ffi::holder::<Image<'_, U>, _>();
        let __arg1 = __args.get_named::<Image<'_, U>, _>(1, &mut __holder1, "y")?;
        let mut __gpu = __tvm_ffi::Gpu::NONE;
        if !(__tvm_ffi::on_one_gpu::<CpuView<'_, T, 1>>(&__arg0, 0, &mut __gpu)
            && __tvm_ffi::on_one_gpu::<Image<'_, U>>(&__arg1, 1, &mut __gpu))
        {
            return __tvm_ffi::Some(
                __tvm_ffi::raise_two_gpus(
                    __tvm_ffi_exported_gather::__TVM_FFI_RECORD,
                    __args,
                    &__gpu,
                ),
            );
        }
        if const {
            (__tvm_ffi::writes::<CpuView<'_, T, 1>>()
                | __tvm_ffi::writes::<Image<'_, U>>())
                && __tvm_ffi::tensors::<CpuView<'_, T, 1>>()
                    + __tvm_ffi::tensors::<Image<'_, U>>() > 1
        } {
            let __apart = __tvm_ffi::are_apart(
                &[
                    __tvm_ffi::extent::<CpuView<'_, T, 1>>(&__arg0),
                    __tvm_ffi::extent::<Image<'_, U>>(&__arg1),
                ],
            )
                || {
                    __tvm_ffi::scan(
                        __tvm_ffi_exported_gather::__TVM_FFI_RECORD,
                        __args.bare(),
                        &[
                            __tvm_ffi::held::<CpuView<'_, T, 1>>(0, &__arg0),
                            __tvm_ffi::held::<Image<'_, U>>(1, &__arg1),
                        ],
                    )
                };
            __tvm_ffi::refuse_if!(! __apart);
        }
        let __writing = __decoding
            .map(|__decoding| {
                let mut __writing = __tvm_ffi::Writing::begin(
                    __tvm_ffi_exported_gather::__TVM_FFI_RECORD,
                    __decoding,
                );
                __writing.add::<CpuView<'_, T, 1>>(&__arg0, "x");
                __writing.add::<Image<'_, U>>(&__arg1, "y");
                __writing
            });
        let __value = gather::<U, T>(__arg0, __arg1);
        __tvm_ffi::Some(
            __tvm_ffi::Returned::of(&__value).write_or_raise(__value, __slot, "gather"),
        )
    }
    #[inline]
    fn __tvm_ffi_body(
        __args: __tvm_ffi::Args<'_>,
        __slot: __tvm_ffi::Slot<'_>,
    ) -> __tvm_ffi::Option<__tvm_ffi::c_int> {
        __args.require_count(2, 2)?;
        match __tvm_ffi::dtype_of(__args, &[0]) {
            0 | __TVM_FFI_BITS_0_0 => {
                match __tvm_ffi::dtype_of(__args, &[1]) {
                    0 | __TVM_FFI_BITS_1_0 => {
                        __tvm_ffi_instance::<i8, f32>(__args, __slot)
                    }
                    _ => __tvm_ffi::None,
                }
            }
            _ => __tvm_ffi::None,
        }
    }
    __tvm_ffi::symbols! {
        unsafe unsafe "gather", __tvm_ffi_exported_gather::__TVM_FFI_RECORD,
        __tvm_ffi_body
    }
};
