//! How a call of XLA becomes a call of an export, made from what the export declares.

use crate::devices::Devices;
use crate::reason::Reason;
use crate::schemas::of_optional;
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
    pub(crate) fn new(declared: &Declaration) -> Result<Self, Reason> {
        if declared.is_packed {
            return Err(Reason::new("it takes any arguments"));
        }
        let mut result = String::new();
        (declared.result_schema)(&mut result);
        if result != r#"{"type":"None"}"# {
            let why = "it returns `{`, and XLA allocates all results: write to an `#[out]` parameter";
            return Err(Reason::of_type(why, declared.result_name));
        }
        let mut plan = Self {
            name: declared.name,
            shim: declared.shim,
            sources: Vec::new(),
            attributes: Vec::new(),
            outputs: 0,
            devices: Devices { cpu: true, cuda: true },
        };
        let mut has_result = false;
        for (index, parameter) in declared.parameters.iter().enumerate() {
            let source = source(parameter).map_err(|reason| reason.at(parameter.name))?;
            plan.sources.push(source);
            if let Some(attribute) = attribute(index, parameter, source) {
                plan.attributes.push(attribute);
            }
            let is_output = matches!(source, Source::Output { .. });
            plan.outputs += usize::from(is_output);
            has_result |= is_output || source == Source::Changed;
        }
        if !has_result {
            return Err(Reason::new("it has no `#[out]` and changes no argument, so it has no result"));
        }
        plan.devices = Devices::common(&declared.parameters)?;
        Ok(plan)
    }
}

fn source(parameter: &DeclaredParameter) -> Result<Source, Reason> {
    let Some(tensor) = &parameter.tensor else {
        let mut schema = String::new();
        (parameter.schema)(&mut schema);
        return if has_attribute(&schema) {
            Ok(Source::Attribute)
        } else {
            Err(Reason::of_type("XLA has no attribute for `{`", parameter.type_name))
        };
    };
    if tensor.form.is_list() {
        return Err(Reason::new("a call of XLA takes no list of tensors"));
    }
    match tensor {
        TensorContract { out: Some(_), has_strides: true, .. } => {
            Err(Reason::new("it has strides of its own, and XLA's results are row-major"))
        }
        TensorContract { out: Some(is_zeroed), .. } => Ok(Source::Output { is_zeroed: *is_zeroed }),
        TensorContract { access: AccessKind::Shared, .. } => Ok(Source::Argument),
        _ => Ok(Source::Changed),
    }
}

/// Whether XLA can pass a value of this type: a number, a boolean, a text, a list of numbers; or `None` for an optional one.
fn has_attribute(schema: &str) -> bool {
    matches!(
        of_optional(schema).unwrap_or(schema),
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
    let is_required = !is_tensor && !parameter.has_default;
    (!is_tensor || is_optional).then_some(Attribute {
        name: parameter.name,
        parameter: index,
        is_required,
        is_tensor,
    })
}
