/// Only a role: nothing to check.
fn role(x: CpuView<'_, f32, 1>, y: CpuViewMut<'_, f32, 1>) {}
#[doc(hidden)]
#[allow(non_camel_case_types)]
enum __tvm_ffi_exported_role {}
const _: () = {
    use ::tvm_ffi::__private as __tvm_ffi;
    #[allow(unused_imports)]
    use __tvm_ffi::NoParameter as _;
    impl __tvm_ffi_exported_role {
        pub const __SIGNATURE: __tvm_ffi::Signature<'static> = __tvm_ffi::Signature::new(
            ::core::concat!(
                "role\0\0Only a role: nothing to check.\0", ::core::file!(), "\0",
                ::core::line!(), "\0my-kernels\x001.2.3\0x\0\0\0\0y\0\0\0out",
            ),
            &[
                __tvm_ffi::ParameterProbe::<CpuView<'_, f32, 1>>::TYPE,
                __tvm_ffi::ParameterProbe::<CpuViewMut<'_, f32, 1>>::TYPE,
            ],
        );
        pub fn __describe(__read: __tvm_ffi::Reader<'_>) {
            __read(
                &__tvm_ffi::Description::new(
                    __tvm_ffi_exported_role::__SIGNATURE.text,
                    __tvm_ffi::shim!(unsafe __tvm_ffi_shim),
                    __tvm_ffi_exported_role::__SIGNATURE.parameters,
                    __tvm_ffi::Returned::<()>::tag().result_type(),
                ),
            )
        }
    }
    #[inline]
    fn __tvm_ffi_body(
        __args: __tvm_ffi::Args<'_>,
        __slot: __tvm_ffi::Slot<'_>,
    ) -> __tvm_ffi::Option<__tvm_ffi::c_int> {
        __args.require_count(2, 2)?;
        let mut __holder0 = __tvm_ffi::holder::<CpuView<'_, f32, 1>, _>();
        let __arg0 = __args
            .get::<__tvm_ffi::AnyType, CpuView<'_, f32, 1>, _>(0, &mut __holder0)?;
        let mut __holder1 = __tvm_ffi::holder::<CpuViewMut<'_, f32, 1>, _>();
        let __arg1 = __args
            .get::<__tvm_ffi::AnyType, CpuViewMut<'_, f32, 1>, _>(1, &mut __holder1)?;
        if const {
            (__tvm_ffi::writes::<CpuView<'_, f32, 1>>()
                | __tvm_ffi::writes::<CpuViewMut<'_, f32, 1>>())
                && __tvm_ffi::tensors::<CpuView<'_, f32, 1>>()
                    + __tvm_ffi::tensors::<CpuViewMut<'_, f32, 1>>() > 1
        } {
            let __apart = __tvm_ffi::are_apart(
                &[
                    __tvm_ffi::extent::<CpuView<'_, f32, 1>>(&__arg0),
                    __tvm_ffi::extent::<CpuViewMut<'_, f32, 1>>(&__arg1),
                ],
            )
                || {
                    __tvm_ffi::scan(
                        __tvm_ffi_exported_role::__describe,
                        __args.bare(),
                        &[
                            __tvm_ffi::held::<CpuView<'_, f32, 1>>(0, &__arg0),
                            __tvm_ffi::held::<CpuViewMut<'_, f32, 1>>(1, &__arg1),
                        ],
                    )
                };
            __tvm_ffi::refuse_if!(! __apart);
        }
        let __writing = if const {
            (__tvm_ffi::writes_on_host::<CpuView<'_, f32, 1>>()
                | __tvm_ffi::writes_on_host::<CpuViewMut<'_, f32, 1>>())
                && (__tvm_ffi::may_get_tensors::<CpuView<'_, f32, 1>>()
                    | __tvm_ffi::may_get_tensors::<CpuViewMut<'_, f32, 1>>())
        } {
            let mut __writing = __tvm_ffi::Writing::begin(
                __tvm_ffi_exported_role::__describe,
            );
            __writing.add::<CpuView<'_, f32, 1>>(&__arg0);
            __writing.add::<CpuViewMut<'_, f32, 1>>(&__arg1);
            __tvm_ffi::Some(__writing)
        } else {
            __tvm_ffi::None
        };
        let __value = role(__arg0, __arg1);
        __tvm_ffi::Some(
            __tvm_ffi::Returned::of(&__value).write_or_raise(__value, __slot, "role"),
        )
    }
    __tvm_ffi::symbols! {
        unsafe unsafe "role", __tvm_ffi_exported_role::__describe, __tvm_ffi_body
    }
};
