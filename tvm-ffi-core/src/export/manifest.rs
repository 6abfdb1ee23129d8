//! The manifest: what a library exports, since a module cannot be listed otherwise.

use core::ffi::{c_int, c_void};

use super::metadata::kernel_json;
use super::{Returned, call, registry};
use crate::abi::TVMFFIAny;
use crate::any::Any;
use crate::call::{Args, Slot, holder};
use crate::convert::text_of;
use crate::description::{Record, Shim, constants, constants_json, objects_json};
use crate::error::exceptions_json;
use crate::json::{Array, Object};
use crate::runtime::bind_if_present;

pub(super) static RECORD: Record = Record {
    name: "tvm_ffi_manifest",
    doc: "The exports of this library, as JSON.",
    file: file!(),
    line: line!(),
    krate: env!("CARGO_PKG_NAME"),
    version: env!("CARGO_PKG_VERSION"),
    // SAFETY: the function keeps the contract.
    ..Record::new(unsafe { Shim::new(manifest) }, || Returned::<String>::tag().result_type())
};

/// `tvm_ffi_manifest() -> str`: in Python `mod.tvm_ffi_manifest()`. With the name of a constant, it returns the
/// value. With the names of an export and of a parameter it evaluates the default, if the
/// manifest has no value for it.
#[unsafe(export_name = "__tvm_ffi_tvm_ffi_manifest")]
unsafe extern "C" fn manifest(
    _: *mut c_void,
    args: *const TVMFFIAny,
    num_args: i32,
    result: *mut TVMFFIAny,
) -> c_int {
    let body = |args: Args<'_>, slot: Slot<'_>| match args.count() {
        0 => Some(slot.write(manifest_json())),
        1 => {
            let name = text_of(args.view(0)?)?;
            Some(slot.write((constants().find(|constant| constant.name == name)?.value)()))
        }
        2 => {
            let (mut first, mut second) = (holder::<&str, _>(), holder::<&str, _>());
            let export = args.get::<&str, _>(0, &mut first)?;
            let parameter = args.get::<&str, _>(1, &mut second)?;
            Some(slot.write(default_of(export, parameter)?))
        }
        _ => None,
    };
    // SAFETY: the SafeCall contract.
    unsafe { call(&RECORD, None, args, num_args, result, body) }
}

/// The value of a default that the manifest has no value for.
fn default_of(export: &str, parameter: &str) -> Option<Any> {
    let record = registry::exports().find(|record| record.name == export)?;
    let parameter = record.parameters.iter().find(|one| one.name == parameter)?;
    (parameter.evaluate?)()
}

/// All exports by name and classes by key, in their order.
fn manifest_json() -> String {
    // A library that was loaded before the runtime has not registered anything yet, and would not say so.
    if bind_if_present() {
        registry::register_pending();
    }
    let mut exports: Vec<_> = registry::exports().collect();
    exports.sort_by_key(|export| export.name);
    let kernel =
        |export: &Record| Object::new().text("name", export.name).value("kernel", &kernel_json(export)).end();
    let kernels = Array::of(exports.into_iter().map(kernel));
    let failure =
        |(name, reason): (&str, String)| Object::new().text("name", name).text("reason", &reason).end();
    let failures = Array::of(registry::failures().into_iter().map(failure));
    let mut json = Object::new();
    json.value("v", "1").text("framework", concat!("tvm-ffi-rs ", env!("CARGO_PKG_VERSION")));
    json.value("exports", &kernels).value("objects", &objects_json());
    let mut constants: Vec<_> = constants().collect();
    constants.sort_by_key(|constant| constant.name);
    json.value("constants", &constants_json(constants.into_iter())).value("exceptions", &exceptions_json());
    json.value("not_registered", &failures).end()
}
