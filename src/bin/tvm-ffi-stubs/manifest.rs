//! Parses the manifest into the parts that a stub needs.

use serde_json::Value;

use crate::docs;
use crate::outputs::{self, Outputs};
use crate::schema::Schema;

/// The supported version of the manifest.
const VERSION: u64 = 1;

/// What a library exports.
pub(crate) struct Manifest {
    pub(crate) exports: Vec<Function>,
    pub(crate) objects: Vec<Class>,
    pub(crate) constants: Vec<Constant>,
    pub(crate) exceptions: Vec<Exception>,
    /// The classes and functions that the library could not register.
    pub(crate) problems: Vec<String>,
}

/// An export, a method, or a constructor.
pub(crate) struct Function {
    pub(crate) name: String,
    pub(crate) doc: String,
    /// `None` if the function takes any arguments.
    pub(crate) parameters: Option<Vec<Parameter>>,
    pub(crate) result: Schema,
    /// The declared properties of returned tensors, one line each.
    pub(crate) returns: Vec<String>,
    pub(crate) outputs: Outputs,
    /// The variables of a dispatch: `T: float32 | float64`.
    pub(crate) variables: Vec<String>,
}

pub(crate) struct Parameter {
    pub(crate) name: String,
    pub(crate) schema: Schema,
    /// The contract of a tensor or a sequence of integers: `Tensor([n, d], float32)`, `[h, w]`.
    pub(crate) contract: String,
    pub(crate) default: Option<Value>,
    pub(crate) doc: String,
    pub(crate) passing: Passing,
    /// Whether the function writes it, and does not read it.
    pub(crate) is_output: bool,
}

/// How callers pass the argument of a parameter.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Passing {
    Position,
    Either,
    Rest,
    Name,
    Names,
}

impl Passing {
    fn parse(json: &Value) -> Self {
        let forms = [
            ("pos_only", Self::Position),
            ("rest", Self::Rest),
            ("kw_only", Self::Name),
            ("names", Self::Names),
        ];
        forms.into_iter().find(|(key, _)| json[key] == true).map_or(Self::Either, |(_, passing)| passing)
    }
}

pub(crate) struct Class {
    pub(crate) key: String,
    pub(crate) parent: Option<String>,
    pub(crate) doc: String,
    pub(crate) is_final: bool,
    pub(crate) hooks: Vec<String>,
    pub(crate) fields: Vec<Field>,
    pub(crate) constructor: Option<Function>,
    pub(crate) methods: Vec<Method>,
    pub(crate) constants: Vec<Constant>,
}

impl Class {
    /// Whether the class has an option such as `ord`.
    pub(crate) fn has_hook(&self, name: &str) -> bool {
        self.hooks.iter().any(|hook| hook == name)
    }
}

/// An exception class.
pub(crate) struct Exception {
    pub(crate) name: String,
    pub(crate) base: String,
    pub(crate) doc: String,
}

/// A constant of the library or of a class.
pub(crate) struct Constant {
    pub(crate) name: String,
    pub(crate) schema: Schema,
    pub(crate) doc: String,
}

pub(crate) struct Field {
    pub(crate) name: String,
    pub(crate) schema: Schema,
    pub(crate) settable: bool,
    pub(crate) doc: String,
}

pub(crate) struct Method {
    pub(crate) form: MethodForm,
    pub(crate) function: Function,
}

/// As which attribute of its class Python has a method.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum MethodForm {
    Static,
    Class,
    Instance,
    Getter,
    Setter,
}

impl MethodForm {
    fn parse(method: &Value) -> Self {
        match (method["form"].as_str(), method["static"] == true) {
            (Some("class"), _) => Self::Class,
            (Some("getter"), _) => Self::Getter,
            (Some("setter"), _) => Self::Setter,
            (_, true) => Self::Static,
            (_, false) => Self::Instance,
        }
    }
}

