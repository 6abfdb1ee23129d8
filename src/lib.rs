//! Write FFI kernels in Rust on the [TVM-FFI](https://tvm.apache.org/ffi/) stable C ABI, and call them from Python, C++, and Rust.
//!
//! # A library
//!
//! A kernel library is a crate of the types `cdylib`, which Python loads, and `rlib`, which its own tests use:
//!
//! ```toml
//! [lib]
//! crate-type = ["cdylib", "rlib"]
//!
//! [dependencies]
//! tvm-ffi = "0.1"
//! ```
//!
//! Every function with [`#[tvm_ffi::export]`](export) can be called:
//!
//! ```
//! use tvm_ffi::{Result, ensure};
//!
//! /// The mean of some numbers.
//! #[tvm_ffi::export]
//! fn mean(
//!     /// At least one.
//!     values: Vec<f64>,
//!     /// Multiplies the result.
//!     #[default(1.0)]
//!     scale: f64,
//! ) -> Result<f64> {
//!     ensure!(!values.is_empty(), ValueError, "expected at least one value");
//!     Ok(scale * values.iter().sum::<f64>() / values.len() as f64)
//! }
//!
//! assert_eq!(mean(vec![1.0, 2.0, 6.0], 1.0)?, 3.0);
//! # Ok::<(), tvm_ffi::Error>(())
//! ```
//!
//! ```text
//! >>> mod = tvm_ffi.load_module("target/release/libmy_kernels.so")
//! >>> mod.mean([1, 2, 6])
//! 3.0
//! >>> mod.mean([1, 2, "six"])
//! TypeError: mean: argument #0 `values`[2]: expected float, got str
//!   mean(values: Array[float], scale: float = 1.0)
//! ```
//!
//! Building it needs neither Python nor C++, and it links to neither: the runtime is looked up in the process when the library is
//! used. It has to unwind, so `panic = "abort"` in the profile is a compile error.
//!
//! # Tensors
//!
//! Tensors arrive as views: borrowed, typed, and checked. [`CpuView<'_, T, N>`](CpuView) is host memory with elements of type `T` and `N`
//! dimensions, to be read; [`CpuViewMut`] is the same to be written. What else has to hold is declared on the parameter:
//!
//! ```
//! use tvm_ffi::prelude::*;
//!
//! /// Scales each row.
//! #[tvm_ffi::export(dispatch(T = [f32, f64]))]
//! fn scale_rows<T: Element + core::ops::Mul<Output = T>>(
//!     #[shape(n, d)] x: CpuView<'_, T, 2>,
//!     #[shape(n)] scale: CpuView<'_, T, 1>,
//!     #[out]
//!     #[shape(n, d)]
//!     mut out: CpuViewMut<'_, T, 2>,
//! ) {
//!     for ((x, scale), out) in x.rows().zip(scale.as_slice()).zip(out.rows_mut()) {
//!         for (x, out) in x.iter().zip(out) {
//!             *out = *x * *scale;
//!         }
//!     }
//! }
//!
//! // Callers in Rust keep to the contract too.
//! let x = SliceTensor::new(&[1.0f32, 2.0, 3.0, 4.0], [2, 2])?;
//! let scale = SliceTensor::new(&[10.0, 100.0], [2])?;
//! let mut out = [0.0; 4];
//! scale_rows(x.view(), scale.view(), SliceTensorMut::new(&mut out, [2, 2])?.view_mut());
//! assert_eq!(out, [10.0, 20.0, 300.0, 400.0]);
//! # Ok::<(), Error>(())
//! ```
//!
//! ```text
//! >>> mod.scale_rows(np.ones((2, 3), "f4"), np.ones(4, "f4"), np.empty((2, 3), "f4"))
//! ValueError: scale_rows: argument #1 `scale`: shape[0] is 4, expected n = 2 (from `x`.shape[0])
//!   scale_rows[T: float32 | float64](x: Tensor([n, d], T), scale: Tensor([n], T), out: Tensor([n, d], T, out))
//! ```
//!
//! [`export`] lists the attributes. A view is a promise already checked: element type, rank, device, layout, alignment, and that there is
//! memory where there are elements. A mutable view shares memory with no other argument.
//!
//! **The caller promises, for the time of a call:** (1) nobody else, callbacks included, writes the tensor memory that was passed, or reads
//! what was passed to be written; (2) no other thread changes a List or Dict that was passed, or gives an argument away (`_move()`). What
//! breaks (2) within our reach is an error or a leak, never a write to what is somebody else's.
//!
//! Code in Rust that calls a [`Function`] is such a caller. It passes a `&Tensor`, or a copy of a view
//! ([`to_tensor`](TensorView::to_tensor)); to lend a view takes unsafe code ([`lend`](TensorView::lend)), because Python can keep what it is
//! given, and write to what it keeps. A [`Tensor`] that is kept asks (1) of everyone for as long as it is read. Neither such a tensor nor one that
//! a callback gives is compared with the arguments.
//!
//! An extent does not say how much memory there is: a tensor without rows may be `[0, 1 << 60]`, so that `vec![0.0; x.dim(1)]` asks for more
//! than any machine has. Allocate for a row when there is one.
//!
//! [`SliceTensor`] and [`SliceTensorMut`] make tensors of plain slices, as above, and need no runtime: `cargo test` is all that tests of kernels
//! take. Those with [`with_strides`](SliceTensor::with_strides) are [`Strided`].
//!
//! # Errors
//!
//! A function that can fail returns a [`Result`]. [`bail!`] and [`ensure!`] make an error of a [kind](ErrorKind) that Python has an
//! exception for; `?` converts the errors of the standard library, and [`Context::context`] says what was being done:
//!
//! ```
//! use tvm_ffi::{Context, Result, bail};
//!
//! #[tvm_ffi::export]
//! fn parse_port(text: &str) -> Result<u16> {
//!     match text.parse().context("cannot read the port")? {
//!         0 => bail!(ValueError, "port 0 is reserved"),
//!         port => Ok(port),
//!     }
//! }
//!
//! let error = parse_port("http").unwrap_err();
//! assert_eq!(error.kind(), tvm_ffi::ErrorKind::ValueError);
//! ```
//!
//! The traceback in Python ends with the line in Rust. A panic is caught and becomes a `RuntimeError`; the library stays usable.
//!
//! # Classes
//!
//! [`#[tvm_ffi::object]`](object) makes a class of a struct, and [`#[tvm_ffi::methods]`](methods) gives it a constructor and methods:
//!
//! ```
//! use tvm_ffi::prelude::*;
//!
//! /// Counts by name.
//! #[tvm_ffi::object("my_ext.Counter", mutable)]
//! pub struct Counter {
//!     /// How often anything was counted.
//!     #[field]
//!     total: u64,
//!     by_name: std::collections::HashMap<String, u64>, // not visible outside Rust
//! }
//!
//! #[tvm_ffi::methods]
//! impl Counter {
//!     #[init]
//!     fn new() -> Self {
//!         Counter { total: 0, by_name: Default::default() }
//!     }
//!
//!     /// Counts a name, and gives how often that was done.
//!     fn add(&mut self, name: &str, #[default(1)] times: u64) -> u64 {
//!         self.total += times;
//!         let count = self.by_name.entry(name.to_owned()).or_default();
//!         *count += times;
//!         *count
//!     }
//!
//!     fn __len__(&self) -> usize {
//!         self.by_name.len()
//!     }
//! }
//!
//! // In Rust it is a struct like any other.
//! let mut counter = Counter::new();
//! counter.add("a", 2);
//! assert_eq!(counter.total, 2);
//! ```
//!
//! ```text
//! >>> tvm_ffi.load_module("target/release/libmy_ext.so")
//! >>> @tvm_ffi.register_object("my_ext.Counter")
//! ... class Counter(tvm_ffi.Object): ...
//! >>> counter = Counter()
//! >>> counter.add("a"), counter.add("b", 2), counter.total, len(counter)
//! (1, 2, 3, 2)
//! >>> counter.add(3)
//! TypeError: my_ext.Counter.add: argument #0 `name`: expected str, got int
//!   my_ext.Counter.add(name: str, times: int = 1)
//! ```
//!
//! [`Ref<T>`](Ref) is a reference to such an object, shared with everybody who has one: `Ref::new(Counter::new())`. Functions and methods take
//! `&T` or `Ref<T>`, and return `T` or `Ref<T>`. Objects of most classes never change, and a `Ref` derefs to the struct. Those of a `mutable` class
//! are borrowed, by any number of readers or by one writer: for the time of a call by `&T`, `&mut T`, and methods, and by [`Ref::borrow`] and
//! [`Ref::borrow_mut`] otherwise. A conflict with the same thread, as in a callback into an object whose method is running, is a `RuntimeError` at
//! once; with another thread it waits, and gives up after a second.
//!
//! Python pickles and copies objects of a class with the option `init` by their fields. Where a class has state that no field shows, the methods `__getstate__` and
//! `__setstate__` write and read it, see [`methods`](methods#pickling-and-copying).
//!
//! [`ObjectRef`] is an object of any class, and [`reflect`] tells what fields and methods it has. [`import!`] gives the functions and classes of others
//! typed signatures; the derives [`Union`](macro@Union) and [`StrEnum`](macro@StrEnum) make arguments of enums.
//!
//! # Calling others
//!
//! A [`Function`] is any callable: what Python passes, what a [`Module`] exports, what is registered globally, or a Rust closure.
//!
//! ```no_run
//! use tvm_ffi::{Function, Module, Result};
//!
//! fn run() -> Result<()> {
//!     let kernels = Module::load("libmy_kernels.so")?;
//!     let mean: f64 = kernels.function("mean")?.call((vec![1.0, 2.0, 6.0],))?.cast()?;
//!
//!     let shout = Function::new(|text: &str| text.to_uppercase());
//!     Function::set_global("my_ext.shout", &shout)?;
//!     println!("{mean}");
//!     Ok(())
//! }
//! ```
//!
//! # CUDA
//!
//! With the feature `cuda`, exported functions launch kernels on the tensors of their callers, which arrive as [`CudaView`] and [`CudaViewMut`]. Building takes no
//! CUDA, and a library loads without a GPU. Kernels are declared with [`kernels!`](cuda::kernels), from machine code or, with the feature `nvrtc`, from
//! source; a parameter of the type [`Cuda<'_>`](cuda::Cuda) stands for the GPU and the stream of the call:
//!
//! ```
//! # #[cfg(feature = "cuda")]
//! # mod example {
//! use tvm_ffi::cuda::prelude::*;
//! use tvm_ffi::prelude::*;
//! # const IMAGE: &[u8] = include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/ui/cuda/images/kernels.sm80.cubin"));
//!
//! kernels! {
//!     cubin IMAGE; // or the name of a file: `cubin "kernels.sm_80.cubin";`
//!     static VADD: fn(x: Ptr<f32>, y: PtrMut<f32>, n: i64) = "vadd";
//! }
//!
//! /// Adds `x` to `y`.
//! #[tvm_ffi::export]
//! fn vadd(
//!     cx: Cuda<'_>,
//!     #[shape(n)] x: CudaView<'_, f32, 1>,
//!     #[shape(n)] mut y: CudaViewMut<'_, f32, 1>,
//! ) -> Result<()> {
//!     let launch = Launch::linear(x.dim(0), 256)?;
//!     // SAFETY: the kernel touches n elements of `x` and of `y`, and the contract says that both have as many.
//!     unsafe { VADD.launch(&cx, &launch, (x.ptr(), y.ptr_mut(), x.dim_as(0)?)) }
//! }
//! # }
//! ```
//!
//! The module [`cuda`] has a guide of its own.
//!
//! # Where things are
//!
//! | to | use |
//! |---|---|
//! | export functions | [`export`] |
//! | take and give values | [`Any`], [`AnyView`]; [`Array`], [`List`], [`Map`], [`Dict`], [`ArrayRef`], [`MapRef`]; [`Str`], [`Bytes`], [`Shape`], [`DType`], [`Device`] |
//! | take and give values of your own types | [`FromAnyView`], [`IntoAny`], [`FfiType`], [`Mismatch`] |
//! | read and write tensors | [`CpuView`], [`CpuViewMut`], [`CpuCells`], [`mod@view`]; [`TensorView`], [`Tensor`], [`TensorMut`], [`SliceTensor`], [`SliceTensorMut`]; [`Element`], [`Bool8`], [`Complex`], [`f16`](struct@f16), [`bf16`] |
//! | make classes | [`object`], [`methods`]; arguments of enums: [`Union`](macro@Union), [`StrEnum`](macro@StrEnum) |
//! | use functions and classes of others | [`import!`], [`reflect`] |
//! | launch CUDA kernels (feature `cuda`) | [`cuda`]: [`kernels!`](cuda::kernels), [`Cuda`](cuda::Cuda), [`Launch`](cuda::Launch), [`Ptr`](cuda::Ptr), [`PtrMut`](cuda::PtrMut); [`CudaView`], [`CudaViewMut`] |
//! | report errors | [`Error`], [`ErrorKind`], [`Result`], [`Context`], [`bail!`], [`ensure!`] |
//! | call functions, and make them | [`Function`], [`TypedFunction`], [`Module`] |
//! | hold objects | [`Ref`], [`WeakRef`]; [`Borrow`], [`BorrowMut`]; [`ObjectRef`], [`WeakObjectRef`] |
//! | ask the runtime | [`runtime`], [`check_signals`], [`mod@env`] |
//! | launch CUDA kernels | the module `cuda`, with feature `cuda` |
//! | tell Python's type checkers | the command `tvm-ffi-stubs`, with feature `stubs` |
//! | go below all that | [`abi`], [`dlpack`] |
//!
//! [`prelude`] has what most kernels need.

