#[tvm_ffi::object("stats.Mean")]
pub struct Mean {
    #[field(rename = "1st")]
    first: i64,
    #[field(rename = "a b")]
    second: i64,
    #[field]
    __init__: i64,
}

fn main() {}
