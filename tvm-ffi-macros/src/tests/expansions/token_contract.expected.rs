#[allow(dead_code)]
#[track_caller]
fn solve(x: CudaView<'_, f32, 1>, cx: Cuda<'_>, y: CudaView<'_, f32, 1>) {
    if __tvm_ffi_exported_solve::__contract(&x, &y).is_none() {
        ::tvm_ffi::__private::contract_violated(
            __tvm_ffi_exported_solve::__describe,
            &[
                ::tvm_ffi::__private::OperandProbe(&x).operand(),
                ::tvm_ffi::__private::OperandProbe(&y).operand(),
            ],
        )
    }
    __tvm_ffi_exported_solve::solve(x, cx, y)
}
#[doc(hidden)]
#[allow(non_camel_case_types)]
enum __tvm_ffi_exported_solve {}
const _: () = {
    use ::tvm_ffi::__private as __tvm_ffi;
    #[allow(unused_imports)]
    use __tvm_ffi::NoParameter as _;
    impl __tvm_ffi_exported_solve {
        pub const __SIGNATURE: __tvm_ffi::Signature<'static> = __tvm_ffi::Signature::new(
            ::core::concat!(
                "solve\0\0\0", ::core::file!(), "\0", ::core::line!(),
                "\0my-kernels\x001.2.3\0x\0\0\0shape(n)\0y\0\0\0shape(n)",
            ),
            &[
                __tvm_ffi::ParameterProbe::<CudaView<'_, f32, 1>>::TYPE,
                __tvm_ffi::ParameterProbe::<CudaView<'_, f32, 1>>::TYPE,
            ],
        );
        pub fn __describe(__read: __tvm_ffi::Reader<'_>) {
            __read(
                &__tvm_ffi::Description::new(
                    __tvm_ffi_exported_solve::__SIGNATURE.text,
                    __tvm_ffi::shim!(unsafe __tvm_ffi_shim),
                    __tvm_ffi_exported_solve::__SIGNATURE.parameters,
                    __tvm_ffi::Returned::<()>::tag().result_type(),
                ),
            )
        }
        #[inline(always)]
        fn __contract(
            __arg0: &CudaView<'_, f32, 1>,
            __arg1: &CudaView<'_, f32, 1>,
        ) -> __tvm_ffi::Option<()> {
            let __tensor0 = __tvm_ffi::tensor::<CudaView<'_, f32, 1>>(__arg0)?;
            let &[__sym_n] = __tensor0.shape() else { return __tvm_ffi::None };
            let __tensor1 = __tvm_ffi::tensor::<CudaView<'_, f32, 1>>(__arg1)?;
            let &[__dim0] = __tensor1.shape() else { return __tvm_ffi::None };
            __tvm_ffi::refuse_if!(__dim0 != __sym_n);
            __tvm_ffi::Some(())
        }
        #[inline]
        fn solve(x: CudaView<'_, f32, 1>, cx: Cuda<'_>, y: CudaView<'_, f32, 1>) {}
    }
    #[inline]
    fn __tvm_ffi_body(
        __args: __tvm_ffi::Args<'_>,
        __slot: __tvm_ffi::Slot<'_>,
    ) -> __tvm_ffi::Option<__tvm_ffi::c_int> {
        __args.require_count(2, 2)?;
        let mut __holder0 = __tvm_ffi::holder::<CudaView<'_, f32, 1>, _>();
        let __arg0 = __args
            .get::<__tvm_ffi::AnyType, CudaView<'_, f32, 1>, _>(0, &mut __holder0)?;
        let __tensor0 = __tvm_ffi::tensor::<CudaView<'_, f32, 1>>(&__arg0)?;
        let &[__sym_n] = __tensor0.shape() else { return __tvm_ffi::None };
        let mut __holder1 = __tvm_ffi::holder::<CudaView<'_, f32, 1>, _>();
        let __arg1 = __args
            .get::<__tvm_ffi::AnyType, CudaView<'_, f32, 1>, _>(1, &mut __holder1)?;
        let __tensor1 = __tvm_ffi::tensor::<CudaView<'_, f32, 1>>(&__arg1)?;
        let &[__dim0] = __tensor1.shape() else { return __tvm_ffi::None };
        __tvm_ffi::refuse_if!(__dim0 != __sym_n);
        let mut __gpu = __tvm_ffi::Gpu::NONE;
        if !(__tvm_ffi::on_one_gpu::<CudaView<'_, f32, 1>>(&__arg0, 0, &mut __gpu)
            && __tvm_ffi::on_one_gpu::<CudaView<'_, f32, 1>>(&__arg1, 1, &mut __gpu))
        {
            return __tvm_ffi::Some(
                __tvm_ffi::raise_two_gpus(
                    __tvm_ffi_exported_solve::__describe,
                    __args,
                    &__gpu,
                ),
            );
        }
        if const {
            (__tvm_ffi::writes::<CudaView<'_, f32, 1>>()
                | __tvm_ffi::writes::<CudaView<'_, f32, 1>>())
                && __tvm_ffi::tensors::<CudaView<'_, f32, 1>>()
                    + __tvm_ffi::tensors::<CudaView<'_, f32, 1>>() > 1
        } {
            let __apart = __tvm_ffi::are_apart(
                &[
                    __tvm_ffi::extent::<CudaView<'_, f32, 1>>(&__arg0),
                    __tvm_ffi::extent::<CudaView<'_, f32, 1>>(&__arg1),
                ],
            )
                || {
                    __tvm_ffi::scan(
                        __tvm_ffi_exported_solve::__describe,
                        __args.bare(),
                        &[
                            __tvm_ffi::held::<CudaView<'_, f32, 1>>(0, &__arg0),
                            __tvm_ffi::held::<CudaView<'_, f32, 1>>(1, &__arg1),
                        ],
                    )
                };
            __tvm_ffi::refuse_if!(! __apart);
        }
        let __writing = if const {
            (__tvm_ffi::writes_on_host::<CudaView<'_, f32, 1>>()
                | __tvm_ffi::writes_on_host::<CudaView<'_, f32, 1>>())
                && (__tvm_ffi::may_get_tensors::<CudaView<'_, f32, 1>>()
                    | __tvm_ffi::may_get_tensors::<CudaView<'_, f32, 1>>())
        } {
            let mut __writing = __tvm_ffi::Writing::begin(
                __tvm_ffi_exported_solve::__describe,
            );
            __writing.add::<CudaView<'_, f32, 1>>(&__arg0);
            __writing.add::<CudaView<'_, f32, 1>>(&__arg1);
            __tvm_ffi::Some(__writing)
        } else {
            __tvm_ffi::None
        };
        let (__token, __on_gpu) = match __tvm_ffi::call_token::<
            Cuda<'_>,
        >(__args, __gpu.device(__args)) {
            ::core::result::Result::Ok(__token) => __token,
            ::core::result::Result::Err(__error) => {
                return __tvm_ffi::Some(__tvm_ffi::raise_error(__error, "solve"));
            }
        };
        let __value = __tvm_ffi_exported_solve::solve(__arg0, __token, __arg1);
        __tvm_ffi::Some(
            __tvm_ffi::Returned::of(&__value).write_or_raise(__value, __slot, "solve"),
        )
    }
    __tvm_ffi::symbols! {
        unsafe unsafe "solve", __tvm_ffi_exported_solve::__describe, __tvm_ffi_body
    }
};
