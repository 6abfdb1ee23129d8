#[tvm_ffi::export]
pub fn vadd<'a>(
    cx: Cuda<'a>,
    #[shape(n)] x: CudaView<'a, f32, 1>,
    #[out]
    #[shape(n)]
    mut y: CudaViewMut<'_, f32, 1>,
    #[default(1.0)] by: f64,
) -> Result<()> {
    launch(&cx, x, y, by)
}

#[tvm_ffi::export(dispatch(T = [f32, f16]))]
fn fill<T: Element>(mut x: CudaViewMut<'_, T, 1>, #[default(0.0)] by: f64, mut cx: cuda::Cuda) {}

#[tvm_ffi::methods]
impl Solver {
    fn step(&self, cx: Cuda<'_>, dt: f64) -> Result<()> {
        self.launch(&cx, dt)
    }
    fn solve(
        &self,
        #[shape(n)] x: CudaView<'_, f32, 1>,
        cx: Cuda<'_>,
        #[shape(n)] y: CudaView<'_, f32, 1>,
    ) {
    }
}
