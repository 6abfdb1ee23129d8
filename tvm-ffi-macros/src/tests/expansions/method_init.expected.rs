impl Mean {
    /// A weight.
    const UNIT: f64 = 1.0;
    /// A mean of nothing.
    pub fn new(start: f64) -> Self {
        Self { count: 0, mean: start }
    }
}
const _: () = {
    use ::tvm_ffi::__private as __tvm_ffi;
    #[allow(unused_imports)]
    use __tvm_ffi::NoParameter as _;
    fn __tvm_ffi_class() -> &'static __tvm_ffi::Class {
        <Mean as __tvm_ffi::ObjectType>::class()
    }
    const __TVM_FFI_METHOD_0: __tvm_ffi::Method = {
        const __TVM_FFI_RECORD: &'static __tvm_ffi::Record = {
            &__tvm_ffi::Record {
                name: "new",
                doc: "A mean of nothing.",
                file: ::core::file!(),
                line: ::core::line!(),
                krate: "my-kernels",
                version: "1.2.3",
                parameters: &[
                    __tvm_ffi::Param {
                        name: "start",
                        doc: "Where it starts.",
                        default: __tvm_ffi::Some(
                            __tvm_ffi::DefaultText::Rust("Mean::UNIT"),
                        ),
                        ..__tvm_ffi::Param::new(__tvm_ffi::ParameterProbe::<f64>::TYPE)
                    },
                ],
                flags: __tvm_ffi::CONSTRUCTOR,
                class: __tvm_ffi::Some(__tvm_ffi_class),
                ..__tvm_ffi::Record::new(
                    __tvm_ffi::shim!(unsafe __tvm_ffi_shim),
                    || __tvm_ffi::Returned::<Mean>::tag().result_type(),
                )
            }
        };
        fn __tvm_ffi_questions() {
            use __tvm_ffi::assert_constructed as __assert;
            __assert::<Mean, Mean>()
        }
        #[inline]
        fn __tvm_ffi_body(
            __args: __tvm_ffi::Args<'_>,
            __slot: __tvm_ffi::Slot<'_>,
        ) -> __tvm_ffi::Option<__tvm_ffi::c_int> {
            __args.require_count(0, 1)?;
            let mut __holder0 = __tvm_ffi::holder::<f64, _>();
            let __arg0: f64 = if __args.given(0) {
                __args.get::<__tvm_ffi::NoView, f64, _>(0, &mut __holder0)?
            } else {
                __tvm_ffi::default_value::<f64>(|| Mean::UNIT)
            };
            let __value = <Mean>::new(__arg0);
            __tvm_ffi::Some(
                __tvm_ffi::ClassOf::<Mean>::tag()
                    .returned(&__value)
                    .write_or_raise(__value, __slot, "new"),
            )
        }
        __tvm_ffi::shim! {
            unsafe unsafe __tvm_ffi_shim, __TVM_FFI_RECORD, __tvm_ffi_body
        }
        __tvm_ffi::Method {
            export: __TVM_FFI_RECORD,
            kind: __tvm_ffi::MethodKind::Init,
        }
    };
    impl __tvm_ffi::OneBlockOfMethods for Mean {
        const METHODS: &'static [__tvm_ffi::Method] = &[__TVM_FFI_METHOD_0];
    }
};
