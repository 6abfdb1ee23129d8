//! The functions by which the runtime calls an export, which differ between exports only in names.

/// A shim with the given name, from the record of the export, its body, and the shim of its `cpu =` fallback if it has one.
///
/// # Safety
///
/// The author of the `unsafe` is responsible for what [`call`](crate::__private::call) asks of the body and of the fallback.
#[doc(hidden)]
#[macro_export]
macro_rules! __shim {
    // The same shim for its record. It is found only with the macro, so a wrong `crate = "..."` is one error.
    (unsafe $name:ident) => {
        // SAFETY: the author of the `unsafe` names a shim that this macro defines.
        unsafe { $crate::__private::Shim::new($name) }
    };
    (@fallback) => { ::core::option::Option::None };
    (@fallback $fallback:path) => { ::core::option::Option::Some($fallback as $crate::abi::TVMFFISafeCallType) };
    // The second `unsafe` is the first token of the function, so that messages about the function point to the export.
    (unsafe $unsafe:tt $(#[$attribute:meta])* $name:ident, $record:path, $body:path $(, $fallback:path)?) => {
        $(#[$attribute])*
        $unsafe extern "C" fn $name(
            _: *mut ::core::ffi::c_void,
            __args: *const $crate::__private::TVMFFIAny,
            __num_args: ::core::ffi::c_int,
            __result: *mut $crate::__private::TVMFFIAny,
        ) -> ::core::ffi::c_int {
            // It costs nothing in a crate without `#[tvm_ffi::on_load]`.
            if let $crate::__private::Some(__refuses) = $crate::__on_load!() {
                if __refuses() {
                    return -1;
                }
            }
            let __fallback = $crate::__shim!(@fallback $($fallback)?);
            // SAFETY: the SafeCall contract; the author of the `unsafe` is responsible for the body and the fallback.
            unsafe { $crate::__private::call($record, __fallback, __args, __num_args, __result, $body) }
        }
    };
}

/// The symbols of an export: its shim, and the functions that return its metadata and its documentation. It enters the export in the list of the
/// library's exports.
///
/// # Safety
///
/// As `__shim`.
#[doc(hidden)]
#[macro_export]
macro_rules! __symbols {
    (unsafe $unsafe:tt $name:literal, $record:path, $($shim:tt)*) => {
        $crate::__shim! {
            unsafe $unsafe
            #[unsafe(export_name = ::core::concat!("__tvm_ffi_", $name))]
            __tvm_ffi_shim, $record, $($shim)*
        }
        $crate::__symbols! { @text $unsafe ::core::concat!("__tvm_ffi__metadata_", $name), __tvm_ffi_metadata, metadata, $record }
        $crate::__symbols! { @text $unsafe ::core::concat!("__tvm_ffi__doc_", $name), __tvm_ffi_doc, doc, $record }
        $crate::__enter! { export: $record }
    };
    (@text $unsafe:tt $symbol:expr, $name:ident, $function:ident, $record:path) => {
        #[unsafe(export_name = $symbol)]
        $unsafe extern "C" fn $name(
            _: *mut ::core::ffi::c_void,
            _: *const $crate::__private::TVMFFIAny,
            _: ::core::ffi::c_int,
            __result: *mut $crate::__private::TVMFFIAny,
        ) -> ::core::ffi::c_int {
            // SAFETY: the SafeCall contract.
            unsafe { $crate::__private::$function($record, __result) }
        }
    };
}
