//! Write FFI kernels in Rust on the [TVM-FFI](https://tvm.apache.org/ffi/) stable C ABI, and call them from Python, C++, and Rust.
//!
//! ```toml
//! # Cargo.toml
//! [lib]
//! crate-type = ["cdylib", "rlib"]
//!
//! [dependencies]
//! tvm-ffi-rs = { path = "/path/to/tvm-ffi" } # `tvm_ffi` in Rust
//! ```
//!
//! ```
//! // src/lib.rs
//! use tvm_ffi::prelude::*;
//!
//! /// Adds `a * x` to `y`.
//! #[tvm_ffi::export]
//! fn axpy(
//!     #[shape(n)] x: CpuView<'_, f32, 1>,
//!     #[shape(n)] mut y: CpuViewMut<'_, f32, 1>,
//!     #[default(1.0)] a: f32,
//! ) {
//!     for (x, y) in x.iter().zip(y.iter_mut()) {
//!         *y += a * x;
//!     }
//! }
//! ```
//!
//! ```text
//! $ cargo build --release && pip install apache-tvm-ffi==0.1.15.post2 numpy && python
//! >>> import numpy as np, tvm_ffi
//! >>> mod = tvm_ffi.load_module("target/release/libmy_kernels.so")
//! >>> x, y = np.ones(3, "f4"), np.zeros(3, "f4")
//! >>> mod.axpy(x, y, 2.0)         # NumPy, PyTorch, JAX, CuPy: no copy
//! >>> y
//! array([2., 2., 2.], dtype=float32)
//! >>> mod.axpy(x, y[:2])
//! ValueError: axpy: argument #1 `y`: shape[0] is 2, expected n = 3 (from `x`.shape[0])
//!   axpy(x: Tensor([n], float32), y: Tensor([n], float32, inout), a: float = 1.0)
//! ```
//!
//! The [`guide`] starts with [a first library, step by step](guide::first_library), and has a [cookbook](guide::cookbook). If something fails, see
//! [troubleshooting](guide::troubleshooting).
//!
//! # Features
//!
//! - **[Tensor contracts](guide::tensors)** in the signature. Element type, rank, device, layout, shapes, strides, alignment and overlap are checked before the function runs.
//! - **[Borrowed arguments](guide::values#borrowing).** Text, bytes, sequences and tensors are the caller's memory. They are not copied, and cannot be kept after the call.
//! - **[Exact values](guide::values#exactness).** Integers are range-checked at any size, and text is checked to be UTF-8.
//! - **[Errors](guide::errors)** that say what was expected and what was passed, with the Rust line in the Python traceback. Panics are exceptions.
//! - **[Classes](guide::classes).** A struct and its methods become a class in Python, C++ and Rust.
//! - **[Python modules](guide::python_module):** one file that needs nothing but Python, with keywords, classes, native errors and [stubs](guide::python).
//! - **[PyTorch](guide::torch) operators and [JAX](guide::jax) functions,** with gradients.
//! - **[CUDA](guide::cuda) launches.** The compiler checks a kernel's declaration against its machine code. Building needs no CUDA.
//! - **[Rust programs](guide::runtimes) and tests** without Python.
//!
//! Callers [promise](guide::tensors#what-the-caller-promises) not to change what they pass during the call.
//!
//! | Cargo feature | what it adds |
//! |---|---|
//! | `python` | [`python_module!`](guide::python_module) |
//! | `log` | records of the crates `log` and `tracing` go to [Python's `logging`](guide::logging) |
//! | `torch`, `jax` | exports are [PyTorch operators](guide::torch) and [JAX functions](guide::jax) |
//! | `cuda`, `nvrtc` | [CUDA kernels](guide::cuda) from images, and from source |
//! | `cudarc`, `cust` | use streams and pointers from `cudarc` and `cust` |
//! | `embedded` | a [runtime](guide::runtimes) in Rust programs, tests, and Python modules, so that these need no other package |
//! | `ndarray`, `indexmap` | conversions from and to the types of those crates |
//! | `serde` | arguments of types that [serde](https://serde.rs) deserializes, such as structs from dictionaries: [`Deserialized`] |
//! | `stubs` | the command `tvm-ffi-stubs`, which writes [Python stubs](guide::python) |
//!
//! # Where things are
//!
//! | to | use |
//! |---|---|
//! | export functions | [`export`] |
//! | run code when the library is loaded | [`on_load`] |
//! | convert values | [`Any`], [`AnyView`]; [`Array`], [`List`], [`Map`], [`Dict`], [`ArrayRef`], [`MapRef`]; [`Str`], [`Bytes`], [`Shape`], [`DType`], [`Device`] |
//! | convert values of your own types | [`FromAnyView`], [`IntoAny`], [`FfiType`], [`TypeTag`], [`Mismatch`] |
//! | read and write tensors | [`CpuView`], [`CpuViewMut`], [`CpuCells`], [`mod@view`]; [`TensorView`], [`Tensor`], [`TensorMut`], [`SliceTensor`], [`SliceTensorMut`]; [`Element`], [`Bool8`], [`Complex`], [`f16`](struct@f16), [`bf16`] |
//! | make classes | [`object`], [`methods`]; arguments of enums: [`Union`](macro@Union), [`StrEnum`](macro@StrEnum) |
//! | use functions and classes of Python, C++, and other libraries | [`import!`], [`reflect`] |
//! | launch CUDA kernels (feature `cuda`) | [`cuda`]: [`kernels!`](cuda::kernels), [`Cuda`](cuda::Cuda), [`Launch`](cuda::Launch), [`Ptr`](cuda::Ptr), [`PtrMut`](cuda::PtrMut); [`CudaView`], [`CudaViewMut`] |
//! | report errors | [`Error`], [`ErrorKind`], [`Result`], [`Context`], [`bail!`], [`ensure!`], [`exception!`] |
//! | call and make functions | [`Function`], [`TypedFunction`], [`Module`]; [`CustomModule`] for modules of your own; [`mod@function`] for generic code |
//! | hold objects | [`Ref`], [`WeakRef`]; [`Borrow`], [`BorrowMut`]; [`ObjectRef`], [`WeakObjectRef`] |
//! | import the library in Python (feature `python`) | [`python_module!`](guide::python_module) |
//! | run programs and tests without Python (feature `embedded`) | [Rust programs](guide::runtimes#rust-programs), [tests](guide::first_library#tests) |
//! | inspect the runtime | [`runtime`], [`Runtime`], [`check_signals`], [`mod@env`]; [`provider`] |
//! | write stubs for Python | the command `tvm-ffi-stubs`, with feature `stubs` |
//! | use the C ABI | [`abi`], [`dlpack`] |
//!
//! [`prelude`] has what most kernels need.

