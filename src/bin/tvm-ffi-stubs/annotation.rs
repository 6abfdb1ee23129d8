//! Translates schemas to Python annotations.
//!
//! Parameters are wider than results: a function accepts any sequence for an `Array`, and returns an `Array`. A Python module takes and returns
//! Python's own types: [`native`].

use crate::schema::Schema;
use crate::scope::{Helper, Scope};

/// The direction of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Way {
    /// From Python.
    Taken,
    /// To Python.
    Given {
        /// Whether the framework of returned tensors is that of the arguments.
        by_arguments: bool,
    },
    /// To Python, from a function that `tvm_ffi_rs.load` makes: tensors become arrays, and the containers with them lists and dictionaries.
    Loaded,
}

impl Way {
    /// The direction of the parameters of a function that has this direction.
    fn of_parameters(self) -> Self {
        match self {
            Self::Taken => Self::Given { by_arguments: false },
            Self::Given { .. } | Self::Loaded => Self::Taken,
        }
    }

    /// `taken` or `given`.
    fn choose<T>(self, taken: T, given: T) -> T {
        if self == Self::Taken { taken } else { given }
    }
}

/// The annotation of a type.
pub(crate) fn annotation(schema: &Schema, way: Way, scope: &mut Scope<'_>) -> String {
    if scope.module().is_python_module
        && let Some(annotation) = native(schema, way, scope)
    {
        return annotation;
    }
    match schema.name.as_str() {
        "None" => "None".to_owned(),
        "int" | "ffi.BigInt" => scope.builtin("int"),
        "float" => scope.builtin("float"),
        "bool" => scope.builtin("bool"),
        "ffi.String" | "ffi.SmallStr" | "std::string" | "const char*" => scope.builtin("str"),
        "ffi.Bytes" | "ffi.SmallBytes" | "TVMFFIByteArray*" => {
            let bytes = scope.builtin("bytes");
            if way == Way::Taken { union([bytes, scope.builtin("bytearray")]) } else { bytes }
        }
        "Optional" | "std::optional" => {
            union([annotation(&schema.argument(0), way, scope), "None".to_owned()])
        }
        "Variant" | "Union" | "std::variant" if !schema.arguments.is_empty() => {
            union(schema.arguments.iter().map(|argument| annotation(argument, way, scope)))
        }
        "void*" => {
            let pointer = scope.import("ctypes", "c_void_p");
            if way == Way::Taken { union([pointer, "None".to_owned()]) } else { pointer }
        }
        "ffi.Function" | "std::function" => function(schema, way, scope),
        "Device" | "DLDevice" => {
            let device = scope.of_runtime("Device");
            if way == Way::Taken { union([device, scope.builtin("str")]) } else { device }
        }
        "DataType" => match way {
            Way::Taken => scope.helper(Helper::DType),
            Way::Given { .. } | Way::Loaded => scope.of_runtime("dtype"),
        },
        "ffi.Tensor" | "DLTensor*" => match way {
            Way::Taken => scope.helper(Helper::Tensor),
            Way::Given { by_arguments: true } | Way::Loaded => scope.helper(Helper::SameTensor),
            Way::Given { by_arguments: false } => scope.of_runtime("Tensor"),
        },
        "ffi.Error" => {
            let error = scope.import("tvm_ffi.core", "Error");
            if way == Way::Taken { union([error, scope.builtin("Exception")]) } else { error }
        }
        "ffi.Module" => scope.of_runtime("Module"),
        "ffi.Object" | "ObjectRValueRef" => scope.of_runtime("Object"),
        _ => container(schema, way, scope),
    }
}

