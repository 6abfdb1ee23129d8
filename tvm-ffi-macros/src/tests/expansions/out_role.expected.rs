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
        pub const __TVM_FFI_RECORD: &'static __tvm_ffi::Record = {
            &__tvm_ffi::Record {
                name: "role",
                doc: "Only a role: nothing to check.",
                file: ::core::file!(),
                line: ::core::line!(),
                krate: "my-kernels",
                version: "1.2.3",
                parameters: &[
                    __tvm_ffi::Param {
                        name: "x",
                        ..__tvm_ffi::Param::new(
                            __tvm_ffi::ParameterProbe::<CpuView<'_, f32, 1>>::TYPE,
                        )
                    },
                    __tvm_ffi::Param {
                        name: "y",
                        contract: __tvm_ffi::Contract {
                            out: __tvm_ffi::Some(__tvm_ffi::Out::Any),
                            ..__tvm_ffi::Contract::FREE
                        },
                        ..__tvm_ffi::Param::new(
                            __tvm_ffi::ParameterProbe::<CpuViewMut<'_, f32, 1>>::TYPE,
                        )
                    },
                ],
                ..__tvm_ffi::Record::new(
                    __tvm_ffi::shim!(unsafe __tvm_ffi_shim),
                    || __tvm_ffi::Returned::<()>::tag().result_type(),
                )
            }
        };
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
            __tvm_ffi::writes::<CpuView<'_, f32, 1>>()
                | __tvm_ffi::writes::<CpuViewMut<'_, f32, 1>>()
        } {
            let __apart = if const {
                __tvm_ffi::writes_or_needs_scan::<CpuView<'_, f32, 1>>()
                    | __tvm_ffi::needs_scan::<CpuViewMut<'_, f32, 1>>()
            } {
                __tvm_ffi::scan(__tvm_ffi_exported_role::__TVM_FFI_RECORD, __args, &[])
            } else {
                __tvm_ffi::apart::<
                    CpuView<'_, f32, 1>,
                    CpuViewMut<'_, f32, 1>,
                >(&__arg0, &__arg1)
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
                __tvm_ffi_exported_role::__TVM_FFI_RECORD,
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
        unsafe unsafe "role", __tvm_ffi_exported_role::__TVM_FFI_RECORD, __tvm_ffi_body
    }
};
