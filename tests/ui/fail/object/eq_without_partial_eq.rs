#[tvm_ffi::object("stats.Mean", eq, hash)]
#[derive(Hash)]
pub struct Mean {
    #[field]
    count: i64,
}

fn main() {}
