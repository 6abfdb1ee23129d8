//! What an exported function can take that is no argument of the caller's.

use crate::error::Result;

/// Something that is made for one call, such as `Cuda<'_>`: a parameter of an exported function that callers neither give nor count.
#[doc(hidden)]
pub trait CallToken<'call>: Sized {
    /// Makes it, once all arguments have been decoded and the contract holds.
    ///
    /// # Errors
    ///
    /// What is missing for it.
    ///
    /// # Safety
    ///
    /// `'call` ends with the call of an exported function that is running on this thread. `gpu` is the number of the GPU that the call's CUDA tensors are
    /// on, if it has any.
    unsafe fn for_call(gpu: Option<i32>) -> Result<Self>;
}
