//! How a call of XLA becomes a call of an export, made from what the export declares.

use crate::devices::Devices;
use tvm_ffi_core::__private::{AccessKind, Declaration, DeclaredParameter, TensorContract};
use tvm_ffi_core::abi::TVMFFISafeCallType;

/// The plan of an export.
pub(crate) struct Plan {
    /// The name of the export, for messages.
    pub(crate) name: &'static str,
    pub(crate) shim: TVMFFISafeCallType,
    /// Where the argument of each parameter comes from.
    pub(crate) sources: Vec<Source>,
    /// The parameters that attributes are for.
    pub(crate) attributes: Vec<Attribute>,
    /// The number of parameters with `#[out]`: XLA's first results. Those of changed arguments follow.
    pub(crate) outputs: usize,
    /// Whether the tensors may be in host memory, and on a GPU.
    pub(crate) devices: Devices,
}

/// Where an argument comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Source {
    /// The next argument of XLA.
    Argument,
    /// The next argument of XLA, whose memory is a result too.
    Changed,
    /// The next result of XLA.
    Output { is_zeroed: bool },
    /// An attribute.
    Attribute,
}

/// A parameter that an attribute is for.
#[derive(Debug)]
pub(crate) struct Attribute {
    pub(crate) name: &'static str,
    pub(crate) parameter: usize,
    pub(crate) is_required: bool,
    /// Whether it is a tensor: then the attribute is for `None`.
    pub(crate) is_tensor: bool,
}

impl Plan {
    /// The plan of an export; or why XLA cannot call it.
    pub(crate) fn new(declared: &Declaration) -> Result<Self, String> {
        if declared.is_packed {
            return Err(String::from("it takes any arguments"));
        }
        if declared.result_schema != r#"{"type":"None"}"# {
            let result = &declared.result_name;
            return Err(format!(
                "it returns `{result}`, and XLA allocates all results: write to an `#[out]` parameter"
            ));
        }
        let parameters = &declared.parameters;
        let (mut sources, mut attributes) = (Vec::new(), Vec::new());
        for (index, parameter) in parameters.iter().enumerate() {
            let source = source(parameter).map_err(|reason| format!("`{}`: {reason}", parameter.name))?;
            sources.push(source);
            attributes.extend(attribute(index, parameter, source));
        }
        if !sources.iter().any(|source| matches!(source, Source::Changed | Source::Output { .. })) {
            return Err(String::from("it has no `#[out]` and changes no argument, so it has no result"));
        }
        let outputs = sources.iter().filter(|source| matches!(source, Source::Output { .. })).count();
        let devices = Devices::common(parameters)?;
        Ok(Self { name: declared.name, shim: declared.shim, sources, attributes, outputs, devices })
    }
}

fn source(parameter: &DeclaredParameter) -> Result<Source, String> {
    let Some(tensor) = &parameter.tensor else {
        return if has_attribute(&parameter.schema) {
            Ok(Source::Attribute)
        } else {
            Err(format!("XLA has no attribute for `{}`", parameter.type_name))
        };
    };
    if tensor.form.is_list() {
        return Err(String::from("a call of XLA takes no list of tensors"));
    }
    match tensor {
        TensorContract { out: Some(_), has_strides: true, .. } => {
            Err(String::from("it has strides of its own, and XLA's results are row-major"))
        }
        TensorContract { out: Some(is_zeroed), .. } => Ok(Source::Output { is_zeroed: *is_zeroed }),
        TensorContract { access: AccessKind::Shared, .. } => Ok(Source::Argument),
        _ => Ok(Source::Changed),
    }
}

/// Whether XLA can pass a value of this type: a number, a boolean, a text, a list of numbers; or `None` for an optional one.
fn has_attribute(schema: &str) -> bool {
    let inner =
        schema.strip_prefix(r#"{"type":"Optional","args":["#).and_then(|rest| rest.strip_suffix("]}"));
    matches!(
        inner.unwrap_or(schema),
        r#"{"type":"int"}"#
            | r#"{"type":"float"}"#
            | r#"{"type":"bool"}"#
            | r#"{"type":"ffi.String"}"#
            | r#"{"type":"std::string"}"#
            | r#"{"type":"const char*"}"#
            | r#"{"type":"ffi.Array","args":[{"type":"int"}]}"#
            | r#"{"type":"ffi.Array","args":[{"type":"float"}]}"#
    )
}

fn attribute(index: usize, parameter: &DeclaredParameter, source: Source) -> Option<Attribute> {
    let is_tensor = source != Source::Attribute;
    let is_optional = parameter.tensor.as_ref().is_some_and(|tensor| tensor.form.is_optional());
    let is_required = !is_tensor && parameter.default.is_none();
    (!is_tensor || is_optional).then_some(Attribute {
        name: parameter.name,
        parameter: index,
        is_required,
        is_tensor,
    })
}
