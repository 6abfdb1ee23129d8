//! What an export says about itself, from which messages and metadata are made.

use super::class::Class;
use super::texts::{Fields, Texts};
use crate::abi::TVMFFISafeCallType;
use crate::any::{Any, AnyView};
use crate::call::Args;
use crate::convert::{Canonical, IntoAny, Kind, Mismatch, RVALUE_TO_TAKE, Reach, TensorType, through_rvalue};
use crate::dtype::DType;

/// An exported function: passes its description to a function.
///
/// An export is a function and no static, because code finds texts and types without a relocation, of which each costs a
/// library 24 bytes and the loader its time.
pub type Export = fn(Reader<'_>);

/// A function that reads the description of an export.
pub type Reader<'a> = &'a mut dyn FnMut(&Description<'_>);

/// Evaluates a default; `None` if its type cannot be a result.
type DefaultValue = fn() -> Option<Any>;

/// One exported function.
pub struct Description<'a> {
    /// Name, global name, documentation, source file, line, crate name, crate version; then of each parameter: name,
    /// default (`DefaultText`), documentation, contract; then what `returns` declares, and the names in `constant`. They are joined
    /// by NUL bytes; a missing one is empty, or left out at the end.
    pub text: &'static str,
    /// The C entry point.
    pub shim: Shim,
    /// The C entry point for tensors in host memory, if the export has one of its own for them (`cpu =`).
    pub fallback: Option<Shim>,
    /// The types of the parameters.
    pub parameters: &'a [&'static ParameterType],
    /// The type of the result.
    pub result: &'a ResultType,
    /// [`SYSTEM_LIB`], [`OVERRIDES_GLOBAL`], [`PACKED`], [`METHOD`], [`CONSTRUCTOR`], [`GIL_HELD`], and [`GIL_RELEASED`].
    pub flags: u8,
    /// Registers the export with the runtime, if it is a global function or a symbol of the system library. A library without such exports
    /// does not link that code.
    pub register: Option<fn(&Description<'_>)>,
    /// The values of the constant expressions in the contracts, in the order of the text.
    pub constants: &'a [i64],
    /// The variables of a dispatch, with the dtypes of each.
    pub variables: &'a [(&'static str, &'a [DType])],
    /// The description for the types that a call chooses, where parameters other than tensors differ in their types too. This
    /// one is for the first types.
    pub instance: Option<fn(Args<'_>) -> Export>,
    /// The defaults that JSON has no value for, by the index of the parameter.
    pub defaults: &'a [(usize, DefaultValue)],
    /// The class that it is a method of.
    pub class: Option<fn() -> &'static Class>,
    /// The forward function, of a backward function.
    pub forward: Option<Export>,
}

/// A C entry point of an exported function, which the runtime may call.
// Invariant: the function keeps the SafeCall contract of `crate::abi`.
#[derive(Clone, Copy)]
pub struct Shim(pub(crate) TVMFFISafeCallType);

impl Shim {
    /// An entry point.
    ///
    /// # Safety
    ///
    /// The function may be called with any arguments under the SafeCall contract of [`crate::abi`].
    #[inline(always)]
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

impl<'a> Description<'a> {
    /// The description of an ordinary function, with the fields that every function has.
    ///
    /// It is not inlined, because it would be most of the code of a description.
    #[inline(never)]
    pub const fn new(
        text: &'static str,
        shim: Shim,
        parameters: &'a [&'static ParameterType],
        result: &'a ResultType,
    ) -> Self {
        Self {
            text,
            shim,
            fallback: None,
            parameters,
            result,
            flags: 0,
            register: None,
            constants: &[],
            variables: &[],
            instance: None,
            defaults: &[],
            class: None,
            forward: None,
        }
    }
}

impl Description<'_> {
    /// The name.
    pub(crate) fn name(&self) -> &'static str {
        Fields(self.text).take()
    }

    /// Parses the texts. That goes over all of them, so each message does it once.
    pub(crate) fn texts(&self) -> Texts<'_> {
        Texts::of(self)
    }

    pub(crate) fn is_packed(&self) -> bool {
        self.flags & PACKED != 0
    }

    /// Whether it is the constructor of its class.
    pub(crate) fn is_constructor(&self) -> bool {
        self.flags & CONSTRUCTOR != 0
    }

    /// The number of parameters that callers do not count: 1 of a method with a receiver.
    pub(crate) fn receivers(&self) -> usize {
        usize::from(self.flags & METHOD != 0)
    }

    /// Whether the views of CUDA memory may all be of host memory in a call.
    pub(crate) fn has_fallback(&self) -> bool {
        self.fallback.is_some()
    }

    pub(crate) fn is_system_lib(&self) -> bool {
        self.flags & SYSTEM_LIB != 0
    }

    pub(crate) fn overrides_global(&self) -> bool {
        self.flags & OVERRIDES_GLOBAL != 0
    }
}

