#[tvm_ffi::object("stats.Mean")]
pub struct Mean {
    #[field]
    count: i64,
    #[field(rename = "count")]
    number: i64,
}

fn main() {}
