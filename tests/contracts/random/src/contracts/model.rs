//! A contract as data.

use super::elements::Element;
use super::expression::Expression;

/// An exported function and its contract.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Contract {
    /// The function's name.
    pub name: String,
    /// The type parameters of `dispatch`.
    pub variables: Vec<Variable>,
    /// The parameters.
    pub parameters: Vec<Parameter>,
}

/// A type parameter and the types it may be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Variable {
    /// `T`.
    pub name: String,
    /// The types, of which the first is used without a tensor.
    pub types: Vec<Element>,
}

/// A parameter of a function.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parameter {
    /// Its name.
    pub name: String,
    /// Its type.
    pub kind: Kind,
}

/// The type of a parameter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Kind {
    /// An integer type.
    Integer {
        /// Its name in Rust.
        rust: &'static str,
        /// Whether it is in an `Option`.
        optional: bool,
        /// `#[default(...)]`
        default: Option<i64>,
    },
    /// `f64`, which no contract refers to.
    Float,
    /// `AnyView<'_>`: anything, tensors included.
    Anything,
    /// `Tensor`, which has no contract, but is checked for overlap.
    Owned,
    /// Views in another type, which have no contract, and are checked for overlap and for the GPU.
    Nested {
        /// The type around them.
        form: Nested,
        /// What they are.
        of: Inner,
        /// Whether it may be left out, and is empty then.
        default: bool,
    },
    /// One tensor or several.
    Tensor(Box<TensorParameter>),
}

/// A type around views.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Nested {
    /// `(V, V)`
    Pair,
    /// `Vec<Vec<V>>`
    Rows,
    /// `Vec<Option<V>>`
    Options,
    /// `BTreeMap<String, V>`
    Map,
    /// A union of `V`, `Vec<V>`, and `i64`.
    Union,
}

/// The views in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Inner {
    /// `TensorView<'_>`
    Any,
    /// `CpuView<'_, f32, 1>`
    Cpu,
    /// `CudaView<'_, f32, 1>`
    Cuda,
}

impl Nested {
    /// The type in Rust.
    pub fn source(self, of: Inner) -> String {
        let (view, union) = match of {
            Inner::Any => ("TensorView<'_>", "AnyUnion<'_>"),
            Inner::Cpu => ("CpuView<'_, f32, 1>", "CpuUnion<'_>"),
            Inner::Cuda => ("CudaView<'_, f32, 1>", "CudaUnion<'_>"),
        };
        match self {
            Self::Pair => format!("({view}, {view})"),
            Self::Rows => format!("Vec<Vec<{view}>>"),
            Self::Options => format!("Vec<Option<{view}>>"),
            Self::Map => format!("BTreeMap<String, {view}>"),
            Self::Union => union.to_owned(),
        }
    }

    /// The type in messages about a value.
    pub fn text(self) -> &'static str {
        match self {
            Self::Pair => "Tuple[Tensor, Tensor]",
            Self::Rows => "Array[Array[Tensor]]",
            Self::Options => "Array[Optional[Tensor]]",
            Self::Map => "Map[str, Tensor]",
            Self::Union => "Tensor | Array[Tensor] | int",
        }
    }

    /// A value without views, if there is one, and its text in messages.
    pub fn empty(self) -> Option<(&'static str, &'static str)> {
        match self {
            Self::Pair | Self::Union => None,
            Self::Rows | Self::Options => Some(("Vec::new()", "[]")),
            Self::Map => Some(("BTreeMap::new()", "{}")),
        }
    }
}

/// A tensor parameter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TensorParameter {
    /// Whether it is a view, an `Option`, or a list.
    pub form: Form,
    /// The view type.
    pub view: View,
    /// `#[shape(...)]`
    pub shape: Option<Vec<Entry>>,
    /// `#[strides(...)]`
    pub strides: Option<Vec<Entry>>,
    /// `#[align(...)]`
    pub align: Option<Number>,
    /// `#[dtype(...)]`, empty if there is none.
    pub dtypes: Vec<Element>,
    /// `#[device(...)]`, empty if there is none.
    pub devices: Vec<Device>,
    /// `#[alias(...)]`, the name of the other parameter.
    pub alias: Option<String>,
    /// `#[out]`, which does not change what is accepted.
    pub out: Option<Out>,
    /// Which part of the type is a type alias, which hides it from the macro.
    pub named: Named,
}

/// The part of a type that is a type alias.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Named {
    /// Nothing.
    Nothing,
    /// The view.
    View,
    /// The view, with the `Option` or `Vec` around it.
    All,
}

/// The wrapper of a view.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// The view itself.
    One,
    /// `Option` of it.
    Optional,
    /// `Vec` of it.
    List,
}

/// A view type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum View {
    /// `TensorView<'_>`.
    Untyped,
    /// A typed view.
    Typed {
        /// The device.
        device: Device,
        /// The access.
        access: Access,
        /// The element type.
        element: ElementType,
        /// The number of dimensions, if the type has it.
        rank: Option<usize>,
        /// Whether the layout is contiguous.
        layout: Layout,
    },
}

