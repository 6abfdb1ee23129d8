//! Metadata and documentation of an export, made when asked for.

use super::call;
use crate::abi::TVMFFIAny;
use crate::call::{Args, Slot};
use crate::convert::Kind;
use crate::description::{Description, Export, Interpreter, Parameter, look};
use crate::json::quoted;
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
    let body = |_: Args<'_>, slot: Slot<'_>| slot.write(look(export, metadata_json));
    // SAFETY: the SafeCall contract; no argument is looked at.
    unsafe { call(export, core::ptr::null(), 0, result, body) }
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
    let body = |_: Args<'_>, slot: Slot<'_>| slot.write(look(export, |about| about.texts().doc));
    // SAFETY: the SafeCall contract; no argument is looked at.
    unsafe { call(export, core::ptr::null(), 0, result, body) }
}

/// The metadata: `type_schema`, in the runtime's own form, and `kernel`, which tells what that cannot.
pub(crate) fn metadata_json(about: &Description<'_>) -> String {
    format!(r#"{{"type_schema":{},"kernel":{}}}"#, quoted(&type_schema(about)), kernel_json(about))
}

/// The schema of a packed function has no arguments: it takes any.
fn type_schema(about: &Description<'_>) -> String {
    let mut json = String::from(r#"{"type":"ffi.Function""#);
    if !about.is_packed() {
        json.push_str(r#","named_args":{"return":["#);
        (about.result.schema)(&mut json);
        json.push_str(r#"],"params":["#);
        for (index, of) in about.parameters.iter().enumerate() {
            if index > 0 {
                json.push(',');
            }
            (of.schema)(&mut json);
        }
        json.push_str("]}");
    }
    json.push('}');
    json
}

/// The `kernel` object.
pub(crate) fn kernel_json(about: &Description<'_>) -> String {
    let texts = about.texts();
    let mut json = format!(
        r#"{{"v":1,"file":{},"line":{},"crate":{},"version":{}"#,
        quoted(texts.file),
        texts.line,
        quoted(texts.krate),
        quoted(texts.version)
    );
    if !texts.doc.is_empty() {
        push(&mut json, r#","doc":"#, &quoted(texts.doc));
    }
    if let Some(global) = texts.global {
        push(&mut json, r#","global":"#, &quoted(global));
    }
    if let Some(interpreter) = texts.interpreter() {
        (interpreter.push_variables_json)(about.variables, &mut json);
    }
    if about.is_packed() {
        json.push_str(r#","packed":true"#);
    } else {
        let counted = texts.parameters.get(about.receivers()..).unwrap_or_default();
        push_parameters(&mut json, counted, texts.interpreter());
    }
    push(&mut json, r#","result":{"kind":"#, &quoted(about.result.kind.name()));
    push_type(&mut json, about.result.name, about.result.schema);
    if let Some(interpreter) = texts.interpreter() {
        (interpreter.push_returns_json)(&texts.returns, &mut json);
    }
    json.push_str("}}");
    json
}

fn push_parameters(json: &mut String, parameters: &[Parameter<'_>], interpreter: Option<&Interpreter>) {
    json.push_str(r#","params":["#);
    for (index, parameter) in parameters.iter().enumerate() {
        json.push_str(if index > 0 { "," } else { "" });
        push_parameter(json, parameter, interpreter);
    }
    json.push(']');
}

/// One parameter.
fn push_parameter(json: &mut String, parameter: &Parameter<'_>, interpreter: Option<&Interpreter>) {
    let of = parameter.of;
    let kind = if of.tensor.is_some() { Kind::Tensor } else { of.kind };
    push(json, r#"{"name":"#, &quoted(parameter.name));
    push(json, r#","kind":"#, &quoted(kind.name()));
    push_type(json, of.name, of.schema);
    match (of.tensor, interpreter) {
        (Some((tensor, interpreter)), _) => (interpreter.push_type_json)(tensor, &parameter.contract, json),
        (None, Some(interpreter)) => (interpreter.push_integers_json)(&parameter.contract, json),
        (None, None) => {}
    }
    if let Some(default) = parameter.default {
        push(json, r#","default":"#, &default.json(of));
    }
    if !parameter.doc.is_empty() {
        push(json, r#","doc":"#, &quoted(parameter.doc));
    }
    json.push('}');
}

/// The name of a type for people, and its schema for tools.
fn push_type(json: &mut String, name: fn(&mut String), schema: fn(&mut String)) {
    push(json, r#","type":"#, &quoted(&type_name(name)));
    json.push_str(r#","schema":"#);
    schema(json);
}

fn push(json: &mut String, key: &str, value: &str) {
    json.push_str(key);
    json.push_str(value);
}

fn type_name(name: fn(&mut String)) -> String {
    let mut text = String::new();
    name(&mut text);
    text
}
