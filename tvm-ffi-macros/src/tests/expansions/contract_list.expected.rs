#[allow(dead_code)]
#[track_caller]
fn f(x: Vec<TensorView<'_>>) {
    if __tvm_ffi_exported_f::__contract(&x).is_none() {
        ::tvm_ffi::__private::contract_violated(
            __tvm_ffi_exported_f::__describe,
            &[::tvm_ffi::__private::OperandProbe(&x).operand()],
        )
    }
    __tvm_ffi_exported_f::f(x)
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
                "\0my-kernels\x001.2.3\0x\0\0\0strides(ld, -1);align(16);dtype(float32, float16);device(cpu, cuda)",
            ),
            &[__tvm_ffi::ParameterProbe::<Vec<TensorView<'_>>>::TYPE],
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
        fn __contract(__arg0: &Vec<TensorView<'_>>) -> __tvm_ffi::Option<()> {
            let mut __sym_ld = __tvm_ffi::None;
            __tvm_ffi::each_tensor::<
                Vec<TensorView<'_>>,
            >(
                __arg0,
                |__tensor0| {
                    __tvm_ffi::refuse_if!(
                        ! __tvm_ffi::has_dtype(__tensor0, &
                        [__tvm_ffi::DType::F32,__tvm_ffi::DType::F16]) ||!
                        __tvm_ffi::has_device(__tensor0, & [1,2]) ||!
                        __tvm_ffi::is_aligned(__tensor0, 16)
                    );
                    __tvm_ffi::Some(())
                },
            )?;
            __tvm_ffi::each_tensor::<
                Vec<TensorView<'_>>,
            >(
                __arg0,
                |__tensor0| {
                    __tvm_ffi::refuse_if!(__tensor0.ndim() != 2);
                    if let __tvm_ffi::Some(__stride) = __tvm_ffi::stride(__tensor0, 0) {
                        __tvm_ffi::refuse_if!(
                            ! __tvm_ffi::bind(& mut __sym_ld, __stride)
                        );
                    }
                    if let __tvm_ffi::Some(__stride) = __tvm_ffi::stride(__tensor0, 1) {
                        __tvm_ffi::refuse_if!(__stride != - 1);
                    }
                    __tvm_ffi::Some(())
                },
            )?;
            __tvm_ffi::Some(())
        }
        #[inline]
        fn f(x: Vec<TensorView<'_>>) {}
    }
    #[inline]
    fn __tvm_ffi_body(
        __args: __tvm_ffi::Args<'_>,
        __slot: __tvm_ffi::Slot<'_>,
    ) -> __tvm_ffi::Option<__tvm_ffi::c_int> {
        __args.require_count(1, 1)?;
        let mut __sym_ld = __tvm_ffi::None;
        let mut __holder0 = __tvm_ffi::holder::<Vec<TensorView<'_>>, _>();
        let __arg0 = __args
            .get::<__tvm_ffi::AnyType, Vec<TensorView<'_>>, _>(0, &mut __holder0)?;
        __tvm_ffi::each_tensor::<
            Vec<TensorView<'_>>,
        >(
            &__arg0,
            |__tensor0| {
                __tvm_ffi::refuse_if!(
                    ! __tvm_ffi::has_dtype(__tensor0, &
                    [__tvm_ffi::DType::F32,__tvm_ffi::DType::F16]) ||!
                    __tvm_ffi::has_device(__tensor0, & [1,2]) ||!
                    __tvm_ffi::is_aligned(__tensor0, 16)
                );
                __tvm_ffi::Some(())
            },
        )?;
        __tvm_ffi::each_tensor::<
            Vec<TensorView<'_>>,
        >(
            &__arg0,
            |__tensor0| {
                __tvm_ffi::refuse_if!(__tensor0.ndim() != 2);
                if let __tvm_ffi::Some(__stride) = __tvm_ffi::stride(__tensor0, 0) {
                    __tvm_ffi::refuse_if!(! __tvm_ffi::bind(& mut __sym_ld, __stride));
                }
                if let __tvm_ffi::Some(__stride) = __tvm_ffi::stride(__tensor0, 1) {
                    __tvm_ffi::refuse_if!(__stride != - 1);
                }
                __tvm_ffi::Some(())
            },
        )?;
        let mut __gpu = __tvm_ffi::Gpu::NONE;
        if !(__tvm_ffi::on_one_gpu::<Vec<TensorView<'_>>>(&__arg0, 0, &mut __gpu)) {
            return __tvm_ffi::Some(
                __tvm_ffi::raise_two_gpus(
                    __tvm_ffi_exported_f::__describe,
                    __args,
                    &__gpu,
                ),
            );
        }
        if const {
            (__tvm_ffi::writes::<Vec<TensorView<'_>>>())
                && __tvm_ffi::tensors::<Vec<TensorView<'_>>>() > 1
        } {
            let __apart = __tvm_ffi::are_apart(
                &[__tvm_ffi::extent::<Vec<TensorView<'_>>>(&__arg0)],
            )
                || {
                    __tvm_ffi::scan(
                        __tvm_ffi_exported_f::__describe,
                        __args.bare(),
                        &[__tvm_ffi::held::<Vec<TensorView<'_>>>(0, &__arg0)],
                    )
                };
            __tvm_ffi::refuse_if!(! __apart);
        }
        let __writing = if const {
            (__tvm_ffi::writes_on_host::<Vec<TensorView<'_>>>())
                && (__tvm_ffi::may_get_tensors::<Vec<TensorView<'_>>>())
        } {
            let mut __writing = __tvm_ffi::Writing::begin(
                __tvm_ffi_exported_f::__describe,
            );
            __writing.add::<Vec<TensorView<'_>>>(&__arg0);
            __tvm_ffi::Some(__writing)
        } else {
            __tvm_ffi::None
        };
        let __value = __tvm_ffi_exported_f::f(__arg0);
        __tvm_ffi::Some(
            __tvm_ffi::Returned::of(&__value).write_or_raise(__value, __slot, "f"),
        )
    }
    __tvm_ffi::symbols! {
        unsafe unsafe "f", __tvm_ffi_exported_f::__describe, __tvm_ffi_body
    }
};
