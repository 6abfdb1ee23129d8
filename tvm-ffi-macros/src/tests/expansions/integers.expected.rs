#[allow(dead_code)]
#[track_caller]
fn resized(size: (i64, i64), x: CpuView<'_, f32, 2>) -> i64 {
    if __tvm_ffi_exported_resized::__contract(&size, &x).is_none() {
        ::tvm_ffi::__private::contract_violated(
            __tvm_ffi_exported_resized::__describe,
            &[
                ::tvm_ffi::__private::integers_operand(&size),
                ::tvm_ffi::__private::OperandProbe(&x).operand(),
            ],
        )
    }
    __tvm_ffi_exported_resized::resized(size, x)
}
#[doc(hidden)]
#[allow(non_camel_case_types)]
enum __tvm_ffi_exported_resized {}
const _: () = {
    use ::tvm_ffi::__private as __tvm_ffi;
    #[allow(unused_imports)]
    use __tvm_ffi::NoParameter as _;
    impl __tvm_ffi_exported_resized {
        pub const __SIGNATURE: __tvm_ffi::Signature<'static> = __tvm_ffi::Signature::new(
            ::core::concat!(
                "resized\0\0\0", ::core::file!(), "\0", ::core::line!(),
                "\0my-kernels\x001.2.3\0size\0\0\0shape(h, w)\0x\0\0\0shape(h, 2 * w)",
            ),
            &[
                __tvm_ffi::ParameterProbe::<(i64, i64)>::TYPE,
                __tvm_ffi::ParameterProbe::<CpuView<'_, f32, 2>>::TYPE,
            ],
        );
        pub fn __describe(__read: __tvm_ffi::Reader<'_>) {
            __read(
                &__tvm_ffi::Description::new(
                    __tvm_ffi_exported_resized::__SIGNATURE.text,
                    __tvm_ffi::shim!(unsafe __tvm_ffi_shim),
                    __tvm_ffi_exported_resized::__SIGNATURE.parameters,
                    &__tvm_ffi::with_contract(
                        __tvm_ffi::Returned::<i64>::tag().result_type(),
                    ),
                ),
            )
        }
        #[inline(always)]
        fn __contract(
            __arg0: &(i64, i64),
            __arg1: &CpuView<'_, f32, 2>,
        ) -> __tvm_ffi::Option<()> {
            let __tensor0 = __tvm_ffi::integers::<(i64, i64)>(__arg0)?;
            let &[__sym_h, __sym_w] = ::core::convert::AsRef::<
                [::core::primitive::i64],
            >::as_ref(&__tensor0) else { return __tvm_ffi::None };
            let __tensor1 = __tvm_ffi::tensor::<CpuView<'_, f32, 2>>(__arg1)?;
            let &[__dim0, __dim1] = __tensor1.shape() else { return __tvm_ffi::None };
            __tvm_ffi::refuse_if!(
                __dim0 != __sym_h ||__tvm_ffi::Some(__dim1) !=
                __tvm_ffi::mul(__tvm_ffi::Some(2), __tvm_ffi::Some(__sym_w))
            );
            __tvm_ffi::Some(())
        }
        #[inline]
        fn resized(size: (i64, i64), x: CpuView<'_, f32, 2>) -> i64 {
            size.0 + x.shape()[1]
        }
    }
    #[inline]
    fn __tvm_ffi_body(
        __args: __tvm_ffi::Args<'_>,
        __slot: __tvm_ffi::Slot<'_>,
    ) -> __tvm_ffi::Option<__tvm_ffi::c_int> {
        __args.require_count(2, 2)?;
        let mut __holder0 = __tvm_ffi::holder::<(i64, i64), _>();
        let __arg0 = __args.get::<__tvm_ffi::AnyType, (i64, i64), _>(0, &mut __holder0)?;
        let __tensor0 = __tvm_ffi::integers::<(i64, i64)>(&__arg0)?;
        let &[__sym_h, __sym_w] = ::core::convert::AsRef::<
            [::core::primitive::i64],
        >::as_ref(&__tensor0) else { return __tvm_ffi::None };
        let mut __holder1 = __tvm_ffi::holder::<CpuView<'_, f32, 2>, _>();
        let __arg1 = __args
            .get::<__tvm_ffi::AnyType, CpuView<'_, f32, 2>, _>(1, &mut __holder1)?;
        let __tensor1 = __tvm_ffi::tensor::<CpuView<'_, f32, 2>>(&__arg1)?;
        let &[__dim0, __dim1] = __tensor1.shape() else { return __tvm_ffi::None };
        __tvm_ffi::refuse_if!(
            __dim0 != __sym_h ||__tvm_ffi::Some(__dim1) !=
            __tvm_ffi::mul(__tvm_ffi::Some(2), __tvm_ffi::Some(__sym_w))
        );
        if const {
            (__tvm_ffi::writes::<(i64, i64)>()
                | __tvm_ffi::writes::<CpuView<'_, f32, 2>>())
                && __tvm_ffi::tensors::<(i64, i64)>()
                    + __tvm_ffi::tensors::<CpuView<'_, f32, 2>>() > 1
        } {
            let __apart = __tvm_ffi::are_apart(
                &[
                    __tvm_ffi::extent::<(i64, i64)>(&__arg0),
                    __tvm_ffi::extent::<CpuView<'_, f32, 2>>(&__arg1),
                ],
            )
                || {
                    __tvm_ffi::scan(
                        __tvm_ffi_exported_resized::__describe,
                        __args.bare(),
                        &[
                            __tvm_ffi::held::<(i64, i64)>(0, &__arg0),
                            __tvm_ffi::held::<CpuView<'_, f32, 2>>(1, &__arg1),
                        ],
                    )
                };
            __tvm_ffi::refuse_if!(! __apart);
        }
        let __writing = if const {
            (__tvm_ffi::writes_on_host::<(i64, i64)>()
                | __tvm_ffi::writes_on_host::<CpuView<'_, f32, 2>>())
                && (__tvm_ffi::may_get_tensors::<(i64, i64)>()
                    | __tvm_ffi::may_get_tensors::<CpuView<'_, f32, 2>>())
        } {
            let mut __writing = __tvm_ffi::Writing::begin(
                __tvm_ffi_exported_resized::__describe,
            );
            __writing.add::<(i64, i64)>(&__arg0);
            __writing.add::<CpuView<'_, f32, 2>>(&__arg1);
            __tvm_ffi::Some(__writing)
        } else {
            __tvm_ffi::None
        };
        let __value = __tvm_ffi_exported_resized::resized(__arg0, __arg1);
        __tvm_ffi::Some(
            __tvm_ffi::Returned::of(&__value).write_or_raise(__value, __slot, "resized"),
        )
    }
    __tvm_ffi::symbols! {
        unsafe unsafe "resized", __tvm_ffi_exported_resized::__describe, __tvm_ffi_body
    }
};
