//! Checked launches of CUDA kernels on tensors of the TVM-FFI ABI.
//!
//! Use this crate as `tvm_ffi::cuda`, through the feature `cuda` of the crate `tvm-ffi-rs`.

// A module uses only modules of the floors above it in this list, which `tests/hygiene/sources/floors.rs` checks.

// floor 0
mod launch; // grids, blocks, attributes
mod pointer; // device pointers as parameters
mod signature; // the declaration of a kernel
mod status; // status codes of the driver

// floor 1
mod driver; // the driver library
mod image; // readers of cubins, fatbins, PTX
mod param; // parameters; pointers of views
mod view; // parameters; pointers of views

// floor 2
mod cute; // tensors for CuTe
mod declare; // for `kernels!`
mod device; // properties of a GPU
#[cfg(feature = "nvrtc")]
mod nvrtc; // compiling source

// floor 3
mod context; // the primary context
mod library; // images of a group of kernels

// floor 4
mod tensor_map; // descriptors for TMA
mod token; // `Cuda<'_>`

// floor 5
#[cfg(feature = "cudarc")]
mod interop_cudarc; // streams and buffers of `cudarc`
#[cfg(feature = "cust")]
mod interop_cust; // streams and buffers of `cust`
mod stream; // streams, capture

// floor 6
mod kernel; // loading and launching
mod workspace; // scratch memory

// floor 7
mod preload; // loading all kernels

#[cfg(test)]
mod layout;
#[cfg(test)]
mod testing;

pub use cute::{AsCuTe, AsCuTeMut, CuTe, CuTeMut, K, Modes, T1, T2, T3, T4, T5};
pub use device::{device_count, is_available};
pub use driver::driver_version;
pub use kernel::{Attributes, Kernel};
pub use launch::{Block, Extent, Grid, Launch};
pub use param::KernelParam;
pub use pointer::{Ptr, PtrMut};
pub use preload::preload;
pub use signature::Parameter;
pub use tensor_map::{Interleave, L2Promotion, Swizzle, TensorMap, TensorMapBuilder};
pub use token::{Cuda, with_device};
pub use view::{DevicePtr, DevicePtrMut};
pub use workspace::Workspace;

/// The types and traits that declarations and launches of kernels use.
pub mod prelude {
    pub use crate::{AsCuTe, AsCuTeMut, CuTe, CuTeMut, K, Swizzle, T1, T2, T3, T4, T5, TensorMap};
    pub use crate::{Cuda, DevicePtr, DevicePtrMut, KernelParam, Launch, Ptr, PtrMut};
}

/// Items for the expansions of the macros. They are not part of the public interface, and change without notice.
#[doc(hidden)]
pub mod __private {
    pub use core;
    pub use tvm_ffi_core::__private::enter;
    pub use tvm_ffi_core::{Element, Result};

    pub use crate::declare::{
        LaunchedByType, bytes, check_cluster, check_max_smem, check_size, terminated, text, variant,
    };
    pub use crate::image::{Format, Index, check_image};
    pub use crate::kernel::{Kernel, enter_kernel, launch};
    pub use crate::library::{Image, Library};
    #[cfg(feature = "nvrtc")]
    pub use crate::nvrtc::Source;
    pub use crate::param::KernelField;
    pub use crate::pointer::PtrArgument;
    pub use crate::signature::Options;
    pub use crate::{Cuda, KernelParam, Launch, Parameter, Ptr};
}
