use tvm_ffi::prelude::*;

/// Every mistake is reported at once.
#[tvm_ffi::export]
fn several(
    #[shape(n, 4usize)] x: CpuView<'_, f32, 2>,
    #[shape(n, n)] y: CpuView<'_, f32, 1>,
    #[dtype(f33)] z: TensorView<'_>,
    #[out] w: f32,
) -> f32 {
    let _ = (x, y, z);
    w
}

fn main() {}
