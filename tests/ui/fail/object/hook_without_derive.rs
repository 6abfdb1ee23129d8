#[tvm_ffi::object("stats.Mean", repr, copy)]
pub struct Mean {
    #[field]
    count: i64,
}

fn main() {}
