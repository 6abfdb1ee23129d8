#[tvm_ffi::export]
fn counter(start: i64) -> impl Fn(i64) -> i64 + Send + Sync + 'static {
    move |by| start + by
}
