use super::{stub_of, stub_of_python_module};

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

#[test]
fn parameters_say_how_they_are_passed() {
    let params = r#""params":[
        {"name":"a","schema":{"type":"int"},"pos_only":true},
        {"name":"b","schema":{"type":"int"},"default":1},
        {"name":"rest","schema":{"type":"ffi.Array","args":[{"type":"ffi.String"}]},"default":[],"rest":true},
        {"name":"c","schema":{"type":"int"},"kw_only":true},
        {"name":"d","schema":{"type":"int"},"default":2,"kw_only":true},
        {"name":"named","schema":{"type":"ffi.Map","args":[{"type":"ffi.String"},{"type":"float"}]},"default":{"expr":"{}"},"names":true}]"#;
    let manifest = format!(r#"{{"v":1,"exports":[{{"name":"f","kernel":{{{params}}}}}]}}"#);
    let stub = stub_of_python_module(&manifest);
    let of_module =
        "def f(a: int, /, b: int = 1, *rest: str, c: int, d: int = 2, **named: float) -> Any: ...";
    assert!(stub.contains(of_module), "{stub}");
    let stub = stub_of(&manifest);
    let of_loader = "    a: int,\n    b: int = 1,\n    rest: Sequence[str] = [],\n    *,\n    c: int,\n    d: int = 2,\n    named: ";
    assert!(stub.contains(of_loader), "{stub}");
}

#[test]
fn there_are_constants_exceptions_properties_and_class_methods() {
    let method = |name: &str, form: &str, params: &str| {
        format!(
            r#"{{"name":"{name}","form":"{form}","static":{},"kernel":{{"params":[{params}],"result":{{"schema":{{"type":"float"}}}}}}}}"#,
            form == "class"
        )
    };
    let value = r#"{"name":"value","schema":{"type":"float"}}"#;
    let methods = [
        method("area", "getter", ""),
        method("set_area", "setter", value),
        method("of_area", "class", value),
    ]
    .join(",");
    let constant = r#"{"name":"LIMIT","schema":{"type":"int"},"doc":"The limit."}"#;
    let exceptions =
        r#"[{"name":"Low","base":"ValueError","doc":"Too low."},{"name":"Lowest","base":"Low"}]"#;
    let manifest = format!(
        r#"{{"v":1,"constants":[{constant}],"exceptions":{exceptions},"objects":[{{"key":"a.B","methods":[{methods}],"constants":[{constant}]}}]}}"#
    );
    let stub = stub_of_python_module(&manifest);
    for part in [
        "    LIMIT: ClassVar[int]\n    \"\"\"The limit.\"\"\"\n",
        "    @property\n    def area(self) -> float: ...\n    @area.setter\n    def area(self, value: float, /) -> None: ...\n",
        "    @classmethod\n    def of_area(cls, value: float) -> Self: ...\n",
        "\nclass Low(ValueError):\n    \"\"\"Too low.\"\"\"\n\nclass Lowest(Low): ...\n",
        "\nLIMIT: Final[int]\n\"\"\"The limit.\"\"\"\n",
    ] {
        assert!(stub.contains(part), "{stub}");
    }
    let stub = stub_of(&manifest);
    assert!(
        stub.contains(
            "    def area(self) -> float: ...\n    def set_area(self, value: float, /) -> float: ...\n"
        ),
        "{stub}"
    );
    assert!(!stub.contains("LIMIT"), "{stub}");
}

#[test]
fn methods_of_a_python_module_are_as_python_calls_them() {
    let method = |name: &str, params: &str, result: &str| {
        format!(
            r#"{{"name":"{name}","static":false,"kernel":{{"params":[{params}],"result":{{"schema":{result}}}}}}}"#
        )
    };
    let (int, text) = (r#"{"type":"int"}"#, r#"{"type":"ffi.String"}"#);
    let parameter = format!(r#"{{"name":"other","schema":{int}}}"#);
    let methods = [
        method("__next__", "", &format!(r#"{{"type":"Optional","args":[{int}]}}"#)),
        method("__iter__", "", &format!(r#"{{"type":"ffi.Array","args":[{int}]}}"#)),
        method("__enter__", "", r#"{"type":"None"}"#),
        method("__str__", "", text),
        method("__buffer__", "", r#"{"type":"ffi.Tensor"}"#),
        method("__getitem__", &parameter, int),
        method("__eq__", &parameter, r#"{"type":"bool"}"#),
        method("plus", &parameter, int),
    ]
    .join(",");
    let stub = stub_of_python_module(&format!(
        r#"{{"v":1,"objects":[{{"key":"a.B","hooks":["copy"],"methods":[{methods}]}}]}}"#
    ));
    for line in [
        "class B:",
        "    def __copy__(self) -> Self: ...",
        "    def __next__(self) -> int: ...",
        "    def __iter__(self) -> Iterator[int]: ...",
        "    def __enter__(self) -> Self: ...",
        "    def __str__(self) -> str: ...",
        "    def __buffer__(self, flags: int, /) -> memoryview: ...",
        "    def __getitem__(self, other: int, /) -> int: ...",
        "    def __eq__(self, other: Any) -> bool: ...",
        "    __hash__: ClassVar[None]  # type: ignore[assignment]",
        "    def plus(self, other: int) -> int: ...",
    ] {
        assert!(stub.lines().any(|found| found == line), "{line}\n{stub}");
    }
    assert!(!stub.contains("tvm_ffi import"), "{stub}");
}
