/// Adds one.
///
/// The sum wraps.
pub fn add_one(x: i64) -> i64 {
    x.wrapping_add(1)
}
const _: () = {
    use ::tvm_ffi::__private as __tvm_ffi;
    #[allow(unused_imports)]
    use __tvm_ffi::NoParameter as _;
    const __TVM_FFI_RECORD: &'static __tvm_ffi::Record = {
        &__tvm_ffi::Record {
            name: "add_one",
            doc: "Adds one.\n\nThe sum wraps.",
            file: ::core::file!(),
            line: ::core::line!(),
            krate: "my-kernels",
            version: "1.2.3",
            parameters: &[
                __tvm_ffi::Param {
                    name: "x",
                    ..__tvm_ffi::Param::new(__tvm_ffi::ParameterProbe::<i64>::TYPE)
                },
            ],
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
        __args.require_count(1, 1)?;
        let mut __holder0 = __tvm_ffi::holder::<i64, _>();
        let __arg0 = __args.get_plain::<i64, _>(0, &mut __holder0)?;
        let __value = add_one(__arg0);
        __tvm_ffi::Some(
            __tvm_ffi::Returned::of(&__value).write_or_raise(__value, __slot, "add_one"),
        )
    }
    __tvm_ffi::symbols! {
        unsafe unsafe "add_one", __TVM_FFI_RECORD, __tvm_ffi_body
    }
};
