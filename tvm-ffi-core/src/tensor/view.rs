//! [`TensorView`]: a borrowed tensor, metadata only.

use core::ffi::c_void;
use core::fmt;
use core::marker::PhantomData;
use core::ptr::NonNull;
use std::borrow::Cow;

use super::check::{self, Defect};
use super::layout;
use super::typed::cold_path;
use crate::abi::{DLTensor, TVMFFIAny, TVMFFIAnyPayload, TVMFFIObject, TypeIndex};
use crate::any::AnyView;
use crate::convert::{FfiType, FromAnyView, Mismatch, Parameter, Reach, TensorType, TypeTag, tagged};
use crate::device::Device;
use crate::dtype::DType;
use crate::env::Stream;
use crate::error::Result;
use crate::function::Argument;
use crate::tensor_metadata::TensorMetadata;

/// A tensor that is borrowed for a call: any dtype, rank, device, and strides.
///
/// It gives metadata; [`try_cpu`](Self::try_cpu) narrows it to a view through which elements can be read.
///
/// A view is a promise already checked: the rank and the extents are not negative, the number of elements and of bytes fits
/// memory, and there is memory wherever there are elements.
// Invariant: the `DLTensor` has passed `check::defect`, and satisfies DLTensor validity for `'a`.
#[derive(Clone, Copy)]
pub struct TensorView<'a> {
    tensor: NonNull<DLTensor>,
    marker: PhantomData<&'a DLTensor>,
}

// SAFETY: metadata is immutable for `'a`; elements are reached by narrowed views only, whose element types are `Sync`.
unsafe impl Send for TensorView<'_> {}
// SAFETY: as above.
unsafe impl Sync for TensorView<'_> {}

impl<'a> TensorView<'a> {
    /// Borrows a `DLTensor`.
    ///
    /// # Safety
    ///
    /// DLTensor validity of [`crate::abi`] and, for host memory, allocated elements, for `'a`; no code writes elements while they are
    /// read through the view.
    ///
    /// # Errors
    ///
    /// A `ValueError` if a number in it is impossible, or there are elements and no memory.
    #[track_caller]
    pub unsafe fn from_raw(tensor: NonNull<DLTensor>) -> Result<Self> {
        // SAFETY: the caller's contract.
        match unsafe { Self::new(tensor) } {
            Ok(view) => Ok(view),
            // No `map_err`, which would be the place where the error was made.
            Err(defect) => Err(defect.into_error()),
        }
    }

    /// # Safety
    ///
    /// As for [`from_raw`](Self::from_raw).
    pub(super) unsafe fn new(tensor: NonNull<DLTensor>) -> core::result::Result<Self, Defect> {
        // SAFETY: the caller's contract.
        let metadata = unsafe { tensor.as_ref() };
        // SAFETY: the caller's contract.
        match unsafe { check::defect(metadata) } {
            // SAFETY: it has just been checked.
            None => Ok(unsafe { Self::new_unchecked(tensor) }),
            Some(defect) => Err(defect),
        }
    }

    /// # Safety
    ///
    /// As for [`from_raw`](Self::from_raw).
    #[inline]
    pub(crate) unsafe fn new_if_valid(tensor: NonNull<DLTensor>) -> Option<Self> {
        // SAFETY: the caller's contract.
        unsafe { Self::new(tensor) }.ok()
    }

    /// # Safety
    ///
    /// As for [`from_raw`](Self::from_raw), and the tensor has passed the check.
    #[inline]
    pub(super) unsafe fn new_unchecked(tensor: NonNull<DLTensor>) -> Self {
        Self { tensor, marker: PhantomData }
    }

    /// The tensor in a value, if there is one.
    #[inline]
    pub(crate) fn of_value(view: AnyView<'a>) -> Option<Self> {
        // SAFETY: AnyView validity: a `DLTensor` that lives as long as the view.
        unsafe { Self::new_if_valid(tensor_of(view)?) }
    }

