#[tvm_ffi::object("stats.Mean", repr, eq, hash, ord, copy)]
pub struct Mean {
    #[field]
    count: i64,
}

fn main() {}
