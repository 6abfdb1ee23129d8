//! Launches of CUDA kernels on the tensors of a call.
//!
//! Kernels are declared with the types of their parameters, and the compiler checks the declaration against the kernel's code. A launch takes typed
//! pointers from checked views, and costs little more than the driver's own launch function. Building a library needs no CUDA. On a machine without a
//! GPU the library loads, and its functions for host memory work.
//!
//! # An example
//!
//! ```no_run
//! use tvm_ffi::cuda::prelude::*;
//! use tvm_ffi::prelude::*;
//!
//! const IMAGE: &[u8] =
//!     include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/ui/cuda/images/kernels.sm80.cubin"));
//!
//! kernels! {
//!     cubin IMAGE; // or the name of a file: `cubin "kernels.sm80.cubin";`
//!     static SCALE<T in [f16, bf16]>: fn(x: Ptr<T>, y: PtrMut<T>, n: i32, by: f32) = "scale_{T}";
//! }
//!
//! /// Multiplies all elements by a number.
//! #[tvm_ffi::export(dispatch(T = [f16, bf16]))]
//! fn scale<T: Element>(
//!     cx: Cuda<'_>,
//!     #[shape(n)] x: CudaView<'_, T, 1>,
//!     #[out]
//!     #[shape(n)]
//!     mut y: CudaViewMut<'_, T, 1>,
//!     by: f32,
//! ) -> Result<()> {
//!     let launch = Launch::linear(x.dim(0), 256)?;
//!     // SAFETY: the kernel reads `n` elements of `x` and writes `n` elements of `y`. The contract has checked both lengths.
//!     unsafe { SCALE.of::<T>().launch(&cx, &launch, (x.ptr(), y.ptr_mut(), x.dim_as(0)?, by)) }
//! }
//! ```
//!
//! ```text
//! >>> mod = tvm_ffi.load_module("target/release/libmy_kernels.so")
//! >>> mod.scale(x, y, 2.0)            # on the current stream of torch
//! >>> mod.scale(x, y.cpu(), 2.0)
//! ValueError: scale: argument #1 `y`: device is cpu:0, expected cuda
//!   scale[T: float16 | bfloat16](x: Tensor([n], T, cuda), y: Tensor([n], T, cuda, out), by: float)
//! ```
//!
//! # The call
//!
//! Callers do not pass a [`Cuda<'_>`](Cuda); the framework creates it. It holds the GPU of the tensors, which all have to be on one GPU, and the caller's current stream.
//! Views that the function makes of a [`Tensor`](crate::Tensor) have to be on that GPU too; [`with_device`] gives a token for another.
//! Kernels that are launched on this stream run after the work that the caller has launched before, so nothing has to wait. The token can be copied and passed to other
//! functions. It is valid only during the call, and cannot be stored or sent to another thread.
//!
//! Tensors in device memory are [`CudaView`](crate::CudaView) and [`CudaViewMut`](crate::CudaViewMut) parameters, with the same attributes as those in host memory. Rust code cannot
//! access their elements. [`ptr`](DevicePtr::ptr) and [`ptr_mut`](DevicePtrMut::ptr_mut) return the pointers that kernels take. A read-only view has no `ptr_mut`.
//! A [`PtrMut`] lives as long as the memory and does not borrow the view, so that other arguments of the launch may come from it: `(y.ptr_mut(), y.dim_as(0)?)`.
//!
//! # Kernels
//!
//! [`kernels!`] declares kernels: images as files or constants, and a static for each kernel with the types of its parameters. Use
//! [`#[derive(KernelParam)]`](macro@KernelParam) for structs that are passed by value. These mistakes are compile errors:
//!
//! - a kernel that the image does not have; the message lists those that it has;
//! - a different number of parameters, or different sizes, than in the image;
//! - arguments of a launch whose types or number differ from the declaration, or a read-only pointer for an output.
//!
//! [`Launch`] is the configuration of a launch: the grid, the block, shared memory, and attributes. All numbers are checked: an extent that does not fit is
//! an error, and never wraps. An empty grid launches nothing.
//!
//! # What is unsafe
//!
//! Every launch is unsafe, since the compiler does not know what a kernel does: which elements it reads and writes, and whether its blocks race with each other. The `SAFETY`
//! comment should say why the accesses are within the extents that the contract has checked. The types of pointers are checked against kernels that are compiled from
//! source. Machine code does not contain them, so there the declaration is trusted.
//!
//! # Errors
//!
//! A failed launch returns an [`Error`](crate::Error) that names the kernel and says what to do, for instance if no image has code for the GPU, if a launch asks for too much shared
//! memory, or if a block is too large. Without a driver the error is a `RuntimeError` that lists the files that were tried. Running out of memory is a `MemoryError`.
//!
//! A kernel that fails while it runs, for example because of an invalid address, does so after its launch has returned: a later call reports the error, and so do all calls
//! after it. With `TVM_FFI_CUDA_LAUNCH_BLOCKING=1` in the environment each launch waits for its kernel, so that the error names the kernel that failed.
//!
//! # When kernels are loaded
//!
//! The first launch on a GPU loads a kernel, which stays loaded until the process ends. Loading takes milliseconds, or seconds if source is compiled. [`preload`] loads all kernels of
//! the library ahead of time; in Python it is `mod.tvm_ffi_cuda_preload(0)`. The first launch may also happen during the capture of a CUDA graph, which records only the launch.
//!
//! The [guide](crate::guide::cuda) has images, streams of other frameworks, features, and environment variables.

#[doc(inline)]
pub use tvm_ffi_cuda::*;
#[doc(inline)]
pub use tvm_ffi_macros::{KernelParam, kernels};

#[doc(hidden)]
pub use tvm_ffi_cuda::__private;

/// The types, traits, and macros for declaring and launching kernels: `use tvm_ffi::cuda::prelude::*;`.
pub mod prelude {
    pub use tvm_ffi_cuda::prelude::*;
    pub use tvm_ffi_macros::{KernelParam, kernels};
}
