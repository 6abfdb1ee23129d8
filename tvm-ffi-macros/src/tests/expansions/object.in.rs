/// A running mean.
#[tvm_ffi::object("stats.Mean", repr)]
#[derive(Debug)]
pub struct Mean {
    /// Number of samples seen.
    #[field]
    count: i64,
    #[field]
    mean: f64,
    scratch: Vec<f64>,
}
