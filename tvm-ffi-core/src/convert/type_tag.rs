//! [`TypeTag`]: what a type is to other languages. Names, schemas, and what PyTorch, JAX, and Python make of the type are folds over it.

use core::ptr;

use super::{TensorType, Variants};
use crate::json::{Array, Object};

/// What a type is to other languages.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub enum TypeTag {
    /// Any value.
    Any,
    /// Any object of Python, which is not converted.
    #[doc(hidden)]
    PythonObject,
    /// A type of your own, by its name in messages. Tools take it for any value.
    Named(&'static str),
    /// `None`.
    None,
    /// A boolean.
    Bool,
    /// An integer.
    Int,
    /// A float.
    Float,
    /// A complex number, as a pair of floats.
    Complex,
    /// Text.
    Text,
    /// One of several texts: the variants of an enum, by their names in Rust and their texts.
    StrEnum(&'static [(&'static str, &'static str)]),
    /// The path of a file, as text.
    Path,
    /// Bytes.
    Bytes,
    /// An address.
    Pointer,
    /// A dtype.
    DType,
    /// A device.
    Device,
    /// A duration, in seconds.
    Duration,
    /// A time, in seconds since the first of January 1970 in UTC.
    SystemTime,
    /// A tensor.
    Tensor,
    /// A view of a tensor.
    #[doc(hidden)]
    View(TensorType),
    /// The extents of a tensor.
    Shape,
    /// A function.
    Function,
    /// A function, with the types of its parameters and its result.
    TypedFunction(&'static [&'static Self], &'static Self),
    /// An object, by its type key.
    Object(&'static str),
    /// `None`, or a value of another type.
    Optional(&'static Self),
    /// A sequence that does not change.
    Array(&'static Self),
    /// A sequence that may change.
    List(&'static Self),
    /// A set, as a sequence.
    Set(&'static Self),
    /// A sequence with a type for each element.
    Tuple(&'static [&'static Self]),
    /// Keys and values that do not change.
    Map(&'static Self, &'static Self),
    /// Keys and values that may change.
    Dict(&'static Self, &'static Self),
    /// A value of one of several types.
    #[doc(hidden)]
    Union(fn() -> &'static Variants),
}

impl TypeTag {
    /// What messages and signatures call the type: `int`, or `Array[str]`.
    pub fn name(&self) -> String {
        Writer::default().name(self)
    }

    /// The name in a signature, where tensors in containers have what is required of them too.
    pub(crate) fn name_in_signature(&self) -> String {
        Writer { in_signature: true, ..Writer::default() }.name(self)
    }

    /// The type schema, a JSON object in the form of the runtime's own: `{"type":"int"}`. A key `form` tells types apart that the ABI does not.
    pub fn schema(&self) -> String {
        Writer::default().schema(self)
    }

    /// The type of the value, if there is one.
    pub fn required(&self) -> &Self {
        match self {
            Self::Optional(of) => of.required(),
            _ => self,
        }
    }

    /// The type of an element of a sequence, if there is one.
    pub fn element(&self, index: usize) -> &'static Self {
        match self.required() {
            Self::Array(element) | Self::List(element) | Self::Set(element) => element.required(),
            Self::Tuple(elements) => elements.get(index).map_or(&Self::Any, |element| element.required()),
            Self::Shape => &Self::Int,
            Self::Complex => &Self::Float,
            _ => &Self::Any,
        }
    }

    /// The types of the keys and the values of a mapping.
    pub fn entry(&self) -> (&'static Self, &'static Self) {
        match self.required() {
            Self::Map(key, value) | Self::Dict(key, value) => (key.required(), value.required()),
            _ => (&Self::Any, &Self::Any),
        }
    }

    /// Whether values are numbers, text, dtypes, or sequences of those: they lead to no tensor and to no code.
    pub fn is_plain(&self) -> bool {
        match self {
            Self::Optional(of) | Self::Array(of) | Self::List(of) | Self::Set(of) => of.is_plain(),
            Self::Tuple(elements) => elements.iter().all(|element| element.is_plain()),
            Self::None
            | Self::Bool
            | Self::Int
            | Self::Float
            | Self::Complex
            | Self::Text
            | Self::StrEnum(_)
            | Self::Path
            | Self::Bytes
            | Self::DType
            | Self::Device
            | Self::Duration
            | Self::SystemTime
            | Self::Shape => true,
            _ => false,
        }
    }

    /// The name of the type without those in it, and what schemas call it.
    fn words(&self) -> (&'static str, &'static str) {
        match self {
            Self::Any | Self::PythonObject => ("Any", "Any"),
            Self::Named(name) => (name, "Any"),
            Self::None => ("None", "None"),
            Self::Bool => ("bool", "bool"),
            Self::Int => ("int", "int"),
            Self::Float | Self::Duration | Self::SystemTime => ("float", "float"),
            Self::Complex => ("complex", "Tuple"),
            Self::Text | Self::StrEnum(_) | Self::Path => ("str", "ffi.String"),
            Self::Bytes => ("bytes", "ffi.Bytes"),
            Self::Pointer => ("pointer", "void*"),
            Self::DType => ("dtype", "DataType"),
            Self::Device => ("Device", "Device"),
            Self::Tensor => ("Tensor", "ffi.Tensor"),
            Self::View(_) => ("Tensor", "DLTensor*"),
            Self::Shape => ("Shape", "ffi.Shape"),
            Self::Function | Self::TypedFunction(..) => ("Function", "ffi.Function"),
            Self::Object(key) => (key.strip_prefix("ffi.").unwrap_or(key), key),
            Self::Optional(_) => ("Optional", "Optional"),
            Self::Array(_) | Self::Set(_) => ("Array", "ffi.Array"),
            Self::List(_) => ("List", "ffi.List"),
            Self::Tuple(_) => ("Tuple", "Tuple"),
            Self::Map(..) => ("Map", "ffi.Map"),
            Self::Dict(..) => ("Dict", "ffi.Dict"),
            Self::Union(_) => ("Union", "Variant"),
        }
    }

    /// The types in an optional value or a container.
    fn parts(&self) -> Vec<&'static Self> {
        match self {
            Self::Optional(of) | Self::Array(of) | Self::List(of) | Self::Set(of) => vec![of],
            Self::Tuple(elements) => elements.to_vec(),
            Self::Map(key, value) | Self::Dict(key, value) => vec![key, value],
            _ => Vec::new(),
        }
    }

    /// A word in the schema for what it does not show otherwise.
    fn form(&self) -> &'static str {
        match self {
            Self::Complex => "complex",
            Self::Path => "path",
            Self::Set(_) => "set",
            Self::Duration => "duration",
            Self::SystemTime => "time",
            _ => "",
        }
    }
}

/// Makes names and schemas.
#[derive(Default)]
struct Writer {
    in_signature: bool,
    /// The unions around the type: they may contain themselves.
    unions: Vec<&'static Variants>,
}

impl Writer {
    fn name(&mut self, tag: &TypeTag) -> String {
        let mut name = tag.words().0.to_owned();
        match tag {
            // Where a union contains itself, that is shown as `...`.
            TypeTag::Union(of) => {
                return self.variants(of(), Self::name).map_or("...".into(), |names| names.join(" | "));
            }
            TypeTag::TypedFunction(of, result) => {
                name.extend(["[[", &self.names(of), "] -> ", &self.name(result), "]"]);
            }
            TypeTag::View(tensor) if self.in_signature => tensor.push_requirements(&mut name),
            _ => {}
        }
        let parts = tag.parts();
        if !parts.is_empty() {
            name.extend(["[", &self.names(&parts), "]"]);
        }
        name
    }

    fn names(&mut self, tags: &[&TypeTag]) -> String {
        tags.iter().map(|tag| self.name(tag)).collect::<Vec<_>>().join(", ")
    }

    fn schema(&mut self, tag: &TypeTag) -> String {
        let mut schema = Object::new();
        schema.text("type", tag.words().1);
        match tag {
            TypeTag::Union(of) => return self.union_schema(of()),
            TypeTag::TypedFunction(of, result) => {
                let mut types = Object::new();
                types.value("return", &self.schemas(&[result])).value("params", &self.schemas(of));
                schema.value("named_args", &types.end());
            }
            _ => {}
        }
        let parts = if let TypeTag::Complex = tag { vec![&TypeTag::Float; 2] } else { tag.parts() };
        if !parts.is_empty() {
            schema.value("args", &self.schemas(&parts));
        }
        schema.text_if_any("form", tag.form());
        schema.end()
    }

    fn schemas(&mut self, tags: &[&TypeTag]) -> String {
        Array::of(tags.iter().map(|tag| self.schema(tag)))
    }

    /// The schema of a union in the runtime's own form: `Variant`, inside `Optional` if it may be `None`. Where it contains
    /// itself, that is any value.
    fn union_schema(&mut self, union: &'static Variants) -> String {
        let Some(mut schemas) = self.variants(union, Self::schema) else { return self.schema(&TypeTag::Any) };
        let none = self.schema(&TypeTag::None);
        let is_optional = schemas.len() > 1 && schemas.contains(&none);
        schemas.retain(|schema| !is_optional || *schema != none);
        let of = |name: &str, args: Vec<String>| {
            Object::new().text("type", name).value("args", &Array::of(args)).end()
        };
        let schema = if schemas.len() == 1 { schemas.remove(0) } else { of("Variant", schemas) };
        if is_optional { of("Optional", vec![schema]) } else { schema }
    }

    /// The texts of the variants, each once; `None` inside the union itself.
    fn variants(
        &mut self,
        union: &'static Variants,
        text: fn(&mut Self, &TypeTag) -> String,
    ) -> Option<Vec<String>> {
        if self.unions.iter().any(|outer| ptr::eq(*outer, union)) {
            return None;
        }
        self.unions.push(union);
        let mut texts: Vec<String> = Vec::new();
        for tag in union.tags() {
            let text = text(self, tag);
            if !texts.contains(&text) {
                texts.push(text);
            }
        }
        self.unions.pop();
        Some(texts)
    }
}
