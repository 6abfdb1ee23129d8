#[tvm_ffi::object("stats.Mean")]
pub struct Mean {
    #[field]
    x: i64,
}

#[tvm_ffi::export]
fn change(mean: &mut Mean) {
    mean.x = 1;
}

fn main() {}
