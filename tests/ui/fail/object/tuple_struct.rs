#[tvm_ffi::object("stats.Pair")]
pub struct Pair(#[field] i64, #[field] i64);

fn main() {}
