#[tvm_ffi::export]
fn total<const N: usize>(values: [i64; N]) -> i64 {
    values.iter().sum()
}

fn main() {}
