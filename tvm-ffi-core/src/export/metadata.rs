//! Metadata and documentation of an export, made when asked for.

use super::call;
use crate::abi::TVMFFIAny;
use crate::call::{Args, Slot};
use crate::contract::metadata as contracts;
use crate::convert::{Kind, TypeTag};
use crate::description::{Param, Passing, Record};
use crate::json::{Array, Object, quoted};
use core::ffi::c_int;

/// The body of `__tvm_ffi__metadata_<name>`: gives a JSON string.
///
/// # Safety
///
/// The SafeCall contract of [`crate::abi`].
#[cold]
#[inline(never)]
pub unsafe fn metadata(record: &'static Record, result: *mut TVMFFIAny) -> c_int {
    let body = |_: Args<'_>, slot: Slot<'_>| Some(slot.write(metadata_json(record)));
    // SAFETY: the SafeCall contract; no argument is read.
    unsafe { call(record, None, core::ptr::null(), 0, result, body) }
}

/// The body of `__tvm_ffi__doc_<name>`: gives a string.
///
/// # Safety
///
/// The SafeCall contract of [`crate::abi`].
#[cold]
#[inline(never)]
pub unsafe fn doc(record: &'static Record, result: *mut TVMFFIAny) -> c_int {
    let body = |_: Args<'_>, slot: Slot<'_>| Some(slot.write(record.doc()));
    // SAFETY: the SafeCall contract; no argument is read.
    unsafe { call(record, None, core::ptr::null(), 0, result, body) }
}

/// The metadata: `type_schema`, in the runtime's own form, and `kernel`, which tells what that cannot.
pub(crate) fn metadata_json(record: &Record) -> String {
    Object::new().text("type_schema", &type_schema(record)).value("kernel", &kernel_json(record)).end()
}

fn type_schema(record: &Record) -> String {
    if record.is_packed() {
        // It takes any arguments.
        return Object::new().text("type", "ffi.Function").end();
    }
    let params = record.parameters.iter().map(|parameter| parameter.of.tag.schema());
    function_schema(&(record.result)().tag.schema(), &Array::of(params))
}

/// The schema of a function, from that of its result and an array of those of its parameters.
fn function_schema(result: &str, params: &str) -> String {
    let named = Object::new().value("return", &["[", result, "]"].concat()).value("params", params).end();
    Object::new().text("type", "ffi.Function").value("named_args", &named).end()
}

/// The `kernel` object.
pub(crate) fn kernel_json(record: &Record) -> String {
    let mut json = Object::new();
    json.value("v", "1").text("file", record.file).value("line", &record.line.to_string());
    json.text("crate", record.krate).text("version", record.version).text_if_any("doc", record.doc());
    if let Some(global) = record.global {
        json.text("global", global);
    }
    if let Some(forward) = record.forward {
        json.text("backward_of", forward.name);
    }
    if !record.constant.is_empty() {
        json.value("constant", &Array::of(record.constant.iter().map(|name| quoted(name))));
    }
    contracts::push_variables(record.variables, &mut json);
    if record.is_packed() {
        json.bool("packed", true);
    } else {
        let counted = record.parameters.get(record.receivers()..).unwrap_or_default();
        let params = counted.iter().map(|parameter| parameter_json(parameter).end());
        json.value("params", &Array::of(params));
    }
    let mut result = Object::new();
    let of = (record.result)();
    result.text("kind", of.kind.name());
    push_type(&mut result, of.tag);
    contracts::push_returns(&record.returns, &mut result);
    json.value("result", &result.end()).end()
}

/// One parameter, or a field.
pub(crate) fn parameter_json(parameter: &Param) -> Object {
    let of = parameter.of;
    let kind = if of.tensor.is_some() { Kind::Tensor } else { of.kind };
    let mut json = Object::new();
    json.text("name", parameter.name).text("kind", kind.name());
    push_type(&mut json, of.tag);
    match of.tensor {
        Some(tensor) => contracts::push_type(tensor, &parameter.contract, &mut json),
        None => contracts::push_integers(&parameter.contract, &mut json),
    }
    if let Some(default) = parameter.default {
        json.value("default", &default.json(of));
    }
    let passing = match parameter.passing {
        Passing::Position => Some("pos_only"),
        Passing::Either => None,
        Passing::Rest => Some("rest"),
        Passing::Name => Some("kw_only"),
        Passing::Names => Some("names"),
    };
    if let Some(passing) = passing {
        json.bool(passing, true);
    }
    json.text_if_any("doc", parameter.doc());
    json
}

/// The name of a type for people, and its schema for tools.
fn push_type(json: &mut Object, tag: &TypeTag) {
    json.text("type", &tag.name()).value("schema", &tag.schema());
}
