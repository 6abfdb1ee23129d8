#[tvm_ffi::export(backward_of = crate::norm::rms_norm, constant(mask), dispatch(T = [f32, f64]))]
fn rms_norm_bwd<T: Float>(
    #[grad(y)]
    #[shape(n, d)]
    dy: CpuView<'_, T, 2>,
    #[shape(n)] rstd: CpuView<'_, f32, 1>,
    #[grad(weight)]
    #[out(zero)]
    #[shape({ WIDTH })]
    dweight: Option<CpuViewMut<'_, T, 1>>,
    #[out(saved)]
    #[shape(n)]
    scale: CpuViewMut<'_, f32, 1>,
) {
}
