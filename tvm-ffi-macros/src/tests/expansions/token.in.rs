#[tvm_ffi::export]
pub fn vadd<'a>(
    cx: Cuda<'a>,
    x: CudaView<'a, f32, 1>,
    mut y: CudaViewMut<'_, f32, 1>,
    #[default(1.0)] by: f64,
) -> Result<()> {
    launch(&cx, x, y, by)
}
