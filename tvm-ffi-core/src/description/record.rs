//! The record of an export: what the macro writes, and everything else reads.

use super::class::Class;
use super::contract::{Contract, Returns};
use super::default_text::DefaultText;
use crate::abi::TVMFFISafeCallType;
use crate::any::{Any, AnyView};
use crate::call::Args;
use crate::convert::{IntoAny, Kind, Lent, Mismatch, Moved, Reach, TensorType, TypeTag, through_rvalue};
use crate::device::DeviceType;
use crate::dtype::DType;

/// Evaluates a default; `None` if its type cannot be a result.
type DefaultValue = fn() -> Option<Any>;

/// A variable of a dispatch, with its dtypes.
pub type Variable = (&'static str, &'static [DType]);

/// One exported function. Messages, metadata, stubs, and operators are made from its record.
#[derive(Clone, Copy)]
pub struct Record {
    /// The name.
    pub name: &'static str,
    /// The name as a global function, if it is one.
    pub global: Option<&'static str>,
    /// The documentation as written, with the blank lines around it.
    pub doc: &'static str,
    /// The source file.
    pub file: &'static str,
    /// The line in it.
    pub line: u32,
    /// The crate.
    pub krate: &'static str,
    /// The version of the crate.
    pub version: &'static str,
    /// The C entry point.
    pub shim: Shim,
    /// The C entry point for tensors in host memory, if the export has one of its own for them (`cpu =`).
    pub fallback: Option<Shim>,
    /// The parameters, a receiver included.
    pub parameters: &'static [Param],
    /// The type of the result, a function: what tells the forms of results apart is not `const`.
    pub result: fn() -> &'static ResultType,
    /// What is declared of the result.
    pub returns: Returns,
    /// The inputs of the forward function that have no gradient.
    pub constant: &'static [&'static str],
    /// [`SYSTEM_LIB`], [`OVERRIDES_GLOBAL`], [`PACKED`], [`METHOD`], [`CONSTRUCTOR`], [`GIL_HELD`],
    /// [`GIL_RELEASED`], and [`CLASS_METHOD`].
    pub flags: u8,
    /// Registers the export with the runtime, if it is a global function or a symbol of the system library. A library without such exports
    /// does not link that code.
    pub register: Option<fn(&'static Record)>,
    /// The variables of a dispatch.
    pub variables: &'static [Variable],
    /// The record for the types that a call chooses, where parameters other than tensors differ in their types too. This one is for the
    /// first types.
    pub instance: Option<fn(Args<'_>) -> &'static Record>,
    /// The class that it is a method of.
    pub class: Option<fn() -> &'static Class>,
    /// The forward function, of a backward function.
    pub forward: Option<&'static Record>,
}

/// One parameter.
#[derive(Clone, Copy)]
pub struct Param {
    /// The name.
    pub name: &'static str,
    /// The documentation as written, with the blank lines around it.
    pub doc: &'static str,
    /// The default, if there is one.
    pub default: Option<DefaultText>,
    /// Evaluates a default that JSON has no value for.
    pub evaluate: Option<DefaultValue>,
    /// How callers in Python pass it.
    pub passing: Passing,
    /// The contract.
    pub contract: Contract,
    /// The type.
    pub of: &'static ParameterType,
}

/// How callers in Python pass the argument of a parameter, in the order in which Python has them. By the plain ABI, each argument has a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Passing {
    /// By position only.
    Position,
    /// By position or by name.
    Either,
    /// All further arguments by position: it is a sequence of them.
    Rest,
    /// By name only.
    Name,
    /// All further arguments by name: it is a mapping of them.
    Names,
}

/// A C entry point of an exported function, which the runtime may call.
// Invariant: the function keeps the SafeCall contract of `crate::abi`.
#[derive(Clone, Copy)]
pub struct Shim(pub(crate) TVMFFISafeCallType);

impl Shim {
    /// The function.
    pub const fn function(self) -> TVMFFISafeCallType {
        self.0
    }

