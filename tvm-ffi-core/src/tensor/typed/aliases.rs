//! The names that kernels use.

use super::{Cells, Contiguous, Cpu, Cuda, Dyn, Exclusive, Rank, Shared, SubView, View};

/// A tensor in host memory that is borrowed to be read, with elements of type `T` and `N` dimensions. The memory may be pinned
/// by CUDA or ROCm.
///
/// ```
/// # fn main() -> tvm_ffi_core::Result<()> {
/// use tvm_ffi_core::{CpuView, Tensor};
/// let tensor = Tensor::from_vec(vec![1.0f64, 2.0, 4.0, 8.0], &[2, 2])?;
/// let view: CpuView<'_, f64, 2> = tensor.view().try_cpu()?;
/// assert_eq!(view.as_slice().iter().sum::<f64>(), 15.0);
/// assert_eq!(view[[1, 0]], 4.0);
/// let [rows, columns] = view.dims();
/// assert_eq!((rows, columns), (2, 2));
/// # Ok(()) }
/// ```
pub type CpuView<'a, T, const N: usize, L = Contiguous> = View<'a, Cpu, Shared, T, Rank<N>, L>;

/// A tensor in host memory that is borrowed to be written, with elements of type `T` and `N` dimensions. No other code reaches
/// its elements.
///
/// ```
/// # fn main() -> tvm_ffi_core::Result<()> {
/// use tvm_ffi_core::{CpuViewMut, TensorMut};
/// fn fill_diagonal(mut x: CpuViewMut<'_, f32, 2>) {
///     let [rows, columns] = x.dims();
///     for i in 0..rows.min(columns) {
///         x[[i, i]] = 1.0;
///     }
/// }
/// let mut tensor = TensorMut::from_vec(vec![0f32; 4], &[2, 2])?;
/// fill_diagonal(tensor.try_cpu_mut()?);
/// assert_eq!(tensor.try_cpu_mut::<f32, 2>()?.as_slice(), [1.0, 0.0, 0.0, 1.0]);
/// # Ok(()) }
/// ```
///
/// Several tensors to write are a `Vec<CpuViewMut<...>>`. No two of them may share memory, as of any other arguments:
///
/// ```
/// use tvm_ffi_core::{CpuView, CpuViewMut};
/// fn sgd(mut params: Vec<CpuViewMut<'_, f32, 1>>, grads: Vec<CpuView<'_, f32, 1>>, rate: f32) {
///     for (param, grad) in params.iter_mut().zip(&grads) {
///         for (value, change) in param.as_mut_slice().iter_mut().zip(grad.as_slice()) {
///             *value -= rate * change;
///         }
///     }
/// }
/// ```
pub type CpuViewMut<'a, T, const N: usize, L = Contiguous> = View<'a, Cpu, Exclusive, T, Rank<N>, L>;

/// As [`CpuView`], with a rank that is known at run time.
///
/// ```
/// # fn main() -> tvm_ffi_core::Result<()> {
/// use tvm_ffi_core::{CpuViewD, Tensor};
/// let tensor = Tensor::from_vec(vec![1i32, 2, 3, 4], &[2, 1, 2])?;
/// let view: CpuViewD<'_, i32> = tensor.view().try_cpu_dyn()?;
/// assert_eq!((view.ndim(), view[[1, 0, 1]]), (3, 4));
/// assert_eq!(view.as_slice(), [1, 2, 3, 4]);
/// # Ok(()) }
/// ```
pub type CpuViewD<'a, T, L = Contiguous> = View<'a, Cpu, Shared, T, Dyn, L>;

/// As [`CpuViewMut`], with a rank that is known at run time.
pub type CpuViewMutD<'a, T, L = Contiguous> = View<'a, Cpu, Exclusive, T, Dyn, L>;

/// A tensor in host memory that others may reach too, to be read and written through cells.
///
/// ```
/// # fn main() -> tvm_ffi_core::Result<()> {
/// use tvm_ffi_core::{CpuCells, TensorMut};
/// fn add(x: CpuCells<'_, f32, 1>, y: CpuCells<'_, f32, 1>) {
///     for (x, y) in x.as_cells().iter().zip(y.as_cells()) {
///         y.set(x.get() + y.get());
///     }
/// }
/// let mut tensor = TensorMut::from_vec(vec![1f32, 2.0], &[2])?;
/// let mut view = tensor.try_cpu_mut()?;
/// let cells = view.as_cell_view();
/// add(cells, cells);
/// assert_eq!(view.as_slice(), [2.0, 4.0]);
/// # Ok(()) }
/// ```
pub type CpuCells<'a, T, const N: usize, L = Contiguous> = View<'a, Cpu, Cells, T, Rank<N>, L>;

/// A tensor in the memory of a CUDA GPU that is borrowed to be read, with elements of type `T` and `N` dimensions.
pub type CudaView<'a, T, const N: usize, L = Contiguous> = View<'a, Cuda, Shared, T, Rank<N>, L>;

/// A tensor in the memory of a CUDA GPU that is borrowed to be written, with elements of type `T` and `N` dimensions.
pub type CudaViewMut<'a, T, const N: usize, L = Contiguous> = View<'a, Cuda, Exclusive, T, Rank<N>, L>;

/// As [`CudaView`], with a rank that is known at run time.
pub type CudaViewD<'a, T, L = Contiguous> = View<'a, Cuda, Shared, T, Dyn, L>;

/// As [`CudaViewMut`], with a rank that is known at run time.
pub type CudaViewMutD<'a, T, L = Contiguous> = View<'a, Cuda, Exclusive, T, Dyn, L>;

/// A part of a [`CpuView`], or the whole of one with its extents at hand.
///
/// ```
/// # fn main() -> tvm_ffi_core::Result<()> {
/// use tvm_ffi_core::{CpuSubView, CpuView, Strided, Tensor};
/// let tensor = Tensor::from_vec(vec![1, 2, 3, 4, 5, 6], &[2, 3])?;
/// let view: CpuView<'_, i32, 2> = tensor.view().try_cpu()?;
/// let transposed: CpuSubView<'_, i32, 2, Strided> = view.transpose();
/// assert_eq!((transposed.dims(), transposed[[2, 1]]), ([3, 2], 6));
/// # Ok(()) }
/// ```
pub type CpuSubView<'a, T, const N: usize, L = Contiguous> = SubView<'a, Shared, T, N, L>;

/// A part of a [`CpuViewMut`], or the whole of one with its extents at hand.
pub type CpuSubViewMut<'a, T, const N: usize, L = Contiguous> = SubView<'a, Exclusive, T, N, L>;
