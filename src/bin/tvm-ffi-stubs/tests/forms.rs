use super::stub_of_function;
use crate::docs::{docstring, without_rust};

/// A function that returns its only argument.
fn identity(schema: &str) -> String {
    let stub = stub_of_function(&format!(
        r#"{{"params":[{{"name":"x","schema":{schema}}}],"result":{{"schema":{schema}}}}}"#
    ));
    stub.lines().last().unwrap_or_default().to_owned()
}

#[test]
fn what_is_taken_is_wider_than_what_is_given() {
    for (schema, expected) in [
        (r#"{"type":"int"}"#, "x: int) -> int"),
        (r#"{"type":"None"}"#, "x: None) -> None"),
        (r#"{"type":"ffi.Bytes"}"#, "x: bytes | bytearray | memoryview) -> bytes"),
        (r#"{"type":"DataType"}"#, "x: _DType) -> str"),
        (r#"{"type":"Device"}"#, "x: _Device | str) -> str"),
        (r#"{"type":"ffi.Shape"}"#, "x: Iterable[int]) -> tuple[int, ...]"),
        (r#"{"type":"DLTensor*"}"#, "x: _Tensor) -> _SameTensor"),
        (r#"{"type":"void*"}"#, "x: c_void_p | None) -> c_void_p"),
        (r#"{"type":"ffi.Error"}"#, "x: BaseException) -> BaseException"),
        (r#"{"type":"ffi.Array","args":[{"type":"float"}]}"#, "x: Iterable[float]) -> list[float]"),
        (r#"{"type":"ffi.List"}"#, "x: Iterable[Any]) -> list[Any]"),
        (r#"{"type":"ffi.Array","args":[{"type":"int"}],"form":"set"}"#, "x: Iterable[int]) -> set[int]"),
        (
            r#"{"type":"ffi.Map","args":[{"type":"ffi.Array","args":[{"type":"int"}]},{"type":"bool"}]}"#,
            "x: Mapping[tuple[int, ...], bool]) -> dict[tuple[int, ...], bool]",
        ),
        (r#"{"type":"ffi.String","form":"path"}"#, "x: str | PathLike[str]) -> Path"),
        (r#"{"type":"float","form":"duration"}"#, "x: timedelta | float) -> timedelta"),
        (r#"{"type":"float","form":"time"}"#, "x: datetime | float) -> datetime"),
        (r#"{"type":"ffi.Dict","args":[{"type":"int"}]}"#, "x: Mapping[int, Any]) -> dict[int, Any]"),
        (r#"{"type":"Tuple","args":[{"type":"int"}]}"#, "x: tuple[int]) -> tuple[int]"),
        (
            r#"{"type":"Tuple","args":[{"type":"int"},{"type":"ffi.String"},{"type":"int"}]}"#,
            "x: tuple[int, str, int]) -> tuple[int, str, int]",
        ),
        (r#"{"type":"Tuple"}"#, "x: tuple[()]) -> tuple[()]"),
        (r#"{"type":"ffi.Function"}"#, "x: Callable[..., Any]) -> Callable[..., Any]"),
        (r#"{"type":"other.Thing"}"#, "x: Any) -> Any"),
        (r#"{"type":"ffi.OpaquePyObject"}"#, "x: Any) -> Any"),
        (r#"{"type":"unheard of"}"#, "x: Any) -> Any"),
        ("null", "x: Any) -> Any"),
    ] {
        assert_eq!(identity(schema), format!("def f({expected}: ..."), "{schema}");
    }
}

#[test]
fn a_union_has_each_member_once_and_none_last() {
    let optional = r#"{"type":"Optional","args":[{"type":"None"}]}"#;
    assert_eq!(identity(optional), "def f(x: None) -> None: ...");
    let variant = r#"{"type":"Variant","args":[{"type":"Optional","args":[{"type":"int"}]},
        {"type":"ffi.Array","args":[{"type":"Variant","args":[{"type":"int"},{"type":"bool"}]}]},{"type":"int"}]}"#;
    assert_eq!(
        identity(variant),
        "def f(x: int | Iterable[int | bool] | None) -> int | list[int | bool] | None: ..."
    );
    assert_eq!(identity(r#"{"type":"Variant"}"#), "def f(x: Any) -> Any: ...");
}

#[test]
fn the_parameters_of_a_callback_go_the_other_way() {
    let callback = |inner: &str| {
        format!(r#"{{"type":"ffi.Function","named_args":{{"params":[{inner}],"return":[{inner}]}}}}"#)
    };
    let array = r#"{"type":"ffi.Array","args":[{"type":"int"}]}"#;
    assert_eq!(
        identity(&callback(array)),
        "def f(x: Callable[[list[int]], Iterable[int]]) -> Callable[[Iterable[int]], list[int]]: ..."
    );
    let tensor = r#"{"type":"ffi.Tensor"}"#;
    assert_eq!(
        identity(&callback(tensor)),
        "def f(x: Callable[[_SameTensor], _Tensor]) -> Callable[[_Tensor], _SameTensor]: ..."
    );
}

#[test]
fn a_tensor_is_of_the_framework_of_the_arguments() {
    let of = |params: &str| {
        stub_of_function(&format!(r#"{{"params":[{params}],"result":{{"schema":{{"type":"ffi.Tensor"}}}}}}"#))
    };
    assert!(of(r#"{"name":"n","schema":{"type":"int"}}"#).ends_with("def f(n: int) -> _SameTensor: ...\n"));
    assert!(of(r#"{"name":"x","schema":{"type":"Any"}}"#).ends_with("def f(x: Any) -> _SameTensor: ...\n"));
}

#[test]
fn a_default_that_is_no_constant_of_its_type_is_left_open() {
    let shown = |schema: &str, default: &str| {
        let parameter = format!(r#"{{"name":"x","schema":{schema},"default":{default}}}"#);
        let stub = stub_of_function(&format!(
            r#"{{"params":[{parameter}],"result":{{"schema":{{"type":"None"}}}}}}"#
        ));
        let line = stub.lines().last().unwrap_or_default().to_owned();
        line.split_once(" = ").and_then(|(_, rest)| rest.split_once(") -> ")).expect(&line).0.to_owned()
    };
    let [int, float, bool, text, any] =
        ["int", "float", "bool", "ffi.String", "Any"].map(|name| format!(r#"{{"type":"{name}"}}"#));
    let optional = format!(r#"{{"type":"Optional","args":[{int}]}}"#);
    for (schema, default, expected) in [
        (&int, "170141183460469231731687303715884105727", "170141183460469231731687303715884105727"),
        (&int, "1.5", "..."),
        (&int, r#"{"expr":"next()"}"#, "..."),
        (&int, "null", "..."),
        (&float, "1e-6", "1e-6"),
        (&float, "2", "2"),
        (&bool, "true", "True"),
        (&bool, "1", "..."),
        (&text, r#""a \"b\" \\ \n""#, r#""a \"b\" \\ \U0000000a""#),
        (&text, "1", "..."),
        (&text, r#"{"expr":"f(\"origin\")"}"#, "..."),
        (&text, r#"{"expr":"1"}"#, "..."),
        (&optional, "null", "None"),
        (&optional, "-3", "-3"),
        (&optional, "true", "..."),
        (&any, "false", "False"),
        (&any, "null", "None"),
    ] {
        assert_eq!(shown(schema, default), expected, "{schema} {default}");
    }
}

#[test]
fn docstrings_end_where_they_should() {
    assert_eq!(docstring("  \n", "  "), "");
    assert_eq!(docstring("One line.", "  "), "  \"\"\"One line.\"\"\"\n");
    assert_eq!(docstring("Two\n\n  lines", "  "), "  \"\"\"Two\n\n    lines\n  \"\"\"\n");
    assert_eq!(docstring(r#"ends "so""#, ""), "\"\"\"ends \"so\" \"\"\"\n");
    assert_eq!(docstring(r#"a """ b \n"#, ""), "\"\"\"a \\\"\\\"\\\" b \\\\n\"\"\"\n");
    assert_eq!(docstring("ends \\", ""), "\"\"\"ends \\\\\"\"\"\n");
}

#[test]
fn examples_in_rust_are_left_out() {
    let doc = "Says.\n\n# Examples\n\n```\nlet x = 1;\n```\n\nMore.\n\n```no_run,edition2024\nf();\n```";
    assert_eq!(without_rust(doc), "Says.\n\nMore.");
    let python = "Says.\n\n```python\nf()\n```\n\n```text\nx\n```";
    assert_eq!(without_rust(python), python);
    assert_eq!(without_rust("Never closed.\n\n```\nlet x;"), "Never closed.");
}