/// Reads the description of the instance that a call chooses.
pub(crate) fn with_instance_description<R>(
    export: Export,
    args: Args<'_>,
    read: impl FnOnce(&Description<'_>) -> R,
) -> R {
    with_description(export, |description| match description.instance {
        None => read(description),
        Some(choose) => with_description(choose(args), read),
    })
}

/// Reads the description of an export.
pub(crate) fn with_description<R>(export: Export, read: impl FnOnce(&Description<'_>) -> R) -> R {
    let (mut read, mut result) = (Some(read), None);
    export(&mut |description| result = read.take().map(|read| read(description)));
    // INVARIANT: the macro expands to one call.
    result.expect("an export shows its description once")
}

/// Copies the elements of a sequence; `None` of another value.
pub(crate) type CopyItems = fn(AnyView<'_>) -> Option<Vec<Any>>;

/// What the cold paths know of a parameter's type.
pub struct ParameterType {
    pub(crate) name: fn(&mut String),
    pub(crate) schema: fn(&mut String),
    pub(crate) kind: Kind,
    /// What it asks of tensors, if it takes any.
    pub(crate) tensor: Option<TensorType>,
    /// Copies the elements of a sequence: a library without sequences does not link it.
    pub(crate) items: Option<CopyItems>,
    pub(crate) reach: Reach,
    pub(crate) writes: bool,
    pub(crate) integer: bool,
    /// Whether a caller may lend an object that ends with the call, see [`TypeFacts`](crate::convert::TypeFacts).
    pub(crate) lent: bool,
    /// The variants of an enum of strings.
    pub(crate) variants: &'static [(&'static str, &'static str)],
    /// Decodes again and says what is wrong; `None` if nothing is.
    pub(crate) explain: fn(AnyView<'_>) -> Option<Mismatch>,
    /// The common form of a value that is in another.
    pub(crate) canonical: fn(AnyView<'_>) -> Option<Canonical>,
}

/// What the cold paths know of a result's type.
pub struct ResultType {
    pub(crate) name: fn(&mut String),
    pub(crate) schema: fn(&mut String),
    pub(crate) kind: Kind,
}

impl ParameterType {
    /// What is wrong with an argument, if anything is. An object that may be taken stays where it is.
    pub(crate) fn explain(&self, view: AnyView<'_>) -> Option<Mismatch> {
        let is_taken =
            view.type_index() == RVALUE_TO_TAKE || matches!((self.canonical)(view), Some(Canonical::Rvalue));
        if is_taken && let Some(explained) = through_rvalue(view, |inner| Some((self.explain)(inner))) {
            return explained;
        }
        (self.explain)(view)
    }

    /// The string of the variant of an enum, from its path.
    pub(crate) fn variant(&self, path: &str) -> Option<&'static str> {
        let name = path.rsplit(':').next()?;
        self.variants.iter().find(|(variant, _)| *variant == name).map(|(_, text)| *text)
    }

    /// How a mismatch says that a value is of another type, up to what it is.
    pub(crate) fn expected(&self) -> String {
        let mut text = String::from("expected ");
        (self.name)(&mut text);
        text.push_str(", got ");
        text
    }

    /// That an argument is of another type.
    pub(crate) fn mismatch(&self, view: AnyView<'_>) -> Mismatch {
        Mismatch::expected_type(self.name, view)
    }
}

impl ResultType {
    /// The type of a result.
    pub(crate) const fn of<T: IntoAny>() -> &'static Self {
        const { &ResultType { name: T::type_name, schema: T::type_schema, kind: T::FACTS.kind } }
    }
}

/// Whether an address is that of a shim of an export.
pub(crate) fn is_entry(export: Export, address: usize) -> bool {
    with_description(export, |about| {
        about.shim.0 as usize == address || about.fallback.is_some_and(|shim| shim.0 as usize == address)
    })
}
