impl Mean {
    #[cfg(feature = "of")]
    fn of(values: Vec<f64>) -> Result<Self> {
        Ok(Self {
            count: values.len() as i64,
            mean: 0.0,
        })
    }
}
const _: () = {
    use ::tvm_ffi::__private as __tvm_ffi;
    #[allow(unused_imports)]
    use __tvm_ffi::NoParameter as _;
    fn __tvm_ffi_class() -> &'static __tvm_ffi::Class {
        <Mean as __tvm_ffi::ObjectType>::class()
    }
    #[cfg(feature = "of")]
    const __TVM_FFI_METHOD_0: __tvm_ffi::Method = {
        const __TVM_FFI_RECORD: &'static __tvm_ffi::Record = {
            &__tvm_ffi::Record {
                name: "of",
                file: ::core::file!(),
                line: ::core::line!(),
                krate: "my-kernels",
                version: "1.2.3",
                parameters: &[
                    __tvm_ffi::Param {
                        name: "values",
                        ..__tvm_ffi::Param::new(
                            __tvm_ffi::ParameterProbe::<Vec<f64>>::TYPE,
                        )
                    },
                ],
                class: __tvm_ffi::Some(__tvm_ffi_class),
                ..__tvm_ffi::Record::new(
                    __tvm_ffi::shim!(unsafe __tvm_ffi_shim),
                    || __tvm_ffi::Returned::<Result<Mean>>::tag().result_type(),
                )
            }
        };
        fn __tvm_ffi_questions() {
            __tvm_ffi::ClassOf::<Mean>::tag()
                .parents::<626105934427877640>()
                .name_that_a_parent_has();
            __tvm_ffi::ClassOf::<Mean>::tag()
                .itself::<626105934427877640>()
                .name_that_a_field_has();
        }
        #[inline]
        fn __tvm_ffi_body(
            __args: __tvm_ffi::Args<'_>,
            __slot: __tvm_ffi::Slot<'_>,
        ) -> __tvm_ffi::Option<__tvm_ffi::c_int> {
            __args.require_count(1, 1)?;
            let mut __holder0 = __tvm_ffi::holder::<Vec<f64>, _>();
            let __arg0 = __args
                .get::<__tvm_ffi::NoView, Vec<f64>, _>(0, &mut __holder0)?;
            let __value = <Mean>::of(__arg0);
            __tvm_ffi::Some(
                __tvm_ffi::ClassOf::<Mean>::tag()
                    .returned(&__value)
                    .write_or_raise(__value, __slot, "of"),
            )
        }
        __tvm_ffi::shim! {
            unsafe unsafe __tvm_ffi_shim, __TVM_FFI_RECORD, __tvm_ffi_body
        }
        __tvm_ffi::Method {
            export: __TVM_FFI_RECORD,
            kind: __tvm_ffi::MethodKind::Static,
        }
    };
    #[cfg(feature = "of")]
    impl __tvm_ffi::DeclaresMethod<626105934427877640> for Mean {}
    impl __tvm_ffi::OneBlockOfMethods for Mean {
        const METHODS: &'static [__tvm_ffi::Method] = &[
            #[cfg(feature = "of")]
            __TVM_FFI_METHOD_0,
        ];
    }
};
