//! The parameters of a constructor, by its fields or its function.

use crate::abi::FieldFlag;
use crate::description::{Class, FieldRecord, Param, Record};

/// A parameter of a constructor.
pub(in crate::class) struct InitParameter {
    pub(in crate::class) of: &'static Param,
    /// The caller must pass it.
    pub(in crate::class) required: bool,
    /// The caller must pass it by name.
    pub(in crate::class) kw_only: bool,
}

/// The fields that the constructor of a class takes, those of its parents first.
pub(in crate::class) fn each_init_field(class: &'static Class, see: &mut dyn FnMut(&'static FieldRecord)) {
    if let Some(parent) = class.parent {
        each_init_field(parent(), see);
    }
    class.record.fields.iter().filter(|field| field.is_init()).for_each(see);
}

impl InitParameter {
    /// The parameters of the constructor from the fields, in the order of the fields.
    pub(in crate::class) fn of_fields(class: &'static Class) -> Vec<Self> {
        let mut parameters = Vec::new();
        each_init_field(class, &mut |field| {
            parameters.push(Self {
                of: &field.param,
                required: field.flags & FieldFlag::HAS_DEFAULT == 0,
                kw_only: field.flags & FieldFlag::KW_ONLY != 0,
            });
        });
        parameters
    }

    /// The parameters of a constructor that is a function.
    pub(in crate::class) fn of_function(record: &'static Record) -> Vec<Self> {
        let each = record.parameters.iter();
        each.map(|of| Self { of, required: of.default.is_none(), kw_only: false }).collect()
    }
}

/// The indices of the parameters of positional arguments: those that are not keyword-only, the required ones first.
fn positions(parameters: &[InitParameter]) -> Vec<usize> {
    let mut order = positional_order(parameters);
    order.retain(|index| !parameters[*index].kw_only);
    order
}

/// The indices of the parameters in the order in which arguments without a name are assigned. The keyword-only parameters come last: a Python
/// module has assigned the names already.
pub(in crate::class) fn positional_order(parameters: &[InitParameter]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..parameters.len()).collect();
    order.sort_by_key(|index| (parameters[*index].kw_only, !parameters[*index].required));
    order
}

/// The parameters in the order of arguments: those by name come last.
pub(in crate::class) fn in_order(parameters: &[InitParameter]) -> impl Iterator<Item = &InitParameter> {
    let by_position = positions(parameters).into_iter().map(|index| &parameters[index]);
    by_position.chain(parameters.iter().filter(|parameter| parameter.kw_only))
}

/// The signature as messages show it: `stats.Mean(count: int, *, mean: float = 0.0)`.
pub(super) fn push_signature(key: &str, parameters: &[InitParameter], out: &mut String) {
    out.extend([key, "("]);
    let (mut separator, mut marker) = ("", "*, ");
    for parameter in in_order(parameters) {
        out.push_str(separator);
        if parameter.kw_only {
            out.push_str(core::mem::take(&mut marker));
        }
        parameter.of.push(out);
        separator = ", ";
    }
    out.push(')');
}
