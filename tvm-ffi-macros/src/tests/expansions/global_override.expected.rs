fn hello() {}
const _: () = {
    use ::tvm_ffi::__private as __tvm_ffi;
    #[allow(unused_imports)]
    use __tvm_ffi::NoParameter as _;
    fn __tvm_ffi_describe(__read: __tvm_ffi::Reader<'_>) {
        __read(
            &__tvm_ffi::Description {
                flags: __tvm_ffi::OVERRIDES_GLOBAL,
                register: __tvm_ffi::Some(__tvm_ffi::register),
                ..__tvm_ffi::Description::new(
                    ::core::concat!(
                        "hello\0my_ext.hello\0\0", ::core::file!(), "\0",
                        ::core::line!(), "\0my-kernels\x001.2.3",
                    ),
                    __tvm_ffi::shim!(unsafe __tvm_ffi_shim),
                    &[],
                    __tvm_ffi::Returned::<()>::tag().result_type(),
                )
            },
        )
    }
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
        unsafe unsafe "hello", __tvm_ffi_describe, __tvm_ffi_body
    }
};
