#[tvm_ffi::export(dispatch(T = [f32, half::f16]))]
pub fn scale<'a, T>(mut x: CpuViewMut<'a, T, 1>, alpha: f64) -> T
where
    T: Element + Mul<Output = T>,
    for<'x> &'x T: Copy,
{
    x[[0]]
}