/// The access of a view.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// It is read.
    Shared,
    /// It is written, and has no other owner.
    Exclusive,
    /// It is read and written.
    Cells,
}

/// The element type of a view.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ElementType {
    /// This one.
    Of(Element),
    /// The type parameter of this index.
    Variable(usize),
}

/// The layout of a view.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Layout {
    /// Contiguous.
    Contiguous,
    /// Strided.
    Strided,
}

/// A device type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Device {
    /// The number that DLPack gives.
    pub code: i32,
    /// The name.
    pub name: &'static str,
}

/// Whether memory on a device of this number is host memory: the processor's, or pinned.
pub fn is_host(code: i32) -> bool {
    matches!(code, 1 | 3 | 11)
}

impl Device {
    /// Whether a contract or a view with this device accepts a tensor on the device of the number.
    pub fn takes(self, code: i32) -> bool {
        self.code == code || (self == CPU && is_host(code))
    }
}

/// The processor.
pub const CPU: Device = Device { code: 1, name: "cpu" };
/// A CUDA GPU.
pub const CUDA: Device = Device { code: 2, name: "cuda" };
/// The device types that the tests use.
pub const DEVICES: &[Device] =
    &[CPU, CUDA, Device { code: 3, name: "cuda_host" }, Device { code: 10, name: "rocm" }];

/// The content of an output before the call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Out {
    /// Undefined.
    Any,
    /// Zeros.
    Zero,
}

/// A number, or a Rust expression in braces.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Number {
    /// The expression in the braces.
    pub constant: Option<&'static str>,
    /// The number.
    pub value: i64,
}

impl Number {
    /// A number.
    pub const fn literal(value: i64) -> Self {
        Self { constant: None, value }
    }

    /// The name in attributes.
    pub fn source(&self) -> String {
        self.constant.map_or_else(|| self.value.to_string(), |text| format!("{{{text}}}"))
    }

    /// The text in signatures.
    pub fn text(&self) -> String {
        self.constant.map_or_else(|| self.value.to_string(), str::to_owned)
    }

    /// The text in messages after "expected".
    pub fn text_and_value(&self) -> String {
        self.constant.map_or_else(|| self.value.to_string(), |text| format!("{text} = {}", self.value))
    }
}

/// The entry for an extent or stride.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Entry {
    /// `n`
    Symbol(String),
    /// `n % 16`
    Multiple(String, Number),
    /// `256` or `{HEADS}`
    Number(Number),
    /// `_`
    Anything,
    /// `2 * n`
    Expression(Expression),
    /// `..` or `s..`
    Rest(Option<String>),
}

impl Entry {
    /// The text of the entry in the attribute.
    pub fn source(&self) -> String {
        match self {
            Self::Multiple(name, factor) => format!("{name} % {}", factor.source()),
            Self::Number(number) => number.source(),
            Self::Expression(expression) => expression.source(),
            other => other.text(),
        }
    }

    /// The text in messages.
    pub fn text(&self) -> String {
        match self {
            Self::Symbol(name) => name.clone(),
            Self::Multiple(name, factor) => format!("{name} % {}", factor.text()),
            Self::Number(number) => number.text(),
            Self::Anything => "_".to_owned(),
            Self::Expression(expression) => expression.text(),
            Self::Rest(name) => format!("{}..", name.as_deref().unwrap_or_default()),
        }
    }
}

impl TensorParameter {
    /// A parameter without attributes.
    pub fn new(view: View) -> Self {
        Self {
            form: Form::One,
            view,
            shape: None,
            strides: None,
            align: None,
            dtypes: Vec::new(),
            devices: Vec::new(),
            alias: None,
            out: None,
            named: Named::Nothing,
        }
    }

    /// Whether it has no attributes.
    pub fn is_plain(&self) -> bool {
        let Self { shape, strides, align, alias, out, .. } = self;
        let has_lists = !self.dtypes.is_empty() || !self.devices.is_empty();
        !has_lists
            && shape.is_none()
            && strides.is_none()
            && align.is_none()
            && alias.is_none()
            && out.is_none()
    }

    /// Whether it is a mutable view, which may not share memory with any other argument.
    pub fn is_written(&self) -> bool {
        matches!(self.view, View::Typed { access: Access::Exclusive | Access::Cells, .. })
    }

    /// Whether the function accesses the elements, which have to be in host memory.
    pub fn is_host_view(&self) -> bool {
        matches!(self.view, View::Typed { device: CPU, .. })
    }
}

impl Contract {
    /// The tensor parameters with their indices.
    pub fn tensors(&self) -> impl Iterator<Item = (usize, &TensorParameter)> {
        self.parameters.iter().enumerate().filter_map(|(index, parameter)| match &parameter.kind {
            Kind::Tensor(tensor) => Some((index, &**tensor)),
            _ => None,
        })
    }

    /// The index of the parameter with a name.
    pub fn index_of(&self, name: &str) -> Option<usize> {
        self.parameters.iter().position(|parameter| parameter.name == name)
    }
}
