//! A kernel crate as a user writes it, whose tests use a runtime.
//!
//! ```
//! let shifted = my_kernels::shift(tvm_ffi::Array::from_iter([1i64, 2]), 10);
//! assert_eq!(shifted.to_vec(), [11, 12]);
//! ```

use tvm_ffi::prelude::*;

/// Adds a number to each element.
#[tvm_ffi::export]
pub fn shift(values: Array<i64>, by: i64) -> Array<i64> {
    values.to_vec().into_iter().map(|value| value + by).collect()
}

/// Doubles each element of a new tensor.
#[tvm_ffi::export]
pub fn doubled(#[shape(n)] x: CpuView<'_, f32, 1>) -> Result<Tensor> {
    let doubled: Vec<f32> = x.iter().map(|x| 2.0 * x).collect();
    Tensor::from_vec(doubled, &[x.dim(0) as i64])
}

/// Fails.
#[tvm_ffi::export]
pub fn fail(text: &str) -> Result<()> {
    bail!(ValueError, "{text} is refused")
}

/// A number that changes.
#[tvm_ffi::object("my_kernels.Counter", mutable)]
pub struct Counter {
    #[field]
    pub count: i64,
}

#[tvm_ffi::methods]
impl Counter {
    #[init]
    fn new(count: i64) -> Self {
        Self { count }
    }

    fn add(&mut self, by: i64) -> i64 {
        self.count += by;
        self.count
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn containers_and_tensors_are_made() -> Result<()> {
        assert_eq!(shift(Array::from_iter([1, 2]), 1).to_vec(), [2, 3]);
        let x = SliceTensor::new(&[1.0, 2.5], [2])?;
        let y = doubled(x.view())?;
        let y: CpuView<'_, f32, 1> = y.view().try_cpu()?;
        assert_eq!(y.as_slice(), [2.0, 5.0]);
        Ok(())
    }

    #[test]
    fn objects_are_made_and_changed() {
        let counter = Ref::new(Counter { count: 3 });
        assert_eq!(counter.borrow_mut().add(4), 7);
        assert_eq!(counter.borrow().count, 7);
    }

    #[test]
    fn functions_are_called_and_fail() -> Result<()> {
        let twice = Function::new(|x: i64| 2 * x);
        assert_eq!(twice.call((21,))?.cast::<i64>()?, 42);
        let error = fail("it").expect_err("it fails");
        assert_eq!((error.kind(), &*error.message()), (ErrorKind::ValueError, "it is refused"));
        Ok(())
    }
}
