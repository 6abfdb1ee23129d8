use super::{stub_of, stub_of_python_module};

/// The definition of an export with an input `x` of shape `[n, d]`, the other parameters, and a result.
fn definition(others: &str, result: &str, is_python_module: bool) -> String {
    let x = r#"{"name":"x","kind":"tensor","schema":{"type":"DLTensor*"},"role":"in","dtype":"T","shape":["n","d % 4"]}"#;
    let kernel = format!(
        r#"{{"dtype_vars":{{"T":["float32"]}},"params":[{x}{others}],"result":{{"schema":{result}}}}}"#
    );
    let manifest = format!(r#"{{"v":1,"exports":[{{"name":"f","kernel":{kernel}}}]}}"#);
    let stub = if is_python_module { stub_of_python_module(&manifest) } else { stub_of(&manifest) };
    // A long definition has a line for each parameter.
    let lines: Vec<_> = stub.lines().skip_while(|line| !line.starts_with("def f(")).map(str::trim).collect();
    let text = lines.join(" ").replace("( ", "(").replace(", )", ")");
    text.trim_end_matches([':', '.', ' ']).split(": \"\"\"").next().unwrap_or_default().to_owned()
}

fn output(name: &str, rest: &str) -> String {
    format!(r#",{{"name":"{name}","kind":"tensor","schema":{{"type":"DLTensor*"}},"role":"out",{rest}}}"#)
}

const NONE: &str = r#"{"type":"None"}"#;

#[test]
fn outputs_are_results() {
    let y = output("y", r#""dtype":"T","shape":["n","d // 2"]"#);
    let saved = output("s", r#""dtype":"float32","shape":[3],"saved":true"#);
    let z = output("z", r#""dtype":["float32"],"shape":["n + d"]"#);
    let of = |others: &str, result: &str| definition(others, result, false);
    assert_eq!(of(&y, NONE), "def f(x: _Tensor, *, out: _Tensor | None = None) -> _SameTensor");
    assert_eq!(
        of(&(y.clone() + &saved), NONE),
        "def f(x: _Tensor, *, out: _Tensor | None = None) -> _SameTensor"
    );
    assert_eq!(
        of(&(y.clone() + &z), NONE),
        "def f(x: _Tensor, *, out: Sequence[_Tensor | None] | None = None) -> tuple[_SameTensor, _SameTensor]"
    );
    assert_eq!(
        of(&y, r#"{"type":"int"}"#),
        "def f(x: _Tensor, *, out: _Tensor | None = None) -> tuple[_SameTensor, int]"
    );
    assert_eq!(
        definition(&y, NONE, true),
        "def f(x: _Tensor, y: _Tensor) -> None",
        "a Python module takes them by position"
    );
}

#[test]
fn outputs_that_are_not_known_have_to_be_passed() {
    for rest in [
        r#""dtype":"T","shape":["k"]"#,
        r#""dtype":"T","shape":["_"]"#,
        r#""dtype":"T","shape":["*"]"#,
        r#""dtype":"T","shape":["*s","n"]"#,
        r#""dtype":"T""#,
        r#""dtype":["float32","float64"],"shape":["n"]"#,
        r#""shape":["n"]"#,
        r#""dtype":"T","shape":["n"],"list":true"#,
    ] {
        assert_eq!(
            definition(&output("y", rest), NONE, false),
            "def f(x: _Tensor, *, out: _Tensor) -> _SameTensor",
            "{rest}"
        );
    }
}

#[test]
fn containers_with_tensors_are_lists_and_dictionaries() {
    let tensor = r#"{"type":"ffi.Tensor"}"#;
    for (result, expected) in [
        (format!(r#"{{"type":"ffi.Array","args":[{tensor}]}}"#), "list[_SameTensor]"),
        (
            format!(r#"{{"type":"ffi.Map","args":[{{"type":"ffi.String"}},{tensor}]}}"#),
            "dict[str, _SameTensor]",
        ),
        (format!(r#"{{"type":"Tuple","args":[{tensor},{{"type":"int"}}]}}"#), "tuple[_SameTensor, int]"),
        (r#"{"type":"ffi.Array","args":[{"type":"int"}]}"#.to_owned(), "Array[int]"),
    ] {
        assert_eq!(definition("", &result, false), format!("def f(x: _Tensor) -> {expected}"));
    }
}