#![cfg_attr(docsrs, feature(doc_cfg))]

// The macros. `StrEnum` and `SearchTensors` are also the traits that their derives implement.
#[doc(inline)]
pub use tvm_ffi_core::{bail, ensure, exception};
#[doc(inline)]
pub use tvm_ffi_macros::{SearchTensors, StrEnum, Union, export, import, methods, object, on_load};
// Outside of a block with `#[tvm_ffi::methods]` these are errors that name it.
#[doc(hidden)]
pub use tvm_ffi_macros::{classmethod, getter, init, setter, staticmethod};

// Values, and the traits that make types arguments and results.
#[doc(inline)]
pub use tvm_ffi_core::{
    Any, AnyView, Array, ArrayRef, Bytes, DType, Device, DeviceType, Dict, FfiType, FromAnyView, IntoAny,
    List, Map, MapRef, Mismatch, Parameter, Shape, Str, StrEnum, TypeTag,
};

// Tensors, views, and their elements.
#[doc(inline)]
pub use tvm_ffi_core::{
    Bool8, Complex, Contiguous, CpuCells, CpuSubView, CpuSubViewMut, CpuView, CpuViewD, CpuViewMut,
    CpuViewMutD, CudaView, CudaViewD, CudaViewMut, CudaViewMutD, Element, F4E2M1FNx2, F8E3M4, F8E4M3,
    F8E4M3B11FNUZ, F8E4M3FN, F8E4M3FNUZ, F8E5M2, F8E5M2FNUZ, F8E8M0FNU, SliceTensor, SliceTensorMut, Strided,
    Tensor, TensorMut, TensorView, bf16, f16, half, view,
};

// Objects and their classes.
#[doc(inline)]
pub use tvm_ffi_core::{
    Borrow, BorrowError, BorrowMut, ForeignType, ObjectRef, ObjectType, Ref, SearchTensors, TensorSearch,
    WeakObjectRef, WeakRef, reflect,
};

// Functions and modules.
#[doc(inline)]
pub use tvm_ffi_core::{Argument, Arguments, CustomModule, Function, Module, TypedFunction};

// Errors.
#[doc(inline)]
pub use tvm_ffi_core::{Context, Error, ErrorKind, IntoError, Result};

// The runtime and the C ABI.
#[doc(inline)]
pub use tvm_ffi_core::{Runtime, abi, check_signals, dlpack, env, runtime};

