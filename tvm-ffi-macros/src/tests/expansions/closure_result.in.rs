#[tvm_ffi::export]
fn counter(start: i64) -> io::Result<impl Fn(i64) -> i64> {
    Ok(move |by: i64| start + by)
}
