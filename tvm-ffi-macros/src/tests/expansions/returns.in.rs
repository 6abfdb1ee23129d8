#[tvm_ffi::export(returns((shape(2 * n), dtype(f32)), _))]
fn doubled(n: usize) -> Result<(Tensor, i64)> {
    double(n)
}
