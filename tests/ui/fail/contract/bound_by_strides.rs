use tvm_ffi::prelude::*;

#[tvm_ffi::export]
fn total(
    #[strides(ld, 1)] x: CpuView<'_, f32, 2, Strided>,
    #[shape(2 * ld)] y: CpuView<'_, f32, 1>,
    #[strides(ld / 2)] z: CpuView<'_, f32, 1, Strided>,
) -> f32 {
    x.iter().chain(y.iter()).chain(z.iter()).sum()
}

fn main() {}
