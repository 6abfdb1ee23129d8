#[tvm_ffi::export(dispatch(T = [f32, f16]))]
fn fill<T: Element>(mut x: CudaViewMut<'_, T, 1>, #[default(0.0)] by: f64, mut cx: cuda::Cuda) {}
