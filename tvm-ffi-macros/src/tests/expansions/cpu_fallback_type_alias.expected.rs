fn seen(x: Image<'_>) {}
#[doc(hidden)]
#[allow(non_camel_case_types)]
enum __tvm_ffi_exported_seen {}
const _: () = {
    use ::tvm_ffi::__private as __tvm_ffi;
    #[allow(unused_imports)]
    use __tvm_ffi::NoParameter as _;
    impl __tvm_ffi_exported_seen {
        pub const __SIGNATURE: __tvm_ffi::Signature<'static> = __tvm_ffi::Signature {
            has_fallback: true,
            ..__tvm_ffi::Signature::new(
                ::core::concat!(
                    "seen\0\0\0", ::core::file!(), "\0", ::core::line!(),
                    "\0my-kernels\x001.2.3\0x\0\0\0",
                ),
                &[__tvm_ffi::ParameterProbe::<Image<'_>>::TYPE],
            )
        };
        pub fn __describe(__read: __tvm_ffi::Reader<'_>) {
            __read(
                &__tvm_ffi::Description {
                    fallback: __tvm_ffi::Some(
                        __tvm_ffi::shim!(unsafe __tvm_ffi_fallback_shim),
                    ),
                    ..__tvm_ffi::Description::new(
                        __tvm_ffi_exported_seen::__SIGNATURE.text,
                        __tvm_ffi::shim!(unsafe __tvm_ffi_shim),
                        __tvm_ffi_exported_seen::__SIGNATURE.parameters,
                        __tvm_ffi::Returned::<()>::tag().result_type(),
                    )
                },
            )
        }
    }
    const _: () = {
        use __tvm_ffi::assert_fallback as __assert;
        __assert(__tvm_ffi::takes_cuda::<Image<'_>>())
    };
    #[inline]
    fn __tvm_ffi_body(
        __args: __tvm_ffi::Args<'_>,
        __slot: __tvm_ffi::Slot<'_>,
    ) -> __tvm_ffi::Option<__tvm_ffi::c_int> {
        __args.require_count(1, 1)?;
        let mut __holder0 = __tvm_ffi::holder::<Image<'_>, _>();
        let __arg0 = __args.get::<__tvm_ffi::AnyType, Image<'_>, _>(0, &mut __holder0)?;
        let mut __gpu = __tvm_ffi::Gpu::NONE;
        if !(__tvm_ffi::on_one_gpu::<Image<'_>>(&__arg0, 0, &mut __gpu)) {
            return __tvm_ffi::Some(
                __tvm_ffi::raise_two_gpus(
                    __tvm_ffi_exported_seen::__describe,
                    __args,
                    &__gpu,
                ),
            );
        }
        if const {
            (__tvm_ffi::writes::<Image<'_>>()) && __tvm_ffi::tensors::<Image<'_>>() > 1
        } {
            let __apart = __tvm_ffi::are_apart(
                &[__tvm_ffi::extent::<Image<'_>>(&__arg0)],
            )
                || {
                    __tvm_ffi::scan(
                        __tvm_ffi_exported_seen::__describe,
                        __args.bare(),
                        &[__tvm_ffi::held::<Image<'_>>(0, &__arg0)],
                    )
                };
            __tvm_ffi::refuse_if!(! __apart);
        }
        let __writing = if const {
            (__tvm_ffi::writes_on_host::<Image<'_>>())
                && (__tvm_ffi::may_get_tensors::<Image<'_>>())
        } {
            let mut __writing = __tvm_ffi::Writing::begin(
                __tvm_ffi_exported_seen::__describe,
            );
            __writing.add::<Image<'_>>(&__arg0);
            __tvm_ffi::Some(__writing)
        } else {
            __tvm_ffi::None
        };
        let __value = seen(__arg0);
        __tvm_ffi::Some(
            __tvm_ffi::Returned::of(&__value).write_or_raise(__value, __slot, "seen"),
        )
    }
    #[inline]
    fn __tvm_ffi_fallback(
        __args: __tvm_ffi::Args<'_>,
        __slot: __tvm_ffi::Slot<'_>,
    ) -> __tvm_ffi::Option<__tvm_ffi::c_int> {
        __args.require_count(1, 1)?;
        let mut __holder0 = __tvm_ffi::FallbackArgument::<Image<'_>>::tag().holder();
        let __arg0 = __tvm_ffi::FallbackArgument::<Image<'_>>::tag()
            .get::<__tvm_ffi::AnyType>(__args, 0, &mut __holder0)?;
        let mut __gpu = __tvm_ffi::Gpu::NONE;
        if !(__tvm_ffi::on_one_gpu::<_>(&__arg0, 0, &mut __gpu)) {
            return __tvm_ffi::Some(
                __tvm_ffi::raise_two_gpus(
                    __tvm_ffi_exported_seen::__describe,
                    __args,
                    &__gpu,
                ),
            );
        }
        if const {
            (__tvm_ffi::writes::<Image<'_>>()) && __tvm_ffi::tensors::<Image<'_>>() > 1
        } {
            let __apart = __tvm_ffi::are_apart(&[__tvm_ffi::extent::<_>(&__arg0)])
                || {
                    __tvm_ffi::scan(
                        __tvm_ffi_exported_seen::__describe,
                        __args.bare(),
                        &[__tvm_ffi::held::<_>(0, &__arg0)],
                    )
                };
            __tvm_ffi::refuse_if!(! __apart);
        }
        let mut __writing = __tvm_ffi::Writing::begin(
            __tvm_ffi_exported_seen::__describe,
        );
        __writing.add::<_>(&__arg0);
        let __value: () = seen_on_cpu(__arg0);
        __tvm_ffi::Some(
            __tvm_ffi::Returned::of(&__value).write_or_raise(__value, __slot, "seen"),
        )
    }
    __tvm_ffi::shim! {
        unsafe unsafe #[inline(never)] __tvm_ffi_fallback_shim,
        __tvm_ffi_exported_seen::__describe, __tvm_ffi_fallback
    }
    __tvm_ffi::symbols! {
        unsafe unsafe "seen", __tvm_ffi_exported_seen::__describe, __tvm_ffi_body,
        __tvm_ffi_fallback_shim
    }
};
