#[tvm_ffi::export]
fn f(
    k: Index,
    #[shape(n, ..)]
    #[strides(.., 1)]
    x: Image<'_>,
    #[shape(2 * n, k)] y: CpuView<'_, f32, RANK, Layout>,
    #[dtype(f32)] z: Images<'_>,
) {
}
