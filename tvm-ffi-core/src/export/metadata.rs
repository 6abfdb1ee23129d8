//! Metadata and documentation of an export, made when asked for.

use super::call;
use crate::abi::TVMFFIAny;
use crate::call::{Args, Slot};
use crate::contract::metadata as contract;
use crate::convert::Kind;
use crate::description::{Description, Export, Parameter, with_description};
use crate::json::{Array, Object, quoted, written};
use core::ffi::c_int;

/// The body of `__tvm_ffi__metadata_<name>`: gives a JSON string.
///
/// # Safety
///
/// The SafeCall contract of [`crate::abi`].
#[cold]
#[inline(never)]
#[allow(improper_ctypes_definitions, reason = "called from Rust; `C` says that it does not unwind")]
pub unsafe extern "C" fn metadata(export: Export, result: *mut TVMFFIAny) -> c_int {
    let body = |_: Args<'_>, slot: Slot<'_>| Some(slot.write(with_description(export, metadata_json)));
    // SAFETY: the SafeCall contract; no argument is read.
    unsafe { call(export, None, core::ptr::null(), 0, result, body) }
}

/// The body of `__tvm_ffi__doc_<name>`: gives a string.
///
/// # Safety
///
/// The SafeCall contract of [`crate::abi`].
#[cold]
#[inline(never)]
#[allow(improper_ctypes_definitions, reason = "called from Rust; `C` says that it does not unwind")]
pub unsafe extern "C" fn doc(export: Export, result: *mut TVMFFIAny) -> c_int {
    let body =
        |_: Args<'_>, slot: Slot<'_>| Some(slot.write(with_description(export, |about| about.texts().doc)));
    // SAFETY: the SafeCall contract; no argument is read.
    unsafe { call(export, None, core::ptr::null(), 0, result, body) }
}

/// The metadata: `type_schema`, in the runtime's own form, and `kernel`, which tells what that cannot.
pub(crate) fn metadata_json(about: &Description<'_>) -> String {
    Object::new().text("type_schema", &type_schema(about)).value("kernel", &kernel_json(about)).end()
}

/// The schema of a packed function has no arguments: it takes any.
fn type_schema(about: &Description<'_>) -> String {
    let mut json = Object::new();
    json.text("type", "ffi.Function");
    if !about.is_packed() {
        let (mut result, mut params) = (Array::new(), Array::new());
        result.push(&written(about.result.schema));
        for of in about.parameters {
            params.push(&written(of.schema));
        }
        let named = Object::new().value("return", &result.end()).value("params", &params.end()).end();
        json.value("named_args", &named);
    }
    json.end()
}

/// The `kernel` object.
pub(crate) fn kernel_json(about: &Description<'_>) -> String {
    let texts = about.texts();
    let mut json = Object::new();
    json.value("v", "1").text("file", texts.file).value("line", texts.line);
    json.text("crate", texts.krate).text("version", texts.version).text_if_any("doc", texts.doc);
    if let Some(global) = texts.global {
        json.text("global", global);
    }
    if let Some(forward) = about.forward {
        json.text("backward_of", with_description(forward, |forward| forward.name()));
    }
    if !texts.constant.is_empty() {
        let mut names = Array::new();
        for name in texts.constant.split(',') {
            names.push(&quoted(name));
        }
        json.value("constant", &names.end());
    }
    contract::push_variables(about.variables, &mut json);
    if about.is_packed() {
        json.bool("packed", true);
    } else {
        let counted = texts.parameters.get(about.receivers()..).unwrap_or_default();
        let mut params = Array::new();
        for parameter in counted {
            params.push(&parameter_json(parameter));
        }
        json.value("params", &params.end());
    }
    let mut result = Object::new();
    result.text("kind", about.result.kind.name());
    push_type(&mut result, about.result.name, about.result.schema);
    contract::push_returns(&texts.returns, &mut result);
    json.value("result", &result.end()).end()
}

/// One parameter.
fn parameter_json(parameter: &Parameter<'_>) -> String {
    let of = parameter.of;
    let kind = if of.tensor.is_some() { Kind::Tensor } else { of.kind };
    let mut json = Object::new();
    json.text("name", parameter.name).text("kind", kind.name());
    push_type(&mut json, of.name, of.schema);
    match of.tensor {
        Some(tensor) => contract::push_type(tensor, &parameter.contract, &mut json),
        None => contract::push_integers(&parameter.contract, &mut json),
    }
    if let Some(default) = parameter.default {
        json.value("default", &default.json(of));
    }
    json.text_if_any("doc", parameter.doc).end()
}

/// The name of a type for people, and its schema for tools.
pub(crate) fn push_type(json: &mut Object, name: fn(&mut String), schema: fn(&mut String)) {
    json.text("type", &written(name)).value("schema", &written(schema));
}
