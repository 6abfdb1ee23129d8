#[allow(dead_code)]
#[track_caller]
fn f(n: usize, x: CpuViewD<'_, f32, Strided>) {
    if __tvm_ffi_exported_f::__contract(&n, &x).is_none() {
        ::tvm_ffi::__private::contract_violated(
            __tvm_ffi_exported_f::__describe,
            &[
                ::tvm_ffi::__private::OperandProbe(&n).operand(),
                ::tvm_ffi::__private::OperandProbe(&x).operand(),
            ],
        )
    }
    __tvm_ffi_exported_f::f(n, x)
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
        let __value = { HEADS * 2 };
        __is_integer(&__value);
        let __wide = __value as ::core::primitive::i128;
        __constant(__wide)
    };
    impl __tvm_ffi_exported_f {
        pub const __SIGNATURE: __tvm_ffi::Signature<'static> = __tvm_ffi::Signature {
            constants: &[__TVM_FFI_CONSTANT_0],
            ..__tvm_ffi::Signature::new(
                ::core::concat!(
                    "f\0\0\0", ::core::file!(), "\0", ::core::line!(),
                    "\0my-kernels\x001.2.3\0n\0\0\0\0x\0\0\0shape(m, n, 4, {HEADS * 2}, _, 2 * m - n, s..)",
                ),
                &[
                    __tvm_ffi::ParameterProbe::<usize>::TYPE,
                    __tvm_ffi::ParameterProbe::<CpuViewD<'_, f32, Strided>>::TYPE,
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
            __arg0: &usize,
            __arg1: &CpuViewD<'_, f32, Strided>,
        ) -> __tvm_ffi::Option<()> {
            let __sym_n = __tvm_ffi::symbol::<usize>(__arg0);
            let __tensor1 = __tvm_ffi::tensor::<CpuViewD<'_, f32, Strided>>(__arg1)?;
            let &[__sym_m, __dim1, __dim2, __dim3, _, __dim5, ref __sym_s @ ..] = __tensor1
                .shape() else { return __tvm_ffi::None };
            __tvm_ffi::refuse_if!(
                __tvm_ffi::Some(__dim1) != __sym_n ||__dim2 != 4 ||__dim3 !=
                __TVM_FFI_CONSTANT_0 ||__tvm_ffi::Some(__dim5) !=
                __tvm_ffi::sub(__tvm_ffi::mul(__tvm_ffi::Some(2),
                __tvm_ffi::Some(__sym_m)), __sym_n)
            );
            __tvm_ffi::Some(())
        }
        #[inline]
        fn f(#[allow(unused_variables)] n: usize, x: CpuViewD<'_, f32, Strided>) {}
    }
    #[inline]
    fn __tvm_ffi_body(
        __args: __tvm_ffi::Args<'_>,
        __slot: __tvm_ffi::Slot<'_>,
    ) -> __tvm_ffi::Option<__tvm_ffi::c_int> {
        __args.require_count(2, 2)?;
        let mut __holder0 = __tvm_ffi::holder::<usize, _>();
        let __arg0 = __args.get::<__tvm_ffi::NoTensor, usize, _>(0, &mut __holder0)?;
        let __sym_n = __tvm_ffi::symbol::<usize>(&__arg0);
        let mut __holder1 = __tvm_ffi::holder::<CpuViewD<'_, f32, Strided>, _>();
        let __arg1 = __args
            .get::<
                __tvm_ffi::AnyType,
                CpuViewD<'_, f32, Strided>,
                _,
            >(1, &mut __holder1)?;
        let __tensor1 = __tvm_ffi::tensor::<CpuViewD<'_, f32, Strided>>(&__arg1)?;
        let &[__sym_m, __dim1, __dim2, __dim3, _, __dim5, ref __sym_s @ ..] = __tensor1
            .shape() else { return __tvm_ffi::None };
        __tvm_ffi::refuse_if!(
            __tvm_ffi::Some(__dim1) != __sym_n ||__dim2 != 4 ||__dim3 !=
            __TVM_FFI_CONSTANT_0 ||__tvm_ffi::Some(__dim5) !=
            __tvm_ffi::sub(__tvm_ffi::mul(__tvm_ffi::Some(2), __tvm_ffi::Some(__sym_m)),
            __sym_n)
        );
        if const {
            (__tvm_ffi::writes::<CpuViewD<'_, f32, Strided>>())
                && __tvm_ffi::tensors::<CpuViewD<'_, f32, Strided>>() > 1
        } {
            let __apart = __tvm_ffi::are_apart(
                &[__tvm_ffi::extent::<CpuViewD<'_, f32, Strided>>(&__arg1)],
            )
                || {
                    __tvm_ffi::scan(
                        __tvm_ffi_exported_f::__describe,
                        __args.bare(),
                        &[__tvm_ffi::held::<CpuViewD<'_, f32, Strided>>(1, &__arg1)],
                    )
                };
            __tvm_ffi::refuse_if!(! __apart);
        }
        let __writing = if const {
            (__tvm_ffi::writes_on_host::<CpuViewD<'_, f32, Strided>>())
                && (__tvm_ffi::may_get_tensors::<CpuViewD<'_, f32, Strided>>())
        } {
            let mut __writing = __tvm_ffi::Writing::begin(
                __tvm_ffi_exported_f::__describe,
            );
            __writing.add::<CpuViewD<'_, f32, Strided>>(&__arg1);
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
