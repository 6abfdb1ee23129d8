//! Tensors: borrowed, owned, and made.

use tvm_ffi::{Bool8, CpuView, DType, Device, Element, Result, Tensor, TensorView, bail};

use crate::values::identities;

identities! {
    id_tensor(Tensor);
    id_option_tensor(Option<Tensor>);
    id_vec_tensor(Vec<Tensor>);
}

/// The metadata of a view: dtype, device, shape, strides in elements, whether it is contiguous.
type Facts = (String, Device, Vec<i64>, Vec<i64>, bool);

fn facts_of(x: TensorView<'_>) -> Facts {
    (x.dtype().to_string(), x.device(), x.shape().to_vec(), x.strides().into_owned(), x.is_contiguous())
}

/// The metadata of a borrowed tensor.
#[tvm_ffi::export]
fn view_facts(x: TensorView<'_>) -> Facts {
    facts_of(x)
}

/// The shape and the stream of a tensor, after a while.
#[tvm_ffi::export]
fn facts_later(x: TensorView<'_>, seconds: f64) -> String {
    std::thread::sleep(std::time::Duration::from_secs_f64(seconds));
    format!("{:?} {:?} {:#x}", x.shape(), x.strides(), x.stream().as_raw() as usize)
}

/// The metadata of an owned tensor.
#[tvm_ffi::export]
fn tensor_facts(x: Tensor) -> Facts {
    facts_of(x.view())
}

/// The metadata of an optional tensor.
#[tvm_ffi::export]
fn option_facts(x: Option<TensorView<'_>>) -> Option<Facts> {
    x.map(facts_of)
}

/// The address of the first element.
#[tvm_ffi::export]
fn first_element(x: TensorView<'_>) -> usize {
    x.first_element() as usize
}

/// Adds up a vector of any of three dtypes.
#[tvm_ffi::export]
fn sum_vector(x: TensorView<'_>) -> Result<f64> {
    fn sum<T: Element + Into<f64>>(x: TensorView<'_>) -> Result<f64> {
        let x: CpuView<'_, T, 1> = x.try_cpu()?;
        Ok(x.as_slice().iter().map(|value| (*value).into()).sum())
    }
    match x.dtype() {
        DType::F32 => sum::<f32>(x),
        DType::F64 => sum::<f64>(x),
        DType::I32 => sum::<i32>(x),
        other => bail!(TypeError, "expected float32, float64, or int32, got {other}"),
    }
}

/// Narrows a `TensorView` to one dtype and rank.
#[tvm_ffi::export]
fn matrix_sum(x: TensorView<'_>) -> Result<f32> {
    let x: CpuView<'_, f32, 2> = x.try_cpu()?; // line: matrix_sum
    Ok(x.as_slice().iter().sum())
}

/// The number of true elements.
#[tvm_ffi::export]
fn count_true(x: TensorView<'_>) -> Result<usize> {
    let x: CpuView<'_, Bool8, 1> = x.try_cpu()?;
    Ok(x.as_slice().iter().filter(|value| bool::from(**value)).count())
}

/// The numbers below `n`, in a new tensor.
#[tvm_ffi::export]
fn arange(n: u16) -> Result<Tensor> {
    Tensor::from_vec((0..n).map(f32::from).collect(), &[i64::from(n)])
}

/// Zeros, in a new tensor.
#[tvm_ffi::export]
fn zeros(dtype: DType, shape: &[i64]) -> Result<Tensor> {
    Tensor::zeros(dtype, Device::cpu(), shape)
}

/// Doubled elements, in a new tensor.
#[tvm_ffi::export]
fn doubled(x: Tensor) -> Result<Tensor> {
    let view: CpuView<'_, f32, 1> = x.view().try_cpu()?;
    Tensor::from_vec(view.as_slice().iter().map(|value| value * 2.0).collect(), view.shape())
}

/// Sums of several tensors.
#[tvm_ffi::export]
fn sums(tensors: Vec<TensorView<'_>>) -> Result<Vec<f64>> {
    tensors.into_iter().map(sum_vector).collect()
}
