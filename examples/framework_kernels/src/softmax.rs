//! Softmax, whose backward function makes the result again from what is saved.

use tvm_ffi::prelude::*;

/// Softmax of each row, and the largest element of each row. The sums of the powers are saved.
#[tvm_ffi::export]
pub fn softmax(
    #[shape(n, d)] x: CpuView<'_, f64, 2>,
    #[out]
    #[shape(n, d)]
    mut y: CpuViewMut<'_, f64, 2>,
    #[out]
    #[shape(n)]
    mut row_max: CpuViewMut<'_, f64, 1>,
    #[out(saved)]
    #[shape(n)]
    mut row_sum: CpuViewMut<'_, f64, 1>,
) {
    for row in 0..x.dim(0) {
        let largest = x.row(row).iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let sum: f64 = x.row(row).iter().map(|x| (x - largest).exp()).sum();
        (row_max[[row]], row_sum[[row]]) = (largest, sum);
        for (y, x) in y.row_mut(row).iter_mut().zip(x.row(row)) {
            *y = (x - largest).exp() / sum;
        }
    }
}

/// The gradient of [`softmax`]. Its second output, the largest elements, has none.
#[tvm_ffi::export(backward_of = softmax)]
pub fn softmax_bwd(
    #[grad(y)]
    #[shape(n, d)]
    dy: CpuView<'_, f64, 2>,
    #[shape(n, d)] x: CpuView<'_, f64, 2>,
    #[shape(n)] row_max: CpuView<'_, f64, 1>,
    #[shape(n)] row_sum: CpuView<'_, f64, 1>,
    #[grad(x)]
    #[out]
    #[shape(n, d)]
    mut dx: CpuViewMut<'_, f64, 2>,
) {
    for row in 0..x.dim(0) {
        let y = |x: f64| (x - row_max[[row]]).exp() / row_sum[[row]];
        let dot: f64 = x.row(row).iter().zip(dy.row(row)).map(|(x, dy)| y(*x) * dy).sum();
        for ((dx, x), dy) in dx.row_mut(row).iter_mut().zip(x.row(row)).zip(dy.row(row)) {
            *dx = y(*x) * (dy - dot);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{assert_close, gradient, tensor, tensor_mut, values};

    /// The result of two rows of three elements, and the largest elements and the sums.
    fn forward(x: &[f64]) -> [Vec<f64>; 3] {
        let mut results = [vec![0.0; 6], vec![0.0; 2], vec![0.0; 2]];
        let [y, row_max, row_sum] = &mut results;
        softmax(
            tensor(x, [2, 3]).view(),
            tensor_mut(y, [2, 3]).view_mut(),
            tensor_mut(row_max, [2]).view_mut(),
            tensor_mut(row_sum, [2]).view_mut(),
        );
        results
    }

    #[test]
    fn gradients_are_those_of_finite_differences() {
        let (x, dy) = (values(6), [0.5, -1.0, 2.0, 1.5, 0.25, -0.75]);
        let expected = gradient(|x| forward(x)[0].clone(), &x, &dy);
        let [_, row_max, row_sum] = forward(&x);
        let mut dx = vec![0.0; 6];
        softmax_bwd(
            tensor(&dy, [2, 3]).view(),
            tensor(&x, [2, 3]).view(),
            tensor(&row_max, [2]).view(),
            tensor(&row_sum, [2]).view(),
            tensor_mut(&mut dx, [2, 3]).view_mut(),
        );
        assert_close(&dx, &expected, 1e-8);
    }
}
