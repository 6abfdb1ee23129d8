//! The manifest: what a library exports, since a module cannot be listed otherwise.

use core::ffi::{c_int, c_void};

use super::metadata::kernel_json;
use super::{REFUSED, Returned, call, registry};
use crate::abi::TVMFFIAny;
use crate::call::{Args, Slot};
use crate::description::{Description, Shim, look, objects_json};
use crate::json::quoted;

pub(super) fn describe(see: &mut dyn FnMut(&Description<'_>)) {
    const TEXT: &str = concat!(
        "tvm_ffi_manifest\0\0The exports of this library, as JSON.\0",
        file!(),
        "\0",
        line!(),
        "\0",
        env!("CARGO_PKG_NAME"),
        "\0",
        env!("CARGO_PKG_VERSION")
    );
    let result = Returned::<String>::tag().result_type();
    see(&Description {
        text: TEXT,
        // SAFETY: the function keeps the contract.
        shim: unsafe { Shim::new(manifest) },
        exact: None,
        parameters: &[],
        result,
        flags: 0,
        constants: &[],
        variables: &[],
        instance: None,
        class: None,
    });
}

/// `tvm_ffi_manifest() -> str`: in Python `mod.tvm_ffi_manifest()`.
#[unsafe(export_name = "__tvm_ffi_tvm_ffi_manifest")]
unsafe extern "C" fn manifest(
    _: *mut c_void,
    args: *const TVMFFIAny,
    num_args: i32,
    result: *mut TVMFFIAny,
) -> c_int {
    let body = |args: Args<'_>, slot: Slot<'_>| match args.count() {
        0 => slot.write(manifest_json()),
        _ => REFUSED,
    };
    // SAFETY: the SafeCall contract.
    unsafe { call(describe, args, num_args, result, body) }
}

/// All exports by name and classes by key, in their order.
fn manifest_json() -> String {
    // A library that was loaded before the runtime has not registered anything yet, and would not say so.
    if registry::bind_if_present() {
        registry::register_pending();
    }
    let mut exports = Vec::new();
    for export in registry::exports() {
        let export = look(export, |about| (about.name(), kernel_json(about)));
        // A sort is much code.
        let place = exports.partition_point(|other| *other < export);
        exports.insert(place, export);
    }
    let exports: Vec<_> = exports
        .iter()
        .map(|(name, kernel)| format!(r#"{{"name":{},"kernel":{kernel}}}"#, quoted(name)))
        .collect();
    let failures: Vec<_> = registry::failures()
        .iter()
        .map(|(name, reason)| format!(r#"{{"name":{},"reason":{}}}"#, quoted(name), quoted(reason)))
        .collect();
    format!(
        r#"{{"v":1,"framework":{},"exports":[{}],"objects":{},"not_registered":[{}]}}"#,
        quoted(concat!("tvm-ffi ", env!("CARGO_PKG_VERSION"))),
        exports.join(","),
        objects_json(),
        failures.join(",")
    )
}
