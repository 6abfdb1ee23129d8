#[tvm_ffi::export]
fn aliased(
    k: Index,
    #[shape(n, ..)]
    #[strides(.., 1)]
    x: Image<'_>,
    #[shape(2 * n, k)] y: CpuView<'_, f32, RANK, Layout>,
    #[out]
    #[alias(x)]
    #[shape(n)]
    z: Option<Image<'_>>,
    #[dtype(f32)] w: Images<'_>,
    any: Any,
) {
}

/// Only a role: nothing to check.
#[tvm_ffi::export]
fn role(x: CpuView<'_, f32, 1>, #[out] y: CpuViewMut<'_, f32, 1>) {}
