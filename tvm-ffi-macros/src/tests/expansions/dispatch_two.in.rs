#[tvm_ffi::export(dispatch(T = [f32, f64], U = [i8, u8]))]
fn gather<U: Element, T: Element>(x: Option<CpuView<'_, T, 1>>, index: CpuView<'_, U, 1>, y: Image<'_, T>) {}
