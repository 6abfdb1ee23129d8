//! Launches of CUDA kernels on the tensors of a call.
//!
//! Kernels are declared with what they take, and the declaration is compared with their code when the crate is compiled. A launch takes typed
//! pointers out of checked views, and costs what the driver's own call costs. Building a library needs no CUDA, and on a machine without a GPU the
//! library loads and its functions for host memory work.
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
//!     // SAFETY: the kernel reads `n` elements of `x` and writes as many of `y`, and the contract says that there are so many.
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
//! A parameter [`Cuda<'_>`](Cuda) is no argument of the caller: it is made from the tensors, which are all on one GPU, and stands for that and for the stream on which the
//! caller works. What is launched there runs behind what the caller has launched before, so that nothing has to wait. It can be neither kept nor sent
//! to another thread.
//!
//! Tensors in device memory arrive as [`CudaView`](crate::CudaView) and [`CudaViewMut`](crate::CudaViewMut), with the same attributes as those in host memory. Their
//! elements cannot be reached from Rust: [`ptr`](DevicePtr::ptr) and [`ptr_mut`](DevicePtrMut::ptr_mut) give what a kernel takes. A view that
//! only reads has no `ptr_mut`.
//!
//! # Kernels
//!
//! [`kernels!`] declares them: images as files or constants, a static for each kernel, and what it takes. [`#[derive(KernelParam)]`](macro@KernelParam)
//! is for structs by value. These are compile errors:
//!
//! - a kernel that the image does not have, with the names of those that it has;
//! - parameters of another number or size than those in the image;
//! - at a launch, arguments of other types or another number than declared, and a constant pointer for an output.
//!
//! [`Launch`] says how: the grid, the block, shared memory, and attributes. Numbers are checked, so that an extent which does not fit
//! is an error rather than another number, and a grid without blocks launches nothing.
//!
//! # What is unsafe
//!
//! Every launch is, since nothing is known of what a kernel does: which elements of its pointers it reads and writes, and whether blocks get into each other's way. What to write
//! into the `SAFETY` comment is why that fits the extents, which the contract has proved. The types of pointers are compared with the kernel if it is compiled
//! from source, and are what the declaration says if it is machine code.
//!
//! # Errors
//!
//! What fails in a launch is an [`Error`](crate::Error) that names the kernel and says what to do: an image without code for the GPU, more shared memory than there is, a block that is too large.
//! A machine without a driver is a `RuntimeError` that names the files which were looked for. Memory that runs out is a `MemoryError`.
//!
//! A kernel that goes wrong while it runs, by an address that is not valid say, does so after its launch has returned: a later call reports it, and from then on every call.
//! With `TVM_FFI_CUDA_LAUNCH_BLOCKING=1` in the environment each launch waits for its kernel, so that the error names the one that failed.
//!
//! # When kernels are loaded
//!
//! At their first launch on a GPU, and then for as long as the process lives. Loading takes milliseconds, or seconds where source is compiled. [`preload`] does it for all kernels of
//! the library; from Python that is `mod.tvm_ffi_cuda_preload(0)`. While a CUDA graph is captured nothing but launches is recorded, the first one included.
//!
//! # Environment
//!
//! | variable | |
//! |---|---|
//! | `TVM_FFI_CUDA_DRIVER` | the driver library to load instead of `libcuda.so.1` |
//! | `TVM_FFI_CUDA_LAUNCH_BLOCKING` | `1`: every launch waits for its kernel |
//! | `TVM_FFI_CUDA_NVRTC` | with feature `nvrtc`: the compiler's library, where it is not found otherwise |
//! | `TVM_FFI_CUDA_INCLUDE` | with feature `nvrtc`: folders with headers, in front of others |
//! | `TVM_FFI_CUDA_CACHE` | with feature `nvrtc`: the folder where compiled source is kept; `0` keeps nothing |

#[doc(inline)]
pub use tvm_ffi_cuda::*;
#[doc(inline)]
pub use tvm_ffi_macros::{KernelParam, kernels};

#[doc(hidden)]
pub use tvm_ffi_cuda::__private;

/// What kernels and those who launch them name: `use tvm_ffi::cuda::prelude::*;`.
pub mod prelude {
    pub use tvm_ffi_cuda::prelude::*;
    pub use tvm_ffi_macros::{KernelParam, kernels};
}