    /// An entry point.
    ///
    /// # Safety
    ///
    /// The function may be called with any arguments under the SafeCall contract of [`crate::abi`].
    #[inline]
    pub const unsafe fn new(function: TVMFFISafeCallType) -> Self {
        Self(function)
    }
}

/// The function is a symbol of the system library too.
pub const SYSTEM_LIB: u8 = 1;
/// The function takes any arguments.
pub const PACKED: u8 = 2;
/// The first parameter is the receiver of a method, which callers do not count among the arguments.
pub const METHOD: u8 = 4;
/// The function is the constructor of its class: callers write the class, and may give arguments by name.
pub const CONSTRUCTOR: u8 = 8;
/// The function replaces one that has its global name already.
pub const OVERRIDES_GLOBAL: u8 = 16;
/// A Python module calls the function with the GIL held.
pub const GIL_HELD: u8 = 32;
/// A Python module releases the GIL for the call.
pub const GIL_RELEASED: u8 = 64;
/// The function makes an object, which is one of the class that Python calls it on.
pub const CLASS_METHOD: u8 = 128;

impl Record {
    /// The record of an ordinary function. The macro adds names and parameters.
    pub const fn new(shim: Shim, result: fn() -> &'static ResultType) -> Self {
        Self {
            name: "",
            global: None,
            doc: "",
            file: "",
            line: 0,
            krate: "",
            version: "",
            shim,
            fallback: None,
            parameters: &[],
            result,
            returns: Returns::NOTHING,
            constant: &[],
            flags: 0,
            register: None,
            variables: &[],
            instance: None,
            class: None,
            forward: None,
        }
    }

    /// The contract of a parameter, for generated code.
    ///
    /// # Panics
    ///
    /// At compile time, if there is no such parameter.
    pub const fn contract(&self, index: usize) -> &'static Contract {
        &self.parameters[index].contract
    }

    /// The documentation.
    pub fn doc(&self) -> &'static str {
        trimmed(self.doc)
    }

    /// The record of the instance that a call chooses.
    pub(crate) fn instance(&'static self, args: Args<'_>) -> &'static Self {
        self.instance.map_or(self, |choose| choose(args))
    }

    /// The least and the largest number of arguments, a receiver included.
    pub(crate) fn arity(&self) -> (usize, usize) {
        let required = self.parameters.iter().rposition(|parameter| parameter.default.is_none());
        (required.map_or(0, |last| last + 1), self.parameters.len())
    }

    /// Whether an address is that of a shim of the export.
    pub(crate) fn is_entry(&self, address: usize) -> bool {
        self.shim.0 as usize == address || self.fallback.is_some_and(|shim| shim.0 as usize == address)
    }

    /// Whether it takes any arguments.
    pub fn is_packed(&self) -> bool {
        self.flags & PACKED != 0
    }

    /// Whether it is the constructor of its class.
    pub fn is_constructor(&self) -> bool {
        self.flags & CONSTRUCTOR != 0
    }

    /// Whether it makes an object of the class that Python calls it on.
    pub fn is_class_method(&self) -> bool {
        self.flags & CLASS_METHOD != 0
    }

    /// Whether it is the constructor of a class from its fields.
    pub fn is_from_fields(&self) -> bool {
        self.is_constructor() && self.class.is_none()
    }

    /// The parameters that callers count: all but a receiver.
    pub fn arguments(&self) -> &'static [Param] {
        self.parameters.get(self.receivers()..).unwrap_or_default()
    }

    /// The number of parameters that callers do not count: 1 of a method with a receiver.
    pub(crate) fn receivers(&self) -> usize {
        usize::from(self.flags & METHOD != 0)
    }
}

impl Param {
    /// A parameter of a type. The macro adds the name and the contract.
    pub const fn new(of: &'static ParameterType) -> Self {
        Self {
            name: "",
            doc: "",
            default: None,
            evaluate: None,
            passing: Passing::Either,
            contract: Contract::FREE,
            of,
        }
    }

