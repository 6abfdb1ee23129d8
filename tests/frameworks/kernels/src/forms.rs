//! Operators without a gradient.

use tvm_ffi::prelude::*;

/// One tensor in, one out.
#[tvm_ffi::export]
fn silu(
    #[shape(n)] x: CpuView<'_, f32, 1>,
    #[out]
    #[shape(n)]
    mut y: CpuViewMut<'_, f32, 1>,
) {
    for (to, from) in y.as_mut_slice().iter_mut().zip(x.as_slice()) {
        *to = from / (1.0 + (-from).exp());
    }
}

/// An extent that is given as a number.
#[tvm_ffi::export]
fn first(
    #[shape(n)] x: CpuView<'_, f32, 1>,
    count: i64,
    #[out]
    #[shape(count)]
    mut y: CpuViewMut<'_, f32, 1>,
) -> Result<()> {
    let Some(x) = x.as_slice().get(..y.dim(0)) else {
        bail!(ValueError, "there are {} elements, and {count} are asked for", x.dim(0));
    };
    y.as_mut_slice().copy_from_slice(x);
    Ok(())
}

/// Changes an argument in place.
#[tvm_ffi::export]
fn silu_mul_(#[shape(s..)] mut x: CpuViewMutD<'_, f32>, #[shape(s..)] gate: CpuViewD<'_, f32>) {
    for (x, gate) in x.as_mut_slice().iter_mut().zip(gate.as_slice()) {
        *x = *x / (1.0 + (-*x).exp()) * gate;
    }
}