/// The annotation of a type that a Python module converts to and from a type of Python's own.
fn native(schema: &Schema, way: Way, scope: &mut Scope<'_>) -> Option<String> {
    let is_taken = way == Way::Taken;
    Some(match (schema.name.as_str(), schema.form.as_deref()) {
        ("ffi.String", Some("path")) if is_taken => {
            let (text, path) = (scope.builtin("str"), scope.import("os", "PathLike"));
            format!("{text} | {path}[{text}]")
        }
        ("ffi.String", Some("path")) => scope.import("pathlib", "Path"),
        ("Tuple", Some("complex")) => scope.builtin("complex"),
        ("float", Some(form)) => {
            let class = scope.import("datetime", if form == "time" { "datetime" } else { "timedelta" });
            if is_taken { union([class, scope.builtin("float")]) } else { class }
        }
        ("ffi.Bytes" | "ffi.SmallBytes" | "TVMFFIByteArray*", _) if is_taken => {
            union(["bytes", "bytearray", "memoryview"].map(|name| scope.builtin(name)))
        }
        ("ffi.Shape", _) if is_taken => {
            format!("{}[{}]", scope.import("collections.abc", "Iterable"), scope.builtin("int"))
        }
        // Any exception may be one.
        ("ffi.Error", _) => scope.builtin("BaseException"),
        // Instances of classes of this module, of another, or of the package.
        ("ffi.Object" | "ObjectRValueRef", _) => scope.any(),
        ("Device" | "DLDevice", _) if is_taken => union([scope.helper(Helper::Device), scope.builtin("str")]),
        _ if is_taken => return native_container(schema, way, scope),
        ("ffi.Shape", _) => format!("{}[{}, ...]", scope.builtin("tuple"), scope.builtin("int")),
        ("Tuple" | "std::tuple", _) => {
            let parts: Vec<_> = schema.arguments.iter().map(|part| annotation(part, way, scope)).collect();
            let parts = if parts.is_empty() { String::from("()") } else { parts.join(", ") };
            format!("{}[{parts}]", scope.builtin("tuple"))
        }
        ("DataType" | "Device" | "DLDevice", _) => scope.builtin("str"),
        ("ffi.Tensor" | "DLTensor*", _) => scope.helper(Helper::SameTensor),
        ("ffi.Function" | "std::function", _) if schema.signature.is_none() => {
            let (callable, any) = (scope.import("collections.abc", "Callable"), scope.any());
            format!("{callable}[..., {any}]")
        }
        _ => return native_container(schema, way, scope),
    })
}

fn native_container(schema: &Schema, way: Way, scope: &mut Scope<'_>) -> Option<String> {
    let is_taken = way == Way::Taken;
    Some(match (schema.name.as_str(), schema.form.as_deref()) {
        ("ffi.Array" | "std::vector" | "ffi.List", Some("key")) => {
            format!("{}[{}, ...]", scope.builtin("tuple"), annotation(&schema.argument(0), way, scope))
        }
        ("ffi.Array" | "std::vector" | "ffi.List", _) if is_taken => {
            let iterable = scope.import("collections.abc", "Iterable");
            format!("{iterable}[{}]", annotation(&schema.argument(0), way, scope))
        }
        ("ffi.Array" | "std::vector" | "ffi.List", form) => {
            let name = scope.builtin(if form == Some("set") { "set" } else { "list" });
            format!("{name}[{}]", annotation(&schema.elements()?, way, scope))
        }
        ("ffi.Map" | "std::map" | "std::unordered_map" | "ffi.Dict", _) => {
            let name =
                if is_taken { scope.import("collections.abc", "Mapping") } else { scope.builtin("dict") };
            let [key, value] =
                [schema.elements()?, schema.argument(1)].map(|part| annotation(&part, way, scope));
            format!("{name}[{key}, {value}]")
        }
        _ => return None,
    })
}