    /// The documentation.
    pub fn doc(&self) -> &'static str {
        trimmed(self.doc)
    }

    /// The dtypes that its tensors may have; of none, any.
    pub fn dtypes(&self) -> &[DType] {
        match &self.of.tensor {
            Some(TensorType { dtype: Some(dtype), .. }) => core::slice::from_ref(dtype),
            _ => self.contract.dtypes,
        }
    }

    /// Whether its tensors may be on a device of a type.
    pub fn may_be_on(&self, device_type: i32) -> bool {
        match self.of.tensor.and_then(|tensor| tensor.device) {
            Some(DeviceType::CUDA) if self.contract.has_fallback => {
                matches!(device_type, DeviceType::CUDA | DeviceType::CPU)
            }
            Some(device) => device == device_type,
            None => self.contract.devices.is_empty() || self.contract.devices.contains(&device_type),
        }
    }
}

/// Documentation without the blank lines around it: a file that is included ends with a line break.
pub(super) fn trimmed(doc: &'static str) -> &'static str {
    doc.trim_matches('\n').trim_end()
}

/// Copies the elements of a sequence; `None` of another value.
pub(crate) type CopyItems = fn(AnyView<'_>) -> Option<Vec<Any>>;

/// What the cold paths know of a parameter's type. Only [`parameter_type`](crate::__private::parameter_type) makes one: what it says is true of
/// a type.
pub struct ParameterType {
    /// What it is to other languages.
    pub tag: &'static TypeTag,
    pub(crate) kind: Kind,
    /// What it asks of tensors.
    pub tensor: Option<TensorType>,
    /// Copies the elements of a sequence.
    pub(crate) items: Option<CopyItems>,
    pub(crate) reach: Reach,
    /// Whether it writes to tensors.
    pub writes: bool,
    /// Whether it is an integer, whose name is a symbol.
    pub integer: bool,
    /// What a caller may lend.
    pub lent: Lent,
    /// What becomes of an object that the caller moves.
    pub(crate) moved: Moved,
    /// Why a value does not decode; `None` if it does.
    pub(crate) explain: fn(AnyView<'_>) -> Option<Mismatch>,
    /// A copy that does not change during the call, of a value that may.
    pub(crate) freeze: fn(AnyView<'_>) -> Option<Any>,
}

/// What the cold paths know of a result's type.
pub struct ResultType {
    /// What it is to other languages.
    pub tag: &'static TypeTag,
    pub(crate) kind: Kind,
}

impl ParameterType {
    /// What is wrong with an argument, if anything is. An object that the caller moves stays where it is.
    pub(crate) fn explain(&self, view: AnyView<'_>) -> Option<Mismatch> {
        let of_object = through_rvalue(view, |inner| Some((self.explain)(inner)));
        of_object.unwrap_or_else(|| (self.explain)(view))
    }

    /// The string of the variant of an enum, from its path.
    pub(crate) fn variant(&self, path: &str) -> Option<&'static str> {
        let TypeTag::StrEnum(variants) = self.tag.required() else { return None };
        let name = path.rsplit(':').next()?;
        variants.iter().find(|(variant, _)| *variant == name).map(|(_, text)| *text)
    }

    /// How a mismatch says that a value is of another type, up to what it is.
    pub(crate) fn expected(&self) -> String {
        format!("expected {}, got ", self.tag.name())
    }

    /// That an argument is of another type.
    pub(crate) fn mismatch(&self, view: AnyView<'_>) -> Mismatch {
        Mismatch::expected_type(self.tag, view)
    }
}

impl ResultType {
    /// Whether its values may be objects, which only a runtime makes: numbers and text are not.
    pub fn is_object(&self) -> bool {
        self.kind != Kind::Scalar
    }

    /// The type of a result.
    pub(crate) const fn of<T: IntoAny>() -> &'static Self {
        const { &ResultType { tag: T::TAG, kind: T::FACTS.kind } }
    }
}
