//! Conversions of [`Any`] and [`AnyView`] to and from Rust values, as methods.

use super::{
    FfiType, FromAnyView, Holding, IntoAny, Mismatch, decode_owned, leads_to_tensors, mismatch_of, take_owned,
};
use crate::any::{Any, AnyView};
use crate::error::Result;
use crate::gpu_of_call;

impl Any {
    /// A value from anything that has an FFI form.
    #[inline]
    pub fn new(value: impl IntoAny) -> Self {
        value.into_any()
    }

    /// Converts the value.
    ///
    /// # Errors
    ///
    /// A `TypeError` or `ValueError` that says what was expected and what the value is.
    #[inline]
    #[track_caller]
    pub fn cast<T: for<'a> FromAnyView<'a>>(self) -> Result<T> {
        self.as_view().cast()
    }
}

impl<'a> AnyView<'a> {
    /// Converts the value to an owned type.
    ///
    /// For borrowed types, such as `&str`, there are [`cast_ref`](Self::cast_ref) and [`cast_in`](Self::cast_in).
    ///
    /// # Errors
    ///
    /// A `TypeError` or `ValueError` that says what was expected and what the value is.
    #[inline]
    #[track_caller]
    pub fn cast<T: for<'x> FromAnyView<'x>>(self) -> Result<T> {
        match decode_owned(self) {
            Some(value) => Ok(value),
            None => Err(mismatch_of::<T>(self).into_error()),
        }
    }

    /// Converts the value to a type that borrows from it, such as `&str`.
    ///
    /// ```
    /// # use tvm_ffi_core::Any;
    /// let value = Any::new("text");
    /// let text: &str = value.as_view().cast_ref().unwrap();
    /// assert_eq!(text, "text");
    /// ```
    ///
    /// # Errors
    ///
    /// As [`cast`](Self::cast).
    #[inline]
    #[track_caller]
    pub fn cast_ref<T: FromAnyView<'a, Holder = ()>>(self) -> Result<T> {
        // No memory is allocated for a type without size, so none leaks.
        self.cast_in(Box::leak(Box::new(())))
    }

    /// Converts the value to a type that may borrow from it; `holder` keeps what such a type has to own meanwhile.
    ///
    /// ```
    /// # use tvm_ffi_core::Any;
    /// let value = Any::new("text");
    /// let mut holder = Default::default();
    /// let text: Option<&str> = value.as_view().cast_in(&mut holder).unwrap();
    /// assert_eq!(text, Some("text"));
    /// ```
    ///
    /// # Errors
    ///
    /// As [`cast`](Self::cast). A `ValueError` for a view of a GPU other than that of the call.
    #[inline]
    #[track_caller]
    pub fn cast_in<T: FromAnyView<'a>>(self, holder: &'a mut T::Holder) -> Result<T> {
        let decoded = T::decode(self, holder).or_else(|| take_owned(self));
        match decoded.ok_or_else(|| mismatch_of::<T>(self)).and_then(on_gpu_of_call) {
            Ok(value) => Ok(value),
            Err(mismatch) => Err(mismatch.into_error()),
        }
    }

    /// An owned value.
    ///
    /// # Errors
    ///
    /// A `TypeError` for a `DLTensor*`, which only the caller owns. C strings and byte arrays are copied.
    #[track_caller]
    pub fn to_any(self) -> Result<Any> {
        self.cast()
    }
}

/// The value, unless a view in it is on another GPU than the call.
#[inline]
fn on_gpu_of_call<T: FfiType>(value: T) -> core::result::Result<T, Mismatch> {
    if const { !leads_to_tensors(T::FACTS.reach) } {
        return Ok(value);
    }
    let mut elsewhere = None;
    value.all_tensors(&mut |tensor, holding| {
        let device = tensor.device();
        let gpu = if holding == Holding::View { gpu_of_call::other_than(device) } else { None };
        elsewhere = gpu.map(|gpu| Mismatch::on_another_gpu(device, gpu));
        elsewhere.is_none()
    });
    elsewhere.map_or(Ok(value), Err)
}
