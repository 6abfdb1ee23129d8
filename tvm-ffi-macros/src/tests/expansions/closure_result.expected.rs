fn counter(start: i64) -> io::Result<impl Fn(i64) -> i64> {
    Ok(move |by: i64| start + by)
}
const _: () = {
    use ::tvm_ffi::__private as __tvm_ffi;
    #[allow(unused_imports)]
    use __tvm_ffi::NoParameter as _;
    const __TVM_FFI_RECORD: &'static __tvm_ffi::Record = {
        &__tvm_ffi::Record {
            name: "counter",
            file: ::core::file!(),
            line: ::core::line!(),
            krate: "my-kernels",
            version: "1.2.3",
            parameters: &[
                __tvm_ffi::Param {
                    name: "start",
                    ..__tvm_ffi::Param::new(__tvm_ffi::ParameterProbe::<i64>::TYPE)
                },
            ],
            ..__tvm_ffi::Record::new(
                __tvm_ffi::shim!(unsafe __tvm_ffi_shim),
                || __tvm_ffi::function_result(),
            )
        }
    };
    #[inline]
    fn __tvm_ffi_body(
        __args: __tvm_ffi::Args<'_>,
        __slot: __tvm_ffi::Slot<'_>,
    ) -> __tvm_ffi::Option<__tvm_ffi::c_int> {
        __args.require_count(1, 1)?;
        let mut __holder0 = __tvm_ffi::holder::<i64, _>();
        let __arg0 = __args.get::<__tvm_ffi::NoView, i64, _>(0, &mut __holder0)?;
        let __value = counter(__arg0);
        let __value = __value
            .map(|__value| {
                __tvm_ffi::ReturnedClosure::of(&__value).into_function(__value)
            });
        __tvm_ffi::Some(
            __tvm_ffi::Returned::of(&__value).write_or_raise(__value, __slot, "counter"),
        )
    }
    __tvm_ffi::symbols! {
        unsafe unsafe "counter", __TVM_FFI_RECORD, __tvm_ffi_body
    }
};
