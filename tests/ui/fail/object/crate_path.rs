#[tvm_ffi::object("stats.Mean", crate = "nowhere::tvm_ffi")]
pub struct Mean {
    #[field]
    count: i64,
}

fn main() {}
