//! The user guide: one page for each topic.
//!
//! **Write kernels**
//!
//! 1. [Your first library](first_library): a crate, two functions, a call from Python, a test.
//! 2. [Values](values): what parameters accept, and what results become.
//! 3. [Tensors](tensors): typed views, contracts, outputs.
//! 4. [Errors](errors): raising them, reading them, tracebacks, panics.
//! 5. [Classes](classes): constructors, properties, inheritance, special methods, pickling.
//! 6. [Functions](functions): calls, callbacks, closures, modules of your own.
//! 7. [CUDA](cuda): kernels and launches.
//! 8. [Cookbook](cookbook): ten short kernels to copy.
//! 9. [Examples](examples): what each crate in `examples` shows.
//!
//! **Call them**
//!
//! 10. [A Python module](python_module): one file, what is passed and returned, errors, the GIL.
//! 11. [Stubs](python): what editors and type checkers need.
//! 12. [Packaging](packaging): functions for NumPy, PyTorch and JAX; Rust source in Python; wheels.
//! 13. [PyTorch](torch): exports as operators, with gradients, in compiled graphs.
//! 14. [JAX](jax): exports as JAX functions, with gradients.
//! 15. [Runtimes](runtimes): Rust programs, and which runtime a process uses.
//!
//! **Run them**
//!
//! 16. [Speed](speed): which parameter types to choose, when the GIL is released, how to build.
//! 17. [Threads](threads): `Send` and `Sync`, the GIL, callbacks, `fork`.
//! 18. [Logging](logging): `eprintln!`, the crate `log`, Python's `logging`.
//! 19. [Debugging](debugging): gdb, tracebacks, Miri, sanitizers, expansions.
//! 20. [Troubleshooting](troubleshooting): messages, their causes, and what to do.
//!
//! [Coming from PyO3, C++ or Apache's crate](coming_from) ports a module of PyO3, and has the same function in each.
//!
//! The macros have reference pages: [`export`](macro@crate::export), [`object`](macro@crate::object), [`methods`](macro@crate::methods).

#[doc = include_str!("guide/first_library.md")]
pub mod first_library {}

#[doc = include_str!("guide/values.md")]
pub mod values {}

#[doc = include_str!("guide/tensors.md")]
pub mod tensors {}

#[doc = include_str!("guide/errors.md")]
pub mod errors {}

#[doc = include_str!("guide/classes.md")]
pub mod classes {}

#[doc = include_str!("guide/functions.md")]
pub mod functions {}

#[doc = include_str!("guide/runtimes.md")]
pub mod runtimes {}

/// Launching CUDA kernels.
///
// The examples need both features.
#[cfg_attr(feature = "nvrtc", doc = include_str!("guide/cuda.md"))]
#[cfg_attr(
    not(feature = "nvrtc"),
    doc = "This page is part of the documentation that is built with the feature `nvrtc`."
)]
pub mod cuda {}

#[doc = include_str!("guide/cookbook.md")]
pub mod cookbook {}

#[doc = include_str!("guide/examples.md")]
pub mod examples {}

#[doc = include_str!("guide/python.md")]
pub mod python {}

#[doc = include_str!("guide/python_module.md")]
pub mod python_module {}

#[doc = include_str!("guide/jax.md")]
pub mod jax {}

#[doc = include_str!("guide/packaging.md")]
pub mod packaging {}

#[doc = include_str!("guide/torch.md")]
pub mod torch {}

#[doc = include_str!("guide/speed.md")]
pub mod speed {}

#[doc = include_str!("guide/threads.md")]
pub mod threads {}

#[doc = include_str!("guide/logging.md")]
pub mod logging {}

#[doc = include_str!("guide/debugging.md")]
pub mod debugging {}

#[doc = include_str!("guide/troubleshooting.md")]
pub mod troubleshooting {}

#[doc = include_str!("guide/coming_from.md")]
pub mod coming_from {}