    #[inline]
    pub(crate) fn raw(self) -> &'a DLTensor {
        // SAFETY: the invariant.
        unsafe { self.tensor.as_ref() }
    }

    /// The `DLTensor`, for C; valid for `'a`.
    #[inline]
    pub fn as_raw(self) -> NonNull<DLTensor> {
        self.tensor
    }

    /// The extents of the dimensions.
    #[inline]
    pub fn shape(self) -> &'a [i64] {
        // SAFETY: the invariant: there are as many extents as dimensions.
        unsafe { layout::slice(self.raw().shape, self.ndim()) }
    }

    /// The extent of a dimension.
    ///
    /// # Panics
    ///
    /// If there is no such dimension.
    #[inline]
    #[track_caller]
    pub fn dim(self, index: usize) -> usize {
        self.shape()[index] as usize
    }

    /// The extents of a tensor with so many dimensions.
    ///
    /// # Safety
    ///
    /// There are `ndim` dimensions.
    #[inline]
    pub(crate) unsafe fn first_extents(self, ndim: usize) -> &'a [i64] {
        // SAFETY: the invariant: there are as many extents as dimensions.
        unsafe { layout::slice(self.raw().shape, ndim) }
    }

    /// The extents of a tensor with `N` dimensions.
    ///
    /// # Safety
    ///
    /// There are `N` dimensions.
    #[inline]
    pub(super) unsafe fn extents<const N: usize>(self) -> &'a [i64; N] {
        // SAFETY: the invariant: there are as many extents as dimensions.
        unsafe { layout::array(self.raw().shape) }
    }

    /// The strides of a tensor with `N` dimensions, as they were given.
    ///
    /// # Safety
    ///
    /// There are `N` dimensions.
    #[inline]
    pub(super) unsafe fn given_strides_of<const N: usize>(self) -> Option<&'a [i64; N]> {
        if self.raw().strides.is_null() {
            return None;
        }
        // SAFETY: DLTensor validity: as many strides as dimensions, since the pointer is not NULL.
        Some(unsafe { layout::array(self.raw().strides) })
    }

    /// The strides as they were given; `None` means those of a contiguous tensor.
    #[inline]
    pub(crate) fn given_strides(self) -> Option<&'a [i64]> {
        if self.raw().strides.is_null() {
            return None;
        }
        // SAFETY: DLTensor validity: as many strides as dimensions, since the pointer is not NULL.
        Some(unsafe { layout::slice(self.raw().strides, self.ndim()) })
    }

    /// The distances between neighbours along each dimension, in elements. They are computed where the tensor leaves them
    /// out because it is contiguous.
    pub fn strides(self) -> Cow<'a, [i64]> {
        match self.given_strides() {
            Some(strides) => Cow::Borrowed(strides),
            None => Cow::Owned(layout::contiguous_strides(self.shape())),
        }
    }

    /// The number of dimensions.
    #[inline]
    pub fn ndim(self) -> usize {
        // The invariant: it is not negative.
        self.raw().ndim as usize
    }

    /// The number of elements.
    #[inline]
    pub fn numel(self) -> usize {
        layout::numel(self.shape())
    }

    /// The bytes that the elements take, packed.
    pub fn size_in_bytes(self) -> usize {
        // The invariant: it was computed once without overflow.
        self.dtype().size_in_bytes(self.numel()).unwrap_or(usize::MAX)
    }

    /// The type of the elements.
    #[inline]
    pub fn dtype(self) -> DType {
        DType::from_dl(self.raw().dtype)
    }

    /// Where the elements are.
    #[inline]
    pub fn device(self) -> Device {
        Device::from_dl(self.raw().device)
    }

    /// The `data` of the `DLTensor`: an address, or for some devices a handle. The first element is
    /// [`byte_offset`](Self::byte_offset) bytes behind it, see [`first_element`](Self::first_element).
    ///
    /// It may be NULL where there are no elements.
    #[inline]
    pub fn data_ptr(self) -> *mut c_void {
        self.raw().data
    }

    /// How many bytes behind `data` the first element is.
    #[inline]
    pub fn byte_offset(self) -> u64 {
        self.raw().byte_offset
    }

    /// The stream on which this thread launches work on the tensor's device, see [`Stream`].
    pub fn stream(self) -> Stream<'a> {
        Stream::current(self.device())
    }

    /// The address of the first element, on devices where `data` is an address.
    #[inline]
    pub fn first_element(self) -> *mut c_void {
        self.data_ptr().wrapping_byte_add(self.byte_offset() as usize)
    }

    /// Whether the elements are contiguous, in row-major order.
    #[inline]
    pub fn is_contiguous(self) -> bool {
        match self.given_strides() {
            Some(strides) => layout::is_contiguous(self.shape(), strides),
            None => true,
        }
    }

    /// The view as an argument of a call: a `DLTensor*` that is valid until the call returns.
    ///
    /// ```
    /// # fn main() -> tvm_ffi_core::Result<()> {
    /// use tvm_ffi_core::{CpuView, Function, SliceTensor};
    /// let sum = Function::new(|x: CpuView<'_, f32, 1>| x.iter().sum::<f32>());
    /// let x = SliceTensor::new(&[1.0f32, 2.0], [2])?;
    /// // SAFETY: the closure reads the elements, and keeps nothing.
    /// let total: f32 = sum.call((unsafe { x.view().lend() },))?.cast()?;
    /// assert_eq!(total, 3.0);
    /// # Ok(()) }
    /// ```
    ///
    /// # Safety
    ///
    /// Until the call returns, and not after it, the function may use the tensor: it keeps neither the pointer nor what it
    /// leads to. It does not write the elements, unless the view is one that writes, and then nothing else uses them during
    /// the call. Python keeps what it is given: a callable gets an object that stays, and `numpy.from_dlpack` of it ends
    /// the process. Pass a `&Tensor` to Python.
    #[inline]
    pub unsafe fn lend(&self) -> Argument<'a> {
        let payload = TVMFFIAnyPayload::from_ptr(self.tensor.as_ptr().cast());
        // SAFETY: the invariant: the `DLTensor` is valid for `'a`; the caller's contract.
        unsafe { Argument::from_raw(TVMFFIAny::new(TypeIndex::DL_TENSOR_PTR, payload)) }
    }

    pub(super) fn write(self, name: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{name}({:?}{:?}, {})", self.dtype(), self.shape(), self.device())
    }
}

