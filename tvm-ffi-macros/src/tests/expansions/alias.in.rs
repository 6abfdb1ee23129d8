#[tvm_ffi::export]
fn f(
    x: Image<'_>,
    #[out]
    #[alias(x)]
    y: Option<Image<'_>>,
    any: Any,
) {
}
