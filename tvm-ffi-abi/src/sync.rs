//! Atomics. The package `tvm-ffi-tests-loom` compiles modules of this crate with those of `loom`.

pub(crate) use core::sync::atomic::{AtomicU64, Ordering};
