//! The parameters of a constructor, by its fields or its function.

use crate::abi::FieldFlag;
use crate::description::{Class, FieldRecord, Record};

/// A parameter of a constructor.
pub(in crate::class) struct InitParameter {
    pub(in crate::class) name: &'static str,
    /// The caller must pass it.
    pub(in crate::class) required: bool,
    /// The caller must pass it by name.
    pub(in crate::class) kw_only: bool,
    /// As signatures show it: `count: int = 0`.
    pub(in crate::class) shown: String,
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
            let mut shown = String::from(field.name);
            shown.push_str(": ");
            (field.of.name)(&mut shown);
            if let Some(default) = field.written {
                shown.extend([" = ", &default.shown(field.of)]);
            }
            let flags = field.flags;
            parameters.push(Self {
                name: field.name,
                required: flags & FieldFlag::HAS_DEFAULT == 0,
                kw_only: flags & FieldFlag::KW_ONLY != 0,
                shown,
            });
        });
        parameters
    }

    /// The parameters of a constructor that is a function.
    pub(in crate::class) fn of_function(record: &Record) -> Vec<Self> {
        let each = record.parameters.iter().map(|parameter| {
            let mut shown = String::new();
            parameter.push(&mut shown);
            Self { name: parameter.name, required: parameter.default.is_none(), kw_only: false, shown }
        });
        each.collect()
    }
}

/// The parameters of positional arguments: those that are not keyword-only, the required ones first.
pub(super) fn positions(flags: &[(bool, bool)]) -> Vec<usize> {
    let mut positions = Vec::with_capacity(flags.len());
    for wanted in [true, false] {
        for (index, (required, kw_only)) in flags.iter().enumerate() {
            if *required == wanted && !kw_only {
                positions.push(index);
            }
        }
    }
    positions
}

/// The same for these parameters.
pub(super) fn positions_of(parameters: &[InitParameter]) -> Vec<usize> {
    let mut flags = Vec::with_capacity(parameters.len());
    for parameter in parameters {
        flags.push((parameter.required, parameter.kw_only));
    }
    positions(&flags)
}

/// The signature as messages show it: `stats.Mean(count: int, *, mean: float = 0.0)`.
pub(super) fn push_signature(key: &str, parameters: &[InitParameter], out: &mut String) {
    out.extend([key, "("]);
    let mut separator = "";
    for index in positions_of(parameters) {
        out.extend([separator, &parameters[index].shown]);
        separator = ", ";
    }
    let mut marker = "*, ";
    for parameter in parameters {
        if parameter.kw_only {
            out.extend([separator, marker, &parameter.shown]);
            (separator, marker) = (", ", "");
        }
    }
    out.push(')');
}
