//! Writes docstrings, with the contracts of tensors in the notation of messages.

use serde_json::Value;

use crate::manifest::Function;

/// The documentation of a function with that of its parameters.
pub(crate) fn of_function(function: &Function, name: &str) -> String {
    let mut doc = without_rust(&function.doc);
    let exported = function.name.rsplit('.').next().unwrap_or_default();
    if exported != name {
        append(&mut doc, &format!("Exported as `{}`.", function.name));
    }
    let mut lines = Vec::new();
    for parameter in function.parameters.iter().flatten() {
        let parts = [&*parameter.contract, parameter.doc.trim()];
        let text = parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(". ");
        if !text.is_empty() {
            lines.push(format!("    {}: {}", parameter.name, text.replace('\n', "\n        ")));
        }
    }
    if !lines.is_empty() {
        append(&mut doc, &format!("Args:\n{}", lines.join("\n")));
    }
    if !function.returns.is_empty() {
        append(&mut doc, &format!("Returns:\n    {}", function.returns.join("\n    ")));
    }
    if !function.variables.is_empty() {
        append(&mut doc, &format!("Dtypes:\n    {}", function.variables.join("\n    ")));
    }
    doc
}

/// The documentation without its examples in Rust.
pub(crate) fn without_rust(doc: &str) -> String {
    let mut kept: Vec<&str> = Vec::new();
    let mut lines = doc.lines();
    let is_end = |line: &str| line.trim() == "```";
    while let Some(line) = lines.next() {
        let Some(language) = line.trim_start().strip_prefix("```") else {
            kept.push(line);
            continue;
        };
        let mut words = language.split(',').map(str::trim);
        if words.all(|word| RUST.contains(&word) || word.starts_with("edition")) {
            lines.find(|line| is_end(line));
            while kept.last().is_some_and(|last| last.trim().is_empty() || last.starts_with("# Example")) {
                kept.pop();
            }
        } else {
            kept.push(line);
            for line in lines.by_ref() {
                kept.push(line);
                if is_end(line) {
                    break;
                }
            }
        }
    }
    kept.join("\n").trim().to_owned()
}

/// The tags of code blocks that rustdoc compiles as Rust.
const RUST: [&str; 7] = ["", "rust", "no_run", "ignore", "should_panic", "compile_fail", "standalone_crate"];

fn append(doc: &mut String, paragraph: &str) {
    if !doc.is_empty() {
        doc.push_str("\n\n");
    }
    doc.push_str(paragraph);
}

/// An indented docstring that ends with a line break; empty if the text is empty.
pub(crate) fn docstring(text: &str, indentation: &str) -> String {
    let text = text.trim();
    if text.is_empty() {
        return String::new();
    }
    let escaped = text.replace('\\', r"\\").replace("\"\"\"", r#"\"\"\""#);
    let mut lines = escaped.lines().map(str::trim_end);
    let mut docstring = format!("{indentation}\"\"\"{}", lines.next().unwrap_or_default());
    for line in lines {
        docstring.push('\n');
        if !line.is_empty() {
            docstring.push_str(indentation);
            docstring.push_str(line);
        }
    }
    match (docstring.lines().count(), docstring.ends_with('"')) {
        (1, false) => {}
        (1, true) => docstring.push(' '),
        _ => {
            docstring.push('\n');
            docstring.push_str(indentation);
        }
    }
    docstring.push_str("\"\"\"\n");
    docstring
}

/// The contract of a tensor parameter: `Tensor([n, d], float32, out)`.
pub(crate) fn tensor(parameter: &Value) -> String {
    let mut items = Vec::new();
    match (&parameter["shape"], parameter["ndim"].as_u64(), &parameter["layout"]) {
        (Value::Array(shape), ..) => items.push(list(shape)),
        (_, Some(ndim), _) => items.push(format!("[{}]", vec!["_"; ndim as usize].join(", "))),
        (.., Value::String(_)) => items.push("[..]".to_owned()),
        _ => {}
    }
    items.extend(alternatives(&parameter["dtype"]));
    match (&parameter["strides"], &parameter["layout"]) {
        (Value::Array(strides), _) => items.push(format!("strides {}", list(strides))),
        (_, layout) if layout == "strided" => items.push("strided".to_owned()),
        _ => {}
    }
    if let Some(align) = parameter["align"].as_u64() {
        items.push(format!("align {align}"));
    }
    items.extend(alternatives(&parameter["device"]).filter(|devices| devices != "cpu"));
    match (parameter["role"].as_str(), parameter["init"].as_str()) {
        (Some("out"), Some("zero")) => items.push("out, zeroed".to_owned()),
        (Some(role @ ("out" | "inout")), _) => items.push(role.to_owned()),
        _ => {}
    }
    if let Some(other) = parameter["alias"].as_str() {
        items.push(format!("alias {other}"));
    }
    let tensor = match items.is_empty() {
        // The annotation says it already.
        true => return String::new(),
        false => format!("Tensor({})", items.join(", ")),
    };
    match (parameter["optional"] == true, parameter["list"] == true) {
        (true, _) => format!("Optional[{tensor}]"),
        (_, true) => format!("Array[{tensor}]"),
        _ => tensor,
    }
}

/// The contract of a sequence of integers: `[h, w]`.
pub(crate) fn integers(parameter: &Value) -> String {
    parameter["shape"].as_array().map(|shape| list(shape)).unwrap_or_default()
}

/// The declared properties of returned tensors: `Tensor([n], float32)`, and `[1]: Tensor([n], float32)` for an element of a tuple.
pub(crate) fn returns(result: &Value) -> Vec<String> {
    let Some(items) = result["items"].as_array() else {
        return [tensor(result)].into_iter().filter(|tensor| !tensor.is_empty()).collect();
    };
    let lines = items.iter().enumerate().map(|(index, item)| (index, tensor(item)));
    lines
        .filter(|(_, tensor)| !tensor.is_empty())
        .map(|(index, tensor)| format!("[{index}]: {tensor}"))
        .collect()
}

/// `T: float32 | float64`
pub(crate) fn variable((name, dtypes): (&String, &Value)) -> String {
    format!("{name}: {}", alternatives(dtypes).unwrap_or_default())
}

fn list(items: &[Value]) -> String {
    format!("[{}]", items.iter().map(shown).collect::<Vec<_>>().join(", "))
}

/// `float32 | float64`
fn alternatives(json: &Value) -> Option<String> {
    match json {
        Value::Array(items) if items.is_empty() => None,
        Value::Array(items) => Some(items.iter().map(shown).collect::<Vec<_>>().join(" | ")),
        Value::Null => None,
        one => Some(shown(one)),
    }
}

fn shown(json: &Value) -> String {
    json.as_str().map_or_else(|| json.to_string(), str::to_owned)
}