impl Manifest {
    /// Parses the JSON of a library.
    pub(crate) fn parse(json: &str) -> Result<Self, String> {
        let manifest: Value =
            serde_json::from_str(json).map_err(|error| format!("the manifest is not JSON: {error}"))?;
        match manifest["v"].as_u64() {
            Some(VERSION) => {}
            _ => {
                let found = &manifest["v"];
                return Err(format!(
                    "the manifest is of version {found}, expected {VERSION}: use the `tvm-ffi-stubs` of the library's `tvm-ffi-rs`"
                ));
            }
        }
        Ok(Self {
            exports: each(&manifest["exports"], |export| function(export, &export["kernel"]))?,
            objects: each(&manifest["objects"], class)?,
            constants: each(&manifest["constants"], constant)?,
            exceptions: each(&manifest["exceptions"], exception)?,
            problems: each(&manifest["not_registered"], |failure| {
                Ok(format!("`{}` is not registered: {}", name(failure)?, text(&failure["reason"])))
            })?,
        })
    }
}

fn class(json: &Value) -> Result<Class, String> {
    let key = required(json, "key")?;
    let constructor = match &json["init"] {
        Value::Null => None,
        kernel => Some(Function { name: "__init__".to_owned(), ..signature(kernel)? }),
    };
    Ok(Class {
        parent: json["parent"].as_str().map(str::to_owned),
        doc: docs::without_rust(&text(&json["doc"])),
        is_final: json["final"] == true,
        hooks: each(&json["hooks"], |hook| Ok(text(hook)))?,
        fields: each(&json["fields"], field)?,
        constructor,
        methods: each(&json["methods"], |method| {
            Ok(Method { form: MethodForm::parse(method), function: function(method, &method["kernel"])? })
        })?,
        constants: each(&json["constants"], constant)?,
        key,
    })
}

fn exception(json: &Value) -> Result<Exception, String> {
    Ok(Exception { name: name(json)?, base: required(json, "base")?, doc: text(&json["doc"]) })
}

fn constant(json: &Value) -> Result<Constant, String> {
    Ok(Constant { name: name(json)?, schema: Schema::parse(&json["schema"]), doc: text(&json["doc"]) })
}

fn field(json: &Value) -> Result<Field, String> {
    Ok(Field {
        name: name(json)?,
        schema: Schema::parse(&json["schema"]),
        settable: json["settable"] == true,
        doc: text(&json["doc"]),
    })
}

fn function(named: &Value, kernel: &Value) -> Result<Function, String> {
    Ok(Function { name: name(named)?, ..signature(kernel)? })
}

fn signature(kernel: &Value) -> Result<Function, String> {
    let any_arguments = kernel["packed"] == true;
    let parameters = each(&kernel["params"], parameter)?;
    Ok(Function {
        name: String::new(),
        doc: text(&kernel["doc"]),
        parameters: (!any_arguments).then_some(parameters),
        result: Schema::parse(&kernel["result"]["schema"]),
        returns: docs::returns(&kernel["result"]),
        outputs: Outputs::parse(kernel),
        variables: kernel["dtype_vars"].as_object().into_iter().flatten().map(docs::variable).collect(),
    })
}

fn parameter(json: &Value) -> Result<Parameter, String> {
    Ok(Parameter {
        name: name(json)?,
        schema: Schema::parse(&json["schema"]),
        contract: match json["kind"] == "tensor" {
            true => docs::tensor(json),
            false => docs::integers(json),
        },
        default: json.get("default").cloned(),
        doc: text(&json["doc"]),
        passing: Passing::parse(json),
        is_output: outputs::is_output(json),
    })
}

/// A missing list is empty: the manifest omits empty lists.
fn each<T>(list: &Value, read: impl Fn(&Value) -> Result<T, String>) -> Result<Vec<T>, String> {
    list.as_array().into_iter().flatten().map(read).collect()
}

fn text(json: &Value) -> String {
    json.as_str().unwrap_or_default().to_owned()
}

fn name(json: &Value) -> Result<String, String> {
    required(json, "name")
}

fn required(json: &Value, key: &str) -> Result<String, String> {
    match json[key].as_str() {
        Some(text) if !text.is_empty() => Ok(text.to_owned()),
        _ => Err(format!("the manifest has an entry without a `{key}`: {json}")),
    }
}
