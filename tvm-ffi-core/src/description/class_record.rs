//! The record of a class: what the macro writes, and its registration, messages, and metadata are made of.

use super::constant::ConstantRecord;
use super::default_text::DefaultText;
use super::record::{Param, Record, ResultType, trimmed};
use crate::abi::{FieldFlag, TVMFFIFieldGetter, TVMFFIFieldSetter, TVMFFISafeCallType};
use crate::any::Any;

/// The constructor of a class from its fields, as the macro writes it down.
#[derive(Clone, Copy)]
pub struct FromFieldsEntry {
    pub(crate) call: TVMFFISafeCallType,
    pub(crate) result: fn() -> &'static ResultType,
}

/// One class.
pub struct ClassRecord {
    /// The type key.
    pub key: &'static str,
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
    /// Size and alignment of the struct, in bytes.
    pub size: usize,
    /// See `size`.
    pub align: usize,
    /// [`FINAL`] and [`MUTABLE`].
    pub flags: u8,
    /// The kind of structural comparison, a number of [`SEqHashKind`](crate::abi::SEqHashKind).
    pub structural: i32,
    /// The fields that are visible from outside, without those of the parent.
    pub fields: &'static [FieldRecord],
    /// What Rust's derives give.
    pub hooks: Hooks,
    /// The constructor from the fields, where the class has option `init`.
    pub from_fields: Option<FromFieldsEntry>,
    /// The methods, static methods, and the constructor.
    pub methods: &'static [Method],
    /// The constants.
    pub constants: &'static [ConstantRecord],
}

impl ClassRecord {
    /// A class with nothing that is visible from outside.
    pub const fn new<T>(key: &'static str) -> Self {
        Self {
            key,
            doc: "",
            file: "",
            line: 0,
            krate: "",
            version: "",
            size: size_of::<T>(),
            align: align_of::<T>(),
            flags: 0,
            structural: 0,
            fields: &[],
            hooks: Hooks::NONE,
            from_fields: None,
            methods: &[],
            constants: &[],
        }
    }

    /// The documentation.
    pub fn doc(&self) -> &'static str {
        trimmed(self.doc)
    }
}

/// Nothing extends the class.
pub const FINAL: u8 = 1;
/// Objects of the class can be changed.
pub const MUTABLE: u8 = 2;

/// Functions of the signature SafeCall that the runtime asks for values of the class.
#[derive(Clone, Copy)]
pub struct Hooks {
    /// `(value, _) -> str`
    pub repr: Option<TVMFFISafeCallType>,
    /// `(a, b, _) -> bool`
    pub eq: Option<TVMFFISafeCallType>,
    /// `(value, _) -> int`
    pub hash: Option<TVMFFISafeCallType>,
    /// `(a, b, _) -> int`: negative, zero, positive
    pub compare: Option<TVMFFISafeCallType>,
    /// `(value) -> value`
    pub copy: Option<TVMFFISafeCallType>,
}

impl Hooks {
    /// The class has none.
    pub const NONE: Self = Self { repr: None, eq: None, hash: None, compare: None, copy: None };
}

/// A field that is visible from outside.
pub struct FieldRecord {
    /// The field as a parameter of the constructor: its name, its documentation, its default as written, and its type.
    pub(crate) param: Param,
    /// From the start of the struct, in bytes.
    pub(crate) offset: usize,
    pub(crate) size: usize,
    pub(crate) align: usize,
    /// [`FieldFlag`]s.
    pub(crate) flags: i64,
    /// What the runtime takes the memory of the field for, in objects that it made itself.
    pub(crate) static_index: i32,
    pub(crate) getter: TVMFFIFieldGetter,
    pub(crate) setter: TVMFFIFieldSetter,
    /// The default value, or the factory as a function.
    pub(crate) default: Option<fn() -> Any>,
}

impl FieldRecord {
    /// The field with its name, its documentation, and its default as written.
    #[must_use]
    pub const fn named(
        mut self,
        name: &'static str,
        doc: &'static str,
        written: Option<DefaultText>,
    ) -> Self {
        (self.param.name, self.param.doc, self.param.default) = (name, doc, written);
        self
    }

    /// Whether the constructor from the fields takes it.
    pub(crate) fn is_init(&self) -> bool {
        self.flags & FieldFlag::INIT_OFF == 0
    }
}

/// A method of a class.
#[derive(Clone, Copy)]
pub struct Method {
    /// Its description, with its entry point.
    pub export: &'static Record,
    /// Of which kind it is.
    pub kind: MethodKind,
}

/// Of which kind a method is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MethodKind {
    /// The constructor.
    Init,
    /// Without a receiver.
    Static,
    /// With a receiver, the first parameter of its description.
    Instance,
    /// The same for Python's property of its name.
    Getter,
    /// The same for Python's property of its name without `set_`.
    Setter,
}

impl MethodKind {
    /// Whether its first parameter is a receiver.
    pub fn has_receiver(self) -> bool {
        matches!(self, Self::Instance | Self::Getter | Self::Setter)
    }
}
