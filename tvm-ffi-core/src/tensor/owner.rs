//! Tensors on memory that the user allocated, and that an owner keeps alive.

use core::ptr::NonNull;

use super::new::{Request, wrong_count};
use super::{Element, Tensor, TensorMut, alloc};
use crate::device::Device;
use crate::error::Result;

/// An owner at a fixed address, so that elements inside it do not move.
// Invariant: the pointer comes from a box and is the only one to it.
struct Kept<O>(NonNull<O>);

// SAFETY: it is a box of the owner.
unsafe impl<O: Send> Send for Kept<O> {}

impl<O> Kept<O> {
    fn new(owner: O) -> Self {
        Self(NonNull::from(Box::leak(Box::new(owner))))
    }

    /// The elements, to be read as long as the owner is there. It is asked once.
    fn elements<T>(&self) -> NonNull<[T]>
    where
        O: AsRef<[T]>,
    {
        // SAFETY: the invariant; no code changes what is in the box.
        NonNull::from(unsafe { self.0.as_ref() }.as_ref())
    }

    /// The elements, to be read and written as long as the owner is there. It is asked once.
    fn elements_mut<T>(&mut self) -> NonNull<[T]>
    where
        O: AsMut<[T]>,
    {
        // SAFETY: the invariant; no other code has what is in the box.
        NonNull::from(unsafe { self.0.as_mut() }.as_mut())
    }
}

impl<O> Drop for Kept<O> {
    fn drop(&mut self) {
        // SAFETY: the invariant.
        drop(unsafe { Box::from_raw(self.0.as_ptr()) });
    }
}

/// A tensor on the elements of an owner.
///
/// # Safety
///
/// The elements are there until the owner is dropped, and satisfy what [`ManagedTensor::from_raw`](super::dlpack::ManagedTensor::from_raw)
/// asks for.
#[track_caller]
unsafe fn keep<T: Element, O: Send + 'static>(
    owner: Kept<O>,
    elements: NonNull<[T]>,
    shape: &[i64],
) -> Result<Tensor> {
    let request = Request::new(T::DTYPE, Device::cpu(), shape)?;
    let expected = request.size / size_of::<T>();
    if expected != elements.len() {
        return Err(wrong_count(shape, expected, elements.len()));
    }
    let data = elements.as_ptr().cast();
    // SAFETY: the shape has been checked; the owner is `Send`, and stays in its box; the caller's contract.
    Tensor::from_dlpack(unsafe { alloc::manage(owner, data, T::DTYPE, shape, request.ndim) })
}

impl Tensor {
    /// A tensor in host memory on the elements of an owner, in order. They are not copied. The owner is dropped with the last
    /// reference to the tensor, on whichever thread that is; a panic of its drop is caught.
    ///
    /// The owner may be shared: an `Arc<[T]>`, a mapped file, a field of an object by its [`Ref`](crate::Ref). For an
    /// owner that does not share its elements, such as a `Vec`, [`TensorMut::from_owner`] needs no `unsafe`.
    ///
    /// ```
    /// # fn main() -> tvm_ffi_core::Result<()> {
    /// use std::sync::Arc;
    /// use tvm_ffi_core::Tensor;
    ///
    /// let weights: Arc<[f32]> = Arc::from([1.0, 2.0, 3.0, 4.0]);
    /// // SAFETY: the tensor goes to functions that only read it.
    /// let tensor = unsafe { Tensor::from_owner(Arc::clone(&weights), &[2, 2]) }?;
    /// assert!(std::ptr::eq(tensor.data_ptr().cast(), weights.as_ptr()));
    /// # Ok(()) }
    /// ```
    ///
    /// For a field of an object, write a type that holds the [`Ref`](crate::Ref) and gives the field by `AsRef`.
    ///
    /// # Safety
    ///
    /// The elements are not written until the owner is dropped. A tensor does not carry a read-only flag: a function that is called with
    /// it may take it as a mutable view, and Python may write to an array that shares its memory.
    ///
    /// # Errors
    ///
    /// A `ValueError` if the shape has another number of elements or a negative extent, and a `RuntimeError` if there is no runtime.
    /// The owner is dropped then.
    #[track_caller]
    pub unsafe fn from_owner<T, O>(owner: O, shape: &[i64]) -> Result<Self>
    where
        T: Element,
        O: AsRef<[T]> + Send + Sync + 'static,
    {
        let owner = Kept::new(owner);
        let elements = owner.elements();
        // SAFETY: the owner gives them for as long as it is borrowed, and it is not used again before it is dropped; the caller's contract.
        unsafe { keep(owner, elements, shape) }
    }
}

