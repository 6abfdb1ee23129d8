//! The code of `tvm-ffi-abi` and `tvm-ffi-runtime` that threads share, with the atomics and the locks of `loom`, which runs every order of
//! their steps, and every value that the memory model lets them read.

#![cfg(loom)]

mod counts;
mod handles;
mod lists;
mod slots;

/// What the modules of the crates take from their crates.
mod sync {
    pub(crate) use loom::sync::atomic::{AtomicI32, AtomicPtr, AtomicU64, Ordering};
    pub(crate) use loom::sync::{Condvar, Mutex, MutexGuard, RwLock, RwLockReadGuard, RwLockWriteGuard};
    pub(crate) use std::sync::PoisonError;
}

#[path = "../../tvm-ffi-runtime/src/append_only.rs"]
#[allow(dead_code, reason = "the crate uses the rest")]
mod append_only;
#[path = "../../tvm-ffi-runtime/src/names.rs"]
#[allow(dead_code, reason = "as above")]
mod names;
#[path = "../../tvm-ffi-runtime/src/globals/slot.rs"]
mod slot;
#[path = "../../tvm-ffi-runtime/src/init_once/turns.rs"]
mod turns;
#[path = "../../tvm-ffi-abi/src/count/word.rs"]
#[allow(unreachable_pub, reason = "its crate shows it")]
mod word;
