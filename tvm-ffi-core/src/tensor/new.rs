//! Making tensors.

use core::ptr::NonNull;

use super::check::{self, Defect};
use super::typed::Rank;
use super::typed::walk::Walk;
use super::{Element, Tensor, alloc};
use crate::abi::{DLTensor, TVMFFIObjectHandle, TypeIndex};
use crate::device::Device;
use crate::dtype::DType;
use crate::error::{Error, ErrorKind, Result, check};
use crate::object_ref::ObjectRef;
use crate::runtime::{find, table};

/// How to make a tensor.
pub(super) struct Request<'a> {
    dtype: DType,
    device: Device,
    shape: &'a [i64],
    pub(super) ndim: i32,
    /// Bytes of all elements.
    pub(super) size: usize,
}

impl<'a> Request<'a> {
    #[track_caller]
    pub(super) fn new(dtype: DType, device: Device, shape: &'a [i64]) -> Result<Self> {
        find()?;
        if dtype.element_bits() == 0 || dtype.is_scalable() {
            crate::bail!(ValueError, "dtype is {dtype:?}, expected one whose elements have a size");
        }
        let size = match check::size(shape, dtype) {
            Ok(size) => size,
            Err(Defect::TooLarge) => {
                crate::bail!(ValueError, "shape {shape:?} has more elements of {dtype} than memory can hold")
            }
            Err(defect) => return Err(defect.into_error()),
        };
        let Ok(ndim) = i32::try_from(shape.len()) else {
            crate::bail!(ValueError, "ndim is {}, expected at most {}", shape.len(), i32::MAX)
        };
        Ok(Self { dtype, device, shape, ndim, size })
    }

    /// A tensor by the framework's allocator if one is set, else by ours. In host memory its elements are zero.
    #[track_caller]
    fn allocate(&self) -> Result<Tensor> {
        if framework_allocates() {
            let tensor = self.by_framework()?;
            if self.device.is_host() {
                // SAFETY: the tensor is new, and as large as requested; no other code has it yet.
                unsafe { tensor.view().first_element().cast::<u8>().write_bytes(0, self.size) };
            }
            return Ok(tensor);
        }
        if !self.device.is_cpu() {
            crate::bail!("there is no allocator for {}: the calling framework has set none", self.device);
        }
        match alloc::zeros(self.dtype, self.shape, self.ndim, self.size) {
            Some(managed) => Tensor::from_dlpack(managed),
            None => crate::bail!(
                MemoryError,
                "cannot allocate {} bytes for {:?}{:?}",
                self.size,
                self.dtype,
                self.shape
            ),
        }
    }

    #[track_caller]
    fn by_framework(&self) -> Result<Tensor> {
        let mut prototype = DLTensor {
            data: core::ptr::null_mut(),
            device: self.device.to_dl(),
            ndim: self.ndim,
            dtype: self.dtype.to_dl(),
            shape: self.shape.as_ptr().cast_mut(),
            strides: core::ptr::null_mut(),
            byte_offset: 0,
        };
        let mut out: TVMFFIObjectHandle = core::ptr::null_mut();
        // SAFETY: the prototype and its shape are readable for the call, `out` is writable; the allocator does not write
        // the shape.
        check(unsafe { table::TVMFFIEnvTensorAlloc(&mut prototype, &mut out) })?;
        // SAFETY: the runtime gave an owned object.
        let object = unsafe { ObjectRef::from_handle(out) };
        let Some(object) = object.filter(|object| object.type_index() == TypeIndex::TENSOR) else {
            crate::bail!("the allocator of the calling framework made no tensor")
        };
        // SAFETY: the object is a tensor.
        let tensor = match unsafe { Tensor::from_object(object) } {
            Ok(tensor) => tensor,
            Err(defect) => crate::bail!("the allocator of the calling framework failed: {defect}"),
        };
        if !self.is_met_by(&tensor) {
            let Self { dtype, shape, device, .. } = self;
            crate::bail!(
                "the allocator of the calling framework made {tensor:?}, expected contiguous {dtype:?}{shape:?} on {device}"
            );
        }
        Ok(tensor)
    }

    fn is_met_by(&self, tensor: &Tensor) -> bool {
        tensor.dtype() == self.dtype
            && tensor.device() == self.device
            && tensor.shape() == self.shape
            && tensor.is_contiguous()
    }
}

/// Whether the calling framework has set an allocator, which makes tensors for devices too.
#[doc(hidden)]
pub fn framework_allocates() -> bool {
    if find().is_err() {
        return false;
    }
    // SAFETY: the function takes nothing.
    unsafe { table::TVMFFIEnvGetDLPackManagedTensorAllocator() }.is_some()
}

