//! Virtual functions that return an object of C++.
//!
//! The caller passes a pointer to room for the object:
//!
//! - Itanium ABI, x86-64 and RISC-V: as the first argument, before `this`;
//! - Itanium ABI, aarch64: in the register x8;
//! - MSVC: as the second argument, after `this`.
//!
//! Each such function has at most one argument, a string. Those without one are called with a pointer that they ignore.

use core::ffi::c_void;

use super::{Code, This, Virtuals, text};
use crate::{TVMFFIAny, TVMFFIObjectHandle};

/// A virtual function that returns an object.
pub(super) trait Getter {
    /// A handle or a value.
    type Result;

    /// # Safety
    ///
    /// `argument` is a string of C++, if the function has one.
    unsafe fn get<T: Virtuals>(this: This<T>, argument: *const TVMFFIAny) -> Self::Result;
}

macro_rules! getters {
    ($($name:ident: $result:ty = |$this:ident, $argument:ident| $body:expr;)*) => {$(
        pub(super) struct $name;

        impl Getter for $name {
            type Result = $result;

            unsafe fn get<T: Virtuals>($this: This<T>, $argument: *const TVMFFIAny) -> $result {
                $body
            }
        }
    )*};
}

getters! {
    // SAFETY: the caller lends a string, as in those below.
    Function: TVMFFIObjectHandle = |this, name| T::function(this, unsafe { text(name) });
    // SAFETY: as above.
    Doc: TVMFFIAny = |this, name| T::doc(this, unsafe { text(name) });
    // SAFETY: as above.
    Metadata: TVMFFIAny = |this, name| T::metadata(this, unsafe { text(name) });
    WriteFormats: TVMFFIObjectHandle = |this, _argument| T::write_formats(this);
    SaveToBytes: TVMFFIAny = |this, _argument| T::save_to_bytes(this);
    // SAFETY: as above.
    InspectSource: TVMFFIAny = |this, format| T::inspect_source(this, unsafe { text(format) });
}

/// Runs a virtual function, and writes its result.
///
/// # Safety
///
/// `result` is writable, `this` is a module with the body `T`, and `argument` is that of `G`.
unsafe extern "C-unwind" fn run<T: Virtuals, G: Getter>(
    result: *mut G::Result,
    this: *mut c_void,
    argument: *const TVMFFIAny,
) -> *mut G::Result {
    // SAFETY: the caller's contract.
    let this = unsafe { This::<T>::new(this) };
    // SAFETY: the caller's contract.
    let value = unsafe { G::get(this, argument) };
    // SAFETY: the caller's contract.
    unsafe { result.write(value) };
    result
}

#[cfg(not(any(windows, target_arch = "aarch64")))]
mod platform {
    use super::*;

    pub(in super::super) const fn code<T: Virtuals, G: Getter>() -> Code {
        run::<T, G> as Code
    }

    /// # Safety
    ///
    /// `code` is that of `G` for the module `this`, `result` is writable, and `argument` is that of `G`.
    pub(in super::super) unsafe fn call<G: Getter>(
        code: Code,
        result: *mut G::Result,
        this: *mut c_void,
        argument: *const TVMFFIAny,
    ) {
        type Call<R> = unsafe extern "C-unwind" fn(*mut R, *mut c_void, *const TVMFFIAny) -> *mut R;
        // SAFETY: the caller's contract; this platform passes the pointer to the result first.
        let call = unsafe { core::mem::transmute::<Code, Call<G::Result>>(code) };
        // SAFETY: the caller's contract.
        unsafe { call(result, this, argument) };
    }
}

#[cfg(windows)]
mod platform {
    use super::*;

    unsafe extern "C-unwind" fn run_this_first<T: Virtuals, G: Getter>(
        this: *mut c_void,
        result: *mut G::Result,
        argument: *const TVMFFIAny,
    ) -> *mut G::Result {
        // SAFETY: the same contract.
        unsafe { run::<T, G>(result, this, argument) }
    }

    pub(in super::super) const fn code<T: Virtuals, G: Getter>() -> Code {
        run_this_first::<T, G> as Code
    }

    /// # Safety
    ///
    /// `code` is that of `G` for the module `this`, `result` is writable, and `argument` is that of `G`.
    pub(in super::super) unsafe fn call<G: Getter>(
        code: Code,
        result: *mut G::Result,
        this: *mut c_void,
        argument: *const TVMFFIAny,
    ) {
        type Call<R> = unsafe extern "C-unwind" fn(*mut c_void, *mut R, *const TVMFFIAny) -> *mut R;
        // SAFETY: the caller's contract; this platform passes `this` first.
        let call = unsafe { core::mem::transmute::<Code, Call<G::Result>>(code) };
        // SAFETY: the caller's contract.
        unsafe { call(this, result, argument) };
    }
}

#[cfg(all(target_arch = "aarch64", not(windows)))]
mod platform {
    use core::arch::naked_asm;

    use super::*;

    /// Moves the pointer to the result from x8 to the first argument.
    #[unsafe(naked)]
    unsafe extern "C-unwind" fn run_with_x8<T: Virtuals, G: Getter>() {
        naked_asm!(
            "mov x2, x1",
            "mov x1, x0",
            "mov x0, x8",
            "b {run}",
            run = sym run::<T, G>,
        )
    }

    /// Calls `code` with `result` in x8.
    #[unsafe(naked)]
    unsafe extern "C-unwind" fn call_with_x8(
        result: *mut c_void,
        this: *mut c_void,
        argument: *const TVMFFIAny,
        code: Code,
    ) {
        naked_asm!("mov x8, x0", "mov x0, x1", "mov x1, x2", "br x3")
    }

    pub(in super::super) const fn code<T: Virtuals, G: Getter>() -> Code {
        run_with_x8::<T, G> as Code
    }

    /// # Safety
    ///
    /// `code` is that of `G` for the module `this`, `result` is writable, and `argument` is that of `G`.
    pub(in super::super) unsafe fn call<G: Getter>(
        code: Code,
        result: *mut G::Result,
        this: *mut c_void,
        argument: *const TVMFFIAny,
    ) {
        // SAFETY: the caller's contract.
        unsafe { call_with_x8(result.cast(), this, argument, code) };
    }
}

pub(super) use platform::{call, code};
