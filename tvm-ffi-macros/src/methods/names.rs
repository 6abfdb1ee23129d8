//! Names that no method can have.

use crate::names::{RESERVED_PREFIX, is_among};

/// Checks the name of a method.
pub(super) fn check_method_name(name: &str) -> Result<(), String> {
    let help = "help: choose another with `#[method(name = \"...\")]`";
    let is_identifier = name.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    if !is_identifier {
        return Err(format!(
            "`{}` cannot be the name of a method: it is made of ASCII letters, digits, and `_`, and starts with no digit\n{help}",
            name.escape_debug()
        ));
    }
    if ["__ffi_", RESERVED_PREFIX].iter().any(|prefix| name.to_ascii_lowercase().starts_with(prefix)) {
        return Err(format!(
            "`{name}` cannot be the name of a method: the runtime has a meaning of its own for such names\n{help}"
        ));
    }
    if let Some((_, instead)) = IMPOSSIBLE.iter().find(|(names, _)| is_among(name, names)) {
        return Err(format!(
            "`{name}` cannot be a method: Python has a meaning of its own for that name\nhelp: {instead}"
        ));
    }
    Ok(())
}

/// Names that Python uses to construct and destroy objects, treats as data, or does not let classes replace.
const IMPOSSIBLE: &[(&str, &str)] = &[
    ("__init__ __new__", "mark the constructor with `#[init]`; its name in Rust does not matter"),
    ("__del__", "implement `Drop` for the type"),
    (
        "__abstractmethods__ __annotations__ __base__ __bases__ __basicsize__ __class__ \
         __class_getitem__ __dict__ __dictoffset__ __doc__ __flags__ __getattribute__ \
         __init_subclass__ __itemsize__ __module__ __mro__ __name__ __qualname__ __set_name__ \
         __slots__ __subclasshook__ __text_signature__ __type_params__ __weakref__ __weakrefoffset__ \
         _abc_impl",
        "choose another with `#[method(name = \"...\")]`",
    ),
];
