//! Floats of eight bits.

use tvm_ffi::prelude::*;
use tvm_ffi::{F8E4M3FN, F8E4M3FNUZ, F8E5M2, F8E5M2FNUZ, F8E8M0FNU};

/// The values.
#[tvm_ffi::export(dispatch(T = [F8E4M3FN, F8E5M2, F8E4M3FNUZ, F8E5M2FNUZ, F8E8M0FNU]))]
fn widen<T: Element + Copy + Into<f32>>(
    #[shape(s..)] x: CpuViewD<'_, T>,
    #[out]
    #[shape(s..)]
    mut y: CpuViewMutD<'_, f32>,
) {
    for (x, y) in x.as_slice().iter().zip(y.as_mut_slice()) {
        *y = (*x).into();
    }
}

/// The elements, from the last to the first.
#[tvm_ffi::export(dispatch(T = [F8E4M3FN, F8E5M2, F8E4M3FNUZ, F8E5M2FNUZ, F8E8M0FNU]))]
fn reversed<T: Element + Copy>(
    #[shape(n)] x: CpuView<'_, T, 1>,
    #[out]
    #[shape(n)]
    mut y: CpuViewMut<'_, T, 1>,
) {
    for (x, y) in x.as_slice().iter().rev().zip(y.as_mut_slice()) {
        *y = *x;
    }
}
