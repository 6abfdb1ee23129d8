//! The manifest: what a library exports, since a module cannot be listed otherwise.

use core::ffi::{c_int, c_void};

use super::metadata::kernel_json;
use super::{Returned, call, registry};
use crate::abi::TVMFFIAny;
use crate::any::Any;
use crate::call::{Args, NoTensor, Slot, holder};
use crate::description::{Description, Reader, Shim, insert_by_name, objects_json, with_description};
use crate::json::{Array, Object};
use crate::runtime::bind_if_present;

pub(super) fn describe(read: Reader<'_>) {
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
    // SAFETY: the function keeps the contract.
    let shim = unsafe { Shim::new(manifest) };
    read(&Description::new(TEXT, shim, &[], Returned::<String>::tag().result_type()));
}

/// `tvm_ffi_manifest() -> str`: in Python `mod.tvm_ffi_manifest()`. With the names of an export and of a parameter it evaluates the default, if the
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
        2 => {
            let (mut first, mut second) = (holder::<&str, _>(), holder::<&str, _>());
            let export = args.get::<NoTensor, &str, _>(0, &mut first)?;
            let parameter = args.get::<NoTensor, &str, _>(1, &mut second)?;
            Some(slot.write(default_of(export, parameter)?))
        }
        _ => None,
    };
    // SAFETY: the SafeCall contract.
    unsafe { call(describe, None, args, num_args, result, body) }
}

/// The value of a default that the manifest has no value for.
fn default_of(export: &str, parameter: &str) -> Option<Any> {
    registry::exports().find_map(|described| {
        with_description(described, |about| {
            let texts = about.texts();
            let index = texts.parameters.iter().position(|one| one.name == parameter)?;
            let (_, make) = about.defaults.iter().find(|(of, _)| texts.name == export && *of == index)?;
            make()
        })
    })
}

/// All exports by name and classes by key, in their order.
fn manifest_json() -> String {
    // A library that was loaded before the runtime has not registered anything yet, and would not say so.
    if bind_if_present() {
        registry::register_pending();
    }
    let mut exports = Vec::new();
    for export in registry::exports() {
        insert_by_name(&mut exports, with_description(export, |about| (about.name(), kernel_json(about))));
    }
    let mut kernels = Array::new();
    for (name, kernel) in &exports {
        kernels.push(&Object::new().text("name", name).value("kernel", kernel).end());
    }
    let mut failures = Array::new();
    for (name, reason) in &registry::failures() {
        failures.push(&Object::new().text("name", name).text("reason", reason).end());
    }
    let mut json = Object::new();
    json.value("v", "1").text("framework", concat!("tvm-ffi-rs ", env!("CARGO_PKG_VERSION")));
    json.value("exports", &kernels.end()).value("objects", &objects_json());
    json.value("not_registered", &failures.end()).end()
}