impl TensorMut {
    /// A tensor in host memory on the elements of an owner that does not share them: a `Vec`, a `Box<[T]>`, a private mapping of a file.
    /// They are not copied. The owner is dropped with the last reference to the tensor, on whichever thread that is; a panic of its drop
    /// is caught.
    ///
    /// ```
    /// # fn main() -> tvm_ffi_core::Result<()> {
    /// use tvm_ffi_core::{Tensor, TensorMut};
    /// let elements = vec![1.0f32, 2.0, 3.0, 4.0];
    /// let address = elements.as_ptr();
    /// let tensor: Tensor = TensorMut::from_owner(elements, &[2, 2])?.freeze();
    /// assert!(std::ptr::eq(tensor.data_ptr().cast(), address));
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    ///
    /// Those of [`Tensor::from_owner`].
    #[track_caller]
    pub fn from_owner<T, O>(owner: O, shape: &[i64]) -> Result<Self>
    where
        T: Element,
        O: AsMut<[T]> + Send + 'static,
    {
        let mut owner = Kept::new(owner);
        let elements = owner.elements_mut();
        // SAFETY: the owner gives them for as long as it is borrowed, to be read and written by no other code, and it is not used
        // again before it is dropped. `Element` types may be sent to and shared with any thread.
        let tensor = unsafe { keep(owner, elements, shape) }?;
        Ok(Self::new(tensor))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dtype::DType;

    /// What has elements in itself, which move with it.
    struct Inline([f32; 3]);

    impl AsRef<[f32]> for Inline {
        fn as_ref(&self) -> &[f32] {
            &self.0
        }
    }

    impl AsMut<[f32]> for Inline {
        fn as_mut(&mut self) -> &mut [f32] {
            &mut self.0
        }
    }

    impl Drop for Inline {
        fn drop(&mut self) {
            self.0[0] += 1.0;
        }
    }

    // Miri watches that nothing is used after it has moved or ended.
    #[test]
    fn elements_within_an_owner_outlive_its_moves() {
        let mut kept = Kept::new(Inline([1.0, 2.0, 3.0]));
        let elements = kept.elements_mut();
        // SAFETY: the owner has three elements, which no other code has.
        let managed = unsafe { alloc::manage(kept, elements.as_ptr().cast(), DType::F32, &[3], 1) };
        let managed = Box::new(managed);
        // SAFETY: no other code has the elements.
        let mut view =
            unsafe { managed.view().unwrap().assume_cpu_mut::<f32, 1, crate::Contiguous>() }.unwrap();
        view[[1]] = 7.0;
        assert_eq!(view.as_slice(), [1.0, 7.0, 3.0]);
        std::thread::spawn(move || drop(managed)).join().unwrap();
    }

    #[test]
    fn elements_that_are_shared_are_read() {
        let elements: std::sync::Arc<[f32]> = [1.0, 2.0].into();
        let kept = Kept::new(elements.clone());
        let first = kept.elements();
        // SAFETY: the owner has two elements, which no code writes.
        let managed = unsafe { alloc::manage(kept, first.as_ptr().cast(), DType::F32, &[2], 1) };
        let view = managed.view().unwrap().try_cpu::<f32, 1>().unwrap();
        assert_eq!((view.as_slice(), std::sync::Arc::strong_count(&elements)), (&*elements, 2));
        drop(managed);
        assert_eq!(std::sync::Arc::strong_count(&elements), 1);
    }
}
