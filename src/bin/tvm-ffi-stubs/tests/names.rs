use super::{stub_of, stub_of_python_module};
use crate::names::{Claimed, identifier, is_identifier};

#[test]
fn keywords_and_signs_are_no_names() {
    for name in ["a", "_", "a1", "größe", "match", "type", "print"] {
        assert!(is_identifier(name), "{name}");
        assert_eq!(identifier(name), name);
    }
    for (text, name) in
        [("", "_"), ("1a", "_1a"), ("a-b", "a_b"), ("in", "in_"), ("None", "None_"), ("a.b", "a_b")]
    {
        assert!(!is_identifier(text), "{text}");
        assert_eq!(identifier(text), name);
    }
}

#[test]
fn a_name_is_given_once() {
    let mut claimed = Claimed::default();
    assert_eq!(["in_", "in", "in", "x"].map(|wanted| claimed.claim(wanted)), ["in_", "in__", "in___", "x"]);
    assert!(claimed.is_free("in") && !claimed.is_free("in_"));
}

#[test]
fn functions_take_keywords() {
    let params =
        r#""params":[{"name":"a","schema":{"type":"int"}},{"name":"b","schema":{"type":"int"},"default":2}]"#;
    let export = |name: &str| format!(r#"{{"name":"{name}","kernel":{{{params}}}}}"#);
    let manifest = format!(r#"{{"v":1,"exports":[{},{}]}}"#, export("f"), export("math.g"));
    for stub in [stub_of(&manifest), stub_of_python_module(&manifest)] {
        assert!(stub.contains("def f(a: int, b: int = 2) -> Any"), "{stub}");
        assert!(stub.contains("    def g(a: int, b: int = 2) -> Any"), "{stub}");
    }
}

#[test]
fn defaults_of_sequences_are_shown() {
    let int = r#"{"type":"int"}"#;
    for (schema, default, expected) in [
        (format!(r#"{{"type":"ffi.Array","args":[{int}]}}"#), "[1,2]", "= [1, 2]"),
        (format!(r#"{{"type":"Tuple","args":[{int},{int}]}}"#), "[1,2]", "= (1, 2)"),
        (format!(r#"{{"type":"Tuple","args":[{int}]}}"#), "[1]", "= (1,)"),
        (format!(r#"{{"type":"ffi.Array","args":[{int}]}}"#), r#"[1,"a"]"#, "= ..."),
    ] {
        let manifest = format!(
            r#"{{"v":1,"exports":[{{"name":"f","kernel":{{"params":[{{"name":"a","schema":{schema},"default":{default}}}]}}}}]}}"#
        );
        let stub = stub_of_python_module(&manifest);
        assert!(stub.contains(&format!("{expected}) -> ")), "{stub}");
    }
}
