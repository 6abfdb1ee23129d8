#[allow(dead_code)]
#[track_caller]
fn doubled(n: usize) -> Result<(Tensor, i64)> {
    let ::core::option::Option::Some(__symbols) = __tvm_ffi_exported_doubled::__contract(
        &n,
    ) else {
        ::tvm_ffi::__private::contract_violated(
            __tvm_ffi_exported_doubled::__TVM_FFI_RECORD,
            &[::tvm_ffi::__private::OperandProbe(&n).operand()],
        )
    };
    let __value = __tvm_ffi_exported_doubled::doubled(n);
    if let ::core::option::Option::Some(__mismatch) = __tvm_ffi_exported_doubled::__returned(
        &__symbols,
        &__value,
        false,
    ) {
        ::tvm_ffi::__private::returned_violated(
            __tvm_ffi_exported_doubled::__TVM_FFI_RECORD,
            &__mismatch,
        )
    }
    __value
}
#[doc(hidden)]
#[allow(non_camel_case_types)]
enum __tvm_ffi_exported_doubled {}
const _: () = {
    use ::tvm_ffi::__private as __tvm_ffi;
    #[allow(unused_imports)]
    use __tvm_ffi::NoParameter as _;
    impl __tvm_ffi_exported_doubled {
        pub const __TVM_FFI_RECORD: &'static __tvm_ffi::Record = {
            &__tvm_ffi::Record {
                name: "doubled",
                file: ::core::file!(),
                line: ::core::line!(),
                krate: "my-kernels",
                version: "1.2.3",
                parameters: &[
                    __tvm_ffi::Param {
                        name: "n",
                        ..__tvm_ffi::Param::new(__tvm_ffi::ParameterProbe::<usize>::TYPE)
                    },
                ],
                returns: __tvm_ffi::Returns {
                    is_tuple: true,
                    groups: &[
                        __tvm_ffi::Some(__tvm_ffi::Contract {
                            shape: __tvm_ffi::Some(
                                __tvm_ffi::Dims::new(const {
                                    &[
                                        __tvm_ffi::Dim {
                                            text: "2 * n",
                                            ask: __tvm_ffi::Ask::Value(
                                                &[
                                                    __tvm_ffi::Op::Number(2),
                                                    __tvm_ffi::Op::Symbol(__tvm_ffi::Sym::new("n", 0)),
                                                    __tvm_ffi::Op::Mul,
                                                ],
                                            ),
                                        },
                                    ]
                                }),
                            ),
                            dtypes: &[__tvm_ffi::DType::F32],
                            ..__tvm_ffi::Contract::FREE
                        }),
                        __tvm_ffi::None,
                    ],
                },
                ..__tvm_ffi::Record::new(
                    __tvm_ffi::shim!(unsafe __tvm_ffi_shim),
                    || __tvm_ffi::Returned::<Result<(Tensor, i64)>>::tag().result_type(),
                )
            }
        };
        #[inline(always)]
        fn __contract(__arg0: &usize) -> __tvm_ffi::Option<__tvm_ffi::KeptSymbols<1>> {
            #[allow(unused_mut)]
            let mut __symbols = __tvm_ffi::Symbols::<1>::new();
            __symbols.set(0, __tvm_ffi::symbol::<usize>(__arg0));
            let __symbols = __symbols.keep();
            __tvm_ffi::Some(__symbols)
        }
        fn __returned(
            __symbols: &__tvm_ffi::KeptSymbols<1>,
            __value: &Result<(Tensor, i64)>,
            __on_host: ::core::primitive::bool,
        ) -> __tvm_ffi::Option<__tvm_ffi::Mismatch> {
            let (ref __returned0, _) = *__tvm_ffi::Returned::of(__value).value(__value)?;
            let __returned0 = {
                use __tvm_ffi::returned_tensor as __returned_tensor;
                let __value = __returned0;
                __returned_tensor(__value)
            };
            __tvm_ffi::returned_mismatch(
                __tvm_ffi_exported_doubled::__TVM_FFI_RECORD,
                &__tvm_ffi::ReturnedTensors {
                    symbols: __symbols,
                    dtypes: &[],
                    on_host: __on_host,
                    tensors: &[__returned0, __tvm_ffi::None],
                },
            )
        }
        #[inline]
        fn doubled(#[allow(unused_variables)] n: usize) -> Result<(Tensor, i64)> {
            double(n)
        }
    }
    #[inline]
    fn __tvm_ffi_body(
        __args: __tvm_ffi::Args<'_>,
        __slot: __tvm_ffi::Slot<'_>,
    ) -> __tvm_ffi::Option<__tvm_ffi::c_int> {
        __args.require_count(1, 1)?;
        let mut __holder0 = __tvm_ffi::holder::<usize, _>();
        let __arg0 = __args.get_plain::<usize, _>(0, &mut __holder0)?;
        let __symbols = __tvm_ffi_exported_doubled::__contract(&__arg0)?;
        let __value = __tvm_ffi_exported_doubled::doubled(__arg0);
        if let __tvm_ffi::Some(__mismatch) = __tvm_ffi_exported_doubled::__returned(
            &__symbols,
            &__value,
            false,
        ) {
            return __tvm_ffi::Some(
                __tvm_ffi::raise_returned(
                    __tvm_ffi_exported_doubled::__TVM_FFI_RECORD,
                    __args,
                    &__mismatch,
                ),
            );
        }
        __tvm_ffi::Some(
            __tvm_ffi::Returned::of(&__value).write_or_raise(__value, __slot, "doubled"),
        )
    }
    __tvm_ffi::symbols! {
        unsafe unsafe "doubled", __tvm_ffi_exported_doubled::__TVM_FFI_RECORD,
        __tvm_ffi_body
    }
};
