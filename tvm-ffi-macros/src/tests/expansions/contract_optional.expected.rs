#[allow(dead_code)]
#[track_caller]
fn f(x: CpuViewD<'_, f32>, y: Option<CudaViewD<'_, f32, Strided>>) {
    if __tvm_ffi_exported_f::__contract(&x, &y).is_none() {
        ::tvm_ffi::__private::contract_violated(
            __tvm_ffi_exported_f::__describe,
            &[
                ::tvm_ffi::__private::OperandProbe(&x).operand(),
                ::tvm_ffi::__private::OperandProbe(&y).operand(),
            ],
        )
    }
    __tvm_ffi_exported_f::f(x, y)
}
#[doc(hidden)]
#[allow(non_camel_case_types)]
enum __tvm_ffi_exported_f {}
const _: () = {
    use ::tvm_ffi::__private as __tvm_ffi;
    #[allow(unused_imports)]
    use __tvm_ffi::NoParameter as _;
    const __TVM_FFI_CONSTANT_0: ::core::primitive::i64 = {
        use __tvm_ffi::{constant as __constant, is_integer as __is_integer};
        let __value = { K };
        __is_integer(&__value);
        let __wide = __value as ::core::primitive::i128;
        __constant(__wide)
    };
    const __TVM_FFI_CONSTANT_1: ::core::primitive::i64 = {
        use __tvm_ffi::{constant as __constant, is_integer as __is_integer};
        let __value = { A };
        __is_integer(&__value);
        let __wide = __value as ::core::primitive::i128;
        __constant(__wide)
    };
    const __TVM_FFI_ALIGNMENT_1: ::core::primitive::usize = {
        use __tvm_ffi::alignment as __alignment;
        __alignment(__TVM_FFI_CONSTANT_1)
    };
    impl __tvm_ffi_exported_f {
        pub const __SIGNATURE: __tvm_ffi::Signature<'static> = __tvm_ffi::Signature {
            constants: &[__TVM_FFI_CONSTANT_0, __TVM_FFI_CONSTANT_1],
            ..__tvm_ffi::Signature::new(
                ::core::concat!(
                    "f\0\0\0", ::core::file!(), "\0", ::core::line!(),
                    "\0my-kernels\x001.2.3\0x\0\0\0shape(m, s..)\0y\0\0\0shape(m % {K}, s.., (m % 3));strides(.., ld % 8, m / 2);align({A})",
                ),
                &[
                    __tvm_ffi::ParameterProbe::<CpuViewD<'_, f32>>::TYPE,
                    __tvm_ffi::ParameterProbe::<
                        Option<CudaViewD<'_, f32, Strided>>,
                    >::TYPE,
                ],
            )
        };
        pub fn __describe(__read: __tvm_ffi::Reader<'_>) {
            __read(
                &__tvm_ffi::Description {
                    constants: __tvm_ffi_exported_f::__SIGNATURE.constants,
                    ..__tvm_ffi::Description::new(
                        __tvm_ffi_exported_f::__SIGNATURE.text,
                        __tvm_ffi::shim!(unsafe __tvm_ffi_shim),
                        __tvm_ffi_exported_f::__SIGNATURE.parameters,
                        __tvm_ffi::Returned::<()>::tag().result_type(),
                    )
                },
            )
        }
        #[inline(always)]
        fn __contract(
            __arg0: &CpuViewD<'_, f32>,
            __arg1: &Option<CudaViewD<'_, f32, Strided>>,
        ) -> __tvm_ffi::Option<()> {
            let mut __sym_ld = __tvm_ffi::None;
            let __tensor0 = __tvm_ffi::tensor::<CpuViewD<'_, f32>>(__arg0)?;
            let &[__sym_m, ref __sym_s @ ..] = __tensor0.shape() else {
                return __tvm_ffi::None
            };
            if let __tvm_ffi::Some(__tensor1) = __tvm_ffi::tensor::<
                Option<CudaViewD<'_, f32, Strided>>,
            >(__arg1) {
                let &[__dim0, ref __dim1 @ .., __dim2] = __tensor1.shape() else {
                    return __tvm_ffi::None
                };
                __tvm_ffi::refuse_if!(
                    __dim0 != __sym_m ||! __tvm_ffi::is_multiple(__dim0,
                    __TVM_FFI_CONSTANT_0) ||__dim1 != __sym_s ||__tvm_ffi::Some(__dim2)
                    != __tvm_ffi::rem(__tvm_ffi::Some(__sym_m), __tvm_ffi::Some(3)) ||!
                    __tvm_ffi::is_aligned(__tensor1, __TVM_FFI_ALIGNMENT_1)
                );
            }
            if let __tvm_ffi::Some(__tensor1) = __tvm_ffi::tensor::<
                Option<CudaViewD<'_, f32, Strided>>,
            >(__arg1) {
                __tvm_ffi::refuse_if!(__tensor1.ndim() < 2);
                if let __tvm_ffi::Some(__stride) = __tvm_ffi::stride(
                    __tensor1,
                    __tensor1.ndim() - 2,
                ) {
                    __tvm_ffi::refuse_if!(
                        ! __tvm_ffi::bind(& mut __sym_ld, __stride) ||!
                        __tvm_ffi::is_multiple(__stride, 8)
                    );
                }
                if let __tvm_ffi::Some(__stride) = __tvm_ffi::stride(
                    __tensor1,
                    __tensor1.ndim() - 1,
                ) {
                    __tvm_ffi::refuse_if!(
                        __tvm_ffi::Some(__stride) !=
                        __tvm_ffi::div(__tvm_ffi::Some(__sym_m), __tvm_ffi::Some(2))
                    );
                }
            }
            __tvm_ffi::Some(())
        }
        #[inline]
        fn f(x: CpuViewD<'_, f32>, y: Option<CudaViewD<'_, f32, Strided>>) {}
    }
    #[inline]
    fn __tvm_ffi_body(
        __args: __tvm_ffi::Args<'_>,
        __slot: __tvm_ffi::Slot<'_>,
    ) -> __tvm_ffi::Option<__tvm_ffi::c_int> {
        __args.require_count(2, 2)?;
        let mut __sym_ld = __tvm_ffi::None;
        let mut __holder0 = __tvm_ffi::holder::<CpuViewD<'_, f32>, _>();
        let __arg0 = __args
            .get::<__tvm_ffi::AnyType, CpuViewD<'_, f32>, _>(0, &mut __holder0)?;
        let __tensor0 = __tvm_ffi::tensor::<CpuViewD<'_, f32>>(&__arg0)?;
        let &[__sym_m, ref __sym_s @ ..] = __tensor0.shape() else {
            return __tvm_ffi::None
        };
        let mut __holder1 = __tvm_ffi::holder::<
            Option<CudaViewD<'_, f32, Strided>>,
            _,
        >();
        let __arg1 = __args
            .get::<
                __tvm_ffi::AnyType,
                Option<CudaViewD<'_, f32, Strided>>,
                _,
            >(1, &mut __holder1)?;
        if let __tvm_ffi::Some(__tensor1) = __tvm_ffi::tensor::<
            Option<CudaViewD<'_, f32, Strided>>,
        >(&__arg1) {
            let &[__dim0, ref __dim1 @ .., __dim2] = __tensor1.shape() else {
                return __tvm_ffi::None
            };
            __tvm_ffi::refuse_if!(
                __dim0 != __sym_m ||! __tvm_ffi::is_multiple(__dim0,
                __TVM_FFI_CONSTANT_0) ||__dim1 != __sym_s ||__tvm_ffi::Some(__dim2) !=
                __tvm_ffi::rem(__tvm_ffi::Some(__sym_m), __tvm_ffi::Some(3)) ||!
                __tvm_ffi::is_aligned(__tensor1, __TVM_FFI_ALIGNMENT_1)
            );
        }
        if let __tvm_ffi::Some(__tensor1) = __tvm_ffi::tensor::<
            Option<CudaViewD<'_, f32, Strided>>,
        >(&__arg1) {
            __tvm_ffi::refuse_if!(__tensor1.ndim() < 2);
            if let __tvm_ffi::Some(__stride) = __tvm_ffi::stride(
                __tensor1,
                __tensor1.ndim() - 2,
            ) {
                __tvm_ffi::refuse_if!(
                    ! __tvm_ffi::bind(& mut __sym_ld, __stride) ||!
                    __tvm_ffi::is_multiple(__stride, 8)
                );
            }
            if let __tvm_ffi::Some(__stride) = __tvm_ffi::stride(
                __tensor1,
                __tensor1.ndim() - 1,
            ) {
                __tvm_ffi::refuse_if!(
                    __tvm_ffi::Some(__stride) != __tvm_ffi::div(__tvm_ffi::Some(__sym_m),
                    __tvm_ffi::Some(2))
                );
            }
        }
        if const {
            (__tvm_ffi::writes::<CpuViewD<'_, f32>>()
                | __tvm_ffi::writes::<Option<CudaViewD<'_, f32, Strided>>>())
                && __tvm_ffi::tensors::<CpuViewD<'_, f32>>()
                    + __tvm_ffi::tensors::<Option<CudaViewD<'_, f32, Strided>>>() > 1
        } {
            let __apart = __tvm_ffi::are_apart(
                &[
                    __tvm_ffi::extent::<CpuViewD<'_, f32>>(&__arg0),
                    __tvm_ffi::extent::<Option<CudaViewD<'_, f32, Strided>>>(&__arg1),
                ],
            )
                || {
                    __tvm_ffi::scan(
                        __tvm_ffi_exported_f::__describe,
                        __args.bare(),
                        &[
                            __tvm_ffi::held::<CpuViewD<'_, f32>>(0, &__arg0),
                            __tvm_ffi::held::<
                                Option<CudaViewD<'_, f32, Strided>>,
                            >(1, &__arg1),
                        ],
                    )
                };
            __tvm_ffi::refuse_if!(! __apart);
        }
        let __writing = if const {
            (__tvm_ffi::writes_on_host::<CpuViewD<'_, f32>>()
                | __tvm_ffi::writes_on_host::<Option<CudaViewD<'_, f32, Strided>>>())
                && (__tvm_ffi::may_get_tensors::<CpuViewD<'_, f32>>()
                    | __tvm_ffi::may_get_tensors::<
                        Option<CudaViewD<'_, f32, Strided>>,
                    >())
        } {
            let mut __writing = __tvm_ffi::Writing::begin(
                __tvm_ffi_exported_f::__describe,
            );
            __writing.add::<CpuViewD<'_, f32>>(&__arg0);
            __writing.add::<Option<CudaViewD<'_, f32, Strided>>>(&__arg1);
            __tvm_ffi::Some(__writing)
        } else {
            __tvm_ffi::None
        };
        let __value = __tvm_ffi_exported_f::f(__arg0, __arg1);
        __tvm_ffi::Some(
            __tvm_ffi::Returned::of(&__value).write_or_raise(__value, __slot, "f"),
        )
    }
    __tvm_ffi::symbols! {
        unsafe unsafe "f", __tvm_ffi_exported_f::__describe, __tvm_ffi_body
    }
};
