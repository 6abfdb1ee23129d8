//! What exports say about themselves.

use super::*;
use crate::export::metadata::metadata;

/// The text that a function next to a shim returns.
fn text_of(give: impl FnOnce(*mut TVMFFIAny) -> c_int) -> String {
    let mut result = TVMFFIAny::NONE;
    assert_eq!(give(&mut result), 0);
    // SAFETY: the function gave an owned value.
    unsafe { Any::from_raw(result) }.cast().expect("it is text")
}

fn metadata_of(record: &'static Record) -> String {
    // SAFETY: the result is a place that owns nothing.
    text_of(|result| unsafe { metadata(record, result) })
}

#[test]
fn metadata_is_the_schema_of_the_runtime_and_an_object_of_ours() {
    let line = kernels::REPEAT.line;
    let schema = r#"{\"type\":\"ffi.Function\",\"named_args\":{\"return\":[{\"type\":\"ffi.String\"}],\"params\":[{\"type\":\"ffi.String\"},{\"type\":\"int\"}]}}"#;
    let kernel = format!(
        concat!(
            r#"{{"v":1,"file":"{}","line":{},"crate":"kernels","version":"1.2.3","doc":"Repeats a text.","#,
            r#""global":"testing.repeat","params":[{{"name":"text","kind":"scalar","type":"str","schema":{{"type":"ffi.String"}}}},"#,
            r#"{{"name":"times","kind":"scalar","type":"int","schema":{{"type":"int"}},"default":2,"doc":"How often."}}],"#,
            r#""result":{{"kind":"scalar","type":"str","schema":{{"type":"ffi.String"}}}}}}"#
        ),
        kernels::FILE,
        line
    );
    assert_eq!(metadata_of(kernels::REPEAT), format!(r#"{{"type_schema":"{schema}","kernel":{kernel}}}"#));
}

#[test]
fn the_manifest_lists_what_is_registered() {
    let _ = crate::runtime();
    let manifest = super::super::manifest::RECORD.shim.0;
    let text: String = call_with(manifest, &[]).and_then(Any::cast).expect("it is text");
    assert!(text.starts_with(r#"{"v":1,"framework":"tvm-ffi-rs "#), "{text}");
    assert!(text.contains(r#"{"name":"repeat","kernel":{"v":1,"#), "{text}");
    assert!(text.contains(r#""objects":[{"key":"tests.Align1","parent":null,"#), "{text}");
    // The one that another library has.
    let (_, failures) = text.split_once(r#""not_registered":["#).expect("there is a list");
    assert!(failures.contains(r#"{"name":"tests.Taken","reason":"type key `tests.Taken` is al"#), "{text}");
    assert_eq!(
        failure(call!(manifest, 1)),
        "TypeError: tvm_ffi_manifest: expected 0 arguments, got 1\n  tvm_ffi_manifest()"
    );
}

#[test]
fn an_export_with_a_global_name_is_registered_when_a_runtime_is_bound() {
    let repeat = Function::get_global("testing.repeat").expect("binding has registered it");
    let text: String = repeat.call(("ab", 2)).and_then(Any::cast).expect("it is text");
    assert_eq!(text, "abab");
    let error = repeat.call((1,)).expect_err("1 is not text");
    assert!(error.message().starts_with("repeat: argument #0 `text`: expected str, got int"), "{error}");
    // Registering again, as the manifest does, changes nothing.
    registry::register_pending();
    // Some classes of these tests are not, but no export.
    assert!(registry::failures().iter().all(|(name, _)| name.starts_with("tests.")));
}
