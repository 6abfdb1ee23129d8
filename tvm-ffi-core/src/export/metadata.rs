//! Metadata and documentation of an export, made when asked for.

use core::ffi::c_int;
use std::fmt::Write;

use super::visit::{ParameterType, ResultType, Visitor, fields};
use super::{Export, Slot, call};
use crate::abi::TVMFFIAny;
use crate::json::quoted;

/// The body of `__tvm_ffi__metadata_<name>`: gives a JSON string.
///
/// # Safety
///
/// The SafeCall contract of [`crate::abi`].
#[inline(never)]
pub unsafe extern "C" fn metadata(export: &'static Export, result: *mut TVMFFIAny) -> c_int {
    // SAFETY: the SafeCall contract; no argument is looked at.
    unsafe {
        call(export, core::ptr::null(), 0, result, |_, slot: Slot<'_>| slot.write(metadata_json(export)))
    }
}

/// The body of `__tvm_ffi__doc_<name>`: gives a string.
///
/// # Safety
///
/// The SafeCall contract of [`crate::abi`].
#[inline(never)]
pub unsafe extern "C" fn doc(export: &'static Export, result: *mut TVMFFIAny) -> c_int {
    // SAFETY: the SafeCall contract; no argument is looked at.
    unsafe { call(export, core::ptr::null(), 0, result, |_, slot: Slot<'_>| slot.write(doc_text(export))) }
}

fn doc_text(export: &Export) -> &'static str {
    let mut doc = Doc("");
    (export.describe)(&mut doc);
    doc.0
}

struct Doc(&'static str);

impl Visitor for Doc {
    fn function(&mut self, text: &'static str, _: u32) {
        [self.0, _] = fields(text);
    }
}

/// The metadata: `type_schema`, in the runtime's own form, and `kernel`, which tells what that cannot.
pub(super) fn metadata_json(export: &Export) -> String {
    let parts = Parts::of(export);
    let schema = parts.type_schema();
    format!(r#"{{"type_schema":{},"kernel":{}}}"#, quoted(&schema), parts.kernel())
}

/// The kernel object alone, for the manifest.
pub(super) fn kernel_json(export: &Export) -> (&'static str, String) {
    let parts = Parts::of(export);
    (export.name, parts.kernel())
}

/// An export, taken apart.
#[derive(Default)]
struct Parts {
    doc: &'static str,
    file: &'static str,
    line: u32,
    krate: &'static str,
    version: &'static str,
    parameters: Vec<(&'static str, &'static ParameterType)>,
    result: Option<&'static ResultType>,
    global: Option<&'static str>,
    packed: bool,
}

impl Parts {
    fn of(export: &Export) -> Self {
        let mut parts = Self::default();
        (export.describe)(&mut parts);
        parts
    }

    /// A packed function has a schema without arguments: it takes any.
    fn type_schema(&self) -> String {
        let mut json = String::from(r#"{"type":"ffi.Function""#);
        if !self.packed {
            json.push_str(r#","named_args":{"return":["#);
            if let Some(result) = self.result {
                (result.schema)(&mut json);
            }
            json.push_str(r#"],"params":["#);
            for (index, (_, of)) in self.parameters.iter().enumerate() {
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

    fn kernel(&self) -> String {
        let mut json = format!(
            r#"{{"v":1,"file":{},"line":{},"crate":{},"version":{}"#,
            quoted(self.file),
            self.line,
            quoted(self.krate),
            quoted(self.version)
        );
        if !self.doc.is_empty() {
            push(&mut json, r#","doc":"#, &quoted(self.doc));
        }
        if let Some(global) = self.global {
            push(&mut json, r#","global":"#, &quoted(global));
        }
        if self.packed {
            json.push_str(r#","packed":true"#);
        } else {
            self.push_parameters(&mut json);
        }
        if let Some(result) = self.result {
            let (kind, name) = (result.kind.name(), type_name(result.name));
            push(&mut json, r#","result":"#, &format!(r#"{{"kind":"{kind}","type":{}}}"#, quoted(&name)));
        }
        json.push('}');
        json
    }

    fn push_parameters(&self, json: &mut String) {
        json.push_str(r#","params":["#);
        for (index, (text, of)) in self.parameters.iter().enumerate() {
            let [name, default, doc] = fields(text);
            let comma = if index > 0 { "," } else { "" };
            let (kind, of) = (of.kind.name(), type_name(of.name));
            // Writing to a string cannot fail.
            let _ =
                write!(json, r#"{comma}{{"name":{},"kind":"{kind}","type":{}"#, quoted(name), quoted(&of));
            if let Some(default) = default.strip_prefix('=') {
                push(json, r#","default":"#, &default_json(default));
            }
            if !doc.is_empty() {
                push(json, r#","doc":"#, &quoted(doc));
            }
            json.push('}');
        }
        json.push(']');
    }
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
fn default_json(expression: &str) -> String {
    let plain =
        matches!(expression, "true" | "false") || is_json_number(expression) || is_plain_string(expression);
    match expression {
        "None" => String::from("null"),
        _ if plain => expression.to_owned(),
        _ => format!(r#"{{"expr":{}}}"#, quoted(expression)),
    }
}

fn is_json_number(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let starts_well = digits.starts_with(|first: char| first.is_ascii_digit())
        && !(digits.len() > 1 && digits.starts_with('0') && !digits.starts_with("0."));
    starts_well
        && !text.ends_with('.')
        && text.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b'.' | b'-' | b'+' | b'e' | b'E'))
        && text.parse::<f64>().is_ok()
}

fn is_plain_string(text: &str) -> bool {
    let inner = text.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
    inner.is_some_and(|inner| inner.chars().all(|c| c != '"' && c != '\\' && !c.is_control()))
}

impl Visitor for Parts {
    fn function(&mut self, text: &'static str, line: u32) {
        [self.doc, self.file, self.krate, self.version] = fields(text);
        self.line = line;
    }

    fn parameter(&mut self, text: &'static str, of: &'static ParameterType) {
        self.parameters.push((text, of));
    }

    fn result(&mut self, of: &'static ResultType) {
        self.result = Some(of);
    }

    fn global(&mut self, name: &'static str) {
        self.global = Some(name);
    }

    fn packed(&mut self) {
        self.packed = true;
    }
}
