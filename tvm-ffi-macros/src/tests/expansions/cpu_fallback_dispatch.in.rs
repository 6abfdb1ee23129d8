#[tvm_ffi::export(dispatch(T = [f32, f16]), cpu = fill_on_cpu)]
fn fill<T: Element>(mut x: CudaViewMut<'_, T, 1>, by: f64, cx: Cuda<'_>) {}
