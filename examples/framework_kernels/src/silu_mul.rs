//! The gate of a feed-forward block: SiLU of one half, times the other.

use tvm_ffi::prelude::*;

use crate::real::Real;

/// The sigmoid of `x`, and SiLU, which is `x` times it.
fn silu(x: f64) -> [f64; 2] {
    let sigmoid = 1.0 / (1.0 + (-x).exp());
    [sigmoid, x * sigmoid]
}

/// SiLU of `x`, times `gate`.
#[tvm_ffi::export(dispatch(T = [f32, f64]))]
pub fn silu_mul<T: Real>(
    #[shape(s..)] x: CpuViewD<'_, T>,
    #[shape(s..)] gate: CpuViewD<'_, T>,
    #[out]
    #[shape(s..)]
    mut y: CpuViewMutD<'_, T>,
) {
    for ((y, x), gate) in y.iter_mut().zip(x.iter()).zip(gate.iter()) {
        *y = T::narrow(silu(x.widen())[1] * gate.widen());
    }
}

/// The gradients of [`silu_mul`].
#[tvm_ffi::export(backward_of = silu_mul, dispatch(T = [f32, f64]))]
pub fn silu_mul_bwd<T: Real>(
    #[grad(y)]
    #[shape(s..)]
    dy: CpuViewD<'_, T>,
    #[shape(s..)] x: CpuViewD<'_, T>,
    #[shape(s..)] gate: CpuViewD<'_, T>,
    #[grad(x)]
    #[out]
    #[shape(s..)]
    mut dx: CpuViewMutD<'_, T>,
    #[grad(gate)]
    #[out]
    #[shape(s..)]
    mut dgate: CpuViewMutD<'_, T>,
) {
    let given = dy.iter().zip(x.iter()).zip(gate.iter());
    for (((dx, dgate), dy), (x, gate)) in dx
        .iter_mut()
        .zip(dgate.iter_mut())
        .zip(given)
        .map(|(places, ((dy, x), gate))| ((places, dy.widen()), (x.widen(), gate.widen())))
    {
        let [sigmoid, value] = silu(x);
        *dx = T::narrow(dy * gate * (sigmoid + value * (1.0 - sigmoid)));
        *dgate = T::narrow(dy * value);
    }
}

/// SiLU of `x`, times `gate`, in place of `x`: for inference.
#[tvm_ffi::export(dispatch(T = [f32, f64]))]
pub fn silu_mul_<T: Real>(#[shape(s..)] mut x: CpuViewMutD<'_, T>, #[shape(s..)] gate: CpuViewD<'_, T>) {
    for (x, gate) in x.iter_mut().zip(gate.iter()) {
        *x = T::narrow(silu(x.widen())[1] * gate.widen());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{assert_close, gradient, tensor, tensor_mut, values};

    const SHAPE: [usize; 2] = [2, 2];

    /// The result of four elements, which come before their gates.
    fn forward(inputs: &[f64]) -> Vec<f64> {
        let (x, gate) = inputs.split_at(4);
        let mut y = vec![0.0; 4];
        silu_mul(
            tensor(x, SHAPE).view().into_dyn(),
            tensor(gate, SHAPE).view().into_dyn(),
            tensor_mut(&mut y, SHAPE).view_mut().into_dyn(),
        );
        y
    }

    #[test]
    fn results_are_those_of_the_formula() {
        let inputs = values(8);
        let expected: Vec<_> =
            inputs[..4].iter().zip(&inputs[4..]).map(|(x, gate)| x / (1.0 + (-x).exp()) * gate).collect();
        assert_close(&forward(&inputs), &expected, 1e-15);
        let mut x = inputs[..4].to_vec();
        silu_mul_(
            tensor_mut(&mut x, SHAPE).view_mut().into_dyn(),
            tensor(&inputs[4..], SHAPE).view().into_dyn(),
        );
        assert_close(&x, &expected, 1e-15);
    }

    #[test]
    fn gradients_are_those_of_finite_differences() {
        let (inputs, dy) = (values(8), [0.5, -1.0, 2.0, 1.5]);
        let expected = gradient(forward, &inputs, &dy);
        let (x, gate) = inputs.split_at(4);
        let (mut dx, mut dgate) = (vec![0.0; 4], vec![0.0; 4]);
        silu_mul_bwd(
            tensor(&dy, SHAPE).view().into_dyn(),
            tensor(x, SHAPE).view().into_dyn(),
            tensor(gate, SHAPE).view().into_dyn(),
            tensor_mut(&mut dx, SHAPE).view_mut().into_dyn(),
            tensor_mut(&mut dgate, SHAPE).view_mut().into_dyn(),
        );
        assert_close(&[dx, dgate].concat(), &expected, 1e-8);
    }
}
