#[tvm_ffi::object("stats.Mean")]
pub struct Mean {
    #[field(kw_only)]
    count: i64,
    #[field(init = false)]
    mean: f64,
}

#[tvm_ffi::object("stats.Median", init)]
pub struct Median {
    #[field(kw_only, init = false)]
    count: i64,
}

fn main() {}
