//! The type of a parameter, as far as its tokens show it.
//!
//! Tokens cannot see through aliases, so the expansion is right for any type that a name may be an alias of, and is
//! asserted by type where it matters. Messages are better where the tokens show the type.

use syn::{Expr, ExprLit, GenericArgument, Lit, PathArguments, PathSegment, Type};

use crate::model::strip;
use crate::names::is_among;
use crate::tokens::compact;

/// Whether a parameter is one value, an option, or a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// One value.
    One,
    /// An option.
    Optional,
    /// A list of any length.
    List,
}

/// A parameter's type.
pub(crate) struct ParameterType {
    pub(crate) form: Form,
    pub(crate) base: Base,
    /// The number of integers, if it is written as a sequence of integers.
    pub(crate) integers: Option<Rank>,
    /// Whether it is written as a `TypedFunction`, or an `Option` of one.
    pub(crate) is_typed_function: bool,
}

pub(crate) enum Base {
    /// A view with an element type.
    View(ViewType),
    /// `TensorView<'_>`
    TensorView,
    /// `Tensor`
    Tensor,
    /// An integer.
    Integer,
    /// Another number, or borrowed text.
    Primitive,
    /// Neither a view nor a container of views.
    Plain,
    /// `T`, a variable of `dispatch`.
    Variable,
    /// `(A, B)` where an element may be a tensor.
    Tuple,
    /// Another type of a list or tuple, or a name that may mean any type.
    Unknown,
}

