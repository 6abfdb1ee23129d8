#[tvm_ffi::export(dispatch(T = [f32], U = [i8]))]
fn gather<U: Element, T: Element>(x: CpuView<'_, T, 1>, y: Image<'_, U>) {}
