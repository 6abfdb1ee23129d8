#[tvm_ffi::export]
fn prefixer(prefix: &str) -> impl Fn(i64) -> String + Send + Sync + 'static {
    move |x| format!("{prefix}{x}")
}

fn main() {}