fn container(schema: &Schema, way: Way, scope: &mut Scope<'_>) -> String {
    let given = match schema.name.as_str() {
        "ffi.Array" | "std::vector" => "Array",
        "ffi.List" => "List",
        "ffi.Map" | "std::map" | "std::unordered_map" => "Map",
        "ffi.Dict" => "Dict",
        "ffi.Shape" => {
            let int = scope.builtin("int");
            return match way {
                Way::Taken => format!("{}[{int}]", scope.import("collections.abc", "Sequence")),
                Way::Given { .. } | Way::Loaded => scope.of_runtime("Shape"),
            };
        }
        "Tuple" | "std::tuple" => return tuple(schema, way, scope),
        _ => return class(schema, scope),
    };
    let is_mapping = matches!(given, "Map" | "Dict");
    let name = match (way, is_mapping) {
        (Way::Loaded, true) if schema.may_hold_tensors() => scope.builtin("dict"),
        (Way::Loaded, false) if schema.may_hold_tensors() => scope.builtin("list"),
        (Way::Given { .. } | Way::Loaded, _) => scope.of_runtime(given),
        (Way::Taken, true) => scope.import("collections.abc", "Mapping"),
        (Way::Taken, false) => scope.import("collections.abc", "Sequence"),
    };
    let mut arguments = annotation(&schema.argument(0), way, scope);
    if is_mapping {
        arguments = format!("{arguments}, {}", annotation(&schema.argument(1), way, scope));
    }
    format!("{name}[{arguments}]")
}

/// What comes to Python is an `Array`, which has one type for all elements; `tvm_ffi_rs.load` makes a tuple of one with tensors.
fn tuple(schema: &Schema, way: Way, scope: &mut Scope<'_>) -> String {
    let parts: Vec<_> = schema.arguments.iter().map(|part| annotation(part, way, scope)).collect();
    let is_tuple = way == Way::Taken || (way == Way::Loaded && schema.may_hold_tensors());
    match (is_tuple, parts.is_empty()) {
        (true, true) => format!("{}[()]", scope.builtin("tuple")),
        (true, false) => format!("{}[{}]", scope.builtin("tuple"), parts.join(", ")),
        (false, true) => format!("{}[{}]", scope.of_runtime("Array"), scope.any()),
        (false, false) => format!("{}[{}]", scope.of_runtime("Array"), union(parts)),
    }
}

fn function(schema: &Schema, way: Way, scope: &mut Scope<'_>) -> String {
    let Some((parameters, result)) = &schema.signature else {
        return match way {
            Way::Taken => {
                let (callable, any) = (scope.import("collections.abc", "Callable"), scope.any());
                format!("{callable}[..., {any}]")
            }
            Way::Given { .. } | Way::Loaded => scope.of_runtime("Function"),
        };
    };
    let parameters: Vec<_> =
        parameters.iter().map(|parameter| annotation(parameter, way.of_parameters(), scope)).collect();
    let result = annotation(result, way.choose(Way::Taken, Way::Given { by_arguments: true }), scope);
    let callable = scope.import("collections.abc", "Callable");
    format!("{callable}[[{}], {result}]", parameters.join(", "))
}

/// A class of this library, `Object` for other classes, or `Any`.
fn class(schema: &Schema, scope: &mut Scope<'_>) -> String {
    match scope.module().class(&schema.name) {
        Some(class) => scope.class(class),
        None if scope.module().is_python_module
            || !schema.name.contains('.')
            || schema.name == "ffi.OpaquePyObject" =>
        {
            scope.any()
        }
        None => scope.of_runtime("Object"),
    }
}

/// `A | B`, each once, `None` last.
fn union(parts: impl IntoIterator<Item = String>) -> String {
    let mut once: Vec<String> = Vec::new();
    for part in parts {
        for part in split(&part) {
            if !once.iter().any(|other| other == part) {
                once.push(part.to_owned());
            }
        }
    }
    once.sort_by_key(|part| part == "None");
    once.join(" | ")
}

/// Splits an annotation at the `|` of its outermost union.
fn split(annotation: &str) -> Vec<&str> {
    let (mut parts, mut depth, mut start) = (Vec::new(), 0, 0);
    for (index, c) in annotation.char_indices() {
        match c {
            '[' => depth += 1,
            ']' => depth -= 1,
            '|' if depth == 0 => {
                parts.push(annotation[start..index].trim());
                start = index + 1;
            }
            _ => {}
        }
    }
    parts.push(annotation[start..].trim());
    parts
}
