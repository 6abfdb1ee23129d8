#[tvm_ffi::export]
fn counter(start: i64) -> impl FnMut(i64) -> i64 + Send + Sync {
    let mut count = start;
    move |x| {
        count += x;
        count
    }
}

fn main() {}
