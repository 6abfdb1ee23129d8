#[tvm_ffi::export(cpu = host::vadd)]
fn vadd(
    cx: Cuda<'_>,
    #[shape(n)] bias: Option<CudaView<'_, f32, 1>>,
    #[shape(n)] x: CudaView<'_, f32, 1>,
    #[out]
    #[shape(n)]
    mut y: Image<'_>,
    by: f64,
) -> Result<()> {
    launch(&cx, x, y, by)
}

#[tvm_ffi::export(dispatch(T = [f32, f16]), cpu = fill_on_cpu)]
fn fill<T: Element>(mut x: CudaViewMut<'_, T, 1>, by: f64, cx: Cuda<'_>) {}

#[tvm_ffi::export(cpu = seen_on_cpu)]
fn seen(x: Image<'_>) {}
