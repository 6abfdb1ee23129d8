//! Tensors: owned, borrowed, and typed views.
//!
//! - [`Tensor`]: owned and shared, any dtype, rank, and device;
//! - [`TensorView`]: the same, borrowed, for arguments;
//! - [`TensorMut`]: a new tensor with one owner, which can be written;
//! - [`SliceTensor`], [`SliceTensorMut`]: a slice as a tensor, without a runtime;
//! - [`typed`]: views narrowed to one device, element type, rank, and layout;
//! - making tensors, and exchanging them by DLPack ([`dlpack`]).
//!
//! # Contract
//!
//! **Element validity.** The elements of a `DLTensor` in host memory, by its shape, strides, byte offset, and dtype, are
//! allocated as long as the tensor or view is used. While a slice of them is in use, no other code writes them: this is the one
//! promise of callers.
//!
//! Callers are all owners of the memory: a program that passes a tensor, and uses it while a function keeps it; and unsafe Rust
//! code that lends a view to a function ([`TensorView::lend`]), which reads a view that is lent to be read. The arguments of a call are compared with each
//! other. Tensors that a function gets later (from a callback, from a list that a callback changes, from a field) are compared with what the calls of the
//! thread write ([`written`]), if one of the arguments may lead to code. Otherwise, and on other threads, they do not share memory with an argument by the
//! same promise.
//!
//! **View validity.** The tensor has the properties of the view's type (`typed/fast_path.rs`). During its lifetime no other code
//!
//! - writes the elements of a `Shared` view;
//! - reads or writes the elements of an `Exclusive` view, except through it; and no two indices have one address;
//! - reads or writes the elements of a `Cells` view on another thread, or has a reference to them other than a cell.

mod alloc;
mod check;
mod copy;
pub mod dlpack;
mod element;
mod fits;
mod layout;
mod metadata;
mod mutable;
#[cfg(feature = "ndarray")]
mod ndarray;
mod new;
mod overlap;
mod owner;
mod slice;
mod span;
#[cfg(test)]
mod tests;
pub mod typed;
mod view;
pub(crate) mod written;

use core::ffi::c_void;
use core::fmt;
use std::borrow::Cow;

pub(crate) use check::{Defect, defect};
pub use element::*;
pub(crate) use fits::{device_mismatch, device_type_name, dtype_mismatch, rank_mismatch};
pub use mutable::TensorMut;
#[doc(hidden)]
pub use new::framework_allocates;
pub use slice::{SliceTensor, SliceTensorMut};
pub use view::TensorView;
pub(crate) use view::tensor_of;

use crate::abi::{DLTensor, TypeIndex};
use crate::any::{Any, AnyView};
use crate::convert::{
    FromAnyView, IntoAny, Mismatch, Moved, Reach, TypeTag, decodes, object_type, owned_parameters, tagged,
};
use crate::device::Device;
use crate::dtype::DType;
use crate::object_ref::ObjectRef;
use crate::tensor_metadata::TensorMetadata;

/// A tensor that is owned and shared: any dtype, rank, and device.
///
/// Cloning shares the elements. Since others may hold the same tensor, it gives no mutable view of them.
///
/// As an argument it accepts tensors that the callee may keep. PyTorch tensors are lent for the call only; for those take
/// [`TensorView<'_>`](TensorView), which accepts both.
///
/// ```
/// # fn main() -> tvm_ffi_core::Result<()> {
/// use tvm_ffi_core::{CpuView, Tensor};
/// let tensor = Tensor::from_vec(vec![1.0f32, 2.0, 3.0, 4.0], &[2, 2])?;
/// let view: CpuView<'_, f32, 2> = tensor.view().try_cpu()?;
/// assert_eq!(view.as_slice(), [1.0, 2.0, 3.0, 4.0]);
/// # Ok(()) }
/// ```
// Invariant: the object is a tensor whose `DLTensor` has passed `check::is_valid`. It is immutable while shared.
#[derive(Clone)]
pub struct Tensor(ObjectRef);

