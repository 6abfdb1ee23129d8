//! Root-mean-square normalisation.

use tvm_ffi::bf16;
use tvm_ffi::prelude::*;

use crate::real::Real;

/// Root-mean-square normalisation of each row. The backward function reads the reciprocal deviations of the rows.
#[tvm_ffi::export(dispatch(T = [f32, f64, bf16]))]
pub fn rms_norm<T: Real>(
    #[shape(n, d)] x: CpuView<'_, T, 2>,
    #[shape(d)] weight: CpuView<'_, T, 1>,
    #[out]
    #[shape(n, d)]
    mut y: CpuViewMut<'_, T, 2>,
    #[out(saved)]
    #[shape(n)]
    mut rstd: CpuViewMut<'_, f32, 1>,
    #[default(1e-6)] eps: f64,
) {
    for row in 0..x.dim(0) {
        let values = x.row(row);
        let square: f64 = values.iter().map(|x| x.widen() * x.widen()).sum();
        let scale = 1.0 / (square / values.len() as f64 + eps).sqrt();
        rstd[[row]] = scale as f32;
        for ((y, x), weight) in y.row_mut(row).iter_mut().zip(values).zip(weight.iter()) {
            *y = T::narrow(x.widen() * scale * weight.widen());
        }
    }
}

/// The gradients of [`rms_norm`].
#[tvm_ffi::export(backward_of = rms_norm, dispatch(T = [f32, f64, bf16]))]
pub fn rms_norm_bwd<T: Real>(
    #[grad(y)]
    #[shape(n, d)]
    dy: CpuView<'_, T, 2>,
    #[shape(n, d)] x: CpuView<'_, T, 2>,
    #[shape(d)] weight: CpuView<'_, T, 1>,
    #[shape(n)] rstd: CpuView<'_, f32, 1>,
    #[grad(x)]
    #[out]
    #[shape(n, d)]
    mut dx: CpuViewMut<'_, T, 2>,
    #[grad(weight)]
    #[out]
    #[shape(d)]
    dweight: Option<CpuViewMut<'_, T, 1>>,
) {
    let mut of_weight = vec![0.0; weight.dim(0)];
    for row in 0..x.dim(0) {
        let (dy, x, rstd) = (dy.row(row), x.row(row), f64::from(rstd[[row]]));
        let mut dot = 0.0;
        for (((dy, x), weight), sum) in dy.iter().zip(x).zip(weight.iter()).zip(&mut of_weight) {
            *sum += dy.widen() * x.widen() * rstd;
            dot += dy.widen() * weight.widen() * x.widen();
        }
        let mean = dot * rstd * rstd / x.len() as f64;
        for (((dx, dy), x), weight) in dx.row_mut(row).iter_mut().zip(dy).zip(x).zip(weight.iter()) {
            *dx = T::narrow(rstd * (dy.widen() * weight.widen() - x.widen() * mean));
        }
    }
    if let Some(mut dweight) = dweight {
        for (dweight, sum) in dweight.iter_mut().zip(of_weight) {
            *dweight = T::narrow(sum);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{assert_close, gradient, tensor, tensor_mut, values};

    /// The result for two rows of three elements, which come before the weights, and what is saved.
    fn forward(inputs: &[f64]) -> (Vec<f64>, Vec<f32>) {
        let (x, weight) = inputs.split_at(6);
        let (mut y, mut rstd) = (vec![0.0; 6], vec![0.0; 2]);
        rms_norm(
            tensor(x, [2, 3]).view(),
            tensor(weight, [3]).view(),
            tensor_mut(&mut y, [2, 3]).view_mut(),
            tensor_mut(&mut rstd, [2]).view_mut(),
            1e-6,
        );
        (y, rstd)
    }

    #[test]
    fn gradients_are_those_of_finite_differences() {
        let (inputs, dy) = (values(9), [0.5, -1.0, 2.0, 1.5, 0.25, -0.75]);
        let expected = gradient(|inputs| forward(inputs).0, &inputs, &dy);
        let (x, weight) = inputs.split_at(6);
        let (mut dx, mut dweight) = (vec![0.0; 6], vec![0.0; 3]);
        rms_norm_bwd(
            tensor(&dy, [2, 3]).view(),
            tensor(x, [2, 3]).view(),
            tensor(weight, [3]).view(),
            tensor(&forward(&inputs).1, [2]).view(),
            tensor_mut(&mut dx, [2, 3]).view_mut(),
            Some(tensor_mut(&mut dweight, [3]).view_mut()),
        );
        // What is saved has 24 bits.
        assert_close(&[dx, dweight].concat(), &expected, 1e-6);
    }
}
