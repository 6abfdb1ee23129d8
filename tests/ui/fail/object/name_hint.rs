#![deny(deprecated)]

#[tvm_ffi::object("stats.Mean")]
pub struct Mean {
    #[field]
    same_as: i64,
    #[field(rename = "lambda")]
    rate: f64,
}

fn main() {}
