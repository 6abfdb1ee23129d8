//! Forward and backward functions.

use tvm_ffi::prelude::*;

/// The number of elements that are scaled alike.
const GROUP: usize = 2;

/// Scales each row, and saves the factors.
#[tvm_ffi::export(name = "pairs.scale_rows", dispatch(T = [f32, f64]))]
fn scale_rows<T: Number>(
    #[shape(n, {GROUP})] x: CpuView<'_, T, 2>,
    #[shape(n)] factor: Option<CpuView<'_, T, 1>>,
    mask: CpuView<'_, T, 1, Strided>,
    #[out]
    #[shape(n, {GROUP})]
    mut y: CpuViewMut<'_, T, 2>,
    #[out(saved)]
    #[shape(n)]
    mut factors: CpuViewMut<'_, T, 1>,
) {
    let masked = mask.iter().any(|mask| *mask == T::default());
    for row in 0..x.dim(0) {
        let factor = factor.as_ref().map_or(T::from(1u8), |factor| factor[[row]]);
        factors[[row]] = if masked { T::default() } else { factor };
        for (y, x) in y.row_mut(row).iter_mut().zip(x.row(row)) {
            *y = *x * factors[[row]];
        }
    }
}

/// The gradients of the rows, and of the factors if the caller passes memory for them.
#[tvm_ffi::export(name = "pairs.scale_rows_bwd", backward_of = self::scale_rows, constant(mask), dispatch(U = [f64, f32]))]
fn scale_rows_bwd<U: Number>(
    #[grad(y)]
    #[shape(rows, 2)]
    dy: CpuView<'_, U, 2>,
    #[shape(rows, 2)] x: CpuView<'_, U, 2>,
    #[shape(rows)] factors: CpuView<'_, U, 1>,
    #[grad(x)]
    #[out]
    #[shape(rows, 2)]
    mut dx: CpuViewMut<'_, U, 2>,
    #[grad(factor)]
    #[out(zero)]
    #[shape(rows)]
    mut dfactor: Option<CpuViewMut<'_, U, 1>>,
) {
    for row in 0..dy.dim(0) {
        for column in 0..GROUP {
            dx[[row, column]] = dy[[row, column]] * factors[[row]];
            if let Some(dfactor) = &mut dfactor {
                dfactor[[row]] += dy[[row, column]] * x[[row, column]];
            }
        }
    }
}

/// Numbers that are multiplied and added.
trait Number:
    Element + Default + PartialEq + From<u8> + core::ops::Mul<Output = Self> + core::ops::AddAssign
{
}

impl Number for f32 {}
impl Number for f64 {}

/// The backward function of a backward function, in another module.
mod second {
    use tvm_ffi::prelude::*;

    #[tvm_ffi::export(name = "pairs.square")]
    pub(super) fn square(x: CpuViewD<'_, f64>, #[out] mut y: CpuViewMutD<'_, f64>) {
        for (y, x) in y.iter_mut().zip(x.iter()) {
            *y = x * x;
        }
    }

    #[tvm_ffi::export(name = "pairs.square_bwd", backward_of = square)]
    pub(super) fn square_bwd(
        #[grad(y)] dy: CpuViewD<'_, f64>,
        x: CpuViewD<'_, f64>,
        #[grad(x)]
        #[out]
        mut dx: CpuViewMutD<'_, f64>,
    ) {
        for ((dx, dy), x) in dx.iter_mut().zip(dy.iter()).zip(x.iter()) {
            *dx = 2.0 * x * dy;
        }
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
    mut ddy: CpuViewMutD<'_, f64>,
    #[grad(x)]
    #[out]
    mut dx: Option<CpuViewMutD<'_, f64>>,
) {
    for (index, given) in ddx.iter().enumerate() {
        if let Some(place) = ddy.iter_mut().nth(index) {
            *place = 2.0 * x.as_slice()[index] * given;
        }
        if let Some(dx) = &mut dx {
            dx.as_mut_slice()[index] = 2.0 * dy.as_slice()[index] * given;
        }
    }
}
