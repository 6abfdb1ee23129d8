//! Names of methods: which are valid, and which Python cannot write.

use proc_macro2::TokenStream;

use super::method::Kind;
use crate::diagnostics::Diagnostics;
use crate::names::{PYTHON_KEYWORDS, RESERVED_PREFIX, is_among};

/// Reports a name that no method can have. Returns a warning about a name that Python hides.
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
    if is_among(name, PYTHON_KEYWORDS) {
        return Some(format!(
            "`{name}` is a keyword of Python, so `x.{name}()` is a syntax error there, but `getattr(x, \"{name}\")()` is not; choose another name with `#[method(name = \"...\")]`, or keep this one with `#[allow(deprecated)]` on the method"
        ));
    }
    let (_, reason, instead) = HIDDEN.iter().find(|(names, ..)| is_among(name, names))?;
    let reason = match reason {
        Reason::Object => {
            "Python's `Object` has an attribute `NAME` of its own, which `register_object` and `c_class` keep, so `x.NAME` is not this method"
        }
        Reason::Class => {
            "every class of Python has an attribute `NAME`, so that `register_object` and `c_class` leave out this method"
        }
        Reason::Dataclass => "`c_class` gives a class a `NAME` of its own in place of this method",
    };
    Some(format!(
        "{}; {instead}, or keep this one with `#[allow(deprecated)]` on the method",
        reason.replace("NAME", name)
    ))
}

/// Checks the name of a method.
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

/// The reason why a class in Python does not get a method.
enum Reason {
    /// `tvm_ffi.core.Object` has the name.
    Object,
    /// `hasattr` finds it on every class.
    Class,
    /// `tvm_ffi.dataclasses.c_class` defines it.
    Dataclass,
}

const ANOTHER: &str = "choose another name with `#[method(name = \"...\")]`";

/// Names that hide methods, with the reason and the help.
const HIDDEN: &[(&str, Reason, &str)] = &[
    ("__repr__ __str__", Reason::Object, "derive `Debug` and give the object option `repr`"),
    ("__eq__ __ne__", Reason::Object, "derive `PartialEq` and give the object option `eq`"),
    ("__hash__", Reason::Object, "derive `Hash` and give the object option `hash`"),
    ("__lt__ __le__ __gt__ __ge__", Reason::Object, "derive `PartialOrd` and give the object option `ord`"),
    ("__copy__ __deepcopy__", Reason::Dataclass, "derive `Clone` and give the object option `copy`"),
    ("__replace__ __match_args__", Reason::Dataclass, ANOTHER),
    (
        "__call__",
        Reason::Class,
        "name it `call`, and write `def __call__(self, *args): return self.call(*args)` in the class in Python",
    ),
    (
        "__instancecheck__ __or__ __prepare__ __ror__ __subclasscheck__ __subclasses__ \
         _abc_caches_clear _abc_registry_clear _dump_registry mro register",
        Reason::Class,
        ANOTHER,
    ),
    (
        "__chandle__ __ctypes_handle__ __delattr__ __dir__ __format__ __init_handle_by_constructor__ \
         __move_handle_from__ __reduce__ __reduce_ex__ __setattr__ __sizeof__ _move id_ is_ same_as",
        Reason::Object,
        ANOTHER,
    ),
];
