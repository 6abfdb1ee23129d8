fn f(#[allow(unused_variables)] x: Image<'_>, y: Option<Image<'_>>, any: Any) {}
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
                "\0my-kernels\x001.2.3\0x\0\0\0\0y\0\0\0alias(x);out\0any\0\0\0",
            ),
            &[
                __tvm_ffi::ParameterProbe::<Image<'_>>::TYPE,
                __tvm_ffi::ParameterProbe::<Option<Image<'_>>>::TYPE,
                __tvm_ffi::ParameterProbe::<Any>::TYPE,
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
    }
    const _: () = {
        {
            use __tvm_ffi::assert_out as __assert;
            __assert::<Option<Image<'_>>>()
        }
        {
            use __tvm_ffi::assert_alias as __assert;
            __assert::<Option<Image<'_>>, Image<'_>>()
        }
    };
    #[inline]
    fn __tvm_ffi_body(
        __args: __tvm_ffi::Args<'_>,
        __slot: __tvm_ffi::Slot<'_>,
    ) -> __tvm_ffi::Option<__tvm_ffi::c_int> {
        __args.require_count(3, 3)?;
        let mut __holder0 = __tvm_ffi::holder::<Image<'_>, _>();
        let __arg0 = __args.get::<__tvm_ffi::AnyType, Image<'_>, _>(0, &mut __holder0)?;
        let mut __holder1 = __tvm_ffi::holder::<Option<Image<'_>>, _>();
        let __arg1 = __args
            .get::<__tvm_ffi::AnyType, Option<Image<'_>>, _>(1, &mut __holder1)?;
        let mut __holder2 = __tvm_ffi::holder::<Any, _>();
        let __arg2 = __args.get::<__tvm_ffi::AnyType, Any, _>(2, &mut __holder2)?;
        let mut __gpu = __tvm_ffi::Gpu::NONE;
        if !(__tvm_ffi::on_one_gpu::<Image<'_>>(&__arg0, 0, &mut __gpu)
            && __tvm_ffi::on_one_gpu::<Option<Image<'_>>>(&__arg1, 1, &mut __gpu))
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
            (__tvm_ffi::writes::<Image<'_>>() | __tvm_ffi::writes::<Option<Image<'_>>>()
                | __tvm_ffi::writes::<Any>())
                && __tvm_ffi::tensors::<Image<'_>>()
                    + __tvm_ffi::tensors::<Option<Image<'_>>>()
                    + __tvm_ffi::tensors::<Any>() > 1
        } {
            let __apart = __tvm_ffi::are_apart(
                &[
                    __tvm_ffi::extent::<Image<'_>>(&__arg0),
                    __tvm_ffi::extent::<Option<Image<'_>>>(&__arg1),
                    __tvm_ffi::extent::<Any>(&__arg2),
                ],
            )
                || {
                    __tvm_ffi::scan(
                        __tvm_ffi_exported_f::__describe,
                        __args.bare(),
                        &[
                            __tvm_ffi::held::<Image<'_>>(0, &__arg0),
                            __tvm_ffi::held::<Option<Image<'_>>>(1, &__arg1),
                            __tvm_ffi::held::<Any>(2, &__arg2),
                        ],
                    )
                };
            __tvm_ffi::refuse_if!(! __apart);
        }
        let __writing = if const {
            (__tvm_ffi::writes_on_host::<Image<'_>>()
                | __tvm_ffi::writes_on_host::<Option<Image<'_>>>()
                | __tvm_ffi::writes_on_host::<Any>())
                && (__tvm_ffi::may_get_tensors::<Image<'_>>()
                    | __tvm_ffi::may_get_tensors::<Option<Image<'_>>>()
                    | __tvm_ffi::may_get_tensors::<Any>())
        } {
            let mut __writing = __tvm_ffi::Writing::begin(
                __tvm_ffi_exported_f::__describe,
            );
            __writing.add::<Image<'_>>(&__arg0);
            __writing.add::<Option<Image<'_>>>(&__arg1);
            __writing.add::<Any>(&__arg2);
            __tvm_ffi::Some(__writing)
        } else {
            __tvm_ffi::None
        };
        let __value = f(__arg0, __arg1, __arg2);
        __tvm_ffi::Some(
            __tvm_ffi::Returned::of(&__value).write_or_raise(__value, __slot, "f"),
        )
    }
    __tvm_ffi::symbols! {
        unsafe unsafe "f", __tvm_ffi_exported_f::__describe, __tvm_ffi_body
    }
};
