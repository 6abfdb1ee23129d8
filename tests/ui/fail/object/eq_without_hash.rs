#[tvm_ffi::object("stats.Mean", eq)]
#[derive(PartialEq)]
pub struct Mean {
    #[field]
    mean: f64,
}

#[tvm_ffi::object("stats.Rank", ord)]
#[derive(PartialEq, PartialOrd)]
pub struct Rank {
    #[field]
    rank: i64,
}

fn main() {}
