#[tvm_ffi::export]
fn scale(
    /// What is scaled.
    x: f64,
    /// By how much.
    ///
    /// Twice as much by default.
    #[default(2.0)]
    mut factor: f64,
    #[default(None)] limit: Option<f64>,
) -> Option<f64> {
    factor = limit.map_or(factor, |limit| factor.min(limit));
    Some(x * factor)
}
