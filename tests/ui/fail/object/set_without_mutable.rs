#[tvm_ffi::object("stats.Counter")]
pub struct Counter {
    #[field(set)]
    count: i64,
}

fn main() {}
