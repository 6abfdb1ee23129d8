//! Names of methods: what they may be made of, and what Python does with them.

use proc_macro2::TokenStream;

use super::method::Kind;
use crate::diagnostics::Diagnostics;
use crate::names::{PYTHON_KEYWORDS, RESERVED_PREFIX};

/// Reports a name that no method can have, and tells how Python fails to reach one that it hides.
pub(super) fn check_method_name(
    name: &str,
    kind: &Kind,
    at: &TokenStream,
    diagnostics: &mut Diagnostics,
) -> Option<String> {
    if let Err(message) = rule(name) {
        diagnostics.error(at, message);
        return None;
    }
    if matches!(kind, Kind::Init) {
        return None;
    }
    if PYTHON_KEYWORDS.contains(&name) {
        return Some(format!(
            "`{name}` is a keyword of Python, so `x.{name}()` is a syntax error there, but `getattr(x, \"{name}\")()` is not; choose another name with `#[method(name = \"...\")]`, or keep this one with `#[allow(deprecated)]` on the method"
        ));
    }
    HIDDEN.iter().find(|(names, _)| names.contains(&name)).map(|(_, instead)| {
        format!(
            "Python's `Object` has an attribute `{name}` of its own, which `register_object` and `c_class` keep, so `x.{name}` is not this method; {instead}, or keep this one with `#[allow(deprecated)]` on the method"
        )
    })
}

/// What is wrong with the name of a method.
fn rule(name: &str) -> Result<(), String> {
    let help = "help: choose another with `#[method(name = \"...\")]`";
    let is_identifier = name.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    if !is_identifier {
        return Err(format!(
            "`{}` cannot be the name of a method: it is made of ASCII letters, digits, and `_`, and starts with no digit\n{help}",
            name.escape_debug()
        ));
    }
    if name.starts_with("__ffi_")
        || name.starts_with("__tvm_ffi_")
        || name.to_ascii_lowercase().starts_with(RESERVED_PREFIX)
    {
        return Err(format!(
            "`{name}` cannot be the name of a method: the runtime has a meaning of its own for such names\n{help}"
        ));
    }
    if let Some((_, instead)) = IMPOSSIBLE.iter().find(|(names, _)| names.contains(&name)) {
        return Err(format!("`{name}` cannot be a method: Python does not call it as one\nhelp: {instead}"));
    }
    Ok(())
}

/// What Python itself calls when it makes and destroys objects, or takes for data.
const IMPOSSIBLE: &[(&[&str], &str)] = &[
    (&["__init__", "__new__"], "mark the constructor with `#[init]`; its name in Rust does not matter"),
    (&["__del__"], "implement `Drop` for the type"),
    (
        &[
            "__class__",
            "__dict__",
            "__doc__",
            "__module__",
            "__slots__",
            "__weakref__",
            "__bases__",
            "__mro__",
            "__qualname__",
            "__annotations__",
            "__abstractmethods__",
            "_abc_impl",
            "__init_subclass__",
            "__class_getitem__",
            "__set_name__",
            "__subclasshook__",
            "__getattribute__",
        ],
        "choose another name",
    ),
];

/// What `tvm_ffi.core.Object` has, and what to do about it.
const HIDDEN: &[(&[&str], &str)] = &[
    (&["__repr__", "__str__"], "derive `Debug` and give the object option `repr`"),
    (&["__eq__", "__ne__"], "derive `PartialEq` and give the object option `eq`"),
    (&["__hash__"], "derive `Hash` and give the object option `hash`"),
    (&["__lt__", "__le__", "__gt__", "__ge__"], "derive `PartialOrd` and give the object option `ord`"),
    (&["__copy__", "__deepcopy__"], "derive `Clone` and give the object option `copy`"),
    (
        &[
            "__reduce__",
            "__reduce_ex__",
            "__getstate__",
            "__setstate__",
            "__format__",
            "__sizeof__",
            "__dir__",
            "__setattr__",
            "__delattr__",
            "__chandle__",
            "__ctypes_handle__",
            "__init_handle_by_constructor__",
            "__move_handle_from__",
            "_move",
            "id_",
            "is_",
            "same_as",
            "__replace__",
            "__match_args__",
        ],
        "choose another name with `#[method(name = \"...\")]`",
    ),
];
