//! Atomics and locks. The package `tvm-ffi-tests-loom` compiles modules of this crate with those of `loom`.

pub(crate) use core::sync::atomic::{AtomicI32, AtomicPtr, Ordering};
pub(crate) use std::sync::{
    Condvar, Mutex, MutexGuard, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard,
};
