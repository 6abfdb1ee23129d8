#[tvm_ffi::export]
fn f(
    #[shape(m, s..)] x: CpuViewD<'_, f32>,
    #[shape(m % {K}, s.., (m % 3))]
    #[strides(.., ld % 8, m / 2)]
    #[align({A})]
    y: Option<CudaViewD<'_, f32, Strided>>,
) {
}