#[doc(inline)]
pub use tvm_ffi_core::*;
#[doc(inline)]
pub use tvm_ffi_macros::{StrEnum, Union, export, import, methods, object};

// They explain that `#[tvm_ffi::methods]` is missing.
#[doc(hidden)]
pub use tvm_ffi_macros::{init, staticmethod};

#[cfg(feature = "cuda")]
pub mod cuda;
pub mod guide;

/// What expansions of the macros name. No part of the interface: it changes without notice.
#[doc(hidden)]
pub use tvm_ffi_core::__private;

/// What most kernel libraries use: `use tvm_ffi::prelude::*;`.
///
/// [`Result`] stands for `core::result::Result` too: its error type is a parameter with a default.
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
    pub use crate::{init, staticmethod};
}

/// Examples of other files, compiled as those of this crate.
#[cfg(doctest)]
mod examples {
    #[doc = include_str!("../tvm-ffi-macros/src/export.md")]
    mod export {}

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

    #[doc = include_str!("../tvm-ffi-macros/src/methods.md")]
    mod methods {}

    #[doc = include_str!("../tvm-ffi-macros/src/object.md")]
    mod object {}

    // Its section on CUDA takes both features.
    #[cfg(feature = "nvrtc")]
    #[doc = include_str!("../README.md")]
    mod readme {}
}
