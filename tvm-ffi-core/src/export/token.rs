//! What an exported function can take that is no argument of the caller's.

use crate::call::Args;
use crate::error::Result;

/// Something that is made for one call, such as `Cuda<'_>`: a parameter of an exported function that callers neither give nor
/// count.
///
/// The macro takes a parameter for one by the name `Cuda`.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not the `Cuda<'_>` that is made for a call",
    label = "not `tvm_ffi::cuda::Cuda<'_>`",
    note = "a parameter that is written as `Cuda` is no argument: it stands for the GPU and the stream of the call",
    note = "a type of your own with that name arrives as an argument under another one: `use my_types::Cuda as CudaOptions;`"
)]
///
/// # Safety
///
/// An implementation decodes no argument of the call: they have been decoded, and found to share no memory that is written.
pub unsafe trait CallToken<'call>: Sized {
    /// Makes it for a call that is running on this thread, once all arguments have been decoded and the contract holds. `gpu` is
    /// the number of the GPU that the call's CUDA tensors are on, if it has any; nobody has looked at the number.
    ///
    /// Nothing but a call has `Args`, so what is made here cannot outlive it.
    ///
    /// # Errors
    ///
    /// What is missing for it.
    fn for_call(call: Args<'call>, gpu: Option<i32>) -> Result<Self>;
}

/// The token of a call.
///
/// # Errors
///
/// What is missing for it.
#[inline(always)]
#[track_caller]
pub fn call_token<'call, T: CallToken<'call>>(call: Args<'call>, gpu: Option<i32>) -> Result<T> {
    T::for_call(call.bare(), gpu)
}
