//! Makes a kernel library a Python extension module as well.
//!
//! Kernel libraries depend on the crate `tvm-ffi-rs` with its feature `python`, which re-exports and documents [`python_module!`].
//!
//! The exports are those that the core crate lists, and their shims decode the arguments, as they do for every other caller. This crate
//! converts objects of Python to values of the ABI and back. Only objects of the package `tvm_ffi`, and results of classes of other libraries, go
//! through that package.

mod about;
mod api;
mod arguments;
mod buffer;
mod callable;
mod classes;
mod collect;
mod error;
mod exceptions;
mod exchange;
mod export_object;
mod ffi;
mod field;
mod from_python;
mod function;
mod gil;
mod instance;
mod keywords;
mod kinds;
mod layout;
mod lent;
#[cfg(feature = "log")]
pub mod logging;
mod method;
mod module;
mod names;
mod numpy;
mod object;
mod objects;
mod opaque;
mod pickle;
mod python;
mod python_function;
mod result;
mod runtime;
mod signature;
mod slots;
mod special;
mod tensors;
mod through_tvm_ffi;
mod times;
mod to_python;
mod traceback;
mod trampoline;

pub use object::PyObject;

#[doc(hidden)]
pub mod __private {
    pub use tvm_ffi_core::abi::TVMFFIAny;

    pub use crate::about::{About, Init};
    pub use crate::module::{Definition, exec, init};
    pub use crate::names::{Claimed, Namespace, is_identifier, name_all};
    pub use crate::runtime::Library;
    pub use crate::slots::is_slot;
    pub use crate::special::{gives_receiver, property};
    pub use crate::through_tvm_ffi::{give, take};
}

/// Makes this library a Python module of the given name.
#[doc = include_str!("python_module.md")]
#[macro_export]
macro_rules! python_module {
    ($name:ident $(, doc = $doc:expr)? $(, init = $init:expr)? $(,)?) => {
        const _: () = {
            use $crate::__private as __p;

            const __NAME: &::core::ffi::CStr = match ::core::ffi::CStr::from_bytes_with_nul(
                ::core::concat!(::core::stringify!($name), "\0").as_bytes(),
            ) {
                ::core::result::Result::Ok(name) => name,
                ::core::result::Result::Err(_) => ::core::panic!("a name has no NUL"),
            };
            #[unsafe(export_name = "__tvm_ffi__library_bin")]
            static __LIBRARY: __p::Library = __p::Library::new();

            const __DOC: &[&::core::primitive::str] = &[$($doc)?];
            const __INIT: &[__p::Init] = &[$($init)?];
            const __ABOUT: __p::About = __p::About {
                version: ::core::env!("CARGO_PKG_VERSION"),
                doc: __DOC.first().copied(),
                init: __INIT.first().copied(),
            };

            static __DEFINITION: __p::Definition = unsafe { __p::Definition::new(__NAME, &__LIBRARY, __ABOUT, __exec) };

            unsafe extern "C" fn __exec(module: *mut ::core::ffi::c_void) -> ::core::ffi::c_int {
                unsafe { __p::exec(&__DEFINITION, module) }
            }

            #[unsafe(export_name = ::core::concat!("PyInit_", ::core::stringify!($name)))]
            unsafe extern "C" fn __init() -> *mut ::core::ffi::c_void {
                unsafe { __p::init(&__DEFINITION) }
            }

            #[unsafe(export_name = "__tvm_ffi__python_take")]
            unsafe extern "C" fn __take(
                handle: *mut ::core::ffi::c_void,
                args: *const __p::TVMFFIAny,
                num_args: ::core::ffi::c_int,
                result: *mut __p::TVMFFIAny,
            ) -> ::core::ffi::c_int {
                unsafe { __p::take(handle, args, num_args, result) }
            }

            #[unsafe(export_name = "__tvm_ffi__python_give")]
            unsafe extern "C" fn __give(
                handle: *mut ::core::ffi::c_void,
                args: *const __p::TVMFFIAny,
                num_args: ::core::ffi::c_int,
                result: *mut __p::TVMFFIAny,
            ) -> ::core::ffi::c_int {
                unsafe { __p::give(handle, args, num_args, result) }
            }
        };
    };
}
