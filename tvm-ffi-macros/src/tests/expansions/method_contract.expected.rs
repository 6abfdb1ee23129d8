impl super::Scale {
    /// Scales a vector.
    #[allow(dead_code)]
    #[track_caller]
    fn apply(&self, out: CpuViewMut<'_, f32, 1>) {
        if __tvm_ffi_exported_super_Scale__apply::__contract(&out).is_none() {
            ::tvm_ffi::__private::contract_violated(
                __tvm_ffi_exported_super_Scale__apply::__TVM_FFI_RECORD,
                &[
                    ::tvm_ffi::__private::Operand::Other,
                    ::tvm_ffi::__private::OperandProbe(&out).operand(),
                ],
            )
        }
        <super::Scale>::__tvm_ffi_body_of_apply(self, out)
    }
    #[doc(hidden)]
    #[inline(never)]
    fn __tvm_ffi_body_of_apply(&self, mut out: CpuViewMut<'_, f32, 1>) {}
}
#[doc(hidden)]
#[allow(non_camel_case_types)]
enum __tvm_ffi_exported_super_Scale__apply {}
const _: () = {
    use ::tvm_ffi::__private as __tvm_ffi;
    #[allow(unused_imports)]
    use __tvm_ffi::NoParameter as _;
    fn __tvm_ffi_class() -> &'static __tvm_ffi::Class {
        <super::Scale as __tvm_ffi::ObjectType>::class()
    }
    const __TVM_FFI_METHOD_0: __tvm_ffi::Method = {
        const __TVM_FFI_CONSTANT_0: ::core::primitive::i64 = {
            use __tvm_ffi::{constant as __constant, is_integer as __is_integer};
            let __value = { super::Scale::WIDTH };
            __is_integer(&__value);
            let __wide = __value as ::core::primitive::i128;
            __constant(__wide)
        };
        #[allow(non_local_definitions)]
        impl __tvm_ffi_exported_super_Scale__apply {
            pub const __TVM_FFI_RECORD: &'static __tvm_ffi::Record = {
                &__tvm_ffi::Record {
                    name: "apply",
                    doc: "Scales a vector.",
                    file: ::core::file!(),
                    line: ::core::line!(),
                    krate: "my-kernels",
                    version: "1.2.3",
                    parameters: &[
                        __tvm_ffi::Param {
                            name: "self",
                            ..__tvm_ffi::Param::new(
                                __tvm_ffi::ParameterProbe::<&super::Scale>::TYPE,
                            )
                        },
                        __tvm_ffi::Param {
                            name: "out",
                            contract: __tvm_ffi::Contract {
                                shape: __tvm_ffi::Some(
                                    __tvm_ffi::Dims::new(const {
                                        &[
                                            __tvm_ffi::Dim {
                                                text: "super::Scale::WIDTH",
                                                ask: __tvm_ffi::Ask::Value(
                                                    &[__tvm_ffi::Op::Number(__TVM_FFI_CONSTANT_0)],
                                                ),
                                            },
                                        ]
                                    }),
                                ),
                                ..__tvm_ffi::Contract::FREE
                            },
                            ..__tvm_ffi::Param::new(
                                __tvm_ffi::ParameterProbe::<CpuViewMut<'_, f32, 1>>::TYPE,
                            )
                        },
                    ],
                    flags: __tvm_ffi::GIL_HELD | __tvm_ffi::METHOD,
                    class: __tvm_ffi::Some(__tvm_ffi_class),
                    ..__tvm_ffi::Record::new(
                        __tvm_ffi::shim!(unsafe __tvm_ffi_shim),
                        || __tvm_ffi::Returned::<()>::tag().result_type(),
                    )
                }
            };
            #[inline(always)]
            fn __contract(__arg1: &CpuViewMut<'_, f32, 1>) -> __tvm_ffi::Option<()> {
                #[allow(unused_mut)]
                let mut __symbols = __tvm_ffi::Symbols::<0>::new();
                __tvm_ffi::refuse_if!(
                    ! (__tvm_ffi::fits:: < CpuViewMut < '_, f32, 1 >, _ > (const {
                    __tvm_ffi_exported_super_Scale__apply::__TVM_FFI_RECORD.contract(1)
                    }, __arg1, & mut __symbols))
                );
                let __symbols = ();
                __tvm_ffi::Some(__symbols)
            }
        }
        const _: () = {
            use __tvm_ffi::assert_shape as __assert;
            __assert(__tvm_ffi_exported_super_Scale__apply::__TVM_FFI_RECORD, 1)
        };
        #[inline]
        fn __tvm_ffi_body(
            __args: __tvm_ffi::Args<'_>,
            __slot: __tvm_ffi::Slot<'_>,
        ) -> __tvm_ffi::Option<__tvm_ffi::c_int> {
            __args.require_count(2, 2)?;
            let __decoding = __tvm_ffi::Decoding::begin_if(const {
                (__tvm_ffi::writes_on_host::<&super::Scale>()
                    | __tvm_ffi::writes_on_host::<CpuViewMut<'_, f32, 1>>())
                    && (__tvm_ffi::may_get_tensors::<&super::Scale>()
                        | __tvm_ffi::may_get_tensors::<CpuViewMut<'_, f32, 1>>())
            });
            let mut __holder0 = __tvm_ffi::Receiver::<&super::Scale>::tag().holder();
            let __arg0 = __tvm_ffi::Receiver::<&super::Scale>::tag()
                .get(__args, 0, &mut __holder0)?;
            let mut __holder1 = __tvm_ffi::holder::<CpuViewMut<'_, f32, 1>, _>();
            let __arg1 = __args
                .get_named::<CpuViewMut<'_, f32, 1>, _>(1, &mut __holder1, "out")?;
            let __symbols = __tvm_ffi_exported_super_Scale__apply::__contract(&__arg1)?;
            let mut __gpu = __tvm_ffi::Gpu::NONE;
            if !(__tvm_ffi::on_one_gpu::<
                CpuViewMut<'_, f32, 1>,
            >(&__arg1, 1, &mut __gpu)) {
                return __tvm_ffi::Some(
                    __tvm_ffi::raise_two_gpus(
                        __tvm_ffi_exported_super_Scale__apply::__TVM_FFI_RECORD,
                        __args,
                        &__gpu,
                    ),
                );
            }
            if const {
                (__tvm_ffi::writes::<&super::Scale>()
                    | __tvm_ffi::writes::<CpuViewMut<'_, f32, 1>>())
                    && __tvm_ffi::tensors::<&super::Scale>()
                        + __tvm_ffi::tensors::<CpuViewMut<'_, f32, 1>>() > 1
            } {
                let __apart = __tvm_ffi::are_apart(
                    &[
                        __tvm_ffi::extent::<&super::Scale>(&__arg0),
                        __tvm_ffi::extent::<CpuViewMut<'_, f32, 1>>(&__arg1),
                    ],
                )
                    || {
                        __tvm_ffi::scan(
                            __tvm_ffi_exported_super_Scale__apply::__TVM_FFI_RECORD,
                            __args.bare(),
                            &[
                                __tvm_ffi::held::<&super::Scale>(0, &__arg0),
                                __tvm_ffi::held::<CpuViewMut<'_, f32, 1>>(1, &__arg1),
                            ],
                        )
                    };
                __tvm_ffi::refuse_if!(! __apart);
            }
            let __writing = __decoding
                .map(|__decoding| {
                    let mut __writing = __tvm_ffi::Writing::begin(
                        __tvm_ffi_exported_super_Scale__apply::__TVM_FFI_RECORD,
                        __decoding,
                    );
                    __writing.add::<&super::Scale>(&__arg0, "self");
                    __writing.add::<CpuViewMut<'_, f32, 1>>(&__arg1, "out");
                    __writing
                });
            let __value = <super::Scale>::__tvm_ffi_body_of_apply(__arg0, __arg1);
            __tvm_ffi::Some(
                __tvm_ffi::ClassOf::<super::Scale>::tag()
                    .returned(&__value)
                    .write_or_raise(__value, __slot, "apply"),
            )
        }
        __tvm_ffi::shim! {
            unsafe unsafe __tvm_ffi_shim,
            __tvm_ffi_exported_super_Scale__apply::__TVM_FFI_RECORD, __tvm_ffi_body
        }
        __tvm_ffi::Method {
            export: __tvm_ffi_exported_super_Scale__apply::__TVM_FFI_RECORD,
            kind: __tvm_ffi::MethodKind::Instance,
        }
    };
    impl __tvm_ffi::OneBlockOfMethods for super::Scale {
        const METHODS: &'static [__tvm_ffi::Method] = &[__TVM_FFI_METHOD_0];
    }
};
