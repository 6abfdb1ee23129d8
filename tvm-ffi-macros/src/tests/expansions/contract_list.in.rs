#[tvm_ffi::export]
fn f(
    #[strides(ld, -1)]
    #[dtype(f32, f16)]
    #[device(cpu, cuda)]
    #[align(16)]
    x: Vec<TensorView<'_>>,
) {
}
