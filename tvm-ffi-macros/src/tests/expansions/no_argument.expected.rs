fn kind() -> i64 {
    0
}
const _: () = {
    use ::tvm_ffi::__private as __tvm_ffi;
    #[allow(unused_imports)]
    use __tvm_ffi::NoParameter as _;
    #[deprecated(
        note = "Python's `Module` has an attribute `kind` of its own, so `mod.kind` is not this function, but `mod.get_function(\"kind\")` is; choose another name with `name = \"...\"`, or keep this one with `#[allow(deprecated)]` on the function"
    )]
    const fn name_that_python_does_not_reach() {}
    const _: () = name_that_python_does_not_reach();
    const __TVM_FFI_RECORD: &'static __tvm_ffi::Record = {
        &__tvm_ffi::Record {
            name: "kind",
            file: ::core::file!(),
            line: ::core::line!(),
            krate: "my-kernels",
            version: "1.2.3",
            ..__tvm_ffi::Record::new(
                __tvm_ffi::shim!(unsafe __tvm_ffi_shim),
                || __tvm_ffi::Returned::<i64>::tag().result_type(),
            )
        }
    };
    #[inline]
    fn __tvm_ffi_body(
        __args: __tvm_ffi::Args<'_>,
        __slot: __tvm_ffi::Slot<'_>,
    ) -> __tvm_ffi::Option<__tvm_ffi::c_int> {
        __args.require_count(0, 0)?;
        let __value = kind();
        __tvm_ffi::Some(
            __tvm_ffi::Returned::of(&__value).write_or_raise(__value, __slot, "kind"),
        )
    }
    __tvm_ffi::symbols! {
        unsafe unsafe "kind", __TVM_FFI_RECORD, __tvm_ffi_body
    }
};
