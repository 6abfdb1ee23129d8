#[tvm_ffi::export(cpu = host::vadd)]
fn vadd(
    cx: Cuda<'_>,
    #[shape(n)] bias: Option<CudaView<'_, f32, 1>>,
    #[out]
    #[shape(n)]
    mut y: CudaViewMut<'_, f32, 1>,
    by: f64,
) -> Result<()> {
    launch(&cx, x, y, by)
}
