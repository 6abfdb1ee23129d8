fn scale(x: f64, mut factor: f64, limit: Option<f64>) -> Option<f64> {
    factor = limit.map_or(factor, |limit| factor.min(limit));
    Some(x * factor)
}
const _: () = {
    use ::tvm_ffi::__private as __tvm_ffi;
    #[allow(unused_imports)]
    use __tvm_ffi::NoParameter as _;
    const __TVM_FFI_RECORD: &'static __tvm_ffi::Record = {
        &__tvm_ffi::Record {
            name: "scale",
            file: ::core::file!(),
            line: ::core::line!(),
            krate: "my-kernels",
            version: "1.2.3",
            parameters: &[
                __tvm_ffi::Param {
                    name: "x",
                    doc: "What is scaled.",
                    ..__tvm_ffi::Param::new(__tvm_ffi::ParameterProbe::<f64>::TYPE)
                },
                __tvm_ffi::Param {
                    name: "factor",
                    doc: "By how much.\n\nTwice as much by default.",
                    default: __tvm_ffi::Some(__tvm_ffi::DefaultText::Python("2.0")),
                    ..__tvm_ffi::Param::new(__tvm_ffi::ParameterProbe::<f64>::TYPE)
                },
                __tvm_ffi::Param {
                    name: "limit",
                    default: __tvm_ffi::Some(__tvm_ffi::DefaultText::Python("None")),
                    ..__tvm_ffi::Param::new(
                        __tvm_ffi::ParameterProbe::<Option<f64>>::TYPE,
                    )
                },
            ],
            ..__tvm_ffi::Record::new(
                __tvm_ffi::shim!(unsafe __tvm_ffi_shim),
                || __tvm_ffi::Returned::<Option<f64>>::tag().result_type(),
            )
        }
    };
    #[inline]
    fn __tvm_ffi_body(
        __args: __tvm_ffi::Args<'_>,
        __slot: __tvm_ffi::Slot<'_>,
    ) -> __tvm_ffi::Option<__tvm_ffi::c_int> {
        __args.require_count(1, 3)?;
        let mut __holder0 = __tvm_ffi::holder::<f64, _>();
        let __arg0 = __args.get::<__tvm_ffi::NoView, f64, _>(0, &mut __holder0)?;
        let mut __holder1 = __tvm_ffi::holder::<f64, _>();
        let __arg1: f64 = if __args.given(1) {
            __args.get::<__tvm_ffi::NoView, f64, _>(1, &mut __holder1)?
        } else {
            __tvm_ffi::default_value::<f64>(|| 2.0)
        };
        let mut __holder2 = __tvm_ffi::holder::<Option<f64>, _>();
        let __arg2: Option<f64> = if __args.given(2) {
            __args.get::<__tvm_ffi::NoView, Option<f64>, _>(2, &mut __holder2)?
        } else {
            __tvm_ffi::default_value::<Option<f64>>(|| None)
        };
        let __value = scale(__arg0, __arg1, __arg2);
        __tvm_ffi::Some(
            __tvm_ffi::Returned::of(&__value).write_or_raise(__value, __slot, "scale"),
        )
    }
    __tvm_ffi::symbols! {
        unsafe unsafe "scale", __TVM_FFI_RECORD, __tvm_ffi_body
    }
};
