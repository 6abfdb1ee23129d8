#[cfg(feature = "extra")]
#[cfg_attr(unix, cfg(target_pointer_width = "64"), inline)]
#[deprecated]
#[expect(clippy::too_many_arguments, reason = "as the paper has them")]
#[must_use]
const fn r#type(#[allow(unused_variables)] r#in: bool) -> bool {
    false
}
#[cfg(feature = "extra")]
#[cfg_attr(unix, cfg(target_pointer_width = "64"))]
#[allow(deprecated)]
#[allow(clippy::too_many_arguments, reason = "as the paper has them")]
const _: () = {
    use ::tvm_ffi::__private as __tvm_ffi;
    #[allow(unused_imports)]
    use __tvm_ffi::NoParameter as _;
    const __TVM_FFI_RECORD: &'static __tvm_ffi::Record = {
        &__tvm_ffi::Record {
            name: "type",
            file: ::core::file!(),
            line: ::core::line!(),
            krate: "my-kernels",
            version: "1.2.3",
            parameters: &[
                __tvm_ffi::Param {
                    name: "in",
                    ..__tvm_ffi::Param::new(__tvm_ffi::ParameterProbe::<bool>::TYPE)
                },
            ],
            ..__tvm_ffi::Record::new(
                __tvm_ffi::shim!(unsafe __tvm_ffi_shim),
                || __tvm_ffi::Returned::<bool>::tag().result_type(),
            )
        }
    };
    #[inline]
    fn __tvm_ffi_body(
        __args: __tvm_ffi::Args<'_>,
        __slot: __tvm_ffi::Slot<'_>,
    ) -> __tvm_ffi::Option<__tvm_ffi::c_int> {
        __args.require_count(1, 1)?;
        let mut __holder0 = __tvm_ffi::holder::<bool, _>();
        let __arg0 = __args.get::<__tvm_ffi::NoView, bool, _>(0, &mut __holder0)?;
        let __value = r#type(__arg0);
        __tvm_ffi::Some(
            __tvm_ffi::Returned::of(&__value).write_or_raise(__value, __slot, "type"),
        )
    }
    __tvm_ffi::symbols! {
        unsafe unsafe "type", __TVM_FFI_RECORD, __tvm_ffi_body
    }
};
