#[tvm_ffi::export]
fn longer(left: &'a str, right: &'a str) -> usize {
    left.len().max(right.len())
}

fn main() {}
