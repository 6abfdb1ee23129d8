#[tvm_ffi::export(cpu = host::fill)]
fn fill(cx: Cuda<'_>, y: CudaViewMut<'_, f32, 1>) {}
