fn fill(cx: Cuda<'_>, y: CudaViewMut<'_, f32, 1>) {}
#[doc(hidden)]
#[allow(non_camel_case_types)]
enum __tvm_ffi_exported_fill {}
const _: () = {
    use ::tvm_ffi::__private as __tvm_ffi;
    #[allow(unused_imports)]
    use __tvm_ffi::NoParameter as _;
    impl __tvm_ffi_exported_fill {
        pub const __TVM_FFI_RECORD: &'static __tvm_ffi::Record = {
            &__tvm_ffi::Record {
                name: "fill",
                file: ::core::file!(),
                line: ::core::line!(),
                krate: "my-kernels",
                version: "1.2.3",
                parameters: &[
                    __tvm_ffi::Param {
                        name: "y",
                        contract: __tvm_ffi::Contract {
                            has_fallback: true,
                            ..__tvm_ffi::Contract::FREE
                        },
                        ..__tvm_ffi::Param::new(
                            __tvm_ffi::ParameterProbe::<CudaViewMut<'_, f32, 1>>::TYPE,
                        )
                    },
                ],
                fallback: __tvm_ffi::Some(
                    __tvm_ffi::shim!(unsafe __tvm_ffi_fallback_shim),
                ),
                ..__tvm_ffi::Record::new(
                    __tvm_ffi::shim!(unsafe __tvm_ffi_shim),
                    || __tvm_ffi::Returned::<()>::tag().result_type(),
                )
            }
        };
    }
    const _: () = {
        use __tvm_ffi::assert_fallback as __assert;
        __assert(__tvm_ffi_exported_fill::__TVM_FFI_RECORD)
    };
    #[inline]
    fn __tvm_ffi_body(
        __args: __tvm_ffi::Args<'_>,
        __slot: __tvm_ffi::Slot<'_>,
    ) -> __tvm_ffi::Option<__tvm_ffi::c_int> {
        __args.require_count(1, 1)?;
        let __decoding = __tvm_ffi::Decoding::begin_if(const {
            (__tvm_ffi::writes_on_host::<CudaViewMut<'_, f32, 1>>())
                && (__tvm_ffi::may_get_tensors::<CudaViewMut<'_, f32, 1>>())
        });
        let mut __holder0 = __tvm_ffi::holder::<CudaViewMut<'_, f32, 1>, _>();
        let __arg0 = __args
            .get_named::<CudaViewMut<'_, f32, 1>, _>(0, &mut __holder0, "y")?;
        let mut __gpu = __tvm_ffi::Gpu::NONE;
        if !(__tvm_ffi::on_one_gpu::<CudaViewMut<'_, f32, 1>>(&__arg0, 0, &mut __gpu)) {
            return __tvm_ffi::Some(
                __tvm_ffi::raise_two_gpus(
                    __tvm_ffi_exported_fill::__TVM_FFI_RECORD,
                    __args,
                    &__gpu,
                ),
            );
        }
        if const {
            (__tvm_ffi::writes::<CudaViewMut<'_, f32, 1>>())
                && __tvm_ffi::tensors::<CudaViewMut<'_, f32, 1>>() > 1
        } {
            let __apart = __tvm_ffi::are_apart(
                &[__tvm_ffi::extent::<CudaViewMut<'_, f32, 1>>(&__arg0)],
            )
                || {
                    __tvm_ffi::scan(
                        __tvm_ffi_exported_fill::__TVM_FFI_RECORD,
                        __args.bare(),
                        &[__tvm_ffi::held::<CudaViewMut<'_, f32, 1>>(0, &__arg0)],
                    )
                };
            __tvm_ffi::refuse_if!(! __apart);
        }
        let __writing = __decoding
            .map(|__decoding| {
                let mut __writing = __tvm_ffi::Writing::begin(
                    __tvm_ffi_exported_fill::__TVM_FFI_RECORD,
                    __decoding,
                );
                __writing.add::<CudaViewMut<'_, f32, 1>>(&__arg0, "y");
                __writing
            });
        let (__token, __on_gpu) = match __tvm_ffi::call_token::<
            Cuda<'_>,
        >(__args, __gpu.device(__args)) {
            ::core::result::Result::Ok(__token) => __token,
            ::core::result::Result::Err(__error) => {
                return __tvm_ffi::Some(__tvm_ffi::raise_error(__error, "fill"));
            }
        };
        let __value = fill(__token, __arg0);
        __tvm_ffi::Some(
            __tvm_ffi::Returned::of(&__value).write_or_raise(__value, __slot, "fill"),
        )
    }
    #[inline]
    fn __tvm_ffi_fallback(
        __args: __tvm_ffi::Args<'_>,
        __slot: __tvm_ffi::Slot<'_>,
    ) -> __tvm_ffi::Option<__tvm_ffi::c_int> {
        __args.require_count(1, 1)?;
        let __decoding = __tvm_ffi::Decoding::begin_if(true);
        let mut __holder0 = __tvm_ffi::FallbackArgument::<CudaViewMut<'_, f32, 1>>::tag()
            .holder();
        let __arg0 = __tvm_ffi::FallbackArgument::<CudaViewMut<'_, f32, 1>>::tag()
            .get(__args, 0, &mut __holder0)?;
        let mut __gpu = __tvm_ffi::Gpu::NONE;
        if !(__tvm_ffi::on_one_gpu::<_>(&__arg0, 0, &mut __gpu)) {
            return __tvm_ffi::Some(
                __tvm_ffi::raise_two_gpus(
                    __tvm_ffi_exported_fill::__TVM_FFI_RECORD,
                    __args,
                    &__gpu,
                ),
            );
        }
        if const {
            (__tvm_ffi::writes::<CudaViewMut<'_, f32, 1>>())
                && __tvm_ffi::tensors::<CudaViewMut<'_, f32, 1>>() > 1
        } {
            let __apart = __tvm_ffi::are_apart(&[__tvm_ffi::extent::<_>(&__arg0)])
                || {
                    __tvm_ffi::scan(
                        __tvm_ffi_exported_fill::__TVM_FFI_RECORD,
                        __args.bare(),
                        &[__tvm_ffi::held::<_>(0, &__arg0)],
                    )
                };
            __tvm_ffi::refuse_if!(! __apart);
        }
        let __writing = __decoding
            .map(|__decoding| {
                let mut __writing = __tvm_ffi::Writing::begin(
                    __tvm_ffi_exported_fill::__TVM_FFI_RECORD,
                    __decoding,
                );
                __writing.add::<_>(&__arg0, "y");
                __writing
            });
        let __value: () = host::fill(__arg0);
        __tvm_ffi::Some(
            __tvm_ffi::Returned::of(&__value).write_or_raise(__value, __slot, "fill"),
        )
    }
    __tvm_ffi::shim! {
        unsafe unsafe #[inline(never)] __tvm_ffi_fallback_shim,
        __tvm_ffi_exported_fill::__TVM_FFI_RECORD, __tvm_ffi_fallback
    }
    __tvm_ffi::symbols! {
        unsafe unsafe "fill", __tvm_ffi_exported_fill::__TVM_FFI_RECORD, __tvm_ffi_body,
        __tvm_ffi_fallback_shim
    }
};
