/// Root-mean-square normalisation of each row.
#[tvm_ffi::export]
#[must_use]
#[inline(never)]
pub fn rms_norm<'a>(
    #[shape(n, d % 16)] x: CpuView<'a, f32, 2>,
    #[shape(d)] weight: CpuView<'_, f32, 1>,
    #[out]
    #[shape(n, d)]
    mut out: CpuViewMut<'a, f32, 2>,
    #[default(1e-6)]
    #[allow(unused)]
    eps: f32,
) -> Result<()> {
    out.fill(eps);
}

#[tvm_ffi::export]
fn entries(
    n: usize,
    #[shape(m, n, 4, {HEADS * 2}, _, 2 * m - n, s..)] x: CpuViewD<'_, f32, Strided>,
    #[shape(m % {K}, s.., (m % 3))]
    #[strides(.., ld % 8, n / 2)]
    #[align({A})]
    y: Option<CudaViewD<'_, f32, Strided>>,
    #[strides(ld, -1)]
    #[dtype(f32, f16)]
    #[device(cpu, cuda)]
    #[align(16)]
    z: Vec<TensorView<'_>>,
) {
}
