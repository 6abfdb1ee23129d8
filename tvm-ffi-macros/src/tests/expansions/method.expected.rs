impl super::Scale {
    /// Scales a number.
    #[inline(never)]
    fn apply(&self, by: f64) {}
}
const _: () = {
    use ::tvm_ffi::__private as __tvm_ffi;
    #[allow(unused_imports)]
    use __tvm_ffi::NoParameter as _;
    fn __tvm_ffi_class() -> &'static __tvm_ffi::Class {
        <super::Scale as __tvm_ffi::ObjectType>::class()
    }
    const __TVM_FFI_METHOD_0: __tvm_ffi::Method = {
        const __TVM_FFI_RECORD: &'static __tvm_ffi::Record = {
            &__tvm_ffi::Record {
                name: "apply",
                doc: "Scales a number.",
                file: ::core::file!(),
                line: ::core::line!(),
                krate: "my-kernels",
                version: "1.2.3",
                parameters: &[
                    __tvm_ffi::Param {
                        name: "self",
                        ..__tvm_ffi::Param::new(
                            __tvm_ffi::ParameterProbe::<&super::Scale>::TYPE,
                        )
                    },
                    __tvm_ffi::Param {
                        name: "by",
                        ..__tvm_ffi::Param::new(__tvm_ffi::ParameterProbe::<f64>::TYPE)
                    },
                ],
                flags: __tvm_ffi::METHOD,
                class: __tvm_ffi::Some(__tvm_ffi_class),
                ..__tvm_ffi::Record::new(
                    __tvm_ffi::shim!(unsafe __tvm_ffi_shim),
                    || __tvm_ffi::Returned::<()>::tag().result_type(),
                )
            }
        };
        #[inline]
        fn __tvm_ffi_body(
            __args: __tvm_ffi::Args<'_>,
            __slot: __tvm_ffi::Slot<'_>,
        ) -> __tvm_ffi::Option<__tvm_ffi::c_int> {
            __args.require_count(2, 2)?;
            let mut __holder0 = __tvm_ffi::Receiver::<&super::Scale>::tag().holder();
            let __arg0 = __tvm_ffi::Receiver::<&super::Scale>::tag()
                .get(__args, 0, &mut __holder0)?;
            let mut __holder1 = __tvm_ffi::holder::<f64, _>();
            let __arg1 = __args.get_plain::<f64, _>(1, &mut __holder1)?;
            let __value = <super::Scale>::apply(__arg0, __arg1);
            __tvm_ffi::Some(
                __tvm_ffi::ClassOf::<super::Scale>::tag()
                    .returned(&__value)
                    .write_or_raise(__value, __slot, "apply"),
            )
        }
        __tvm_ffi::shim! {
            unsafe unsafe __tvm_ffi_shim, __TVM_FFI_RECORD, __tvm_ffi_body
        }
        __tvm_ffi::Method {
            export: __TVM_FFI_RECORD,
            kind: __tvm_ffi::MethodKind::Instance,
        }
    };
    impl __tvm_ffi::OneBlockOfMethods for super::Scale {
        const METHODS: &'static [__tvm_ffi::Method] = &[__TVM_FFI_METHOD_0];
    }
};
