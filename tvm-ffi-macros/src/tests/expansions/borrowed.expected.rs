fn longest<'a, 'b: 'a>(
    left: &'a str,
    right: &'b str,
    by: TypedFunction<fn(String) -> i64>,
) -> &'a str {
    if by.call((left.to_owned(),)) < by.call((right.to_owned(),)) { right } else { left }
}
const _: () = {
    use ::my_crate::ffi::__private as __tvm_ffi;
    #[allow(unused_imports)]
    use __tvm_ffi::NoParameter as _;
    const __TVM_FFI_RECORD: &'static __tvm_ffi::Record = {
        &__tvm_ffi::Record {
            name: "longest",
            file: ::core::file!(),
            line: ::core::line!(),
            krate: "my-kernels",
            version: "1.2.3",
            parameters: &[
                __tvm_ffi::Param {
                    name: "left",
                    ..__tvm_ffi::Param::new(__tvm_ffi::ParameterProbe::<&'_ str>::TYPE)
                },
                __tvm_ffi::Param {
                    name: "right",
                    ..__tvm_ffi::Param::new(__tvm_ffi::ParameterProbe::<&'_ str>::TYPE)
                },
                __tvm_ffi::Param {
                    name: "by",
                    ..__tvm_ffi::Param::new(
                        __tvm_ffi::ParameterProbe::<
                            TypedFunction<fn(String) -> i64>,
                        >::TYPE,
                    )
                },
            ],
            ..__tvm_ffi::Record::new(
                __tvm_ffi::shim!(unsafe __tvm_ffi_shim),
                || __tvm_ffi::Returned::<&'_ str>::tag().result_type(),
            )
        }
    };
    #[inline]
    fn __tvm_ffi_body(
        __args: __tvm_ffi::Args<'_>,
        __slot: __tvm_ffi::Slot<'_>,
    ) -> __tvm_ffi::Option<__tvm_ffi::c_int> {
        __args.require_count(3, 3)?;
        let mut __holder0 = __tvm_ffi::holder::<&'_ str, _>();
        let __arg0 = __args.get::<__tvm_ffi::NoView, &'_ str, _>(0, &mut __holder0)?;
        let mut __holder1 = __tvm_ffi::holder::<&'_ str, _>();
        let __arg1 = __args.get::<__tvm_ffi::NoView, &'_ str, _>(1, &mut __holder1)?;
        let mut __holder2 = __tvm_ffi::holder::<TypedFunction<fn(String) -> i64>, _>();
        let __arg2 = __args
            .get_named::<
                __tvm_ffi::NoView,
                TypedFunction<fn(String) -> i64>,
                _,
            >(2, &mut __holder2, "by")?;
        let __value = longest(__arg0, __arg1, __arg2);
        __tvm_ffi::Some(
            __tvm_ffi::Returned::of(&__value).write_or_raise(__value, __slot, "longest"),
        )
    }
    __tvm_ffi::symbols! {
        unsafe unsafe "longest", __TVM_FFI_RECORD, __tvm_ffi_body
    }
};
