#[tvm_ffi::export]
#[default(1)]
fn on_function(x: i64) -> i64 {
    x
}

fn main() {}
