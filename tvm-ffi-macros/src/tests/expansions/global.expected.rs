fn greet(name: String) {
    println!("hello, {name}");
}
const _: () = {
    use ::tvm_ffi::__private as __tvm_ffi;
    #[allow(unused_imports)]
    use __tvm_ffi::NoParameter as _;
    const __TVM_FFI_RECORD: &'static __tvm_ffi::Record = {
        &__tvm_ffi::Record {
            name: "text.greet",
            file: ::core::file!(),
            line: ::core::line!(),
            krate: "my-kernels",
            version: "1.2.3",
            parameters: &[
                __tvm_ffi::Param {
                    name: "name",
                    ..__tvm_ffi::Param::new(__tvm_ffi::ParameterProbe::<String>::TYPE)
                },
            ],
            global: __tvm_ffi::Some("text.greet"),
            flags: __tvm_ffi::SYSTEM_LIB,
            register: __tvm_ffi::Some(__tvm_ffi::register),
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
        __args.require_count(1, 1)?;
        let mut __holder0 = __tvm_ffi::holder::<String, _>();
        let __arg0 = __args.get::<__tvm_ffi::NoView, String, _>(0, &mut __holder0)?;
        let __value = greet(__arg0);
        __tvm_ffi::Some(
            __tvm_ffi::Returned::of(&__value)
                .write_or_raise(__value, __slot, "text.greet"),
        )
    }
    __tvm_ffi::symbols! {
        unsafe unsafe "text.greet", __TVM_FFI_RECORD, __tvm_ffi_body
    }
};