/// A view as written.
pub(crate) struct ViewType {
    pub(crate) name: String,
    /// The element type, on one line.
    pub(crate) element: Option<String>,
    pub(crate) rank: Rank,
    pub(crate) layout: Layout,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Rank {
    Known(usize),
    Dynamic,
    Unknown,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Layout {
    Contiguous,
    Strided,
    Unknown,
}

const VIEWS: &str = "\
    CpuView CpuViewMut CpuViewD CpuViewMutD CpuCells CudaView CudaViewMut CudaViewD CudaViewMutD";

const INTEGERS: &str = "i8 i16 i32 i64 isize i128 u8 u16 u32 u64 usize u128";

const PRIMITIVE: &str = "f16 f32 f64 bf16 bool";

const PLAIN: &str = "\
    Any AnyView Bytes DType Device Error Function Module ObjectRef PathBuf Ref Shape Str String \
    TypedFunction str";

const CONTAINERS: &str = "Array ArrayRef BTreeMap Box Cow Dict HashMap IndexMap List Map MapRef Vec";

impl ViewType {
    pub(crate) fn is_cpu(&self) -> bool {
        self.name.starts_with("Cpu")
    }

    pub(crate) fn is_cells(&self) -> bool {
        self.name == "CpuCells"
    }

    pub(crate) fn is_mutable(&self) -> bool {
        self.name.contains("Mut") || self.is_cells()
    }
}

impl ParameterType {
    /// Classifies a type by its tokens; `variables` are those of `dispatch`.
    pub(crate) fn new(ty: &Type, variables: &[String]) -> Self {
        let (form, base) = classify(strip(ty), variables);
        Self { form, base, integers: integers(strip(ty)), is_typed_function: is_typed_function(strip(ty)) }
    }

    /// Whether it is written as a tensor, an option of one, or a list.
    pub(crate) fn is_tensor(&self) -> bool {
        matches!(self.base, Base::View(_) | Base::TensorView)
    }

    /// Whether it may be a tensor that can have a contract.
    pub(crate) fn may_be_tensor(&self) -> bool {
        self.is_tensor() || matches!(self.base, Base::Unknown)
    }

    /// Whether its tokens show what it is.
    pub(crate) fn is_named(&self) -> bool {
        !matches!(self.base, Base::Unknown | Base::Tuple)
    }

    /// Whether it is written as a number or borrowed text, whose names rarely mean other types.
    pub(crate) fn is_primitive(&self) -> bool {
        matches!(self.base, Base::Integer | Base::Primitive | Base::Variable)
    }

    /// Whether it neither is a view nor contains one, unless an alias has the name of another type.
    pub(crate) fn is_free_of_views(&self) -> bool {
        self.is_primitive() || matches!(self.base, Base::Plain)
    }
}

/// The `T` of `&mut T`, if it looks like an object type: a capitalised name that is not another known type.
pub(crate) fn changed_object(ty: &Type) -> Option<&Type> {
    let Type::Reference(reference) = strip(ty) else { return None };
    let Type::Path(path) = strip(&reference.elem) else { return None };
    let PathSegment { ident, arguments } = path.path.segments.last()?;
    let name = ident.to_string();
    let is_free =
        arguments.is_none() && !["ArrayRef", "Bool8", "MapRef", "Self", "TensorMut"].contains(&name.as_str());
    let is_unknown = matches!(classify(&reference.elem, &[]), (Form::One, Base::Unknown));
    let is_object =
        reference.mutability.is_some() && is_free && is_unknown && name.starts_with(char::is_uppercase);
    is_object.then_some(&*reference.elem)
}

fn classify(ty: &Type, variables: &[String]) -> (Form, Base) {
    let base = match ty {
        Type::Path(path) if path.qself.is_none() => match path.path.segments.last() {
            Some(last)
                if path.path.segments.len() == 1 && variables.iter().any(|name| last.ident == name) =>
            {
                Base::Variable
            }
            Some(last) => return classify_path(last, variables),
            None => Base::Unknown,
        },
        Type::Reference(reference) => match strip(&reference.elem) {
            Type::Slice(slice) => container([&*slice.elem], variables),
            Type::Path(path) if path.path.is_ident("str") => Base::Primitive,
            // Views are never taken by reference, so this is an object.
            inner @ Type::Path(_) => match classify(inner, variables) {
                (_, Base::Variable) => Base::Unknown,
                _ => Base::Plain,
            },
            _ => Base::Unknown,
        },
        Type::Tuple(tuple) => match container(&tuple.elems, variables) {
            Base::Unknown => Base::Tuple,
            base => base,
        },
        Type::Array(array) => container([&*array.elem], variables),
        Type::Ptr(_) => Base::Plain,
        _ => Base::Unknown,
    };
    (Form::One, base)
}

fn classify_path(last: &PathSegment, variables: &[String]) -> (Form, Base) {
    let name = last.ident.to_string();
    let name = name.as_str();
    let arguments = || types(last);
    let base = match (name, &arguments()[..]) {
        _ if is_among(name, VIEWS) => Base::View(view(last)),
        ("TensorView", _) => Base::TensorView,
        ("Tensor", []) => Base::Tensor,
        ("Option", [inner]) => {
            return match classify(strip(inner), variables) {
                (Form::One, Base::Integer | Base::Primitive | Base::Plain | Base::Variable) => {
                    (Form::One, Base::Plain)
                }
                (Form::One, base) => (Form::Optional, base),
                _ => (Form::One, Base::Unknown),
            };
        }
        ("Vec", [inner]) => match classify(strip(inner), variables) {
            (Form::One, base @ (Base::TensorView | Base::View(_))) => return (Form::List, base),
            _ => container([*inner], variables),
        },
        (name, []) if is_among(name, INTEGERS) => Base::Integer,
        (name, []) if is_among(name, PRIMITIVE) => Base::Primitive,
        (name, _) if is_among(name, PLAIN) => Base::Plain,
        (name, inner) if is_among(name, CONTAINERS) && !inner.is_empty() => {
            container(inner.iter().copied(), variables)
        }
        _ => Base::Unknown,
    };
    (Form::One, base)
}

fn is_typed_function(ty: &Type) -> bool {
    let Type::Path(path) = ty else { return false };
    match path.path.segments.last() {
        Some(last) if last.ident == "Option" => {
            matches!(&types(last)[..], [inner] if is_typed_function(strip(inner)))
        }
        Some(last) => last.ident == "TypedFunction",
        None => false,
    }
}

/// The length of a type that is written as a sequence of integers.
fn integers(ty: &Type) -> Option<Rank> {
    match ty {
        Type::Path(path) => {
            let last = path.path.segments.last()?;
            match (&*last.ident.to_string(), &types(last)[..]) {
                ("Shape", []) => Some(Rank::Dynamic),
                ("Vec", [element]) if is_integer(element) => Some(Rank::Dynamic),
                _ => None,
            }
        }
        Type::Reference(reference) => match strip(&reference.elem) {
            Type::Slice(slice) if is_integer(&slice.elem) => Some(Rank::Dynamic),
            _ => None,
        },
        Type::Array(array) if is_integer(&array.elem) => match &array.len {
            Expr::Lit(ExprLit { lit: Lit::Int(length), .. }) => {
                Some(length.base10_parse().map_or(Rank::Unknown, Rank::Known))
            }
            _ => Some(Rank::Unknown),
        },
        Type::Tuple(tuple) if !tuple.elems.is_empty() && tuple.elems.iter().all(is_integer) => {
            Some(Rank::Known(tuple.elems.len()))
        }
        _ => None,
    }
}

fn is_integer(ty: &Type) -> bool {
    matches!(classify(strip(ty), &[]), (Form::One, Base::Integer))
}

/// The classification of a type that contains other types.
fn container<'a>(types: impl IntoIterator<Item = &'a Type>, variables: &[String]) -> Base {
    let is_plain = types.into_iter().all(|ty| ParameterType::new(ty, variables).is_free_of_views());
    if is_plain { Base::Plain } else { Base::Unknown }
}

/// The type arguments of a path, such as `T` in `View<'_, T, 2>`. A constant by name counts as one.
fn types(segment: &PathSegment) -> Vec<&Type> {
    let PathArguments::AngleBracketed(arguments) = &segment.arguments else { return Vec::new() };
    let types = arguments.args.iter().filter_map(|argument| match argument {
        GenericArgument::Type(ty) => Some(ty),
        _ => None,
    });
    types.collect()
}

fn view(segment: &PathSegment) -> ViewType {
    let name = segment.ident.to_string();
    let is_dynamic = name.ends_with('D');
    let PathArguments::AngleBracketed(arguments) = &segment.arguments else {
        return ViewType { name, element: None, rank: Rank::Unknown, layout: Layout::Unknown };
    };
    let mut arguments =
        arguments.args.iter().filter(|argument| !matches!(argument, GenericArgument::Lifetime(_)));
    let element = match arguments.next() {
        Some(GenericArgument::Type(ty)) => Some(compact(strip(ty))),
        _ => None,
    };
    let rank = if is_dynamic { Rank::Dynamic } else { arguments.next().map_or(Rank::Unknown, rank) };
    let layout = match arguments.next() {
        None => Layout::Contiguous,
        Some(GenericArgument::Type(ty)) => layout(strip(ty)),
        Some(_) => Layout::Unknown,
    };
    ViewType { name, element, rank, layout }
}

fn rank(argument: &GenericArgument) -> Rank {
    match argument {
        GenericArgument::Const(Expr::Lit(ExprLit { lit: Lit::Int(literal), .. })) => {
            literal.base10_parse().map_or(Rank::Unknown, Rank::Known)
        }
        _ => Rank::Unknown,
    }
}

fn layout(ty: &Type) -> Layout {
    let Type::Path(path) = ty else { return Layout::Unknown };
    match path.path.segments.last() {
        Some(last) if last.ident == "Strided" => Layout::Strided,
        Some(last) if last.ident == "Contiguous" => Layout::Contiguous,
        _ => Layout::Unknown,
    }
}

#[cfg(test)]
mod tests {
    use syn::parse_str;

