//! Special methods whose meaning in Python is more than that of a method.

use tvm_ffi_core::__private::Record;

/// The binary operators, which exist with `r` and `i` before the name too.
const ARITHMETIC: [&str; 14] = [
    "add", "sub", "mul", "matmul", "truediv", "floordiv", "mod", "divmod", "pow", "lshift", "rshift", "and",
    "or", "xor",
];
const COMPARISONS: [&str; 6] = ["eq", "ne", "lt", "le", "gt", "ge"];

/// The name of a special method without the underscores.
fn stem(name: &str) -> Option<&str> {
    name.strip_prefix("__")?.strip_suffix("__")
}

fn has_receiver(record: &Record) -> bool {
    record.class.is_some() && record.arguments().len() < record.parameters.len()
}

fn is_arithmetic(name: &str) -> bool {
    ARITHMETIC.contains(&name)
}

/// Whether Python asks the other operand if this one does not take it.
pub(crate) fn is_operator(record: &Record) -> bool {
    let is_operator = |name: &str| {
        let of_other = name.strip_prefix(['r', 'i']).is_some_and(is_arithmetic);
        of_other || is_arithmetic(name) || COMPARISONS.contains(&name)
    };
    has_receiver(record) && stem(record.name).is_some_and(is_operator)
}

/// Whether a method that returns nothing returns the object, as methods of Python do.
pub(crate) fn returns_receiver(record: &Record) -> bool {
    has_receiver(record) && gives_receiver(record.name)
}

/// Whether a special method of this name gives the object if it returns nothing.
pub fn gives_receiver(name: &str) -> bool {
    stem(name).is_some_and(|name| {
        matches!(name, "enter" | "iter") || name.strip_prefix('i').is_some_and(is_arithmetic)
    })
}

/// The name of the property that a method reads or sets: `x` of `get_x`, `set_x`, and `x`.
pub fn property<'a>(method: &'a str, prefix: &str) -> &'a str {
    method.strip_prefix(prefix).filter(|rest| !rest.is_empty()).unwrap_or(method)
}

#[cfg(test)]
mod tests {
    use super::{is_arithmetic, property};

    #[test]
    fn a_property_is_named_without_its_prefix() {
        let names = [("get_x", "get_"), ("set_x", "set_"), ("x", "set_"), ("get_", "get_")];
        assert_eq!(names.map(|(method, prefix)| property(method, prefix)), ["x", "x", "x", "get_"]);
    }

    #[test]
    fn operators_are_known_with_their_prefixes() {
        for name in ["radd", "ror", "iand", "rrshift", "ipow"] {
            assert!(name.strip_prefix(['r', 'i']).is_some_and(is_arithmetic), "{name}");
        }
        for name in ["index", "int", "invert", "repr", "round", "iter", "reversed"] {
            assert!(!name.strip_prefix(['r', 'i']).is_some_and(is_arithmetic), "{name}");
        }
    }
}
