//! What the tokens of a parameter's type decide: the code that is generated. Core asserts by type where it matters, since tokens cannot see through
//! aliases.

use quote::ToTokens;
use syn::{PathSegment, Type};

use crate::model::strip;
use crate::output::argument_of;
use crate::tokens::mentions;

/// A parameter's type.
pub(crate) struct ParameterType {
    /// Whether it is written as a number, `bool`, borrowed text, or a variable of `dispatch`: then it leads to no tensor.
    pub(crate) is_plain: bool,
    /// Whether it is written as a sequence of integers.
    pub(crate) is_integers: bool,
    /// Whether it is written as a view, or contains one.
    pub(crate) is_view: bool,
    /// Whether it is written as `CpuCells`, or contains them.
    pub(crate) has_cells: bool,
}

const INTEGERS: [&str; 12] =
    ["i8", "i16", "i32", "i64", "isize", "i128", "u8", "u16", "u32", "u64", "usize", "u128"];

const OTHERS: [&str; 6] = ["f16", "f32", "f64", "bf16", "bool", "str"];

const VIEWS: [&str; 9] = [
    "CpuView",
    "CpuViewMut",
    "CpuViewD",
    "CpuViewMutD",
    "CpuCells",
    "CudaView",
    "CudaViewMut",
    "CudaViewD",
    "CudaViewMutD",
];

impl ParameterType {
    /// What the tokens of a type show; `variables` are those of `dispatch`.
    pub(crate) fn new(ty: &Type, variables: &[String]) -> Self {
        let is_plain = |name: &str| {
            INTEGERS.contains(&name) || OTHERS.contains(&name) || variables.iter().any(|it| it == name)
        };
        let referenced = match strip(ty) {
            Type::Reference(reference) => strip(&reference.elem),
            ty => ty,
        };
        let tokens = ty.to_token_stream();
        Self {
            is_view: VIEWS.iter().any(|view| mentions(tokens.clone(), view)),
            is_plain: name(referenced).is_some_and(|name| is_plain(&name)),
            is_integers: is_integers(strip(ty)),
            has_cells: mentions(tokens, "CpuCells"),
        }
    }
}

/// The last name of a path without arguments.
fn name(ty: &Type) -> Option<String> {
    let Type::Path(path) = ty else { return None };
    let PathSegment { ident, arguments } = path.path.segments.last()?;
    (path.qself.is_none() && arguments.is_none()).then(|| ident.to_string())
}

fn is_integers(ty: &Type) -> bool {
    let is_integer = |ty: &Type| name(strip(ty)).is_some_and(|name| INTEGERS.contains(&&*name));
    match ty {
        Type::Reference(reference) => {
            matches!(strip(&reference.elem), Type::Slice(slice) if is_integer(&slice.elem))
        }
        Type::Array(array) => is_integer(&array.elem),
        Type::Tuple(tuple) => !tuple.elems.is_empty() && tuple.elems.iter().all(is_integer),
        ty => name(ty).is_some_and(|name| name == "Shape") || argument_of(ty, "Vec").is_some_and(is_integer),
    }
}

/// The `T` of `&mut T`, if it looks like an object type: a capitalised name that is not that of another type.
pub(crate) fn changed_object(ty: &Type) -> Option<&Type> {
    const OTHERS: [&str; 6] = ["ArrayRef", "Bool8", "MapRef", "Self", "Tensor", "TensorMut"];
    let Type::Reference(reference) = strip(ty) else { return None };
    let name = name(strip(&reference.elem)).filter(|_| reference.mutability.is_some())?;
    let is_object = name.starts_with(char::is_uppercase) && !OTHERS.contains(&&*name);
    is_object.then_some(&*reference.elem)
}
