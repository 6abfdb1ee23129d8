//! Metadata and documentation of an export, made when asked for.

use super::describe::{Description, look};
use super::{Export, Parameter, Slot, call};
use crate::abi::TVMFFIAny;
use crate::contract::Interpreter;
use crate::convert::Kind;
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
    let body = |_: super::Args<'_>, slot: Slot<'_>| slot.write(look(export, metadata_json));
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
    let body = |_: super::Args<'_>, slot: Slot<'_>| slot.write(look(export, |about| about.texts().doc));
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
        push(json, r#","default":"#, &default_json(default));
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

/// A default that is a JSON value as written stays one; any other expression becomes `{"expr": "..."}`.
pub(crate) fn default_json(expression: &str) -> String {
    let plain =
        matches!(expression, "true" | "false") || is_json_number(expression) || is_plain_string(expression);
    match expression {
        "None" => String::from("null"),
        _ if plain => expression.to_owned(),
        _ => format!(r#"{{"expr":{}}}"#, quoted(expression)),
    }
}

/// By the grammar of JSON; parsing it as a float would bring the standard library's tables for that into every library.
fn is_json_number(text: &str) -> bool {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let unsigned = text.strip_prefix('-').unwrap_or(text);
    let (mantissa, exponent) = unsigned.split_once(['e', 'E']).unwrap_or((unsigned, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, "0"));
    let exponent = exponent.strip_prefix(['-', '+']).unwrap_or(exponent);
    let no_leading_zero = whole == "0" || !whole.starts_with('0');
    digits(whole) && no_leading_zero && digits(fraction) && digits(exponent)
}

fn is_plain_string(text: &str) -> bool {
    let inner = text.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
    inner.is_some_and(|inner| inner.chars().all(|c| c != '"' && c != '\\' && !c.is_control()))
}
