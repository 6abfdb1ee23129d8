fn count(args: &[tvm_ffi::AnyView<'_>]) -> Result<usize, Missing> {
    if args.is_empty() { Err(Missing) } else { Ok(args.len()) }
}
const _: () = {
    use ::tvm_ffi::__private as __tvm_ffi;
    #[allow(unused_imports)]
    use __tvm_ffi::NoParameter as _;
    const __TVM_FFI_RECORD: &'static __tvm_ffi::Record = {
        &__tvm_ffi::Record {
            name: "count",
            file: ::core::file!(),
            line: ::core::line!(),
            krate: "my-kernels",
            version: "1.2.3",
            flags: __tvm_ffi::PACKED,
            ..__tvm_ffi::Record::new(
                __tvm_ffi::shim!(unsafe __tvm_ffi_shim),
                || __tvm_ffi::Returned::<Result<usize, Missing>>::tag().result_type(),
            )
        }
    };
    #[inline]
    fn __tvm_ffi_body(
        __args: __tvm_ffi::Args<'_>,
        __slot: __tvm_ffi::Slot<'_>,
    ) -> __tvm_ffi::Option<__tvm_ffi::c_int> {
        __args
            .with_views(|__views| {
                let __value = count(__views);
                __tvm_ffi::Some(
                    __tvm_ffi::Returned::of(&__value)
                        .write_or_raise(__value, __slot, "count"),
                )
            })
    }
    __tvm_ffi::symbols! {
        unsafe unsafe "count", __TVM_FFI_RECORD, __tvm_ffi_body
    }
};
