//! A contract as data: what an exported function declares of its arguments.

use super::elements::Element;
use super::expression::Expression;

/// What a function declares.
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
    /// The types, of which the first is used where no tensor says another.
    pub types: Vec<Element>,
}

/// A parameter of a function.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parameter {
    /// Its name.
    pub name: String,
    /// What it takes.
    pub kind: Kind,
}

/// What a parameter takes.
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
    /// `f64`: nothing that a contract speaks of.
    Float,
    /// `AnyView<'_>`: anything, tensors included.
    Anything,
    /// `Tensor`, of which a contract says nothing, but whose memory can be reached.
    Owned,
    /// `(TensorView<'_>, TensorView<'_>)`, in the same way.
    Pair,
    /// A tensor, or some.
    Tensor(Box<TensorParameter>),
}

/// A tensor parameter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TensorParameter {
    /// How many tensors it is.
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
    /// `#[out]`, which says nothing about what is accepted.
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

/// How many tensors a parameter is.
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
    /// One of the others.
    Typed {
        /// Where the memory is.
        device: Device,
        /// What may be done with it.
        access: Access,
        /// The element type.
        element: ElementType,
        /// The number of dimensions, if the type has it.
        rank: Option<usize>,
        /// Whether the layout is contiguous.
        layout: Layout,
    },
}

/// What may be done with the memory of a view.
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

/// How the elements of a view lie.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Layout {
    /// In order.
    Contiguous,
    /// With strides.
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
    /// Whether a tensor may be on a device of this number, where a contract or a view names this one.
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

/// What an output has to be when it arrives.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Out {
    /// Anything.
    Any,
    /// Zeroes.
    Zero,
}

/// A number that is written as it is, or as an expression of Rust's in braces.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Number {
    /// The expression in the braces.
    pub constant: Option<&'static str>,
    /// The number.
    pub value: i64,
}

impl Number {
    /// A number that is written as it is.
    pub const fn literal(value: i64) -> Self {
        Self { constant: None, value }
    }

    /// The name in attributes.
    pub fn source(&self) -> String {
        self.constant.map_or_else(|| self.value.to_string(), |text| format!("{{{text}}}"))
    }

    /// As it is shown in signatures.
    pub fn text(&self) -> String {
        self.constant.map_or_else(|| self.value.to_string(), str::to_owned)
    }

    /// As it is shown where it was expected.
    pub fn text_and_value(&self) -> String {
        self.constant.map_or_else(|| self.value.to_string(), |text| format!("{text} = {}", self.value))
    }
}

/// What is declared of a dimension's extent or stride.
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

    /// As it is shown.
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

    /// Whether nothing is declared of it but its type.
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

    /// Whether the function writes through it, so that nothing else of the call may share its memory.
    pub fn is_written(&self) -> bool {
        matches!(self.view, View::Typed { access: Access::Exclusive | Access::Cells, .. })
    }

    /// Whether the elements have to be in host memory, which the function reads.
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
