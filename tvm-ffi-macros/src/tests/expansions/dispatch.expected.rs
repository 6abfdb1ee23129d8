pub fn scale<'a, T>(mut x: CpuViewMut<'a, T, 1>, alpha: f64) -> T
where
    T: Element + Mul<Output = T>,
    for<'x> &'x T: Copy,
{
    x[[0]]
}
#[doc(hidden)]
#[allow(non_camel_case_types)]
pub enum __tvm_ffi_exported_scale {}
const _: () = {
    use ::tvm_ffi::__private as __tvm_ffi;
    #[allow(unused_imports)]
    use __tvm_ffi::NoParameter as _;
    const __TVM_FFI_DTYPE_0_0: __tvm_ffi::DType = <f32 as __tvm_ffi::Element>::DTYPE;
    const __TVM_FFI_BITS_0_0: ::core::primitive::u32 = __tvm_ffi::dtype_bits(
        __TVM_FFI_DTYPE_0_0,
    );
    const __TVM_FFI_DTYPE_0_1: __tvm_ffi::DType = <half::f16 as __tvm_ffi::Element>::DTYPE;
    const __TVM_FFI_BITS_0_1: ::core::primitive::u32 = __tvm_ffi::dtype_bits(
        __TVM_FFI_DTYPE_0_1,
    );
    impl __tvm_ffi_exported_scale {
        pub const __SIGNATURE: __tvm_ffi::Signature<'static> = {
            #[allow(dead_code)]
            type T = f32;
            __tvm_ffi::Signature {
                variables: &[("T", &[__TVM_FFI_DTYPE_0_0, __TVM_FFI_DTYPE_0_1])],
                ..__tvm_ffi::Signature::new(
                    ::core::concat!(
                        "scale\0\0\0", ::core::file!(), "\0", ::core::line!(),
                        "\0my-kernels\x001.2.3\0x\0\0\0var(T)\0alpha\0\0\0",
                    ),
                    &[
                        __tvm_ffi::ParameterProbe::<CpuViewMut<'_, T, 1>>::TYPE,
                        __tvm_ffi::ParameterProbe::<f64>::TYPE,
                    ],
                )
            }
        };
        pub fn __describe(__read: __tvm_ffi::Reader<'_>) {
            fn __instance<T>(__read: __tvm_ffi::Reader<'_>)
            where
                T: Element + Mul<Output = T>,
                for<'x> &'x T: Copy,
            {
                __read(
                    &__tvm_ffi::Description {
                        variables: __tvm_ffi_exported_scale::__SIGNATURE.variables,
                        ..__tvm_ffi::Description::new(
                            __tvm_ffi_exported_scale::__SIGNATURE.text,
                            __tvm_ffi::shim!(unsafe __tvm_ffi_shim),
                            __tvm_ffi_exported_scale::__SIGNATURE.parameters,
                            __tvm_ffi::Returned::<T>::tag().result_type(),
                        )
                    },
                )
            }
            __instance::<f32>(__read)
        }
    }
    #[inline]
    fn __tvm_ffi_instance<T>(
        __args: __tvm_ffi::Args<'_>,
        __slot: __tvm_ffi::Slot<'_>,
    ) -> __tvm_ffi::Option<__tvm_ffi::c_int>
    where
        T: Element + Mul<Output = T>,
        for<'x> &'x T: Copy,
    {
        let mut __holder0 = __tvm_ffi::holder::<CpuViewMut<'_, T, 1>, _>();
        let __arg0 = __args
            .get::<__tvm_ffi::AnyType, CpuViewMut<'_, T, 1>, _>(0, &mut __holder0)?;
        let mut __holder1 = __tvm_ffi::holder::<f64, _>();
        let __arg1 = __args.get::<__tvm_ffi::NoTensor, f64, _>(1, &mut __holder1)?;
        if const {
            (__tvm_ffi::writes::<CpuViewMut<'_, T, 1>>())
                && __tvm_ffi::tensors::<CpuViewMut<'_, T, 1>>() > 1
        } {
            let __apart = __tvm_ffi::are_apart(
                &[__tvm_ffi::extent::<CpuViewMut<'_, T, 1>>(&__arg0)],
            )
                || {
                    __tvm_ffi::scan(
                        __tvm_ffi_exported_scale::__describe,
                        __args.bare(),
                        &[__tvm_ffi::held::<CpuViewMut<'_, T, 1>>(0, &__arg0)],
                    )
                };
            __tvm_ffi::refuse_if!(! __apart);
        }
        let __writing = if const {
            (__tvm_ffi::writes_on_host::<CpuViewMut<'_, T, 1>>())
                && (__tvm_ffi::may_get_tensors::<CpuViewMut<'_, T, 1>>())
        } {
            let mut __writing = __tvm_ffi::Writing::begin(
                __tvm_ffi_exported_scale::__describe,
            );
            __writing.add::<CpuViewMut<'_, T, 1>>(&__arg0);
            __tvm_ffi::Some(__writing)
        } else {
            __tvm_ffi::None
        };
        let __value = scale::<T>(__arg0, __arg1);
        __tvm_ffi::Some(
            __tvm_ffi::Returned::of(&__value).write_or_raise(__value, __slot, "scale"),
        )
    }
    #[inline]
    fn __tvm_ffi_body(
        __args: __tvm_ffi::Args<'_>,
        __slot: __tvm_ffi::Slot<'_>,
    ) -> __tvm_ffi::Option<__tvm_ffi::c_int> {
        __args.require_count(2, 2)?;
        match __tvm_ffi::dtype_of(__args, &[0]) {
            0 | __TVM_FFI_BITS_0_0 => __tvm_ffi_instance::<f32>(__args, __slot),
            __TVM_FFI_BITS_0_1 => __tvm_ffi_instance::<half::f16>(__args, __slot),
            _ => __tvm_ffi::None,
        }
    }
    __tvm_ffi::symbols! {
        unsafe unsafe "scale", __tvm_ffi_exported_scale::__describe, __tvm_ffi_body
    }
};
