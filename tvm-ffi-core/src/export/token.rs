//! Parameters of an exported function that the framework makes, such as `Cuda<'_>`.

use crate::call::Args;
use crate::error::Result;
use crate::gpu_of_call::OnGpu;

/// A value that the framework makes for one call, such as `Cuda<'_>`: a parameter of an exported function that callers do not
/// pass.
///
/// The macro recognises it by the name `Cuda`.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not the `Cuda<'_>` that is made for a call",
    label = "not `tvm_ffi::cuda::Cuda<'_>`",
    note = "callers do not pass a parameter of a type named `Cuda`: the framework makes it from the GPU and the stream of the call",
    note = "to take an argument of your own type with that name, rename it: `use my_types::Cuda as CudaOptions;`"
)]
///
/// # Safety
///
/// An implementation decodes no argument of the call: they have been decoded, and share no memory that is written.
pub unsafe trait CallToken<'call>: Sized {
    /// Makes it for a call that is running on this thread, once all arguments have been decoded and the contract holds. `gpu` is
    /// the number of the GPU that the call's CUDA tensors are on, if it has any; the number is not validated.
    ///
    /// Nothing but a call has `Args`, so what is made here cannot outlive it.
    ///
    /// # Errors
    ///
    /// What is missing for it.
    fn for_call(call: Args<'call>, gpu: Option<i32>) -> Result<Self>;

    /// The number of the GPU.
    fn gpu(&self) -> i32;
}

/// The token of a call, which works on the GPU of the token until the second value is dropped.
///
/// # Errors
///
/// What is missing for it.
#[inline]
#[track_caller]
pub fn call_token<'call, T: CallToken<'call>>(call: Args<'call>, gpu: Option<i32>) -> Result<(T, OnGpu)> {
    let token = T::for_call(call.bare(), gpu)?;
    let on_gpu = OnGpu::enter(token.gpu());
    Ok((token, on_gpu))
}
