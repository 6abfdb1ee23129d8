//! The runtime as a shared library, which exports the functions of the C API, and what libraries in Rust ask it for.
//!
//! `cargo xtask runtime` builds it, and gives the file the name `libtvm_ffi.so`.

#![allow(non_snake_case, reason = "the C names")]

use core::ffi::{c_char, c_int, c_void};

use tvm_ffi_abi::*;
use tvm_ffi_runtime::{c_functions, signatures};

macro_rules! exports {
    ($(fn $name:ident($($arg:ident: $ty:ty),*) $(-> $ret:ty)?;)*) => {$(
        export! { fn $name($($arg: $ty),*) $(-> $ret)? }
    )*};
}

macro_rules! export {
    // The compiler makes two instructions of this call, which is the most frequent one.
    (fn TVMFFIFunctionCall($($arg:ident: $ty:ty),*) -> $ret:ty) => {
        export! { #[cfg(not(all(target_arch = "x86_64", unix)))] fn TVMFFIFunctionCall($($arg: $ty),*) -> $ret }

        /// The function of this name in the C API.
        ///
        /// # Safety
        ///
        /// That of the C API.
        #[cfg(all(target_arch = "x86_64", unix))]
        #[unsafe(no_mangle)]
        #[unsafe(naked)]
        pub unsafe extern "C" fn TVMFFIFunctionCall($($arg: $ty),*) -> $ret {
            core::arch::naked_asm!(
                // Continues at the entry point of the function, which takes the same arguments.
                "jmp qword ptr [rdi + {safe_call}]",
                safe_call = const size_of::<TVMFFIObject>() + core::mem::offset_of!(TVMFFIFunctionCell, safe_call),
            )
        }
    };
    ($(#[$attribute:meta])* fn $name:ident($($arg:ident: $ty:ty),*) $(-> $ret:ty)?) => {
        /// The function of this name in the C API.
        ///
        /// # Safety
        ///
        /// That of the C API.
        $(#[$attribute])*
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name($($arg: $ty),*) $(-> $ret)? {
            const FUNCTION: Option<signatures::$name> = {
                let address = tvm_ffi_runtime::address_of(stringify!($name));
                // SAFETY: the table of the runtime has a function of this type by this name, or NULL, which is `None`.
                unsafe { core::mem::transmute::<*const c_void, Option<signatures::$name>>(address) }
            };
            match FUNCTION {
                // SAFETY: the caller's contract.
                Some(function) => unsafe { function($($arg),*) },
                None => {
                    eprintln!("{} is missing", stringify!($name));
                    std::process::abort();
                }
            }
        }
    };
}

c_functions!(exports);
