#[tvm_ffi::export]
#[cfg(feature = "extra")]
#[cfg_attr(unix, cfg(target_pointer_width = "64"), inline)]
#[deprecated]
#[expect(clippy::too_many_arguments, reason = "as the paper has them")]
#[must_use]
const fn r#type(#[allow(unused_variables)] r#in: bool) -> bool {
    false
}
