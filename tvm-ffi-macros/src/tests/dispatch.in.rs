#[tvm_ffi::export(dispatch(T = [f32, half::f16]))]
pub fn scale<'a, T>(mut x: CpuViewMut<'a, T, 1>, alpha: f64) -> T
where
    T: Element + Mul<Output = T>,
    for<'x> &'x T: Copy,
{
    x[[0]]
}

#[tvm_ffi::export(dispatch(T = [f32, f64], U = [i8, u8]))]
fn gather<U: Element, T: Element>(
    #[shape(n)] x: Option<CpuView<'_, T, 1>>,
    #[shape(n)] index: CpuView<'_, U, 1>,
    y: Image<'_, T>,
) {
}
