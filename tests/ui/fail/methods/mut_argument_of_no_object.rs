struct Mean {
    mean: f64,
}

#[tvm_ffi::export]
fn reset(mean: &mut Mean) {
    mean.mean = 0.0;
}

fn main() {}