impl Tensor {
    /// The tensor in an object that the runtime made.
    ///
    /// # Safety
    ///
    /// The object is a tensor.
    unsafe fn from_object(object: ObjectRef) -> Result<Self, check::Defect> {
        let tensor = object.body::<DLTensor>();
        // SAFETY: the caller's contract: the body of a tensor, alive as long as the object.
        match unsafe { TensorView::new(tensor) } {
            Ok(_) => Ok(Self(object)),
            Err(defect) => Err(defect),
        }
    }

    /// A view of the tensor.
    #[inline]
    pub fn view(&self) -> TensorView<'_> {
        // SAFETY: the invariant; the body lives as long as the reference.
        unsafe { TensorView::new_unchecked(self.0.body()) }
    }

    /// The extents of the dimensions.
    #[inline]
    pub fn shape(&self) -> &[i64] {
        self.view().shape()
    }

    /// The distances between neighbours along each dimension, in elements.
    pub fn strides(&self) -> Cow<'_, [i64]> {
        self.view().strides()
    }

    /// The number of dimensions.
    #[inline]
    pub fn ndim(&self) -> usize {
        self.view().ndim()
    }

    /// The number of elements.
    #[inline]
    pub fn numel(&self) -> usize {
        self.view().numel()
    }

    /// The bytes that the elements take, packed.
    pub fn size_in_bytes(&self) -> usize {
        self.view().size_in_bytes()
    }

    /// The type of the elements.
    #[inline]
    pub fn dtype(&self) -> DType {
        self.view().dtype()
    }

    /// Where the elements are.
    #[inline]
    pub fn device(&self) -> Device {
        self.view().device()
    }

    /// The `data` of the `DLTensor`, see [`TensorView::data_ptr`].
    #[inline]
    pub fn data_ptr(&self) -> *mut c_void {
        self.view().data_ptr()
    }

    /// How many bytes behind `data` the first element is.
    #[inline]
    pub fn byte_offset(&self) -> u64 {
        self.view().byte_offset()
    }

    /// Whether the elements are contiguous, in row-major order.
    #[inline]
    pub fn is_contiguous(&self) -> bool {
        self.view().is_contiguous()
    }

    /// The tensor as an object.
    pub fn as_object(&self) -> &ObjectRef {
        &self.0
    }
}

impl fmt::Debug for Tensor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.view().write("Tensor", f)
    }
}

impl From<Tensor> for ObjectRef {
    fn from(tensor: Tensor) -> Self {
        tensor.0
    }
}

tagged!(
    Tensor,
    Tensor { reach: Reach::Tensor, field_index: TypeIndex::TENSOR, moved: Moved::Taken },
    TypeTag::Tensor,
    {
        fn distance(view: AnyView<'_>) -> Option<u32> {
            crate::convert::exactly(is_valid_object(view))
        }

        #[inline]
        fn tensor_within(&self) -> Option<TensorMetadata<'_>> {
            Some(TensorMetadata::of(self.view()))
        }
    }
);
owned_parameters!(Tensor);

/// Whether a value is a tensor that can be owned.
#[inline]
fn is_valid_object(view: AnyView<'_>) -> bool {
    view.type_index() == TypeIndex::TENSOR && TensorView::of_value(view).is_some()
}

impl<'a> FromAnyView<'a> for Tensor {
    type Holder = ();

    #[inline]
    fn decode(view: AnyView<'a>, _: &'a mut ()) -> Option<Self> {
        if is_valid_object(view) { object_type(view, TypeIndex::TENSOR).map(Self) } else { None }
    }

    #[cold]
    fn explain(view: AnyView<'_>) -> Option<Mismatch> {
        if decodes::<Self>(view) {
            return None;
        }
        Some(match view.type_index() {
            TypeIndex::DL_TENSOR_PTR => Mismatch::type_error(
                "expected a Tensor that can be owned, got DLTensor*, which belongs to the caller (take `TensorView<'_>`, or pass a `tvm_ffi.Tensor`)",
            ),
            _ => view::explain::<Self>(view),
        })
    }
}

impl IntoAny for Tensor {
    #[inline]
    fn into_any(self) -> Any {
        self.0.into_any()
    }
}
