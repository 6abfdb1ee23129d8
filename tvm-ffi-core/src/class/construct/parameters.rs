//! The parameters of a constructor, by its fields or its function.

use crate::abi::FieldFlag;
use crate::description::{Class, FieldRecord, Param, Passing, Record, listed};

/// A parameter of a constructor.
pub(in crate::class) struct InitParameter {
    pub(in crate::class) of: Param,
    /// The caller must pass it.
    pub(in crate::class) required: bool,
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
            let passing = match field.flags & FieldFlag::KW_ONLY {
                0 => Passing::Either,
                _ => Passing::Name,
            };
            let required = field.flags & FieldFlag::HAS_DEFAULT == 0;
            parameters.push(Self { of: Param { passing, ..field.param }, required });
        });
        parameters
    }

    /// The parameters of a constructor that is a function. By the plain ABI, each may be passed by position.
    pub(in crate::class) fn of_function(record: &'static Record) -> Vec<Self> {
        let each = record.parameters.iter();
        each.map(|of| Self { of: Param { passing: Passing::Either, ..*of }, required: of.default.is_none() })
            .collect()
    }
}

/// The indices of the parameters in the order in which arguments without a name are assigned. The keyword-only parameters come last: a Python
/// module has assigned the names already.
pub(in crate::class) fn positional_order(parameters: &[InitParameter]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..parameters.len()).collect();
    order.sort_by_key(|index| (parameters[*index].of.passing, !parameters[*index].required));
    order
}

/// The signature as messages show it: `stats.Mean(count: int, *, mean: float = 0.0)`.
pub(super) fn push_signature(key: &str, parameters: &[InitParameter], out: &mut String) {
    let parameters: Vec<Param> =
        positional_order(parameters).into_iter().map(|index| parameters[index].of).collect();
    out.extend([key, "(", &listed(&parameters, Param::shown).join(", "), ")"]);
}
