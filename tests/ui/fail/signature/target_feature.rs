#[tvm_ffi::export]
#[target_feature(enable = "avx2")]
fn sum(x: i64) -> i64 {
    x
}

fn main() {}
