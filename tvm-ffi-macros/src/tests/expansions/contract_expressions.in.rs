#[tvm_ffi::export]
fn f(n: usize, #[shape(m, n, 4, { HEADS * 2 }, _, 2 * m - n, s..)] x: CpuViewD<'_, f32, Strided>) {}
