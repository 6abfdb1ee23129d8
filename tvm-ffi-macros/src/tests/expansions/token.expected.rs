pub fn vadd<'a>(
    cx: Cuda<'a>,
    x: CudaView<'a, f32, 1>,
    mut y: CudaViewMut<'_, f32, 1>,
    by: f64,
) -> Result<()> {
    launch(&cx, x, y, by)
}
#[doc(hidden)]
#[allow(non_camel_case_types)]
pub enum __tvm_ffi_exported_vadd {}
const _: () = {
    use ::tvm_ffi::__private as __tvm_ffi;
    #[allow(unused_imports)]
    use __tvm_ffi::NoParameter as _;
    impl __tvm_ffi_exported_vadd {
        pub const __SIGNATURE: __tvm_ffi::Signature<'static> = __tvm_ffi::Signature::new(
            ::core::concat!(
                "vadd\0\0\0", ::core::file!(), "\0", ::core::line!(),
                "\0my-kernels\x001.2.3\0x\0\0\0\0y\0\0\0\0by\0=1.0\0\0",
            ),
            &[
                __tvm_ffi::ParameterProbe::<CudaView<'_, f32, 1>>::TYPE,
                __tvm_ffi::ParameterProbe::<CudaViewMut<'_, f32, 1>>::TYPE,
                __tvm_ffi::ParameterProbe::<f64>::TYPE,
            ],
        );
        pub fn __describe(__read: __tvm_ffi::Reader<'_>) {
            __read(
                &__tvm_ffi::Description::new(
                    __tvm_ffi_exported_vadd::__SIGNATURE.text,
                    __tvm_ffi::shim!(unsafe __tvm_ffi_shim),
                    __tvm_ffi_exported_vadd::__SIGNATURE.parameters,
                    __tvm_ffi::Returned::<Result<()>>::tag().result_type(),
                ),
            )
        }
    }
    #[inline]
    fn __tvm_ffi_body(
        __args: __tvm_ffi::Args<'_>,
        __slot: __tvm_ffi::Slot<'_>,
    ) -> __tvm_ffi::Option<__tvm_ffi::c_int> {
        __args.require_count(2, 3)?;
        let mut __holder0 = __tvm_ffi::holder::<CudaView<'_, f32, 1>, _>();
        let __arg0 = __args
            .get::<__tvm_ffi::AnyType, CudaView<'_, f32, 1>, _>(0, &mut __holder0)?;
        let mut __holder1 = __tvm_ffi::holder::<CudaViewMut<'_, f32, 1>, _>();
        let __arg1 = __args
            .get::<__tvm_ffi::AnyType, CudaViewMut<'_, f32, 1>, _>(1, &mut __holder1)?;
        let mut __holder2 = __tvm_ffi::holder::<f64, _>();
        let __arg2: f64 = if __args.given(2) {
            __args.get::<__tvm_ffi::NoTensor, f64, _>(2, &mut __holder2)?
        } else {
            __tvm_ffi::default_value::<f64>(|| 1.0)
        };
        let mut __gpu = __tvm_ffi::Gpu::NONE;
        if !(__tvm_ffi::on_one_gpu::<CudaView<'_, f32, 1>>(&__arg0, 0, &mut __gpu)
            && __tvm_ffi::on_one_gpu::<CudaViewMut<'_, f32, 1>>(&__arg1, 1, &mut __gpu))
        {
            return __tvm_ffi::Some(
                __tvm_ffi::raise_two_gpus(
                    __tvm_ffi_exported_vadd::__describe,
                    __args,
                    &__gpu,
                ),
            );
        }
        if const {
            (__tvm_ffi::writes::<CudaView<'_, f32, 1>>()
                | __tvm_ffi::writes::<CudaViewMut<'_, f32, 1>>())
                && __tvm_ffi::tensors::<CudaView<'_, f32, 1>>()
                    + __tvm_ffi::tensors::<CudaViewMut<'_, f32, 1>>() > 1
        } {
            let __apart = __tvm_ffi::are_apart(
                &[
                    __tvm_ffi::extent::<CudaView<'_, f32, 1>>(&__arg0),
                    __tvm_ffi::extent::<CudaViewMut<'_, f32, 1>>(&__arg1),
                ],
            )
                || {
                    __tvm_ffi::scan(
                        __tvm_ffi_exported_vadd::__describe,
                        __args.bare(),
                        &[
                            __tvm_ffi::held::<CudaView<'_, f32, 1>>(0, &__arg0),
                            __tvm_ffi::held::<CudaViewMut<'_, f32, 1>>(1, &__arg1),
                        ],
                    )
                };
            __tvm_ffi::refuse_if!(! __apart);
        }
        let __writing = if const {
            (__tvm_ffi::writes_on_host::<CudaView<'_, f32, 1>>()
                | __tvm_ffi::writes_on_host::<CudaViewMut<'_, f32, 1>>())
                && (__tvm_ffi::may_get_tensors::<CudaView<'_, f32, 1>>()
                    | __tvm_ffi::may_get_tensors::<CudaViewMut<'_, f32, 1>>())
        } {
            let mut __writing = __tvm_ffi::Writing::begin(
                __tvm_ffi_exported_vadd::__describe,
            );
            __writing.add::<CudaView<'_, f32, 1>>(&__arg0);
            __writing.add::<CudaViewMut<'_, f32, 1>>(&__arg1);
            __tvm_ffi::Some(__writing)
        } else {
            __tvm_ffi::None
        };
        let (__token, __on_gpu) = match __tvm_ffi::call_token::<
            Cuda<'_>,
        >(__args, __gpu.device(__args)) {
            ::core::result::Result::Ok(__token) => __token,
            ::core::result::Result::Err(__error) => {
                return __tvm_ffi::Some(__tvm_ffi::raise_error(__error, "vadd"));
            }
        };
        let __value = vadd(__token, __arg0, __arg1, __arg2);
        __tvm_ffi::Some(
            __tvm_ffi::Returned::of(&__value).write_or_raise(__value, __slot, "vadd"),
        )
    }
    __tvm_ffi::symbols! {
        unsafe unsafe "vadd", __tvm_ffi_exported_vadd::__describe, __tvm_ffi_body
    }
};
