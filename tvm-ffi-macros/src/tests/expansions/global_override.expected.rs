fn hello() {}
const _: () = {
    use ::tvm_ffi::__private as __tvm_ffi;
    #[allow(unused_imports)]
    use __tvm_ffi::NoParameter as _;
    const __TVM_FFI_RECORD: &'static __tvm_ffi::Record = {
        &__tvm_ffi::Record {
            name: "hello",
            file: ::core::file!(),
            line: ::core::line!(),
            krate: "my-kernels",
            version: "1.2.3",
            global: __tvm_ffi::Some("my_ext.hello"),
            flags: __tvm_ffi::OVERRIDES_GLOBAL,
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
        __args.require_count(0, 0)?;
        let __value = hello();
        __tvm_ffi::Some(
            __tvm_ffi::Returned::of(&__value).write_or_raise(__value, __slot, "hello"),
        )
    }
    __tvm_ffi::symbols! {
        unsafe unsafe "hello", __TVM_FFI_RECORD, __tvm_ffi_body
    }
};
