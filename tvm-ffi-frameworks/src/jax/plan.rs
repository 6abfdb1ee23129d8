//! How a call of XLA becomes a call of an export, made from the record of the export.

use tvm_ffi_core::__private::{AccessKind, Out, Param, Record, TypeTag};

use crate::about;
use crate::devices::Devices;

/// The plan of an export.
pub(crate) struct Plan {
    pub(crate) record: &'static Record,
    /// Where the argument of each parameter comes from.
    pub(crate) sources: Vec<Source>,
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

impl Plan {
    /// The plan of an export; or why XLA cannot call it.
    pub(crate) fn new(record: &'static Record) -> Result<Self, String> {
        if record.is_packed() {
            return Err(String::from("it takes any arguments"));
        }
        let result = (record.result)();
        if !matches!(result.tag, TypeTag::None) {
            let name = result.tag.name();
            return Err(format!(
                "it returns `{name}`, and XLA allocates all results: write to an `#[out]` parameter"
            ));
        }
        let mut sources = Vec::new();
        for parameter in record.parameters {
            sources.push(source(parameter).map_err(|reason| about(parameter, &reason))?);
        }
        let is_output = |source: &&Source| matches!(source, Source::Output { .. });
        let outputs = sources.iter().filter(is_output).count();
        if outputs == 0 && !sources.contains(&Source::Changed) {
            return Err(String::from("it has no `#[out]` and changes no argument, so it has no result"));
        }
        Ok(Self { record, sources, outputs, devices: Devices::common(record.parameters)? })
    }

    /// The parameters that attributes may be for, with their indices: those that are no tensors, and optional tensors, of which an attribute says
    /// that they are `None`.
    pub(crate) fn attributes(&self) -> impl Iterator<Item = (usize, &'static Param)> {
        let may_have_one = |parameter: &Param| match parameter.of.tensor {
            Some(tensor) => tensor.form.is_optional(),
            None => true,
        };
        self.record.parameters.iter().enumerate().filter(move |(_, parameter)| may_have_one(parameter))
    }
}

fn source(parameter: &Param) -> Result<Source, String> {
    let Some(tensor) = parameter.of.tensor else {
        return if has_attribute(parameter.of.tag.required()) {
            Ok(Source::Attribute)
        } else {
            Err(format!("XLA has no attribute for `{}`", parameter.of.tag.name()))
        };
    };
    if tensor.form.is_list() {
        return Err(String::from("a call of XLA takes no list of tensors"));
    }
    match (parameter.contract.out, tensor.access) {
        (Some(_), _) if parameter.contract.strides.is_some() => {
            Err(String::from("it has strides of its own, and XLA's results are row-major"))
        }
        (Some(out), _) => Ok(Source::Output { is_zeroed: out == Out::Zero }),
        (None, AccessKind::Shared) => Ok(Source::Argument),
        (None, AccessKind::Exclusive | AccessKind::Cells) => Ok(Source::Changed),
    }
}

/// Whether XLA can pass a value of this type: a number, a boolean, a text, a list of numbers; or `None` for an optional one.
fn has_attribute(tag: &TypeTag) -> bool {
    match tag {
        TypeTag::Int
        | TypeTag::Float
        | TypeTag::Bool
        | TypeTag::Text
        | TypeTag::StrEnum(_)
        | TypeTag::Path => true,
        TypeTag::Array(of) => matches!(of, TypeTag::Int | TypeTag::Float),
        _ => false,
    }
}
