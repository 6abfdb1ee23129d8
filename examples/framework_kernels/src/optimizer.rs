//! A step of an optimizer over all parameters of a model.

use tvm_ffi::prelude::*;
use tvm_ffi::{bail, ensure};

/// A step of stochastic gradient descent with momentum. The three lists have one tensor for each parameter.
///
/// # Errors
///
/// A list has another length than the others, or a tensor has another length than its parameter.
#[tvm_ffi::export]
pub fn sgd_(
    mut parameters: Vec<CpuViewMutD<'_, f32>>,
    gradients: Vec<CpuViewD<'_, f32>>,
    mut momenta: Vec<CpuViewMutD<'_, f32>>,
    rate: f64,
    #[default(0.9)] momentum: f64,
) -> Result<()> {
    let count = parameters.len();
    if gradients.len() != count || momenta.len() != count {
        bail!(
            ValueError,
            "{count} parameters have {} gradients and {} momenta",
            gradients.len(),
            momenta.len()
        );
    }
    let (rate, momentum) = (rate as f32, momentum as f32);
    for ((parameter, gradient), velocity) in parameters.iter_mut().zip(&gradients).zip(&mut momenta) {
        ensure!(
            parameter.shape() == gradient.shape() && parameter.shape() == velocity.shape(),
            ValueError,
            "a parameter of shape {:?} has a gradient of shape {:?} and a momentum of shape {:?}",
            parameter.shape(),
            gradient.shape(),
            velocity.shape(),
        );
        for ((parameter, gradient), velocity) in
            parameter.iter_mut().zip(gradient.iter()).zip(velocity.iter_mut())
        {
            *velocity = momentum * *velocity + gradient;
            *parameter -= rate * *velocity;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use tvm_ffi::{SliceTensor, SliceTensorMut};

    #[test]
    fn each_parameter_moves_against_its_gradient() -> Result<()> {
        let (mut first, mut second) = ([1.0, 2.0], [3.0]);
        let (mut first_momentum, mut second_momentum) = ([1.0, 0.0], [0.0]);
        for _ in 0..2 {
            sgd_(
                vec![
                    SliceTensorMut::new(&mut first, [2])?.view_mut().into_dyn(),
                    SliceTensorMut::new(&mut second, [1])?.view_mut().into_dyn(),
                ],
                vec![
                    SliceTensor::new(&[1.0, -1.0], [2])?.view().into_dyn(),
                    SliceTensor::new(&[2.0], [1])?.view().into_dyn(),
                ],
                vec![
                    SliceTensorMut::new(&mut first_momentum, [2])?.view_mut().into_dyn(),
                    SliceTensorMut::new(&mut second_momentum, [1])?.view_mut().into_dyn(),
                ],
                0.5,
                0.5,
            )?;
        }
        // The momenta are 1.5 and 1.75, -1 and -1.5, 2 and 3.
        assert_eq!((first, second), ([-0.625, 3.25], [0.5]));
        Ok(())
    }

    #[test]
    fn lists_of_different_lengths_are_refused() {
        let error = sgd_(
            vec![],
            vec![],
            vec![SliceTensorMut::new(&mut [], [0]).unwrap().view_mut().into_dyn()],
            1.0,
            0.9,
        );
        assert!(error.is_err_and(|error| error.message().contains("1 momenta")));
    }
}
