// Alias.
#[tvm_ffi::export(cpu = on_cpu)]
fn on_gpu(x: CudaView<'_, f32, 1>, #[alias(x)] y: CudaViewMut<'_, f32, 1>) {}

// Of methods.
#[tvm_ffi::object("solver.Solver")] struct Solver {}
#[tvm_ffi::methods(cpu = on_cpu)] impl Solver { fn solve(&self, x: CudaView<'_, f32, 1>) {} }

// Without path.
#[tvm_ffi::export(cpu)] fn nothing(x: CudaView<'_, f32, 1>) {}
#[tvm_ffi::export(cpu = "double_on_cpu")] fn text(x: CudaView<'_, f32, 1>) {}
#[tvm_ffi::export(cpu = |x| ())] fn closure(x: CudaView<'_, f32, 1>) {}
#[tvm_ffi::export(cpu(double_on_cpu))] fn parentheses(x: CudaView<'_, f32, 1>) {}