impl Tensor {
    /// A tensor whose elements other code writes: a kernel, or a library.
    ///
    /// Like all of these it uses the allocator of the calling framework where one is set (PyTorch tensors among the arguments
    /// set it), and otherwise memory of its own, which there is for the CPU only. Elements in host memory are zero, since safe
    /// code can read them; those elsewhere are whatever was there.
    ///
    /// # Errors
    ///
    /// A `ValueError` for a negative extent, a size beyond what memory can hold, or a dtype without a size. A `MemoryError` if
    /// the memory cannot be had. A `RuntimeError` if there is no allocator for the device, or no runtime.
    #[track_caller]
    pub fn empty(dtype: DType, device: Device, shape: &[i64]) -> Result<Self> {
        Request::new(dtype, device, shape)?.allocate()
    }

    /// A tensor of zeros, in host memory.
    ///
    /// # Errors
    ///
    /// Those of [`empty`](Self::empty), and a `RuntimeError` for devices whose memory the host cannot write.
    #[track_caller]
    pub fn zeros(dtype: DType, device: Device, shape: &[i64]) -> Result<Self> {
        if !device.is_host() {
            crate::bail!(
                "the host cannot zero memory on {device}: make the tensor with `Tensor::empty`, and fill it on the device"
            );
        }
        Self::empty(dtype, device, shape)
    }

    /// A tensor in host memory with these elements, in order. They are copied.
    ///
    /// # Errors
    ///
    /// A `ValueError` if the shape has another number of elements, and those of [`empty`](Self::empty).
    #[track_caller]
    pub fn from_slice<T: Element>(elements: &[T], shape: &[i64]) -> Result<Self> {
        let request = Request::new(T::DTYPE, Device::cpu(), shape)?;
        if request.size != size_of_val(elements) {
            return Err(wrong_count(shape, request.size / size_of::<T>(), elements.len()));
        }
        let tensor = request.allocate()?;
        let target = NonNull::new(tensor.view().first_element().cast::<u8>());
        if let Some(target) = target {
            // SAFETY: the tensor is new and has `size` bytes; no other code has it yet, so it is not the source either.
            unsafe { target.as_ptr().copy_from_nonoverlapping(elements.as_ptr().cast(), request.size) };
        }
        Ok(tensor)
    }

    /// A tensor in host memory with these elements, in order.
    ///
    /// They are copied, to memory that is aligned to 64 bytes, or the framework's.
    ///
    /// # Errors
    ///
    /// Those of [`from_slice`](Self::from_slice).
    #[track_caller]
    pub fn from_vec<T: Element>(elements: Vec<T>, shape: &[i64]) -> Result<Self> {
        Self::from_slice(&elements, shape)
    }

    /// A tensor in host memory whose elements are given by their indices.
    ///
    /// ```
    /// # use tvm_ffi_core::Tensor;
    /// let identity = Tensor::from_fn([3, 3], |[row, column]| if row == column { 1.0f32 } else { 0.0 });
    /// ```
    ///
    /// # Errors
    ///
    /// Those of [`empty`](Self::empty).
    #[track_caller]
    pub fn from_fn<T: Element, const N: usize>(
        dims: [usize; N],
        mut element: impl FnMut([usize; N]) -> T,
    ) -> Result<Self> {
        let (shape, numel) = checked_shape::<T, N>(dims)?;
        let mut elements = Vec::new();
        if elements.try_reserve_exact(numel).is_err() {
            let size = numel * size_of::<T>();
            crate::bail!(MemoryError, "cannot allocate {size} bytes for {:?}{shape:?}", T::DTYPE);
        }
        let mut walk = Walk::<T, Rank<N>>::new(core::ptr::null_mut(), dims, [0; N]);
        for _ in 0..numel {
            elements.push(element(*walk.index()));
            walk.next();
        }
        Self::from_slice(&elements, &shape)
    }
}

/// The error for a shape that has another number of elements than there are.
#[track_caller]
pub(super) fn wrong_count(shape: &[i64], expected: usize, got: usize) -> Error {
    let expected = check::count(expected, "element");
    Error::new(ErrorKind::ValueError, format!("shape {shape:?} has {expected}, got {got}"))
}

/// Extents as tensors have them, and the number of elements, if memory can hold so many.
#[track_caller]
pub(super) fn checked_shape<T: Element, const N: usize>(dims: [usize; N]) -> Result<([i64; N], usize)> {
    if dims.iter().any(|dim| i64::try_from(*dim).is_err()) {
        return Err(Defect::TooLarge.into_error());
    }
    let shape = dims.map(|dim| dim as i64);
    match check::size(&shape, T::DTYPE) {
        Ok(size) => Ok((shape, size / size_of::<T>())),
        Err(defect) => Err(defect.into_error()),
    }
}
