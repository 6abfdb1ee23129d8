//! The manifest: what a library exports, since a module cannot be listed otherwise.

use core::ffi::{c_int, c_void};

use super::metadata::kernel_json;
use super::{Export, Slot, Visitor, arity_failed, call, registry};
use crate::abi::TVMFFIAny;
use crate::json::quoted;

static MANIFEST: Export = Export { name: "tvm_ffi_manifest", shim: manifest, describe };

fn describe(visitor: &mut dyn Visitor) {
    visitor.function("The exports of this library, as JSON.", line!());
}

/// `tvm_ffi_manifest() -> str`: in Python `mod.tvm_ffi_manifest()`.
#[unsafe(export_name = "__tvm_ffi_tvm_ffi_manifest")]
unsafe extern "C" fn manifest(
    _: *mut c_void,
    args: *const TVMFFIAny,
    num_args: i32,
    result: *mut TVMFFIAny,
) -> c_int {
    let body = |args: super::Args<'_>, slot: Slot<'_>| match args.count() {
        0 => slot.write(manifest_json()),
        count => arity_failed(&MANIFEST, count),
    };
    // SAFETY: the SafeCall contract.
    unsafe { call(&MANIFEST, args, num_args, result, body) }
}

/// All exports by name, in the order of their names.
fn manifest_json() -> String {
    let mut exports: Vec<_> = registry::exports().map(kernel_json).collect();
    exports.sort();
    let exports: Vec<_> = exports
        .iter()
        .map(|(name, kernel)| format!(r#"{{"name":{},"kernel":{kernel}}}"#, quoted(name)))
        .collect();
    let failures: Vec<_> = registry::failures()
        .iter()
        .map(|(name, reason)| format!(r#"{{"name":{},"reason":{}}}"#, quoted(name), quoted(reason)))
        .collect();
    format!(
        r#"{{"v":1,"framework":{},"exports":[{}],"objects":[],"not_registered":[{}]}}"#,
        quoted(concat!("tvm-ffi ", env!("CARGO_PKG_VERSION"))),
        exports.join(","),
        failures.join(",")
    )
}
