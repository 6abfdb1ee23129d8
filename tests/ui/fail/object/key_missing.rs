#[tvm_ffi::object]
pub struct Mean {
    #[field]
    count: i64,
}

#[tvm_ffi::object(repr)]
#[derive(Debug)]
pub struct Median {
    #[field]
    count: i64,
}

// Whoever uses them is not told that they are no objects.
#[tvm_ffi::export]
fn count(mean: &Mean, median: tvm_ffi::Ref<Median>) -> Mean {
    Mean { count: mean.count + median.count }
}

fn main() {}