/// Traits of the arguments and results of a [`Function`], for generic code.
pub mod function {
    #[doc(inline)]
    pub use tvm_ffi_core::{IntoArgument, IntoFunction, IntoResult, Signature};
}

/// Runtimes that a program provides, and the origin of the runtime in use.
pub mod provider {
    #[doc(inline)]
    pub use tvm_ffi_core::{API_VERSION, Origin, Provider, install_provider};
}

#[cfg(feature = "serde")]
mod deserialized;
#[cfg(feature = "serde")]
pub use deserialized::Deserialized;

#[cfg(feature = "python")]
#[doc(inline)]
pub use tvm_ffi_python::{PyObject, python_module};

#[cfg(feature = "log")]
#[doc(inline)]
pub use tvm_ffi_python::logging;

#[cfg(feature = "torch")]
#[doc(inline)]
pub use tvm_ffi_frameworks::torch_namespace;

#[cfg(feature = "cuda")]
pub mod cuda;
pub mod guide;

/// Items that expansions of the macros name. They are not part of the interface, and change without notice.
#[doc(hidden)]
#[cfg(not(any(feature = "torch", feature = "jax")))]
pub use tvm_ffi_core::__private;

/// The same, where an export has a thunk for each framework besides its other symbols.
#[doc(hidden)]
#[cfg(any(feature = "torch", feature = "jax"))]
pub mod __private {
    pub use tvm_ffi_core::__private::*;
    // This name takes precedence over that of the core crate.
    pub use tvm_ffi_frameworks::__private::symbols;
}

/// What most kernel libraries use: `use tvm_ffi::prelude::*;`.
///
/// [`Result`] replaces `core::result::Result` without harm: its error type is a parameter with a default.
///
/// ```
/// use tvm_ffi::prelude::*;
///
/// #[tvm_ffi::export]
/// fn lookup(table: Map<String, i64>, key: &str) -> Result<i64> {
///     match table.get(key)? {
///         Some(value) => Ok(value),
///         None => bail!(KeyError, "no entry for `{key}`"),
///     }
/// }
///
/// fn standard() -> Result<i64, std::num::ParseIntError> {
///     "41".parse::<i64>().map(|x| x + 1)
/// }
/// assert_eq!(standard(), Ok(42));
/// ```
pub mod prelude {
    pub use crate::{
        Any, AnyView, Array, ArrayRef, Bool8, Bytes, Context, DType, Device, Dict, Element, Error, ErrorKind,
        Function, List, Map, MapRef, Module, ObjectRef, Ref, Result, Shape, SliceTensor, SliceTensorMut, Str,
        Tensor, TensorMut, TensorView, TypedFunction, WeakRef, bail, bf16, check_signals, ensure, f16,
        runtime,
    };
    pub use crate::{
        Contiguous, CpuCells, CpuSubView, CpuSubViewMut, CpuView, CpuViewD, CpuViewMut, CpuViewMutD,
        CudaView, CudaViewD, CudaViewMut, CudaViewMutD, Strided,
    };
    #[doc(hidden)]
    pub use crate::{classmethod, getter, init, setter, staticmethod};
}

/// Examples of other files, compiled as those of this crate.
#[cfg(doctest)]
mod examples {
    #[doc = include_str!("../tvm-ffi-macros/src/export.md")]
    mod export {}
    #[doc = include_str!("../tvm-ffi-macros/src/on_load.md")]
    mod on_load {}

    #[cfg(feature = "cuda")]
    #[doc = include_str!("../tvm-ffi-macros/src/kernels.md")]
    mod kernels {}

    #[cfg(feature = "cuda")]
    #[doc = include_str!("../tvm-ffi-macros/src/kernel_param.md")]
    mod kernel_param {}

    #[doc = include_str!("../tvm-ffi-macros/src/import.md")]
    mod import {}

    #[doc = include_str!("../tvm-ffi-macros/src/str_enum.md")]
    mod str_enum {}

    #[doc = include_str!("../tvm-ffi-macros/src/union.md")]
    mod union {}

    #[doc = include_str!("../tvm-ffi-macros/src/search_tensors.md")]
    mod search_tensors {}

    #[doc = include_str!("../tvm-ffi-macros/src/methods.md")]
    mod methods {}

    #[doc = include_str!("../tvm-ffi-macros/src/object.md")]
    mod object {}

    // Its section on CUDA takes both features.
    #[cfg(feature = "nvrtc")]
    #[doc = include_str!("../README.md")]
    mod readme {}
}
