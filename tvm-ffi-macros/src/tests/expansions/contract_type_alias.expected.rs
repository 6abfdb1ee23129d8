#[allow(dead_code)]
#[track_caller]
fn f(k: Index, x: Image<'_>, y: CpuView<'_, f32, RANK, Layout>, z: Images<'_>) {
    if __tvm_ffi_exported_f::__contract(&k, &x, &y, &z).is_none() {
        ::tvm_ffi::__private::contract_violated(
            __tvm_ffi_exported_f::__describe,
            &[
                ::tvm_ffi::__private::OperandProbe(&k).operand(),
                ::tvm_ffi::__private::OperandProbe(&x).operand(),
                ::tvm_ffi::__private::OperandProbe(&y).operand(),
                ::tvm_ffi::__private::OperandProbe(&z).operand(),
            ],
        )
    }
    __tvm_ffi_exported_f::f(k, x, y, z)
}
#[doc(hidden)]
#[allow(non_camel_case_types)]
enum __tvm_ffi_exported_f {}
const _: () = {
    use ::tvm_ffi::__private as __tvm_ffi;
    #[allow(unused_imports)]
    use __tvm_ffi::NoParameter as _;
    impl __tvm_ffi_exported_f {
        pub const __SIGNATURE: __tvm_ffi::Signature<'static> = __tvm_ffi::Signature::new(
            ::core::concat!(
                "f\0\0\0", ::core::file!(), "\0", ::core::line!(),
                "\0my-kernels\x001.2.3\0k\0\0\0\0x\0\0\0shape(n, ..);strides(.., 1)\0y\0\0\0shape(2 * n, k)\0z\0\0\0dtype(float32)",
            ),
            &[
                __tvm_ffi::ParameterProbe::<Index>::TYPE,
                __tvm_ffi::ParameterProbe::<Image<'_>>::TYPE,
                __tvm_ffi::ParameterProbe::<CpuView<'_, f32, RANK, Layout>>::TYPE,
                __tvm_ffi::ParameterProbe::<Images<'_>>::TYPE,
            ],
        );
        pub fn __describe(__read: __tvm_ffi::Reader<'_>) {
            __read(
                &__tvm_ffi::Description::new(
                    __tvm_ffi_exported_f::__SIGNATURE.text,
                    __tvm_ffi::shim!(unsafe __tvm_ffi_shim),
                    __tvm_ffi_exported_f::__SIGNATURE.parameters,
                    __tvm_ffi::Returned::<()>::tag().result_type(),
                ),
            )
        }
        #[inline(always)]
        fn __contract(
            __arg0: &Index,
            __arg1: &Image<'_>,
            __arg2: &CpuView<'_, f32, RANK, Layout>,
            __arg3: &Images<'_>,
        ) -> __tvm_ffi::Option<()> {
            let mut __sym_n = __tvm_ffi::None;
            let __sym_k = __tvm_ffi::symbol::<Index>(__arg0);
            if let __tvm_ffi::Some(__tensor1) = __tvm_ffi::tensor::<Image<'_>>(__arg1) {
                let &[__dim0, ..] = __tensor1.shape() else { return __tvm_ffi::None };
                __tvm_ffi::refuse_if!(! __tvm_ffi::bind(& mut __sym_n, __dim0));
            }
            let __tensor2 = __tvm_ffi::tensor::<CpuView<'_, f32, RANK, Layout>>(__arg2)?;
            let &[__dim0, __dim1] = __tensor2.shape() else { return __tvm_ffi::None };
            __tvm_ffi::refuse_if!(
                __tvm_ffi::Some(__dim0) != __tvm_ffi::mul(__tvm_ffi::Some(2), __sym_n)
                ||__tvm_ffi::Some(__dim1) != __sym_k
            );
            __tvm_ffi::each_tensor::<
                Images<'_>,
            >(
                __arg3,
                |__tensor3| {
                    __tvm_ffi::refuse_if!(
                        ! __tvm_ffi::has_dtype(__tensor3, & [__tvm_ffi::DType::F32])
                    );
                    __tvm_ffi::Some(())
                },
            )?;
            if let __tvm_ffi::Some(__tensor1) = __tvm_ffi::tensor::<Image<'_>>(__arg1) {
                __tvm_ffi::refuse_if!(__tensor1.ndim() < 1);
                if let __tvm_ffi::Some(__stride) = __tvm_ffi::stride(
                    __tensor1,
                    __tensor1.ndim() - 1,
                ) {
                    __tvm_ffi::refuse_if!(__stride != 1);
                }
            }
            __tvm_ffi::Some(())
        }
        #[inline]
        fn f(
            #[allow(unused_variables)]
            k: Index,
            x: Image<'_>,
            y: CpuView<'_, f32, RANK, Layout>,
            z: Images<'_>,
        ) {}
    }
    const _: () = {
        {
            use __tvm_ffi::assert_shape as __assert;
            __assert::<Image<'_>>(1, true)
        }
        {
            use __tvm_ffi::assert_present as __assert;
            __assert::<Image<'_>>()
        }
        {
            use __tvm_ffi::assert_strides as __assert;
            __assert::<Image<'_>>(1, true)
        }
        {
            use __tvm_ffi::assert_shape as __assert;
            __assert::<CpuView<'_, f32, RANK, Layout>>(2, false)
        }
        {
            use __tvm_ffi::assert_dtype as __assert;
            __assert::<Images<'_>>()
        }
    };
    #[inline]
    fn __tvm_ffi_body(
        __args: __tvm_ffi::Args<'_>,
        __slot: __tvm_ffi::Slot<'_>,
    ) -> __tvm_ffi::Option<__tvm_ffi::c_int> {
        __args.require_count(4, 4)?;
        let mut __holder0 = __tvm_ffi::holder::<Index, _>();
        let __arg0 = __args.get::<__tvm_ffi::AnyType, Index, _>(0, &mut __holder0)?;
        let mut __sym_n = __tvm_ffi::None;
        let __sym_k = __tvm_ffi::symbol::<Index>(&__arg0);
        let mut __holder1 = __tvm_ffi::holder::<Image<'_>, _>();
        let __arg1 = __args.get::<__tvm_ffi::AnyType, Image<'_>, _>(1, &mut __holder1)?;
        if let __tvm_ffi::Some(__tensor1) = __tvm_ffi::tensor::<Image<'_>>(&__arg1) {
            let &[__dim0, ..] = __tensor1.shape() else { return __tvm_ffi::None };
            __tvm_ffi::refuse_if!(! __tvm_ffi::bind(& mut __sym_n, __dim0));
        }
        let mut __holder2 = __tvm_ffi::holder::<CpuView<'_, f32, RANK, Layout>, _>();
        let __arg2 = __args
            .get::<
                __tvm_ffi::AnyType,
                CpuView<'_, f32, RANK, Layout>,
                _,
            >(2, &mut __holder2)?;
        let __tensor2 = __tvm_ffi::tensor::<CpuView<'_, f32, RANK, Layout>>(&__arg2)?;
        let &[__dim0, __dim1] = __tensor2.shape() else { return __tvm_ffi::None };
        __tvm_ffi::refuse_if!(
            __tvm_ffi::Some(__dim0) != __tvm_ffi::mul(__tvm_ffi::Some(2), __sym_n)
            ||__tvm_ffi::Some(__dim1) != __sym_k
        );
        let mut __holder3 = __tvm_ffi::holder::<Images<'_>, _>();
        let __arg3 = __args.get::<__tvm_ffi::AnyType, Images<'_>, _>(3, &mut __holder3)?;
        __tvm_ffi::each_tensor::<
            Images<'_>,
        >(
            &__arg3,
            |__tensor3| {
                __tvm_ffi::refuse_if!(
                    ! __tvm_ffi::has_dtype(__tensor3, & [__tvm_ffi::DType::F32])
                );
                __tvm_ffi::Some(())
            },
        )?;
        if let __tvm_ffi::Some(__tensor1) = __tvm_ffi::tensor::<Image<'_>>(&__arg1) {
            __tvm_ffi::refuse_if!(__tensor1.ndim() < 1);
            if let __tvm_ffi::Some(__stride) = __tvm_ffi::stride(
                __tensor1,
                __tensor1.ndim() - 1,
            ) {
                __tvm_ffi::refuse_if!(__stride != 1);
            }
        }
        let mut __gpu = __tvm_ffi::Gpu::NONE;
        if !(__tvm_ffi::on_one_gpu::<Index>(&__arg0, 0, &mut __gpu)
            && __tvm_ffi::on_one_gpu::<Image<'_>>(&__arg1, 1, &mut __gpu)
            && __tvm_ffi::on_one_gpu::<Images<'_>>(&__arg3, 3, &mut __gpu))
        {
            return __tvm_ffi::Some(
                __tvm_ffi::raise_two_gpus(
                    __tvm_ffi_exported_f::__describe,
                    __args,
                    &__gpu,
                ),
            );
        }
        if const {
            (__tvm_ffi::writes::<Index>() | __tvm_ffi::writes::<Image<'_>>()
                | __tvm_ffi::writes::<CpuView<'_, f32, RANK, Layout>>()
                | __tvm_ffi::writes::<Images<'_>>())
                && __tvm_ffi::tensors::<Index>() + __tvm_ffi::tensors::<Image<'_>>()
                    + __tvm_ffi::tensors::<CpuView<'_, f32, RANK, Layout>>()
                    + __tvm_ffi::tensors::<Images<'_>>() > 1
        } {
            let __apart = __tvm_ffi::are_apart(
                &[
                    __tvm_ffi::extent::<Index>(&__arg0),
                    __tvm_ffi::extent::<Image<'_>>(&__arg1),
                    __tvm_ffi::extent::<CpuView<'_, f32, RANK, Layout>>(&__arg2),
                    __tvm_ffi::extent::<Images<'_>>(&__arg3),
                ],
            )
                || {
                    __tvm_ffi::scan(
                        __tvm_ffi_exported_f::__describe,
                        __args.bare(),
                        &[
                            __tvm_ffi::held::<Index>(0, &__arg0),
                            __tvm_ffi::held::<Image<'_>>(1, &__arg1),
                            __tvm_ffi::held::<
                                CpuView<'_, f32, RANK, Layout>,
                            >(2, &__arg2),
                            __tvm_ffi::held::<Images<'_>>(3, &__arg3),
                        ],
                    )
                };
            __tvm_ffi::refuse_if!(! __apart);
        }
        let __writing = if const {
            (__tvm_ffi::writes_on_host::<Index>()
                | __tvm_ffi::writes_on_host::<Image<'_>>()
                | __tvm_ffi::writes_on_host::<CpuView<'_, f32, RANK, Layout>>()
                | __tvm_ffi::writes_on_host::<Images<'_>>())
                && (__tvm_ffi::may_get_tensors::<Index>()
                    | __tvm_ffi::may_get_tensors::<Image<'_>>()
                    | __tvm_ffi::may_get_tensors::<CpuView<'_, f32, RANK, Layout>>()
                    | __tvm_ffi::may_get_tensors::<Images<'_>>())
        } {
            let mut __writing = __tvm_ffi::Writing::begin(
                __tvm_ffi_exported_f::__describe,
            );
            __writing.add::<Index>(&__arg0);
            __writing.add::<Image<'_>>(&__arg1);
            __writing.add::<CpuView<'_, f32, RANK, Layout>>(&__arg2);
            __writing.add::<Images<'_>>(&__arg3);
            __tvm_ffi::Some(__writing)
        } else {
            __tvm_ffi::None
        };
        let __value = __tvm_ffi_exported_f::f(__arg0, __arg1, __arg2, __arg3);
        __tvm_ffi::Some(
            __tvm_ffi::Returned::of(&__value).write_or_raise(__value, __slot, "f"),
        )
    }
    __tvm_ffi::symbols! {
        unsafe unsafe "f", __tvm_ffi_exported_f::__describe, __tvm_ffi_body
    }
};
