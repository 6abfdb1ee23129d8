/// Normalises each row.
#[must_use]
#[allow(dead_code)]
#[track_caller]
pub fn normalise<'a>(x: CpuViewMut<'a, f32, 2>, eps: f32) {
    if __tvm_ffi_exported_normalise::__contract(&x).is_none() {
        ::tvm_ffi::__private::contract_violated(
            __tvm_ffi_exported_normalise::__TVM_FFI_RECORD,
            &[
                ::tvm_ffi::__private::OperandProbe(&x).operand(),
                ::tvm_ffi::__private::Operand::Other,
            ],
        )
    }
    __tvm_ffi_exported_normalise::normalise(x, eps)
}
#[doc(hidden)]
#[allow(non_camel_case_types)]
pub enum __tvm_ffi_exported_normalise {}
const _: () = {
    use ::tvm_ffi::__private as __tvm_ffi;
    #[allow(unused_imports)]
    use __tvm_ffi::NoParameter as _;
    impl __tvm_ffi_exported_normalise {
        pub const __TVM_FFI_RECORD: &'static __tvm_ffi::Record = {
            &__tvm_ffi::Record {
                name: "normalise",
                doc: "Normalises each row.",
                file: ::core::file!(),
                line: ::core::line!(),
                krate: "my-kernels",
                version: "1.2.3",
                parameters: &[
                    __tvm_ffi::Param {
                        name: "x",
                        contract: __tvm_ffi::Contract {
                            shape: __tvm_ffi::Some(
                                __tvm_ffi::Dims::new(const {
                                    &[
                                        __tvm_ffi::Dim::symbol(__tvm_ffi::Sym::new("n", 0)),
                                        __tvm_ffi::Dim {
                                            text: "d % 16",
                                            ask: __tvm_ffi::Ask::Multiple(
                                                __tvm_ffi::Sym::new("d", 1),
                                                16,
                                            ),
                                        },
                                    ]
                                }),
                            ),
                            out: __tvm_ffi::Some(__tvm_ffi::Out::Any),
                            ..__tvm_ffi::Contract::FREE
                        },
                        ..__tvm_ffi::Param::new(
                            __tvm_ffi::ParameterProbe::<CpuViewMut<'_, f32, 2>>::TYPE,
                        )
                    },
                    __tvm_ffi::Param {
                        name: "eps",
                        ..__tvm_ffi::Param::new(__tvm_ffi::ParameterProbe::<f32>::TYPE)
                    },
                ],
                ..__tvm_ffi::Record::new(
                    __tvm_ffi::shim!(unsafe __tvm_ffi_shim),
                    || __tvm_ffi::Returned::<()>::tag().result_type(),
                )
            }
        };
        #[inline(always)]
        fn __contract(__arg0: &CpuViewMut<'_, f32, 2>) -> __tvm_ffi::Option<()> {
            #[allow(unused_mut)]
            let mut __symbols = __tvm_ffi::Symbols::<2>::new();
            __tvm_ffi::refuse_if!(
                ! (__tvm_ffi::fits:: < CpuViewMut < '_, f32, 2 >, _ > (const {
                __tvm_ffi_exported_normalise::__TVM_FFI_RECORD.contract(0) }, __arg0, &
                mut __symbols))
            );
            let __symbols = ();
            __tvm_ffi::Some(__symbols)
        }
        #[inline(never)]
        fn normalise<'a>(mut x: CpuViewMut<'a, f32, 2>, #[allow(unused)] eps: f32) {
            x.fill(eps);
        }
    }
    const _: () = {
        use __tvm_ffi::assert_shape as __assert;
        __assert(__tvm_ffi_exported_normalise::__TVM_FFI_RECORD, 0)
    };
    const _: () = {
        use __tvm_ffi::assert_out as __assert;
        __assert(__tvm_ffi_exported_normalise::__TVM_FFI_RECORD, 0)
    };
    #[inline]
    fn __tvm_ffi_body(
        __args: __tvm_ffi::Args<'_>,
        __slot: __tvm_ffi::Slot<'_>,
    ) -> __tvm_ffi::Option<__tvm_ffi::c_int> {
        __args.require_count(2, 2)?;
        let __decoding = __tvm_ffi::Decoding::begin_if(const {
            (__tvm_ffi::writes_on_host::<CpuViewMut<'_, f32, 2>>())
                && (__tvm_ffi::may_get_tensors::<CpuViewMut<'_, f32, 2>>())
        });
        let mut __holder0 = __tvm_ffi::holder::<CpuViewMut<'_, f32, 2>, _>();
        let __arg0 = __args
            .get_named::<CpuViewMut<'_, f32, 2>, _>(0, &mut __holder0, "x")?;
        let mut __holder1 = __tvm_ffi::holder::<f32, _>();
        let __arg1 = __args.get_plain::<f32, _>(1, &mut __holder1)?;
        let __symbols = __tvm_ffi_exported_normalise::__contract(&__arg0)?;
        let mut __gpu = __tvm_ffi::Gpu::NONE;
        if !(__tvm_ffi::on_one_gpu::<CpuViewMut<'_, f32, 2>>(&__arg0, 0, &mut __gpu)) {
            return __tvm_ffi::Some(
                __tvm_ffi::raise_two_gpus(
                    __tvm_ffi_exported_normalise::__TVM_FFI_RECORD,
                    __args,
                    &__gpu,
                ),
            );
        }
        if const {
            (__tvm_ffi::writes::<CpuViewMut<'_, f32, 2>>())
                && __tvm_ffi::tensors::<CpuViewMut<'_, f32, 2>>() > 1
        } {
            let __apart = __tvm_ffi::are_apart(
                &[__tvm_ffi::extent::<CpuViewMut<'_, f32, 2>>(&__arg0)],
            )
                || {
                    __tvm_ffi::scan(
                        __tvm_ffi_exported_normalise::__TVM_FFI_RECORD,
                        __args.bare(),
                        &[__tvm_ffi::held::<CpuViewMut<'_, f32, 2>>(0, &__arg0)],
                    )
                };
            __tvm_ffi::refuse_if!(! __apart);
        }
        let __writing = __decoding
            .map(|__decoding| {
                let mut __writing = __tvm_ffi::Writing::begin(
                    __tvm_ffi_exported_normalise::__TVM_FFI_RECORD,
                    __decoding,
                );
                __writing.add::<CpuViewMut<'_, f32, 2>>(&__arg0, "x");
                __writing
            });
        let __value = __tvm_ffi_exported_normalise::normalise(__arg0, __arg1);
        __tvm_ffi::Some(
            __tvm_ffi::Returned::of(&__value)
                .write_or_raise(__value, __slot, "normalise"),
        )
    }
    __tvm_ffi::symbols! {
        unsafe unsafe "normalise", __tvm_ffi_exported_normalise::__TVM_FFI_RECORD,
        __tvm_ffi_body
    }
};
