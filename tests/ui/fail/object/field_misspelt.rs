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

#[tvm_ffi::object("stats.Mode")]
pub struct Mode {
    #[pyo3(get)]
    count: i64,
    #[kw_only]
    mode: i64,
}

fn main() {}
