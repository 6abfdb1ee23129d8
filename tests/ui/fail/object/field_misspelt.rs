#[tvm_ffi::object("stats.Mean")]
pub struct Mean {
    #[feild]
    count: i64,
}

#[tvm_ffi::object("stats.Median")]
#[field]
pub struct Median {
    count: i64,
}

fn main() {}
