//! Forward and backward functions. No test looks at what they compute.

use tvm_ffi::prelude::*;

/// The number of elements that are scaled alike.
const GROUP: usize = 2;

/// Scales each row, and saves the factors.
#[tvm_ffi::export(name = "pairs.scale_rows", dispatch(T = [f32, f64]))]
fn scale_rows<T: Element>(
    #[shape(n, {GROUP})] x: CpuView<'_, T, 2>,
    #[shape(n)] factor: Option<CpuView<'_, T, 1>>,
    mask: CpuView<'_, T, 1, Strided>,
    #[out]
    #[shape(n, {GROUP})]
    y: CpuViewMut<'_, T, 2>,
    #[out(saved)]
    #[shape(n)]
    factors: CpuViewMut<'_, T, 1>,
) {
    let _ = (x, factor, mask, y, factors);
}

/// The gradients of the rows, and of the factors if the caller passes memory for them.
#[tvm_ffi::export(name = "pairs.scale_rows_bwd", backward_of = self::scale_rows, constant(mask), dispatch(U = [f64, f32]))]
fn scale_rows_bwd<U: Element>(
    #[grad(y)]
    #[shape(rows, 2)]
    dy: CpuView<'_, U, 2>,
    #[shape(rows, 2)] x: CpuView<'_, U, 2>,
    #[shape(rows)] factors: CpuView<'_, U, 1>,
    #[grad(x)]
    #[out]
    #[shape(rows, 2)]
    dx: CpuViewMut<'_, U, 2>,
    #[grad(factor)]
    #[out(zero)]
    #[shape(rows)]
    dfactor: Option<CpuViewMut<'_, U, 1>>,
) {
    let _ = (dy, x, factors, dx, dfactor);
}

/// The backward function of a backward function, in another module.
mod second {
    use tvm_ffi::prelude::*;

    #[tvm_ffi::export(name = "pairs.square")]
    pub(super) fn square(x: CpuViewD<'_, f64>, #[out] y: CpuViewMutD<'_, f64>) {
        let _ = (x, y);
    }

    #[tvm_ffi::export(name = "pairs.square_bwd", backward_of = square)]
    pub(super) fn square_bwd(
        #[grad(y)] dy: CpuViewD<'_, f64>,
        x: CpuViewD<'_, f64>,
        #[grad(x)]
        #[out]
        dx: CpuViewMutD<'_, f64>,
    ) {
        let _ = (dy, x, dx);
    }
}

/// The gradients of [`second::square_bwd`].
#[tvm_ffi::export(name = "pairs.square_bwd_bwd", backward_of = second::square_bwd)]
fn square_bwd_bwd(
    #[grad(dx)] ddx: CpuViewD<'_, f64>,
    dy: CpuViewD<'_, f64>,
    x: CpuViewD<'_, f64>,
    #[grad(dy)]
    #[out]
    ddy: CpuViewMutD<'_, f64>,
    #[grad(x)]
    #[out]
    dx: Option<CpuViewMutD<'_, f64>>,
) {
    let _ = (ddx, dy, x, ddy, dx);
}