    use super::*;

    fn classified(text: &str) -> String {
        let ParameterType { form, base, .. } =
            ParameterType::new(&parse_str(text).unwrap(), &["T".to_owned()]);
        let base = match base {
            Base::View(view) => format!("{} {:?} {:?}", view.name, view.rank, view.layout),
            Base::TensorView => "TensorView".into(),
            Base::Tensor => "Tensor".into(),
            Base::Integer => "Integer".into(),
            Base::Plain => "Plain".into(),
            Base::Primitive => "Primitive".into(),
            Base::Variable => "Variable".into(),
            Base::Tuple => "Tuple".into(),
            Base::Unknown => "Unknown".into(),
        };
        format!("{form:?} {base}")
    }

    #[test]
    fn sequences_of_integers_have_a_length() {
        let cases = [
            ("(i64, usize)", Some(Rank::Known(2))),
            ("((i64), u8)", Some(Rank::Known(2))),
            ("[i32; 3]", Some(Rank::Known(3))),
            ("[i32; N]", Some(Rank::Unknown)),
            ("&[i64]", Some(Rank::Dynamic)),
            ("Vec<u64>", Some(Rank::Dynamic)),
            ("tvm_ffi::Shape", Some(Rank::Dynamic)),
            ("()", None),
            ("i64", None),
            ("(i64, f64)", None),
            ("Vec<bool>", None),
            ("Option<(i64, i64)>", None),
        ];
        for (text, expected) in cases {
            assert_eq!(ParameterType::new(&parse_str(text).unwrap(), &[]).integers, expected, "{text}");
        }
    }

