fn fill<T: Element>(mut x: CudaViewMut<'_, T, 1>, by: f64, mut cx: cuda::Cuda) {}
#[doc(hidden)]
#[allow(non_camel_case_types)]
enum __tvm_ffi_exported_fill {}
const _: () = {
    use ::tvm_ffi::__private as __tvm_ffi;
    #[allow(unused_imports)]
    use __tvm_ffi::NoParameter as _;
    const __TVM_FFI_DTYPE_0_0: __tvm_ffi::DType = <f32 as __tvm_ffi::Element>::DTYPE;
    const __TVM_FFI_BITS_0_0: ::core::primitive::u32 = __tvm_ffi::dtype_bits(
        __TVM_FFI_DTYPE_0_0,
    );
    const __TVM_FFI_DTYPE_0_1: __tvm_ffi::DType = <f16 as __tvm_ffi::Element>::DTYPE;
    const __TVM_FFI_BITS_0_1: ::core::primitive::u32 = __tvm_ffi::dtype_bits(
        __TVM_FFI_DTYPE_0_1,
    );
    impl __tvm_ffi_exported_fill {
        pub const __SIGNATURE: __tvm_ffi::Signature<'static> = {
            #[allow(dead_code)]
            type T = f32;
            __tvm_ffi::Signature {
                variables: &[("T", &[__TVM_FFI_DTYPE_0_0, __TVM_FFI_DTYPE_0_1])],
                ..__tvm_ffi::Signature::new(
                    ::core::concat!(
                        "fill\0\0\0", ::core::file!(), "\0", ::core::line!(),
                        "\0my-kernels\x001.2.3\0x\0\0\0var(T)\0by\0=0.0\0\0",
                    ),
                    &[
                        __tvm_ffi::ParameterProbe::<CudaViewMut<'_, T, 1>>::TYPE,
                        __tvm_ffi::ParameterProbe::<f64>::TYPE,
                    ],
                )
            }
        };
        pub fn __describe(__read: __tvm_ffi::Reader<'_>) {
            __read(
                &__tvm_ffi::Description {
                    variables: __tvm_ffi_exported_fill::__SIGNATURE.variables,
                    ..__tvm_ffi::Description::new(
                        __tvm_ffi_exported_fill::__SIGNATURE.text,
                        __tvm_ffi::shim!(unsafe __tvm_ffi_shim),
                        __tvm_ffi_exported_fill::__SIGNATURE.parameters,
                        __tvm_ffi::Returned::<()>::tag().result_type(),
                    )
                },
            )
        }
    }
    #[inline]
    fn __tvm_ffi_instance<T: Element>(
        __args: __tvm_ffi::Args<'_>,
        __slot: __tvm_ffi::Slot<'_>,
    ) -> __tvm_ffi::Option<__tvm_ffi::c_int> {
        let mut __holder0 = __tvm_ffi::holder::<CudaViewMut<'_, T, 1>, _>();
        let __arg0 = __args
            .get::<__tvm_ffi::AnyType, CudaViewMut<'_, T, 1>, _>(0, &mut __holder0)?;
        let mut __holder1 = __tvm_ffi::holder::<f64, _>();
        let __arg1: f64 = if __args.given(1) {
            __args.get::<__tvm_ffi::NoTensor, f64, _>(1, &mut __holder1)?
        } else {
            __tvm_ffi::default_value::<f64>(|| 0.0)
        };
        let mut __gpu = __tvm_ffi::Gpu::NONE;
        if !(__tvm_ffi::on_one_gpu::<CudaViewMut<'_, T, 1>>(&__arg0, 0, &mut __gpu)) {
            return __tvm_ffi::Some(
                __tvm_ffi::raise_two_gpus(
                    __tvm_ffi_exported_fill::__describe,
                    __args,
                    &__gpu,
                ),
            );
        }
        if const {
            (__tvm_ffi::writes::<CudaViewMut<'_, T, 1>>())
                && __tvm_ffi::tensors::<CudaViewMut<'_, T, 1>>() > 1
        } {
            let __apart = __tvm_ffi::are_apart(
                &[__tvm_ffi::extent::<CudaViewMut<'_, T, 1>>(&__arg0)],
            )
                || {
                    __tvm_ffi::scan(
                        __tvm_ffi_exported_fill::__describe,
                        __args.bare(),
                        &[__tvm_ffi::held::<CudaViewMut<'_, T, 1>>(0, &__arg0)],
                    )
                };
            __tvm_ffi::refuse_if!(! __apart);
        }
        let __writing = if const {
            (__tvm_ffi::writes_on_host::<CudaViewMut<'_, T, 1>>())
                && (__tvm_ffi::may_get_tensors::<CudaViewMut<'_, T, 1>>())
        } {
            let mut __writing = __tvm_ffi::Writing::begin(
                __tvm_ffi_exported_fill::__describe,
            );
            __writing.add::<CudaViewMut<'_, T, 1>>(&__arg0);
            __tvm_ffi::Some(__writing)
        } else {
            __tvm_ffi::None
        };
        let (__token, __on_gpu) = match __tvm_ffi::call_token::<
            cuda::Cuda,
        >(__args, __gpu.device(__args)) {
            ::core::result::Result::Ok(__token) => __token,
            ::core::result::Result::Err(__error) => {
                return __tvm_ffi::Some(__tvm_ffi::raise_error(__error, "fill"));
            }
        };
        let __value = fill::<T>(__arg0, __arg1, __token);
        __tvm_ffi::Some(
            __tvm_ffi::Returned::of(&__value).write_or_raise(__value, __slot, "fill"),
        )
    }
    #[inline]
    fn __tvm_ffi_body(
        __args: __tvm_ffi::Args<'_>,
        __slot: __tvm_ffi::Slot<'_>,
    ) -> __tvm_ffi::Option<__tvm_ffi::c_int> {
        __args.require_count(1, 2)?;
        match __tvm_ffi::dtype_of(__args, &[0]) {
            0 | __TVM_FFI_BITS_0_0 => __tvm_ffi_instance::<f32>(__args, __slot),
            __TVM_FFI_BITS_0_1 => __tvm_ffi_instance::<f16>(__args, __slot),
            _ => __tvm_ffi::None,
        }
    }
    __tvm_ffi::symbols! {
        unsafe unsafe "fill", __tvm_ffi_exported_fill::__describe, __tvm_ffi_body
    }
};
