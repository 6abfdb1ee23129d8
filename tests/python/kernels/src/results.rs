//! Tensors that are made in Rust and returned.

use tvm_ffi::{CpuView, DType, Device, Element, Result, Strided, Tensor, TensorMut};

/// The transpose, in a new tensor.
#[tvm_ffi::export]
fn transposed(x: CpuView<'_, f64, 2, Strided>) -> Result<Tensor> {
    let [rows, columns] = x.dims();
    Tensor::from_fn([columns, rows], |[column, row]| x[[row, column]])
}

/// The even and the odd elements.
#[tvm_ffi::export]
fn evens_and_odds(x: CpuView<'_, i64, 1>) -> Result<(Tensor, Tensor)> {
    let part = |rest| {
        let part: Vec<i64> =
            x.as_slice().iter().copied().filter(|value| value.rem_euclid(2) == rest).collect();
        let length = part.len() as i64;
        Tensor::from_vec(part, &[length])
    };
    Ok((part(0)?, part(1)?))
}

/// A tensor for each row.
#[tvm_ffi::export]
fn split_rows(x: CpuView<'_, f32, 2>) -> Result<Vec<Tensor>> {
    x.rows().map(|row| Tensor::from_slice(row, &[row.len() as i64])).collect()
}

/// The positive elements, or nothing if there are none.
#[tvm_ffi::export]
fn positives(x: CpuView<'_, f64, 1>) -> Result<Option<Tensor>> {
    let positives: Vec<f64> = x.as_slice().iter().copied().filter(|value| *value > 0.0).collect();
    let length = positives.len() as i64;
    if positives.is_empty() { Ok(None) } else { Tensor::from_vec(positives, &[length]).map(Some) }
}

/// A new tensor of the same type, written before it is shared.
#[tvm_ffi::export(dispatch(T = [f32, f64, i64]))]
fn reversed<T: Element>(x: CpuView<'_, T, 1>) -> Result<TensorMut> {
    let mut result = TensorMut::zeros(T::DTYPE, Device::cpu(), x.shape())?;
    for (place, value) in
        result.try_cpu_mut::<T, 1>()?.as_mut_slice().iter_mut().zip(x.as_slice().iter().rev())
    {
        *place = *value;
    }
    Ok(result)
}

/// Uninitialised memory by its name, which is zeroed in host memory.
#[tvm_ffi::export]
fn empty(dtype: DType, shape: &[i64]) -> Result<Tensor> {
    Tensor::empty(dtype, Device::cpu(), shape)
}

/// A tensor of the shape and the dtype that the caller asks for, which may differ from the declared ones.
#[tvm_ffi::export(returns(shape(n, 2 * d), dtype(f32), device(cpu)))]
fn declared(#[shape(n, d)] x: CpuView<'_, f32, 2>, dtype: DType, shape: &[i64]) -> Result<Tensor> {
    let _ = x;
    Tensor::zeros(dtype, Device::cpu(), shape)
}

/// The elements that are not zero, and where they are. Their number depends on the data.
#[tvm_ffi::export(dispatch(T = [f32, f64]), returns((shape(_), dtype(T)), _, (shape(_, 1), dtype(i64))))]
fn nonzero<T: Element + Default + PartialEq>(x: CpuView<'_, T, 1>) -> Result<(Tensor, i64, Tensor)> {
    let found = x.as_slice().iter().enumerate().filter(|(_, value)| **value != T::default());
    let (places, values): (Vec<i64>, Vec<T>) = found.map(|(place, value)| (place as i64, *value)).unzip();
    let count = places.len() as i64;
    Ok((Tensor::from_vec(values, &[count])?, count, Tensor::from_vec(places, &[count, 1])?))
}