    #[test]
    fn types_are_told_apart_by_their_tokens() {
        let cases = [
            ("CpuView<'_, f32, 2>", "One CpuView Known(2) Contiguous"),
            ("tvm_ffi::CpuViewMut<'a, T, N, Strided>", "One CpuViewMut Unknown Strided"),
            ("CpuViewD<f32, L>", "One CpuViewD Dynamic Unknown"),
            ("Option<(CudaView<'_, f32, { 1 + 1 }, Contiguous>)>", "Optional CudaView Unknown Contiguous"),
            ("CpuView", "One CpuView Unknown Unknown"),
            ("TensorView<'_>", "One TensorView"),
            ("Option<TensorView<'_>>", "Optional TensorView"),
            ("Vec<TensorView<'_>>", "List TensorView"),
            ("Vec<Option<TensorView<'_>>>", "One Unknown"),
            ("Option<Option<TensorView<'_>>>", "One Unknown"),
            ("Tensor", "One Tensor"),
            ("(TensorView<'_>, i64)", "One Tuple"),
            ("(i64, f64)", "One Plain"),
            ("()", "One Plain"),
            ("usize", "One Integer"),
            ("Option<usize>", "One Plain"),
            ("Option<Vec<&str>>", "One Plain"),
            ("HashMap<String, [f64; 3]>", "One Plain"),
            ("HashMap<String, Any>", "One Plain"),
            ("bf16", "One Primitive"),
            ("&str", "One Primitive"),
            ("Vec<T>", "One Plain"),
            ("T", "One Variable"),
            ("Image<'_, T>", "One Unknown"),
            ("Option<Image<'_, T>>", "Optional Unknown"),
            ("<Vec<f64> as IntoIterator>::Item", "One Unknown"),
            ("&[i64]", "One Plain"),
            ("&Mean", "One Plain"),
            ("&mut a::Mean", "One Plain"),
            ("&T", "One Unknown"),
            ("Ref<Mean>", "One Plain"),
            ("Option<&Mean>", "One Plain"),
            ("TypedFunction<fn(CpuViewMut<'_, f32, 1>)>", "One Plain"),
        ];
        for (text, expected) in cases {
            assert_eq!(classified(text), expected, "{text}");
        }
    }
}