impl fmt::Debug for TensorView<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write("TensorView", f)
    }
}

tagged!(
    TensorView<'_>,
    Tensor { tensor: Some(TensorType::ANY), reach: Reach::Tensor },
    TypeTag::View(TensorType::ANY),
    {
        fn distance(view: AnyView<'_>) -> Option<u32> {
            crate::convert::exactly(TensorView::of_value(view).is_some())
        }

        #[inline]
        fn tensor_within(&self) -> Option<TensorMetadata<'_>> {
            Some(TensorMetadata::of(*self))
        }
    }
);

impl Parameter for TensorView<'_> {
    type Item<'a> = TensorView<'a>;
}

/// The `DLTensor` of a value, lent or in an object.
#[inline]
pub(crate) fn tensor_of(view: AnyView<'_>) -> Option<NonNull<DLTensor>> {
    let raw = view.as_raw();
    // Looked at before the type: this way a tensor object takes no jump more than a `DLTensor*`.
    let pointer = NonNull::new(raw.payload.ptr())?;
    match raw.type_index {
        TypeIndex::DL_TENSOR_PTR => Some(pointer.cast()),
        TypeIndex::TENSOR => {
            // SAFETY: Object validity: the body of a tensor follows the header, in the same allocation.
            let body = unsafe { pointer.cast::<TVMFFIObject>().add(1) };
            Some(body.cast())
        }
        _ => {
            cold_path();
            None
        }
    }
}

/// What is wrong with a value that is not a tensor, or not one that can be used.
#[cold]
pub(super) fn explain<T: FfiType>(view: AnyView<'_>) -> Mismatch {
    let Some(tensor) = tensor_of(view) else {
        return match view.type_index() {
            TypeIndex::DL_TENSOR_PTR => Mismatch::value_error("expected Tensor, got a null DLTensor*"),
            _ => Mismatch::expected::<T>(view),
        };
    };
    // SAFETY: AnyView validity.
    match unsafe { TensorView::new(tensor) } {
        Err(defect) => defect.into(),
        Ok(_) => Mismatch::type_error("the tensor changed while it was decoded"),
    }
}

impl<'a> FromAnyView<'a> for TensorView<'a> {
    type Holder = ();

    #[inline]
    fn decode(view: AnyView<'a>, _: &'a mut ()) -> Option<Self> {
        Self::of_value(view)
    }

    #[cold]
    fn explain(view: AnyView<'_>) -> Option<Mismatch> {
        TensorView::of_value(view).is_none().then(|| explain::<Self>(view))
    }
}
